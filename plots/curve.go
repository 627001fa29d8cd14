package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// band fills the spread of neighbouring points that have one.
func (cv Curve) band(p pane, l look) {
	var lower, upper []vg.Point
	for i, pt := range cv.Points {
		if pt.spread() {
			lower, upper = append(lower, p.at(pt.X, pt.Low)), append(upper, p.at(pt.X, pt.High))
			if i+1 < len(cv.Points) {
				continue
			}
		}
		if len(lower) > 1 {
			slices.Reverse(lower)
			p.area(append(upper, lower...), fade(l.color, 0.13))
		}
		lower, upper = nil, nil
	}
}

// curve draws fit, error bars, line and markers. Pieces of the line that touch
// a censored point are fine, because the curve is above them by an unknown
// amount. A fit stands in for the line.
func (cv Curve) curve(p pane, l look, opt CurveOptions, dodge vg.Length) {
	if cv.Fit != nil {
		cv.fit(p, l, opt.LogX)
	}
	pts := make([]vg.Point, len(cv.Points))
	for i, pt := range cv.Points {
		pts[i] = p.at(pt.X, pt.Y).Add(rightward.Scale(dodge))
		if opt.Bars && pt.spread() {
			p.errorBar(l.color, vg.Point{X: pts[i].X, Y: p.y(pt.Low)}, vg.Point{X: pts[i].X, Y: p.y(pt.High)}, rightward)
		}
	}
	var solid []vg.Point
	join := func() {
		if len(solid) > 1 && cv.Fit == nil {
			p.line(solid, l.color, l.width(), l.dashes)
		}
		solid = solid[:0]
	}
	for i, pt := range cv.Points {
		if i > 0 && (pt.Censored || cv.Points[i-1].Censored) {
			p.line(pts[i-1:i+1], l.color, thinLine, nil)
			join()
		}
		if !pt.Censored {
			solid = append(solid, pts[i])
		}
	}
	join()
	var exact []vg.Point
	for i, pt := range cv.Points {
		if m := l.mark(markSize); pt.Censored {
			m.open = true
			p.arrow(l.color, pts[i], upward)
			p.marks(m, pts[i])
		} else {
			exact = append(exact, pts[i])
		}
	}
	p.marks(l.mark(markSize), exact...)
}

// fitSteps is the number of straight pieces a fitted line is drawn with.
const fitSteps = 64

// fit draws the fitted line. Its pieces are equally long on the axis, and their
// ends are those of the data.
func (cv Curve) fit(p pane, l look, logX bool) {
	from, to := max(cv.FitFrom, cv.Points[0].X), cv.Points[len(cv.Points)-1].X
	if from >= to {
		return
	}
	pts := make([]vg.Point, fitSteps+1)
	for i := range pts {
		share := float64(i) / fitSteps
		v := from + (to-from)*share
		if logX && from > 0 {
			v = from * math.Pow(to/from, share)
		}
		w := cv.Fit(v)
		if err := checkValues(fmt.Sprintf("fit of curve %q at %v", cv.Name, v), false, w); err != nil {
			p.fail(err)
			return
		}
		pts[i] = p.at(v, w)
	}
	p.line(pts, l.color, 1.1, l.dashes)
}
