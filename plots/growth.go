package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Curve is one series in a [Growth] figure.
type Curve struct {
	Name   string
	Points []Point // points in increasing order of X

	// Ruler marks a curve that is drawn for comparison, such as published values or a slope, and is
	// not part of the data. It is drawn in gray without markers.
	Ruler bool

	// Fit, if not nil, is drawn as a thin line up to the last point. FitLabel is rich text below
	// the name: ^{…} makes a superscript and _{…} a subscript.
	Fit      func(x float64) float64
	FitLabel string
	// FitFrom is the X at which the fitted line begins, unless the first point has a larger X. Use
	// it to draw a fit only over the points from which it was computed.
	FitFrom float64
}

// Point is one point of a [Curve], optionally with its spread.
type Point struct {
	X, Y float64
	// Low and High are the ends of a band or an error bar. If both are 0 and Y is not 0, there is
	// neither.
	Low, High float64
	Censored  bool // whether Y is a lower bound because a limit stopped a run
}

// PointOf returns the point at x for an estimate. If the BCa bootstrap interval of the estimate is
// known, the point includes it.
func PointOf(x float64, e stats.Estimate) Point {
	p := Point{X: x, Y: e.Value}
	if e.BCa.Known() {
		p.Low, p.High = e.BCa.Low, e.BCa.High
	}
	return p
}

// spread returns the interval for the band or the error bar of the point.
func (p Point) spread() stats.Interval {
	if p.Y == 0 {
		return stats.Interval{Low: p.Low, High: p.High}
	}
	return given(p.Low, p.High)
}

// CurveOptions sets the labels, axes and limit of a [Growth] figure. The zero value draws bands on
// linear axes.
type CurveOptions struct {
	XLabel, YLabel string // labels of the horizontal (XLabel) and vertical (YLabel) axes with units; ^{…} makes a superscript, _{…} a subscript
	LogX, LogY     bool
	Percent        bool // whether Y values are shares from 0 to 1, shown as percentages
	Bars           bool // whether to draw error bars instead of bands

	Cap      float64 // limit on Y, shown as a labeled line; 0 for no line
	CapLabel string  // label of the line at Cap; "" means "limit" with the value

	Height Length // height of the figure; 0 means 3.3 inches
}

// Growth draws each curve as a function of size, with a band or error bars, and labels it at its
// end. Censored points are open markers with an arrow, because the true value is higher. On
// a logarithmic axis, zeros are drawn below the smallest value, at a tick labeled 0.
//
// If there are no points, the figure says so. Growth returns an error if a number cannot be drawn,
// points are out of order, or the ID is invalid.
func Growth(id, title string, opt CurveOptions, curves []Curve) (Figure, error) {
	ch := newDraft("Growth", id, title, cmp.Or(opt.Height, chart.UsualHeight))
	xs, ys := ch.span(opt.LogX), ch.span(opt.LogY)
	ch.data = heads("curve", cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y"), "low", "high", "lower bound")
	var drawn []Curve
	for _, cv := range curves {
		for i, p := range cv.Points {
			where := fmt.Sprintf("curve %q, point %d", cv.Name, i+1)
			xs.add(where+", X", p.X)
			ys.add(where+", Y", p.Y)
			if p.spread().Known() {
				ys.add(where+", Low and High", p.Low, p.High)
			}
			ch.check(p.Low <= p.High, "%s: Low %v is above High %v", where, p.Low, p.High)
			before := cv.Points[max(i-1, 0)].X
			ch.check(p.X >= before, "%s: X %v comes after %v; sort the points by X", where, p.X, before)
			ch.data.add(cv.Name, p.X, p.Y, p.spread(), p.Censored)
		}
		if len(cv.Points) > 0 {
			drawn = append(drawn, cv)
			ch.item("%s for %s", cv.spoken(opt.Percent), quoted(cv.Name))
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.list("This line chart shows the %s against the %s:", aloud(cmp.Or(opt.YLabel, "value")), aloud(cmp.Or(opt.XLabel, "size")))
	ys.limit(opt.Cap, opt.CapLabel, opt.YLabel, false)
	ch.X, ch.Y, ch.YGrid = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true
	if slices.ContainsFunc(drawn, Curve.censored) {
		ch.Y.Hi = beyond(ch.Y, arrowRoom)
		ch.Caption = "Open markers with an arrow are lower bounds, because a limit stopped runs."
	}
	if opt.Percent {
		ch.Y.Percent = true
		ch.Y.Lo, ch.Y.Hi = max(ch.Y.Lo, -0.02), min(ch.Y.Hi, 1.03)
	}
	ch.X.Whole = !xs.fractions
	for i, cv := range drawn {
		last := cv.Points[len(cv.Points)-1]
		s := chart.Series{Name: cv.Name, Note: cv.FitLabel, Ruler: cv.Ruler, End: []chart.Place{chart.To(last.X, last.Y)}}
		if opt.Bars {
			s.Shift = Length(float64(i)-float64(len(drawn)-1)/2) * 2.5
			s.Marks = cv.bars(s.Shift)
		} else {
			s.Under.Marks = cv.bands()
		}
		s.Marks = slices.Concat(cv.fitted(ch, opt.LogX), s.Marks, cv.line(s.Shift))
		ch.Series = append(ch.Series, s)
	}
	return ch.figure()
}

// censored reports whether any point of the curve is a lower bound.
func (cv Curve) censored() bool {
	return slices.ContainsFunc(cv.Points, func(p Point) bool { return p.Censored })
}

// spoken returns the first and the last point of the curve in words.
func (cv Curve) spoken(percent bool) string {
	end := func(p Point) string { return moreThan(p.Censored, share(p.Y, percent)) + " at " + number.Spoken(p.X) }
	last := len(cv.Points) - 1
	if last == 0 {
		return end(cv.Points[0])
	}
	return "from " + end(cv.Points[0]) + " to " + end(cv.Points[last])
}

// bands returns areas that fill the spread between neighboring points.
func (cv Curve) bands() (marks chart.Marks) {
	for _, piece := range stretches(len(cv.Points), func(i int) bool { return cv.Points[i].spread().Known() }) {
		if piece := cv.Points[piece[0]:piece[1]]; len(piece) > 1 {
			marks = append(marks, band(places(piece, Point.high), places(piece, Point.low)))
		}
	}
	return marks
}

func (p Point) place() chart.Place { return chart.To(p.X, p.Y) }
func (p Point) low() chart.Place   { return chart.To(p.X, p.Low) }
func (p Point) high() chart.Place  { return chart.To(p.X, p.High) }

// bars returns the error bars, moved to the right.
func (cv Curve) bars(moved Length) (marks chart.Marks) {
	for _, p := range cv.Points {
		if p.spread().Known() {
			marks = append(marks, errorBar(p.low().By(moved, 0), p.high().By(moved, 0), 2.2, 0, chart.Tone{})...)
		}
	}
	return marks
}

// line returns the curve with its markers, moved to the right. Pieces that touch a censored point
// are thin, because the true curve is above them by an unknown amount. A curve with a fit has only
// markers.
func (cv Curve) line(moved Length) (marks chart.Marks) {
	pts := places(cv.Points, func(p Point) chart.Place { return p.place().By(moved, 0) })
	begin := 0 // start of the piece between censored points
	join := func(end int) {
		if end-begin > 1 && cv.Fit == nil {
			marks = append(marks, chart.Line{At: pts[begin:end], Dashed: true})
		}
		begin = end
	}
	var markers chart.Marks
	var exact []chart.Place
	for i, p := range cv.Points {
		if i > 0 && (p.Censored || cv.Points[i-1].Censored) {
			marks = append(marks, chart.Line{At: pts[i-1 : i+1], Width: chart.ThinLine})
			join(i)
		}
		if p.Censored {
			markers = append(markers, chart.Arrow{At: pts[i]}, chart.Points{At: pts[i : i+1], Open: true})
		} else {
			exact = append(exact, pts[i])
		}
	}
	join(len(pts))
	return append(append(marks, markers...), chart.Points{At: exact})
}

// fitted returns the fitted line as 64 straight pieces with equal lengths on the axis, up to the
// last point.
func (cv Curve) fitted(ch *draft, logX bool) chart.Marks {
	if cv.Fit == nil {
		return nil
	}
	const pieces = 64
	from, upTo := max(cv.FitFrom, cv.Points[0].X), cv.Points[len(cv.Points)-1].X
	var pts []chart.Place
	for i := 0; i <= pieces && from < upTo; i++ {
		along := float64(i) / pieces
		x := from + (upTo-from)*along
		if logX && from > 0 {
			x = from * math.Pow(upTo/from, along)
		}
		y := cv.Fit(x)
		ch.keep(checkValues(fmt.Sprintf("fit of curve %q at %v", cv.Name, x), false, y))
		pts = append(pts, chart.To(x, y))
	}
	return chart.Marks{chart.Line{At: pts, Width: 1.1, Dashed: true}}
}
