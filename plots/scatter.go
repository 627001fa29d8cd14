package plots

import (
	"cmp"
	"fmt"
	"math"

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
	opt.Width = cmp.Or(opt.Width, OneColumn)
	opt.Height = cmp.Or(opt.Height, scatterHeight)
	if err := distinct([]string{opt.X, opt.Y}); err != nil {
		return Figure{}, err
	}
	if len(pairs) == 0 {
		return noData(id, title, opt.Width)
	}
	s := scatter{opt: opt, pairs: append([]Pair(nil), pairs...), look: looks([]string{opt.X, opt.Y})}
	var values span
	for i, p := range pairs {
		if err := checkValues(fmt.Sprintf("pair %d", i+1), !opt.Linear, p.X, p.Y); err != nil {
			return Figure{}, err
		}
		s.capped = s.capped || p.XCapped || p.YCapped
		s.count(p)
		values.collect(!opt.Linear, p.X, p.Y)
	}
	ax := values.axis("", !opt.Linear)
	s.makeRoom(&ax)

	label := func(name string) string {
		if opt.Quantity == "" {
			return name
		}
		return opt.Quantity + ", " + name
	}
	ch := chart{x: ax, y: ax, xGrid: true, yGrid: true, framed: true, square: true}
	ch.x.label, ch.y.label = label(opt.X), label(opt.Y)
	ch.add(s.guides, s.points, s.texts)
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = s.describe()
	f.Caption = fmt.Sprintf("Each point is one of %s. Below the diagonal %s has the lower value", instances(len(pairs)), opt.Y)
	if opt.Agreement {
		f.Caption = fmt.Sprintf("Each point is one of %s. On the diagonal both values are equal", instances(len(pairs)))
	}
	if !opt.Linear {
		f.Caption += "; dashed lines are a factor of ten"
	}
	f.Caption += "."
	if s.capped {
		f.Caption += " Open points on the rim were stopped by a limit."
	}
	return f, err
}

// scatter is a scatter plot being drawn.
type scatter struct {
	opt    ScatterOptions
	pairs  []Pair
	look   map[string]look
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
	if !s.capped {
		s.edge = ax.hi
		return
	}
	if ax.log {
		decades := math.Log10(ax.hi / ax.lo)
		s.edge = ax.hi
		s.rim = ax.hi * math.Pow(10, 0.045*decades)
		ax.hi *= math.Pow(10, 0.08*decades)
	} else {
		width := ax.hi - ax.lo
		s.edge, s.rim = ax.hi, ax.hi+0.045*width
		ax.hi += 0.08 * width
	}
	ax.rim, ax.edge = s.rim, s.edge
}

func (s *scatter) at(p Pair) (x, y float64) {
	x, y = p.X, p.Y
	if p.XCapped {
		x = s.rim
	}
	if p.YCapped {
		y = s.rim
	}
	return x, y
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
