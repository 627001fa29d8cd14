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

// Growth draws curves against a size, each with its band or error bars and its
// name at its end. Censored points are open markers with an arrow, because the
// true value lies above them. On a logarithmic axis zeros have a place of their
// own, marked 0, below the smallest value.
//
// A figure without points says so. Numbers that cannot be drawn, points out of
// order and bad IDs are errors.
func Growth(id, title string, opt CurveOptions, curves []Curve) (Figure, error) {
	ch := newDraft("Growth", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, chart.UsualHeight))
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
			ch.say(" %s: %s at %s", cv.Name, bound(cv.Points[0], opt.Percent), number.Spoken(cv.Points[0].X))
			if len(cv.Points) > 1 {
				ch.say(", %s at %s", bound(cv.last(), opt.Percent), number.Spoken(cv.last().X))
			}
			ch.say(".")
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ys.limit(opt.Cap, opt.CapLabel, false)
	ch.X, ch.Y, ch.YGrid = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true
	if slices.ContainsFunc(drawn, Curve.censored) {
		ch.Y.Hi = beyond(ch.Y, arrowRoom)
		ch.Caption = "Open markers with an arrow are lower bounds: the runs behind them were stopped by a limit."
	}
	if opt.Percent {
		ch.Y.Percent = true
		ch.Y.Lo, ch.Y.Hi = max(ch.Y.Lo, -0.02), min(ch.Y.Hi, 1.03)
	}
	ch.X.Whole = whole
	for i, cv := range drawn {
		s := chart.Series{Name: cv.Name, Note: cv.FitLabel, Ruler: cv.Ruler, End: []chart.Place{chart.To(cv.last().X, cv.last().Y)}}
		if opt.Bars {
			s.Shift = Length(float64(i)-float64(len(drawn)-1)/2) * 2.5
		} else {
			s.Under.Marks = cv.bands()
		}
		fit, err := cv.fitted(opt.LogX)
		ch.keep(err)
		s.Marks = cv.marks(opt.Bars, fit, s.Shift)
		ch.Series = append(ch.Series, s)
	}
	return ch.figure()
}

func (cv Curve) last() Point { return cv.Points[len(cv.Points)-1] }

// censored reports whether any point of the curve is a lower bound.
func (cv Curve) censored() bool {
	return slices.ContainsFunc(cv.Points, func(p Point) bool { return p.Censored })
}

// bands fill the spread of neighbouring points that have one.
func (cv Curve) bands() (marks chart.Marks) {
	var lower, upper []chart.Place
	for i, pt := range cv.Points {
		if pt.spread() {
			lower, upper = append(lower, chart.To(pt.X, pt.Low)), append(upper, chart.To(pt.X, pt.High))
			if i+1 < len(cv.Points) {
				continue
			}
		}
		if len(lower) > 1 {
			marks = append(marks, band(upper, lower))
		}
		lower, upper = nil, nil
	}
	return marks
}

// marks are fit, error bars, line and markers, moved to the right. Pieces of the line
// that touch a censored point are fine, because the curve is above them by an unknown
// amount. A fit stands in for the line.
func (cv Curve) marks(bars bool, fit []chart.Place, moved Length) (marks chart.Marks) {
	if fit != nil {
		marks = append(marks, chart.Line{At: fit, Width: 1.1, Dashed: true})
	}
	pts := make([]chart.Place, len(cv.Points))
	for i, pt := range cv.Points {
		pts[i] = chart.To(pt.X, pt.Y).By(moved, 0)
		if bars && pt.spread() {
			marks = append(marks, errorBar(chart.To(pt.X, pt.Low).By(moved, 0), chart.To(pt.X, pt.High).By(moved, 0), false))
		}
	}
	var exact, solid []chart.Place
	join := func() {
		if len(solid) > 1 && fit == nil {
			marks = append(marks, chart.Line{At: solid, Dashed: true})
		}
		solid = nil
	}
	var markers chart.Marks
	for i, pt := range cv.Points {
		if i > 0 && (pt.Censored || cv.Points[i-1].Censored) {
			marks = append(marks, chart.Line{At: pts[i-1 : i+1], Width: chart.ThinLine})
			join()
		}
		if pt.Censored {
			markers = append(markers, chart.Arrow{At: pts[i]}, chart.Points{At: pts[i : i+1], Open: true})
		} else {
			solid, exact = append(solid, pts[i]), append(exact, pts[i])
		}
	}
	join()
	return append(append(marks, markers...), chart.Points{At: exact})
}

// fitSteps is the number of straight pieces a fitted line is drawn with.
const fitSteps = 64

// fitted samples the fitted line. Its pieces are equally long on the axis, and their
// ends are the ends of the data.
func (cv Curve) fitted(logX bool) ([]chart.Place, error) {
	if cv.Fit == nil {
		return nil, nil
	}
	from, upTo := max(cv.FitFrom, cv.Points[0].X), cv.Points[len(cv.Points)-1].X
	pts := []chart.Place{} // not nil: it stands in for the line
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
		pts = append(pts, chart.To(v, w))
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
