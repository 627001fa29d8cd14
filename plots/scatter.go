package plots

import (
	"cmp"
	"fmt"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Pair is one point in a [Scatter] figure. It holds the values of two strategies on one instance.
type Pair struct {
	X, Y             float64
	XCapped, YCapped bool   // XCapped and YCapped report whether the value is a lower bound because a limit stopped the run.
	Label            string // text next to the point; "" for none
}

// ScatterOptions sets the labels and axes of a [Scatter] figure.
type ScatterOptions struct {
	X, Y     string // names of the strategies on the horizontal (X) and vertical (Y) axes
	Quantity string // quantity in which the strategies are compared, with its unit
	Linear   bool   // whether the axes are linear instead of logarithmic

	// Agreement means that both values should be equal, such as a published and a measured count.
	// The figure then counts the instances with equal values, instead of showing which strategy has
	// lower values.
	Agreement bool
}

// binAbove is the number of points above which a scatter plot shows counts per cell instead of
// points.
const binAbove = 5000

// Scatter plots the values of two strategies on the same instances against each other, on equal
// axes. Below the diagonal, the strategy on the vertical axis has the lower value. Each point has
// the color of the strategy with the lower value. On logarithmic axes, thin lines mark factors of
// ten. Runs stopped by a limit are on the rim, beyond a line that marks the limit.
//
// Labels are next to their points and avoid other points. If there are more than 5,000 points,
// squares on a grid replace them. The area of a square grows with the number of points in its cell.
// Drawing fails if there is not enough room for all labels.
func Scatter(id, title string, opt ScatterOptions, pairs []Pair) (Figure, error) {
	ch := newDraft("Scatter", id, title, 3.6*chart.Inch) // leaves a square area for the data
	ch.Width = OneColumn
	ch.distinct(opt.X, opt.Y)
	s := scatter{opt: opt, pairs: pairs}
	ch.data = records{{"label", opt.X, opt.X + " lower bound", opt.Y, opt.Y + " lower bound"}}
	values := ch.span(!opt.Linear)
	capped := false
	for i, p := range pairs {
		values.add(fmt.Sprintf("pair %d", i+1), p.X, p.Y)
		capped = capped || p.XCapped || p.YCapped
		s.on[p.side()]++
		ch.data.add(p.Label, p.X, p.XCapped, p.Y, p.YCapped)
	}
	if len(pairs) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ax := values.axis(opt.Quantity)
	s.guides = chart.Diagonal{Edge: ax.Hi, Capped: capped, Decades: !opt.Linear, Dot: 3.4}
	if len(pairs) > 300 {
		s.guides.Dot = 2.6
	}
	if capped { // make room for the rim
		ax.Rim, ax.Edge, ax.Hi = beyond(ax, 0.045), ax.Hi, beyond(ax, 0.08)
		s.rim = ax.Rim
	}
	ch.X, ch.Y, ch.XGrid, ch.YGrid, ch.Framed, ch.Square = ax, ax, true, true, true, true
	ch.X.Label, ch.Y.Label = opt.X, opt.Y
	if ax.Label != "" {
		ch.X.Label, ch.Y.Label = ax.Label+", "+opt.X, ax.Label+", "+opt.Y
	}
	ch.Names = []string{opt.X, opt.Y}
	s.guides.Points = places(pairs, s.at)
	ch.behind("guides", s.guides)
	ch.Under = append(ch.Under, s.points()...)
	ch.behind("counts", s.verdict())
	if names := s.names(); len(names.Names) > 0 {
		ch.behind("", names)
	}
	ch.say("This scatter plot compares the %s on %s: the value is lower for %s on %s, lower for %s on %s, and equal on %s.", aloud(cmp.Or(opt.Quantity, "value")),
		instances(len(pairs)), quoted(opt.X), number.Count(s.on[xLess]), quoted(opt.Y), number.Count(s.on[yLess]), number.Count(s.on[equal]))
	if n := s.on[undecided]; n > 0 {
		ch.say(" On %s of them, a limit left the comparison undecided.", number.Count(n))
	}
	ch.Caption = fmt.Sprintf("Each point is one of %s. Below the diagonal, %s has the lower value", instances(len(pairs)), opt.Y)
	if opt.Agreement {
		ch.Caption = fmt.Sprintf("Each point is one of %s. On the diagonal, both values are equal", instances(len(pairs)))
	}
	if !opt.Linear {
		ch.Caption += "; dashed lines mark a factor of ten"
	}
	ch.Caption += "."
	if capped {
		ch.Caption += " Open points on the rim are runs that a limit stopped."
	}
	return ch.figure()
}

// scatter is a scatter plot under construction.
type scatter struct {
	opt    ScatterOptions
	pairs  []Pair
	rim    float64 // where runs stopped by a limit are drawn
	guides chart.Diagonal
	on     [4]int // number of pairs for each side
}

// side says which strategy has the lower value in a pair.
type side int

const (
	equal side = iota
	xLess
	yLess
	undecided
)

// side compares the values of a pair. A run stopped by a limit loses against a run that was
// answered within what the stopped run had used; two stopped runs are equal. If the other run used
// more, which is possible when the limits differed, the order is unknown.
func (p Pair) side() side {
	switch {
	case p.XCapped && p.YCapped, !p.XCapped && !p.YCapped && p.X == p.Y:
		return equal
	case p.XCapped && p.Y > p.X, p.YCapped && p.X > p.Y:
		return undecided
	case p.XCapped, !p.YCapped && p.Y < p.X:
		return yLess
	}
	return xLess
}

// at returns the place at which a pair is drawn.
func (s *scatter) at(pair Pair) chart.Place {
	if pair.XCapped {
		pair.X = s.rim
	}
	if pair.YCapped {
		pair.Y = s.rim
	}
	return chart.To(pair.X, pair.Y)
}

// points returns the points of the pairs: first the equal ones, then those that either side won.
func (s *scatter) points() []chart.Layer {
	if len(s.pairs) > binAbove {
		return []chart.Layer{{Class: "cells", Marks: chart.Marks{chart.Density{At: s.guides.Points, X: s.opt.X, Y: s.opt.Y}}}}
	}
	var rim []chart.Place
	var by [4][]chart.Place // places by side, without points on the rim
	for i, pair := range s.pairs {
		to := &by[pair.side()]
		if pair.XCapped || pair.YCapped {
			to = &rim
		}
		*to = append(*to, s.guides.Points[i])
	}
	opacity := 0.75
	if len(s.pairs) > 300 {
		opacity = 0.45
	}
	dots := func(class, name, color string, at []chart.Place) chart.Layer {
		points := discs(s.guides.Dot, color, at...)
		points.Tone.Opacity = opacity
		return chart.Layer{Class: class, Name: name, Marks: chart.Marks{points}}
	}
	stopped := discs(3.4, "ink", rim...)
	stopped.Open = true
	limit := chart.Layer{Class: "limit", Marks: chart.Marks{stopped}}
	if s.opt.Agreement {
		unequal := chart.Points{At: append(by[xLess], by[yLess]...), Shape: chart.Diamond, Size: chart.Size{Most: 4.6}, Tone: chart.Tone{Color: "2"}}
		return []chart.Layer{dots("equal", "", "1", by[equal]), {Class: "unequal", Marks: chart.Marks{unequal}}, limit}
	}
	return []chart.Layer{dots("equal", "", "ink", by[equal]), dots("points", s.opt.X, "", by[xLess]), dots("points", s.opt.Y, "", by[yLess]), limit}
}

// verdict returns the text that says on how many instances each strategy has the lower value, or on
// how many the values agree.
func (s *scatter) verdict() chart.Verdict {
	lower := func(name string, of side) chart.Sentence {
		return chart.Sentence{Who: name, What: "lower on " + number.Count(s.on[of]), Series: name}
	}
	if !s.opt.Agreement {
		return chart.Verdict{Diagonal: s.guides, Upper: lower(s.opt.X, xLess), Lower: lower(s.opt.Y, yLess)}
	}
	rest := fmt.Sprintf("%s %s higher, %s lower", s.opt.Y, number.Count(s.on[xLess]), number.Count(s.on[yLess]))
	if n := s.on[undecided]; n > 0 {
		rest += fmt.Sprintf(", %s undecided", number.Count(n))
	}
	return chart.Verdict{Diagonal: s.guides, Upper: chart.Sentence{Who: fmt.Sprintf("equal on %s of %s", number.Count(s.on[equal]), number.Count(len(s.pairs))), What: rest}}
}

// names returns the labels of single pairs.
func (s *scatter) names() chart.Names {
	m := chart.Names{Share: 0.5}
	for i, pair := range s.pairs {
		if pair.Label != "" {
			m.Names = append(m.Names, chart.Name{Text: pair.Label, At: s.guides.Points[i : i+1], Color: "ink", Clear: 4})
		}
	}
	return m
}
