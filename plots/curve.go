package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// band fills the spread of neighbouring points that have one.
func (cv Curve) band(l look) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		var lower, upper []vg.Point
		flush := func() {
			if len(lower) > 1 {
				for i := len(lower) - 1; i >= 0; i-- {
					upper = append(upper, lower[i])
				}
				area(c, upper, fade(l.color, 0.13))
			}
			lower, upper = nil, nil
		}
		for _, p := range cv.Points {
			if !p.spread() {
				flush()
				continue
			}
			lower = append(lower, vg.Point{X: x(p.X), Y: y(p.Low)})
			upper = append(upper, vg.Point{X: x(p.X), Y: y(p.High)})
		}
		flush()
		return nil
	}
}

// curve draws fit, error bars, line and markers. Pieces of the line that touch
// a censored point are fine, because the curve is above them by an unknown
// amount.
func (cv Curve) curve(l look, logX, bars bool, dodge vg.Length) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", cv.Name)
		defer endGroup(c)
		if cv.Fit != nil {
			if err := cv.fit(c, l, logX, x, y); err != nil {
				return err
			}
		}
		pts := make([]vg.Point, len(cv.Points))
		for i, p := range cv.Points {
			pts[i] = vg.Point{X: x(p.X) + dodge, Y: y(p.Y)}
			if bars && p.spread() {
				errorBar(c, l.color, pts[i].X, y(p.Low), y(p.High))
			}
		}
		var solid, fine []vg.Point
		for i := range pts {
			if cv.Points[i].Censored || i > 0 && cv.Points[i-1].Censored {
				if i > 0 {
					fine = append(fine[:0], pts[i-1], pts[i])
					line(c, fine, fade(l.color, 0.7), thinLine, nil)
				}
				join(c, cv, l, solid)
				solid = solid[:0]
			}
			if !cv.Points[i].Censored {
				solid = append(solid, pts[i])
			}
		}
		join(c, cv, l, solid)
		for i, p := range cv.Points {
			m := mark{shape: l.shape, size: markSize, color: l.color, open: p.Censored}
			if p.Censored {
				upArrow(c, l.color, pts[i])
			}
			drawMarks(c, m, pts[i])
		}
		return nil
	}
}

// join draws the line through points, unless a fit stands in for it.
func join(c draw.Canvas, cv Curve, l look, pts []vg.Point) {
	if len(pts) > 1 && cv.Fit == nil {
		line(c, pts, l.color, curveWidth, l.dashes)
	}
}

// fitSteps is the number of straight pieces a fitted line is drawn with.
const fitSteps = 64

// fit draws the fitted line. Its pieces are equally long on the axis, and their
// ends are those of the data.
func (cv Curve) fit(c draw.Canvas, l look, logX bool, x, y func(float64) vg.Length) error {
	from, to := max(cv.FitFrom, cv.Points[0].X), cv.Points[len(cv.Points)-1].X
	if from >= to {
		return nil
	}
	pts := make([]vg.Point, 0, fitSteps+1)
	for i := range fitSteps + 1 {
		share := float64(i) / fitSteps
		v := from + (to-from)*share
		if logX && from > 0 {
			v = from * math.Pow(to/from, share)
		}
		w := cv.Fit(v)
		if err := checkValues(fmt.Sprintf("fit of curve %q at %v", cv.Name, v), false, w); err != nil {
			return err
		}
		pts = append(pts, vg.Point{X: x(v), Y: y(w)})
	}
	line(c, pts, l.color, 1.1, l.dashes)
	return nil
}

func errorBar(c draw.Canvas, clr color.NRGBA, x, low, high vg.Length) {
	s := draw.LineStyle{Color: fade(clr, 0.75), Width: thinLine}
	const cap = 2.2
	c.StrokeLine2(s, x, low, x, high)
	c.StrokeLine2(s, x-cap, low, x+cap, low)
	c.StrokeLine2(s, x-cap, high, x+cap, high)
}

// levelBar is an error bar for the horizontal direction.
func levelBar(c draw.Canvas, clr color.NRGBA, y, low, high vg.Length) {
	s := draw.LineStyle{Color: fade(clr, 0.75), Width: thinLine}
	const cap = 2.2
	c.StrokeLine2(s, low, y, high, y)
	c.StrokeLine2(s, low, y-cap, low, y+cap)
	c.StrokeLine2(s, high, y-cap, high, y+cap)
}

// upArrow draws an arrow that begins at a censored point.
func upArrow(c draw.Canvas, clr color.NRGBA, at vg.Point) {
	tip := at.Y + 13
	s := draw.LineStyle{Color: clr, Width: 1}
	c.StrokeLine2(s, at.X, at.Y, at.X, tip-2)
	c.FillPolygon(clr, []vg.Point{{X: at.X - 2.2, Y: tip - 4}, {X: at.X + 2.2, Y: tip - 4}, {X: at.X, Y: tip}})
}

// capLine draws a limit on the vertical axis with its name at the left, where
// growth curves are far below it.
func capLine(at float64, label string) layer {
	if label == "" {
		label = "limit " + shortNumber(at)
	}
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "limit", "")
		defer endGroup(c)
		py := y(at)
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}, c.Min.X, py, c.Max.X, py)
		write(c, noteStyle, vg.Point{X: c.Min.X + 3, Y: py + 3}, label)
		return nil
	}
}
