package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Pair is one instance of a [Scatter] figure: what two strategies needed on it.
type Pair struct {
	X, Y             float64
	XCapped, YCapped bool   // the run was stopped by a limit: the value is a lower bound
	Label            string // printed beside the point; none if empty
}

// ScatterOptions say how a [Scatter] figure is drawn.
type ScatterOptions struct {
	X, Y     string // names of the two strategies
	Quantity string // what is compared, with its unit
	Linear   bool   // linear axes; logarithmic ones if not set

	// Agreement says that both sides should be equal, such as published and
	// measured counts: the figure prints on how many they are, instead of who
	// has the lower value.
	Agreement bool

	Width, Height Length // 0 means 3.4 × 3.6 inches
}

// scatterHeight leaves a square for the data in a figure one column wide.
const scatterHeight = 3.6 * chart.Inch

// binAbove is the number of points above which a scatter plot shows counts per
// cell instead of points.
const binAbove = 5000

// Scatter draws what two strategies needed on the same instances against each
// other, on equal axes. Points below the diagonal are instances on which the
// strategy of the vertical axis has the lower value, and have its colour. Fine lines
// mark factors of ten. Runs stopped by a limit stand on the rim, behind a line.
//
// Points with a label have it beside them, off the other points. More than 5,000
// points are drawn as squares whose area grows with the number of points in a
// cell. Drawing fails if there are more labels than room.
func Scatter(id, title string, opt ScatterOptions, pairs []Pair) (Figure, error) {
	ch := newDraft("Scatter", id, title, cmp.Or(opt.Width, OneColumn), cmp.Or(opt.Height, scatterHeight))
	ch.distinct(opt.X, opt.Y)
	s := scatter{opt: opt, pairs: slices.Clone(pairs)}
	ch.data = records{{"label", opt.X, opt.X + " lower bound", opt.Y, opt.Y + " lower bound"}}
	values := ch.span(!opt.Linear)
	for i, p := range pairs {
		values.add(fmt.Sprintf("pair %d", i+1), p.X, p.Y)
		s.capped = s.capped || p.XCapped || p.YCapped
		s.count(p)
		ch.data.add(p.Label, p.X, p.XCapped, p.Y, p.YCapped)
	}
	if len(pairs) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ax := values.axis(opt.Quantity)
	s.makeRoom(&ax)
	ch.X, ch.Y, ch.XGrid, ch.YGrid, ch.Framed, ch.Square = ax, ax, true, true, true, true
	ch.X.Label, ch.Y.Label = opt.X, opt.Y
	if ax.Label != "" {
		ch.X.Label, ch.Y.Label = ax.Label+", "+opt.X, ax.Label+", "+opt.Y
	}
	ch.Names = []string{opt.X, opt.Y}
	guides := chart.Diagonal{Edge: s.edge, Capped: s.capped, Decades: !opt.Linear, Dot: s.dot()}
	for _, p := range pairs {
		guides.Points = append(guides.Points, s.at(p))
	}
	ch.Under = append([]chart.Layer{{Class: "guides", Marks: chart.Marks{guides}}}, s.points()...)
	ch.Under = append(ch.Under, chart.Layer{Class: "counts", Marks: chart.Marks{s.verdict(guides)}})
	if names := s.names(); len(names.Names) > 0 {
		ch.Under = append(ch.Under, chart.Layer{Marks: chart.Marks{names}})
	}
	ch.say("Scatter plot of %s on %s: %s has the lower value on %s, %s on %s, equal on %s.", cmp.Or(opt.Quantity, "a value"),
		instances(len(pairs)), opt.X, number.Count(s.xLess), opt.Y, number.Count(s.yLess), number.Count(s.equal))
	if s.undecided > 0 {
		ch.say(" On %s a limit left it undecided.", number.Count(s.undecided))
	}
	ch.Caption = fmt.Sprintf("Each point is one of %s. ", instances(len(pairs)))
	if opt.Agreement {
		ch.Caption += "On the diagonal both values are equal"
	} else {
		ch.Caption += "Below the diagonal " + opt.Y + " has the lower value"
	}
	if !opt.Linear {
		ch.Caption += "; dashed lines are a factor of ten"
	}
	ch.Caption += "."
	if s.capped {
		ch.Caption += " Open points on the rim were stopped by a limit."
	}
	return ch.figure()
}

// scatter is a scatter plot being drawn.
type scatter struct {
	opt    ScatterOptions
	pairs  []Pair
	capped bool // any run was
	rim    float64
	edge   float64 // the line between the data and the rim

	xLess, yLess, equal, undecided int
}

// count adds a pair to the tally. A run stopped by a limit is beaten by one that
// was answered within what it had used; two such runs are equal. If the other
// run used more, because the limits differed, nobody knows.
func (s *scatter) count(p Pair) {
	switch {
	case p.XCapped && p.YCapped, !p.XCapped && !p.YCapped && p.X == p.Y:
		s.equal++
	case p.XCapped && p.Y > p.X, p.YCapped && p.X > p.Y:
		s.undecided++
	case p.XCapped, !p.YCapped && p.Y < p.X:
		s.yLess++
	default:
		s.xLess++
	}
}

// makeRoom makes room for the rim.
func (s *scatter) makeRoom(ax *chart.Axis) {
	s.edge = ax.Hi
	if s.capped {
		s.rim = beyond(*ax, 0.045)
		ax.Hi = beyond(*ax, 0.08)
		ax.Rim, ax.Edge = s.rim, s.edge
	}
}

// at returns where a pair stands.
func (s *scatter) at(pair Pair) chart.Place {
	if pair.XCapped {
		pair.X = s.rim
	}
	if pair.YCapped {
		pair.Y = s.rim
	}
	return chart.To(pair.X, pair.Y)
}

// dot returns the diameter of a point.
func (s *scatter) dot() Length {
	if len(s.pairs) > 300 {
		return 2.6
	}
	return 3.4
}

// points are the pairs: first the equal ones, then those either side won.
func (s *scatter) points() []chart.Layer {
	if len(s.pairs) > binAbove {
		grid := chart.Density{X: s.opt.X, Y: s.opt.Y}
		for _, pair := range s.pairs {
			grid.At = append(grid.At, s.at(pair))
		}
		return []chart.Layer{{Class: "cells", Marks: chart.Marks{grid}}}
	}
	var xLess, yLess, equal, rim []chart.Place
	for _, pair := range s.pairs {
		side := &yLess
		switch {
		case pair.XCapped || pair.YCapped:
			side = &rim
		case pair.X == pair.Y:
			side = &equal
		case pair.X < pair.Y:
			side = &xLess
		}
		*side = append(*side, s.at(pair))
	}
	opacity := 0.75
	if len(s.pairs) > 300 {
		opacity = 0.45
	}
	dots := func(class, name, color string, at []chart.Place) chart.Layer {
		return chart.Layer{Class: class, Name: name, Marks: chart.Marks{chart.Points{At: at, Shape: chart.Disc, Size: chart.Size{Most: s.dot()}, Tone: chart.Tone{Color: color, Opacity: opacity}}}}
	}
	limit := chart.Layer{Class: "limit", Marks: chart.Marks{chart.Points{At: rim, Shape: chart.Disc, Size: chart.Size{Most: 3.4}, Tone: chart.Tone{Color: "ink"}, Open: true}}}
	if s.opt.Agreement {
		unequal := chart.Points{At: append(xLess, yLess...), Shape: chart.Diamond, Size: chart.Size{Most: 4.6}, Tone: chart.Tone{Color: "2"}}
		return []chart.Layer{dots("equal", "", "1", equal), {Class: "unequal", Marks: chart.Marks{unequal}}, limit}
	}
	return []chart.Layer{dots("equal", "", "ink", equal), dots("points", s.opt.X, "", xLess), dots("points", s.opt.Y, "", yLess), limit}
}

// verdict says on how many instances each strategy has the lower value, or on how many
// both agree.
func (s *scatter) verdict(guides chart.Diagonal) chart.Verdict {
	m := chart.Verdict{Diagonal: guides}
	if s.opt.Agreement {
		rest := fmt.Sprintf("%s %s higher, %s lower", s.opt.Y, number.Count(s.xLess), number.Count(s.yLess))
		if s.undecided > 0 {
			rest += fmt.Sprintf(", %s undecided", number.Count(s.undecided))
		}
		m.Upper = chart.Sentence{Who: fmt.Sprintf("equal on %s of %s", number.Count(s.equal), number.Count(len(s.pairs))), What: rest}
		return m
	}
	m.Upper = chart.Sentence{Who: s.opt.X, What: "lower on " + number.Count(s.xLess), Series: s.opt.X}
	m.Lower = chart.Sentence{Who: s.opt.Y, What: "lower on " + number.Count(s.yLess), Series: s.opt.Y}
	return m
}

// names are the labels of single pairs.
func (s *scatter) names() chart.Names {
	m := chart.Names{Share: 0.5}
	for _, pair := range s.pairs {
		if pair.Label != "" {
			m.Names = append(m.Names, chart.Name{Text: pair.Label, At: []chart.Place{s.at(pair)}, Color: "ink", Clear: 4})
		}
	}
	return m
}
