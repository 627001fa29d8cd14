package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Curve is one series of a [Growth] figure.
type Curve struct {
	Name   string
	Points []Point // in the order of X

	// Ruler says that the curve is not data but a line to compare them with, such
	// as a published value or a slope: it is grey and has no markers.
	Ruler bool

	// Fit, if not nil, is drawn as a fine line up to the last point.
	// FitLabel is printed under the name; ^{…} raises and _{…} lowers text.
	Fit      func(x float64) float64
	FitLabel string
	// FitFrom is where the line begins, if that is beyond the first point: a
	// fit is not drawn where it was not made.
	FitFrom float64
}

// Point is one point of a curve with its spread.
type Point struct {
	X, Y      float64
	Low, High float64 // of a band or an error bar; both 0 for none, unless Y is 0 as well
	Censored  bool    // Y is a lower bound
}

// PointOf is the estimate at x, with its BCa interval if that is known.
func PointOf(x float64, e stats.Estimate) Point {
	p := Point{X: x, Y: e.Value}
	if e.BCa.Known() {
		p.Low, p.High = e.BCa.Low, e.BCa.High
	}
	return p
}

func (p Point) spread() bool { return p.Low != 0 || p.High != 0 || p.Y == 0 }

// CurveOptions say how a [Growth] figure is drawn. The zero value draws bands
// on linear axes.
type CurveOptions struct {
	XLabel, YLabel string // with units; ^{…} raises and _{…} lowers text
	LogX, LogY     bool
	Percent        bool // Y values are shares between 0 and 1
	Bars           bool // error bars instead of bands

	Cap      float64 // a limit on Y, drawn as a labelled line; 0 for none
	CapLabel string  // "limit" if empty

	Width, Height Length // 0 means 7 × 3.3 inches
}

const growthHeight = 3.3 * inch

// Growth draws curves against a size, each with its band or error bars and its
// name at its end. Censored points are open markers with an arrow, because the
// true value lies above them. On a logarithmic axis zeros have a place of their
// own, marked 0, below the smallest value.
//
// A figure without points says so. Numbers that cannot be drawn, points out of
// order and bad IDs are errors.
func Growth(id, title string, opt CurveOptions, curves []Curve) (Figure, error) {
	ch := newChart("Growth", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, growthHeight))
	xs, ys := ch.span(opt.LogX), ch.span(opt.LogY)
	ch.data = heads("curve", cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y"), "low", "high", "lower bound")
	ch.say("Curves of %s against %s.", cmp.Or(opt.YLabel, "a value"), cmp.Or(opt.XLabel, "size"))
	var drawn []Curve
	whole := true
	for _, cv := range curves {
		cv.Points = slices.Clone(cv.Points)
		for i, p := range cv.Points {
			where := fmt.Sprintf("curve %q, point %d", cv.Name, i+1)
			xs.add(where+", X", p.X)
			ys.add(where+", Y", p.Y)
			if p.spread() {
				ys.add(where+", Low and High", p.Low, p.High)
			}
			ch.check(p.Low <= p.High, "%s: Low %v is above High %v", where, p.Low, p.High)
			before := cv.Points[max(i-1, 0)].X
			ch.check(p.X >= before, "%s: X %v comes after %v; sort the points by X", where, p.X, before)
			whole = whole && p.X == math.Trunc(p.X)
			low, high := ends(p.spread(), p.Low, p.High)
			ch.data.add(cv.Name, p.X, p.Y, low, high, p.Censored)
		}
		if len(cv.Points) > 0 {
			drawn = append(drawn, cv)
			ch.say(" %s: %s at %s", cv.Name, bound(cv.Points[0], opt.Percent), spoken(cv.Points[0].X))
			if len(cv.Points) > 1 {
				ch.say(", %s at %s", bound(cv.last(), opt.Percent), spoken(cv.last().X))
			}
			ch.say(".")
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ys.limit(opt.Cap, opt.CapLabel, false)
	ch.x, ch.y, ch.yGrid = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true
	if slices.ContainsFunc(drawn, Curve.censored) {
		ch.y.hi = ch.y.beyond(arrowRoom)
		ch.Caption = "Open markers with an arrow are lower bounds: the runs behind them were stopped by a limit."
	}
	if opt.Percent {
		ch.y.percent = true
		ch.y.lo, ch.y.hi = max(ch.y.lo, -0.02), min(ch.y.hi, 1.03)
	}
	ch.x.whole = whole
	for i, cv := range drawn {
		s := series{name: cv.Name, note: cv.FitLabel, ruler: cv.Ruler, end: []place{to(cv.last().X, cv.last().Y)}}
		if opt.Bars {
			s.shift = Length(float64(i)-float64(len(drawn)-1)/2) * 2.5
		} else {
			s.under.marks = cv.bands()
		}
		fit, err := cv.fitted(opt.LogX)
		ch.keep(err)
		s.marks = cv.marks(opt.Bars, fit, s.shift)
		ch.series = append(ch.series, s)
	}
	return ch.figure()
}

func (cv Curve) last() Point { return cv.Points[len(cv.Points)-1] }

// censored reports whether any point of the curve is a lower bound.
func (cv Curve) censored() bool {
	return slices.ContainsFunc(cv.Points, func(p Point) bool { return p.Censored })
}

// bands fill the spread of neighbouring points that have one.
func (cv Curve) bands() (marks []mark) {
	var lower, upper []place
	for i, pt := range cv.Points {
		if pt.spread() {
			lower, upper = append(lower, to(pt.X, pt.Low)), append(upper, to(pt.X, pt.High))
			if i+1 < len(cv.Points) {
				continue
			}
		}
		if len(lower) > 1 {
			marks = append(marks, bandMark(upper, lower))
		}
		lower, upper = nil, nil
	}
	return marks
}

// marks are fit, error bars, line and markers, moved to the right. Pieces of the line
// that touch a censored point are fine, because the curve is above them by an unknown
// amount. A fit stands in for the line.
func (cv Curve) marks(bars bool, fit []place, moved Length) (marks []mark) {
	if fit != nil {
		marks = append(marks, lineMark{pts: fit, width: 1.1, dashed: true})
	}
	pts := make([]place, len(cv.Points))
	for i, pt := range cv.Points {
		pts[i] = to(pt.X, pt.Y).by(moved, 0)
		if bars && pt.spread() {
			marks = append(marks, errorBar(to(pt.X, pt.Low).by(moved, 0), to(pt.X, pt.High).by(moved, 0), false))
		}
	}
	var exact, solid []place
	join := func() {
		if len(solid) > 1 && fit == nil {
			marks = append(marks, lineMark{pts: solid, dashed: true})
		}
		solid = nil
	}
	var markers []mark
	for i, pt := range cv.Points {
		if i > 0 && (pt.Censored || cv.Points[i-1].Censored) {
			marks = append(marks, lineMark{pts: pts[i-1 : i+1], width: thinLine})
			join()
		}
		if pt.Censored {
			markers = append(markers, arrowMark{at: pts[i], direction: upward}, pointMark{at: pts[i : i+1], open: true})
		} else {
			solid, exact = append(solid, pts[i]), append(exact, pts[i])
		}
	}
	join()
	return append(append(marks, markers...), pointMark{at: exact})
}

// fitSteps is the number of straight pieces a fitted line is drawn with.
const fitSteps = 64

// fitted samples the fitted line. Its pieces are equally long on the axis, and their
// ends are the ends of the data.
func (cv Curve) fitted(logX bool) ([]place, error) {
	if cv.Fit == nil {
		return nil, nil
	}
	from, upTo := max(cv.FitFrom, cv.Points[0].X), cv.Points[len(cv.Points)-1].X
	pts := []place{} // not nil: it stands in for the line
	for i := 0; i <= fitSteps && from < upTo; i++ {
		share := float64(i) / fitSteps
		v := from + (upTo-from)*share
		if logX && from > 0 {
			v = from * math.Pow(upTo/from, share)
		}
		w := cv.Fit(v)
		if err := checkValues(fmt.Sprintf("fit of curve %q at %v", cv.Name, v), false, w); err != nil {
			return nil, err
		}
		pts = append(pts, to(v, w))
	}
	return pts, nil
}

func bound(p Point, percent bool) string {
	s := share(p.Y, percent)
	if p.Censored {
		return "more than " + s
	}
	return s
}
