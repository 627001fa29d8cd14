package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Curve is one series of a [Growth] figure.
type Curve struct {
	Name   string
	Points []Point // in the order of X

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

	Width, Height vg.Length // 0 means 7 × 3.3 inches
}

const growthHeight = 3.3 * vg.Inch

// Growth draws curves against a size, each with its band or error bars and its
// name at its end. Censored points are open markers with an arrow, because the
// true value lies above them. On a logarithmic axis zeros have a place of their
// own, marked 0, below the smallest value.
//
// A figure without points says so. Numbers that cannot be drawn, points out of
// order and bad IDs are errors.
func Growth(id, title string, opt CurveOptions, curves []Curve) (Figure, error) {
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	opt.Height = cmp.Or(opt.Height, growthHeight)
	drawn := make([]Curve, 0, len(curves))
	names := make([]string, 0, len(curves))
	var xs, ys span
	for _, cv := range curves {
		if err := cv.check(opt); err != nil {
			return Figure{}, err
		}
		if len(cv.Points) == 0 {
			continue
		}
		for _, p := range cv.Points {
			xs.collect(opt.LogX, p.X)
			ys.collect(opt.LogY, p.Y)
			if p.spread() {
				ys.collect(opt.LogY, p.Low, p.High)
			}
		}
		cv.Points = append([]Point(nil), cv.Points...)
		drawn = append(drawn, cv)
		names = append(names, cv.Name)
	}
	if len(drawn) == 0 {
		return noData(id, title, opt.Width)
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	if opt.Cap > 0 {
		ys.add(opt.Cap)
	}

	ch := chart{x: xs.axis(opt.XLabel, opt.LogX), y: ys.axis(opt.YLabel, opt.LogY), yGrid: true}
	if slices.ContainsFunc(drawn, Curve.censored) {
		ch.y.roomAbove()
	}
	if opt.Percent {
		ch.y.percent = true
		ch.y.lo, ch.y.hi = max(ch.y.lo, -0.02), min(ch.y.hi, 1.03)
	}
	ch.x.whole = !slices.ContainsFunc(drawn, func(cv Curve) bool {
		return slices.ContainsFunc(cv.Points, func(p Point) bool { return p.X != math.Trunc(p.X) })
	})
	look := looks(names)
	if opt.Cap > 0 {
		ch.add(capLine(opt.Cap, opt.CapLabel))
	}
	if !opt.Bars {
		for _, cv := range drawn {
			ch.add(cv.band(look[cv.Name]))
		}
	}
	for i, cv := range drawn {
		dodge := vg.Length(0)
		if opt.Bars {
			dodge = vg.Length(float64(i)-float64(len(drawn)-1)/2) * 2.5
		}
		ch.add(cv.curve(look[cv.Name], opt.LogX, opt.Bars, dodge))
	}
	var labels []endLabel
	for _, cv := range drawn {
		labels = append(labels, endLabel{name: cv.Name, note: cv.FitLabel, look: look[cv.Name]})
	}
	ch.name(labels, func(i int, _ draw.Canvas, x, y func(float64) vg.Length) vg.Point {
		last := drawn[i].Points[len(drawn[i].Points)-1]
		return vg.Point{X: x(last.X), Y: y(last.Y)}
	})

	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeCurves(opt, drawn)
	if slices.ContainsFunc(drawn, Curve.censored) {
		f.Caption = "Open markers with an arrow are lower bounds: the runs behind them were stopped by a limit."
	}
	return f, err
}

func (cv Curve) check(opt CurveOptions) error {
	for i, p := range cv.Points {
		where := fmt.Sprintf("curve %q, point %d", cv.Name, i+1)
		if err := checkValues(where+", X", opt.LogX, p.X); err != nil {
			return err
		}
		if err := checkValues(where+", Y", opt.LogY, p.Y); err != nil {
			return err
		}
		if err := checkValues(where+", Low and High", opt.LogY, p.Low, p.High); err != nil {
			return err
		}
		if p.Low > p.High {
			return fmt.Errorf("plots: %s: Low %v is above High %v", where, p.Low, p.High)
		}
		if i > 0 && p.X < cv.Points[i-1].X {
			return fmt.Errorf("plots: %s: X %v comes after %v; sort the points by X", where, p.X, cv.Points[i-1].X)
		}
	}
	return nil
}

// censored reports whether any point of the curve is a lower bound.
func (cv Curve) censored() bool {
	return slices.ContainsFunc(cv.Points, func(p Point) bool { return p.Censored })
}

// describeCurves is the text alternative of a growth figure.
func describeCurves(opt CurveOptions, curves []Curve) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Curves of %s against %s.", cmp.Or(opt.YLabel, "a value"), cmp.Or(opt.XLabel, "size"))
	for _, cv := range curves {
		first, last := cv.Points[0], cv.Points[len(cv.Points)-1]
		fmt.Fprintf(&b, " %s: %s at %s", cv.Name, bound(first, opt.Percent), spoken(first.X))
		if len(cv.Points) > 1 {
			fmt.Fprintf(&b, ", %s at %s", bound(last, opt.Percent), spoken(last.X))
		}
		b.WriteByte('.')
	}
	return b.String()
}

func bound(p Point, percent bool) string {
	s := spoken(p.Y)
	if percent {
		s = spoken(100*p.Y) + thin + "%"
	}
	if p.Censored {
		return "more than " + s
	}
	return s
}

// distinct returns an error if a name is empty or occurs twice.
func distinct(names []string) error {
	seen := map[string]bool{}
	for _, n := range names {
		if n == "" {
			return fmt.Errorf("plots: a series has no name; every series needs one for its label")
		}
		if seen[n] {
			return fmt.Errorf("plots: two series are named %q; names must differ", n)
		}
		seen[n] = true
	}
	return nil
}
