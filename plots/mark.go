package plots

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Length is a length in points, 1/72 inch.
type Length = vg.Length

const inch = vg.Inch

// place is where something stands in the data area: values on the axes, infinite ones
// at its edges; then moved by some points, and up by a share of the size of its mark.
type place struct {
	x, y   float64
	dx, dy Length
	up     float64
}

// to is the place of two values.
func to(x, y float64) place { return place{x: x, y: y} }

// by returns a place moved by some points.
func (pl place) by(dx, dy Length) place {
	pl.dx, pl.dy = pl.dx+dx, pl.dy+dy
	return pl
}

// rise returns a place moved up by a share of the size of its mark.
func (pl place) rise(share float64) place {
	pl.up += share
	return pl
}

// edge is the value at an end of an axis, whatever it shows: +edge at the upper one.
var edge = math.Inf(1)

// step is a corner of a staircase: at x it goes to y.
type step struct{ x, y float64 }

// stairs are level between steps, from a level before the first.
func stairs(level float64, steps ...step) []place {
	var pts []place
	for _, s := range steps {
		pts = append(pts, to(s.x, level), to(s.x, s.y))
		level = s.y
	}
	return pts
}

// tone is a colour of the theme by its name, that of the series without one, with an
// opacity; 0 means 1.
type tone struct {
	name    string
	opacity float64
}

// size is a length that the layout may decide: a share of a unit of an axis, the
// vertical one if not onX, between two lengths. Without a share it is the larger one.
type size struct {
	least, most Length
	share       float64
	onX         bool
}

// mark is a part of what a figure shows, as data; package-level functions of the
// renderer draw it.
type mark interface{ draw(p pane) }

// layer is marks that are drawn together, as a named part of the drawing if they have
// a class.
type layer struct {
	class, name string
	marks       []mark
}

// lineMark joins places by straight lines, as far as they are in the data area unless free.
type lineMark struct {
	pts []place
	tone
	width  Length   // 0 means that of the series
	dashes []Length // none means a full line
	dashed bool     // with the dashes of the series
	size   size
	free   bool
}

// areaMark fills a polygon, as far as it is in the data area unless free.
type areaMark struct {
	pts []place
	tone
	size size
	free bool
}

// bandMark is the area between two lines.
func bandMark(upper, lower []place) areaMark {
	lower = slices.Clone(lower)
	slices.Reverse(lower)
	return areaMark{pts: append(upper, lower...), tone: tone{opacity: 0.13}}
}

// pointMark is a marker at each of some places: that of the series, which has none in a
// crowd, or a shape of a size.
type pointMark struct {
	at    []place
	shape shape
	size  size
	tone
	open bool
	halo Length // of paper around it: added to its diameter
	// spaced leaves out those that are nearer to the one before than a ninth of the
	// data area and a little more, which differs for series of other numbers; the first
	// and the last stay. 0 leaves out none.
	spaced int
}

// arrowMark shows that the true value lies beyond a place.
type arrowMark struct {
	at place
	tone
	direction vg.Point
}

// ruleMark is a value of an axis as a line across the data area with its name: of the
// vertical axis, near its left end or, if lines are there and it may move, near the
// right one; or of the horizontal axis, above the data area. A class makes it a part
// of the drawing.
type ruleMark struct {
	class   string
	value   float64
	upright bool
	label   string // rich text
	in      Length // from the edge to the name of a level line
	moves   bool
}

// limit draws a limit on the values as a line, if there is one.
func (s *span) limit(value float64, label string, upright bool) {
	if value > 0 {
		s.add("Cap", value)
		m := ruleMark{class: "limit", value: value, upright: upright, label: cmp.Or(label, "limit "+shortNumber(value)), in: 3}
		s.chart.under = append(s.chart.under, layer{marks: []mark{m}})
	}
}

// barMark is an upright bar around each place, a unit wide.
type barMark struct{ at []place }

// cellMark is a grid of cells, a unit wide and high, whose shades are shares of the
// scale.
type cellMark struct {
	cells []cell
	gap   size // between them
}

// cell is a cell of a grid.
type cell struct {
	x, y  float64
	shade int
}

// textMark is a line of text.
type textMark struct {
	text  string
	at    place
	style style
}

// intervalMark is an upright or a level line with short strokes across its ends, which
// reach so far to either side.
type intervalMark struct {
	from, to place
	level    bool
	tone
	width  Length
	across size
}

// errorBar is a fine interval.
func errorBar(from, to place, level bool) mark {
	return intervalMark{from: from, to: to, level: level, width: thinLine, across: size{most: 2.2}}
}

// namesMark names places, off each other, off what is drawn and off markers, which take
// a share of their size to all sides.
type namesMark struct {
	names []name
	share float64
}

// name is the name of a place, in the colour of a series, if it has one. Minor ones are
// left out where there is no room; on a narrow sheet, the loose ones as well, and wide
// ones anyway.
type name struct {
	text               string
	at                 []place // any one of them
	inset              bool    // it begins at an edge: in by half its width
	style              style
	series             string
	clear              Length // from the place to the text
	minor, loose, wide bool
}
