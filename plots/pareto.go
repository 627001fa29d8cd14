package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Tradeoff is one point in a [Pareto] figure. X is the cost of a setting, and Y measures the
// quality of its result. Smaller is better for both.
type Tradeoff struct {
	Label       string // text next to the point, such as "w = 2"; "" for none
	X, Y        float64
	XLow, XHigh float64 // XLow and XHigh are the ends of an interval around X; both are 0 if there is none.
	YLow, YHigh float64
}

// Family holds the points of one strategy with different settings. A line connects them in the
// given order. If a family has only one point, the label of the point replaces the family's name.
type Family struct {
	Name   string
	Points []Tradeoff
}

// ParetoOptions sets the labels and axes of a [Pareto] figure.
type ParetoOptions struct {
	XLabel, YLabel string  // labels of the horizontal (XLabel) and vertical (YLabel) axes with units; smaller is better on both
	LinearX        bool    // whether the horizontal axis is linear instead of logarithmic
	LogY           bool    // whether the vertical axis is logarithmic instead of linear
	Reference      float64 // value of Y for a line labeled "optimal"; 0 for no line

	Height Length // height of the figure; 0 means 3.6 inches
}

// Pareto plots cost against quality, for example the number of nodes expanded by weighted A*
// against the solution length, for several weights. Labels are next to their points. A family with
// several points has its name on the right. A gray staircase, the Pareto front, connects the points
// that no other point dominates. If labels do not fit, each family keeps only its first and last
// labels.
//
// If there are no points, the figure says so. Pareto returns an error if a point is outside its
// interval, names repeat, or the ID is invalid. Drawing fails if even the remaining labels do not
// fit.
func Pareto(id, title string, opt ParetoOptions, families []Family) (Figure, error) {
	ch := newDraft("Pareto", id, title, cmp.Or(opt.Height, 3.6*chart.Inch))
	xs, ys := ch.span(!opt.LinearX), ch.span(opt.LogY)
	x, y := cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y")
	ch.data = heads("family", "label", x, x+" low", x+" high", y, y+" low", y+" high")
	ch.Caption = fmt.Sprintf("The points show the %s against the %s", aloud(y), aloud(x))
	names := chart.Names{Share: 0.65}
	var all []Tradeoff
	for _, fam := range families {
		for i, t := range fam.Points {
			where := fmt.Sprintf("family %q, point %d", fam.Name, i+1)
			xs.interval(where, "X", t.X, t.wide())
			ys.interval(where, "Y", t.Y, t.tall())
			ch.data.add(fam.Name, t.Label, t.X, t.wide(), t.Y, t.tall())
		}
		if len(fam.Points) > 0 {
			all = append(all, fam.Points...)
			names.Names = append(names.Names, fam.names()...)
			fam.describe(ch)
			ch.Series = append(ch.Series, chart.Series{Name: fam.Name, Marks: fam.marks(), End: fam.middle(), Loose: true, Beside: len(fam.Points) == 1})
		}
	}
	if len(all) == 0 || ch.err != nil {
		return ch.missing("no family has a point")
	}
	ch.Alt = ch.Caption + ": " + strings.Join(ch.items, "; ") + "."
	if opt.Reference != 0 {
		ys.add("Reference", opt.Reference)
		ch.behind("", chart.Rule{Class: "guides", Value: opt.Reference})
		// The label of the front is at the left if possible, because no point there is both cheap
		// and good.
		names.Names = append(names.Names, chart.Name{
			Text: "optimal", At: []chart.Place{chart.To(-chart.Edge, opt.Reference), chart.To(chart.Edge, opt.Reference)},
			Inset: true, Rich: true, Clear: 2.5, Minor: true,
		})
	}
	ch.X, ch.Y, ch.YGrid, ch.Framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	ch.Y.Hi = beyond(ch.Y, arrowRoom)
	ch.Over = append(ch.Over, chart.Layer{Marks: chart.Marks{names}})
	ch.Caption += "; less is better on both axes."
	if best := front(all); len(best) > 1 { // a staircase from the top to the right edge
		ch.behind("front", chart.Line{At: onward(stairs(chart.Edge, best...)), Tone: chart.Tone{Color: "rule", Opacity: 0.6}, Width: chart.ThinLine})
		ch.Caption += " The gray staircase joins the points that no other point beats on both axes."
	}
	return ch.figure()
}

func (t Tradeoff) wide() stats.Interval { return given(t.XLow, t.XHigh) }

func (t Tradeoff) tall() stats.Interval { return given(t.YLow, t.YHigh) }

func (t Tradeoff) place() chart.Place { return chart.To(t.X, t.Y) }

// front returns, sorted by X, the points that no other point beats. One point beats another if it
// is smaller in one direction and not larger in the other.
func front(all []Tradeoff) (best []chart.Place) {
	byX := func(a, b Tradeoff) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }
	for _, t := range slices.SortedStableFunc(slices.Values(all), byX) {
		if n := len(best); n == 0 || t.Y < best[n-1].Y {
			best = append(best, t.place())
		}
	}
	return best
}

// marks returns the points with their intervals, connected by a line.
func (fam Family) marks() (marks chart.Marks) {
	points := chart.Points{At: places(fam.Points, Tradeoff.place), Size: chart.Size{Most: chart.MarkSize + 1}}
	if len(fam.Points) > 1 {
		marks = append(marks, chart.Line{At: points.At, Width: 1.2, Dashed: true})
	}
	faint := chart.Tone{Opacity: 0.5} // behind the points and their names
	for _, t := range fam.Points {
		if i := t.tall(); i.Known() {
			marks = append(marks, errorBar(chart.To(t.X, i.Low), chart.To(t.X, i.High), 2.2, 0, faint)...)
		}
		if i := t.wide(); i.Known() {
			marks = append(marks, errorBar(chart.To(i.Low, t.Y), chart.To(i.High, t.Y), 0, 2.2, faint)...)
		}
	}
	return append(marks, points)
}

// middle returns the place for the name of a family with a line: at the height of its middle point.
// The ends are not suitable, because the lines of several families meet where all are optimal.
func (fam Family) middle() []chart.Place {
	n := len(fam.Points)
	return []chart.Place{chart.To(chart.Edge, fam.Points[(n-1)/2].Y), chart.To(chart.Edge, fam.Points[n/2].Y)}
}

// describe adds the family to the text alternative.
func (fam Family) describe(ch *draft) {
	var points []string
	for _, t := range fam.Points {
		point := number.Spoken(t.Y) + " at " + number.Spoken(t.X)
		if t.Label != "" && len(fam.Points) > 1 {
			point += " (" + t.Label + ")"
		}
		points = append(points, point)
	}
	ch.item("for %s, %s", quoted(fam.Name), numerals.Enumerate(points))
}

// names returns the labels of the points. On a narrow sheet, the label of a single point is above
// the data instead.
func (fam Family) names() (names []chart.Name) {
	last := len(fam.Points) - 1
	for i, t := range fam.Points {
		n := chart.Name{
			Text: t.Label, At: []chart.Place{t.place()}, Series: fam.Name,
			Clear: (chart.MarkSize+1)/2 + 2.5, Minor: i > 0 && i < last, Loose: true,
		}
		if last == 0 {
			n.Text, n.Large, n.Wide = cmp.Or(t.Label, fam.Name), true, true
		}
		if n.Text != "" {
			names = append(names, n)
		}
	}
	return names
}
