package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Tradeoff is one point of a [Pareto] figure: what a setting costs and what it
// yields, less being better in both.
type Tradeoff struct {
	Label       string // printed beside the point, such as "w = 2"; none if empty
	X, Y        float64
	XLow, XHigh float64 // ends of an interval; both 0 for none
	YLow, YHigh float64
}

// Family is the settings of one strategy, joined by a line in the order given. A
// family of one point is named like its label, if it has one, and like the family
// otherwise.
type Family struct {
	Name   string
	Points []Tradeoff
}

// ParetoOptions say how a [Pareto] figure is drawn.
type ParetoOptions struct {
	XLabel, YLabel string  // with units; less is better in both
	LinearX        bool    // a linear horizontal axis; logarithmic if not set
	LogY           bool    // a logarithmic vertical axis; linear if not set
	Reference      float64 // the best value of Y there can be, drawn as a labelled line; 0 for none
	ReferenceLabel string  // "optimal" if empty

	Width, Height Length // 0 means 7 × 3.6 inches
}

const paretoHeight = 3.6 * chart.Inch

// Pareto draws cost against quality, such as the nodes and the solution lengths
// of weighted A* for several weights. Points have their labels beside them, families
// of several points their names at the right, and a grey staircase joins the points
// that no other beats in both directions (Pareto's sense of efficient). Where
// labels have no room, those between the first and the last of a family are left
// out.
//
// A figure without points says so. Points outside their interval, names given
// twice and bad IDs are errors. Drawing fails if the others have no room either.
func Pareto(id, title string, opt ParetoOptions, families []Family) (Figure, error) {
	ch := newDraft("Pareto", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, paretoHeight))
	xs, ys := ch.span(!opt.LinearX), ch.span(opt.LogY)
	f := pareto{opt: opt}
	x, y := cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y")
	ch.data = heads("family", "label", x, x+" low", x+" high", y, y+" low", y+" high")
	for _, fam := range families {
		for i, t := range fam.Points {
			where := fmt.Sprintf("family %q, point %d", fam.Name, i+1)
			xs.add(where+", X", t.X)
			ys.add(where+", Y", t.Y)
			if t.wide() {
				xs.add(where+", X", t.XLow, t.XHigh)
				ch.check(t.XLow <= t.X && t.X <= t.XHigh, "%s: X %v is not between XLow %v and XHigh %v", where, t.X, t.XLow, t.XHigh)
			}
			if t.tall() {
				ys.add(where+", Y", t.YLow, t.YHigh)
				ch.check(t.YLow <= t.Y && t.Y <= t.YHigh, "%s: Y %v is not between YLow %v and YHigh %v", where, t.Y, t.YLow, t.YHigh)
			}
			left, right := ends(t.wide(), t.XLow, t.XHigh)
			low, high := ends(t.tall(), t.YLow, t.YHigh)
			ch.data.add(fam.Name, t.Label, t.X, left, right, t.Y, low, high)
		}
		if len(fam.Points) > 0 {
			fam.Points = slices.Clone(fam.Points)
			f.families = append(f.families, fam)
			ch.Series = append(ch.Series, chart.Series{Name: fam.Name, Marks: fam.marks(), End: fam.middle(), Loose: true, Beside: len(fam.Points) == 1})
		}
	}
	if len(f.families) == 0 || ch.err != nil {
		return ch.missing("no family has a point")
	}
	if opt.Reference != 0 {
		// Its name is set with the others.
		ys.add("Reference", opt.Reference)
		ch.Under = append(ch.Under, chart.Layer{Marks: chart.Marks{chart.Rule{Class: "guides", Value: opt.Reference}}})
	}
	ch.X, ch.Y, ch.YGrid, ch.Framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	ch.Y.Hi = beyond(ch.Y, arrowRoom)
	front := f.front()
	if n := len(front); n > 1 { // a staircase from the top to the right edge
		pts := append(stairs(chart.Edge, front...), chart.To(chart.Edge, front[n-1].y))
		ch.Under = append(ch.Under, chart.Layer{Class: "front", Marks: chart.Marks{chart.Line{At: pts, Tone: chart.Tone{Color: "rule", Opacity: 0.35}, Width: 3}}})
	}
	ch.Over = append(ch.Over, chart.Layer{Marks: chart.Marks{f.names()}})
	ch.Caption = fmt.Sprintf("%s against %s", capitalised(y), x)
	ch.Alt = ch.Caption + f.describe()
	ch.Caption += ", less is better in both."
	if len(front) > 1 {
		ch.Caption += " The grey staircase joins the points that no other beats in both."
	}
	return ch.figure()
}

func (t Tradeoff) wide() bool { return t.XLow != 0 || t.XHigh != 0 }

func (t Tradeoff) tall() bool { return t.YLow != 0 || t.YHigh != 0 }

// pareto is a Pareto figure being drawn.
type pareto struct {
	opt      ParetoOptions
	families []Family
}

// front returns the points that no other point beats: none has less of one and not more
// of the other. They come in the order of X.
func (f *pareto) front() (best []step) {
	var all []Tradeoff
	for _, fam := range f.families {
		all = append(all, fam.Points...)
	}
	slices.SortStableFunc(all, func(a, b Tradeoff) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	for _, t := range all {
		if n := len(best); n == 0 || t.Y < best[n-1].y {
			best = append(best, step{t.X, t.Y})
		}
	}
	return best
}

// marks are the points with their intervals, joined by a line.
func (fam Family) marks() (marks chart.Marks) {
	points := chart.Points{Size: chart.Size{Most: chart.MarkSize + 1}}
	for _, t := range fam.Points {
		points.At = append(points.At, chart.To(t.X, t.Y))
	}
	if len(fam.Points) > 1 {
		marks = append(marks, chart.Line{At: points.At, Width: 1.2, Dashed: true})
	}
	for _, t := range fam.Points {
		if t.tall() {
			marks = append(marks, errorBar(chart.To(t.X, t.YLow), chart.To(t.X, t.YHigh), false))
		}
		if t.wide() {
			marks = append(marks, errorBar(chart.To(t.XLow, t.Y), chart.To(t.XHigh, t.Y), true))
		}
	}
	return append(marks, points)
}

// middle is where the name of a family stands that is a line: level with its middle,
// because the ends of lines meet where all are optimal.
func (fam Family) middle() []chart.Place {
	n := len(fam.Points)
	return []chart.Place{chart.To(chart.Edge, fam.Points[(n-1)/2].Y), chart.To(chart.Edge, fam.Points[n/2].Y)}
}

// describe is the text alternative of a Pareto figure, behind what it is of.
func (f *pareto) describe() string {
	var b strings.Builder
	for _, fam := range f.families {
		separator := ". " + fam.Name + ":"
		for _, t := range fam.Points {
			b.WriteString(separator)
			separator = ";"
			if t.Label != "" && len(fam.Points) > 1 {
				fmt.Fprintf(&b, " %s,", t.Label)
			}
			fmt.Fprintf(&b, " %s at %s", number.Spoken(t.Y), number.Spoken(t.X))
		}
	}
	return b.String() + "."
}

// names are what stands beside points and the reference. That of the reference is at
// the left if it can be, where there is nothing both cheap and good.
func (f *pareto) names() chart.Names {
	m := chart.Names{Share: 0.65}
	for _, fam := range f.families {
		last := len(fam.Points) - 1
		for i, t := range fam.Points {
			n := chart.Name{
				Text: t.Label, At: []chart.Place{chart.To(t.X, t.Y)}, Series: fam.Name,
				Clear: (chart.MarkSize+1)/2 + 2.5, Minor: i > 0 && i < last, Loose: true,
			}
			if last == 0 { // its name stands above the data of a narrow sheet
				n.Text, n.Large, n.Wide = cmp.Or(t.Label, fam.Name), true, true
			}
			if n.Text != "" {
				m.Names = append(m.Names, n)
			}
		}
	}
	if v := f.opt.Reference; v != 0 {
		m.Names = append(m.Names, chart.Name{
			Text: cmp.Or(f.opt.ReferenceLabel, "optimal"), At: []chart.Place{chart.To(-chart.Edge, v), chart.To(chart.Edge, v)},
			Inset: true, Rich: true, Clear: 2.5, Minor: true,
		})
	}
	return m
}
