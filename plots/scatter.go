package plots

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
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

	Width, Height vg.Length // 0 means 3.4 × 3.6 inches
}

// scatterHeight leaves a square for the data in a figure one column wide.
const scatterHeight = 3.6 * vg.Inch

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
	ch := newChart("Scatter", id, title, cmp.Or(opt.Width, OneColumn), cmp.Or(opt.Height, scatterHeight))
	ch.distinct(opt.X, opt.Y)
	s := scatter{opt: opt, pairs: slices.Clone(pairs)}
	values := ch.span(!opt.Linear)
	for i, p := range pairs {
		values.add(fmt.Sprintf("pair %d", i+1), p.X, p.Y)
		s.capped = s.capped || p.XCapped || p.YCapped
		s.count(p)
	}
	if len(pairs) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ax := values.axis(opt.Quantity)
	s.makeRoom(&ax)
	ch.x, ch.y, ch.xGrid, ch.yGrid, ch.framed, ch.square = ax, ax, true, true, true, true
	ch.x.label, ch.y.label = opt.X, opt.Y
	if ax.label != "" {
		ch.x.label, ch.y.label = ax.label+", "+opt.X, ax.label+", "+opt.Y
	}
	ch.under = []layer{s.guides, s.points, s.texts}
	ch.Alt, ch.data = s.describe(), opt.data(pairs)
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
func (s *scatter) makeRoom(ax *axis) {
	s.edge = ax.hi
	if s.capped {
		s.rim = ax.beyond(0.045)
		ax.hi = ax.beyond(0.08)
		ax.rim, ax.edge = s.rim, s.edge
	}
}

// at returns where a pair stands.
func (s *scatter) at(p pane, pair Pair) vg.Point {
	if pair.XCapped {
		pair.X = s.rim
	}
	if pair.YCapped {
		pair.Y = s.rim
	}
	return p.at(pair.X, pair.Y)
}

// looks returns the looks of both sides.
func (s *scatter) looks(p pane) (x, y look) {
	all := p.scheme.looks([]string{s.opt.X, s.opt.Y})
	return all[s.opt.X], all[s.opt.Y]
}

func (s *scatter) describe() string {
	alt := fmt.Sprintf("Scatter plot of %s on %s: %s has the lower value on %s, %s on %s, equal on %s.",
		cmp.Or(s.opt.Quantity, "a value"), instances(len(s.pairs)),
		s.opt.X, count(s.xLess), s.opt.Y, count(s.yLess), count(s.equal))
	if s.undecided > 0 {
		alt += fmt.Sprintf(" On %s a limit left it undecided.", count(s.undecided))
	}
	return alt
}
