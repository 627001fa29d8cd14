package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// Shapes of the markers of series, in addition to disc and diamond.
const (
	square   chart.Shape = "square"
	triangle chart.Shape = "triangle"
	nabla    chart.Shape = "nabla"
	cross    chart.Shape = "cross"
	plus     chart.Shape = "plus"
	star     chart.Shape = "star"
)

// symbol is a marker: a shape with a size and a color. Open symbols are filled with white and
// outlined.
type symbol struct {
	shape chart.Shape
	size  vg.Length // diameter of a disc; other shapes have about the same area
	color color.NRGBA
	open  bool
}

const openStroke vg.Length = 1.1

// mark returns the marker on the curve of a series; its size is 0 if the series has no markers.
func (l look) mark(size vg.Length) symbol {
	if l.faint {
		size = 0
	}
	return symbol{shape: l.shape, size: size, color: l.color}
}

// marks draws the symbol at every point.
func (p pane) marks(m symbol, at ...vg.Point) {
	if len(at) > 0 && m.size > 0 {
		p.drawMarks(m, at)
	}
}

// path returns the outline of the symbol around a point.
func (m symbol) path(at vg.Point) vg.Path {
	r := m.size / 2
	if m.shape == chart.Tick {
		return rectangle(at.X-r*0.28, at.Y-r, at.X+r*0.28, at.Y+r)
	}
	o, angular := outlines[m.shape]
	if !angular {
		return circle(at, r)
	}
	var pts []vg.Point
	for arm := range o.arms {
		for _, c := range o.corners {
			sin, cos := math.Sincos((o.turn + c.turn + 360*float64(arm)/float64(o.arms)) * math.Pi / 180)
			pts = append(pts, vg.Point{X: at.X + r*c.radius*vg.Length(cos), Y: at.Y + r*c.radius*vg.Length(sin)})
		}
	}
	return closed(pts)
}

// outline describes a shape with corners: its arms, which are alike, the direction of the first arm
// in degrees, and the corners of an arm.
type outline struct {
	arms    int
	turn    float64
	corners []corner
}

// corner is a corner of an arm: its distance from the center, relative to a disc of the same size,
// and its direction relative to the arm in degrees.
type corner struct {
	radius vg.Length
	turn   float64
}

// arm holds the corners of one arm of a cross. The arm is 1.25 long, relative to the radius of a
// disc of the same size, and extends by a third of its length to either side.
var (
	slant = math.Atan(1.0/3) * 180 / math.Pi
	reach = vg.Length(math.Hypot(1, 1.0/3)) * 1.25
	arm   = []corner{{reach, -slant}, {reach, slant}, {math.Sqrt2 / 3 * 1.25, 45}}
)

var outlines = map[chart.Shape]outline{
	square:        {4, 45, []corner{{1.25, 0}}},
	triangle:      {3, 90, []corner{{1.35, 0}}},
	chart.Diamond: {4, 0, []corner{{1.3, 0}}},
	nabla:         {3, -90, []corner{{1.35, 0}}},
	cross:         {4, 45, arm},
	plus:          {4, 0, arm},
	star:          {5, 90, []corner{{1.45, 0}, {1.45 * 0.45, 36}}},
}

// circle returns a circle as four cubic curves. The constant 4(√2 − 1)/3 puts the middle of each
// curve exactly on the circle.
func circle(at vg.Point, r vg.Length) (p vg.Path) {
	k := r * vg.Length(4*(math.Sqrt2-1)/3)
	from, along := vg.Point{X: r}, vg.Point{Y: k}
	p.Move(at.Add(from))
	for range 4 {
		next := quarter(from)
		p.CubeTo(at.Add(from).Add(along), at.Add(next).Sub(quarter(along)), at.Add(next))
		from, along = next, quarter(along)
	}
	p.Close()
	return p
}

// quarter rotates a point by a quarter turn around the origin.
func quarter(p vg.Point) vg.Point { return vg.Point{X: -p.Y, Y: p.X} }

func rectangle(x0, y0, x1, y1 vg.Length) vg.Path {
	return closed([]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
}

// joined returns straight lines from each point to the next.
func joined(pts []vg.Point) (p vg.Path) {
	for i, at := range pts {
		if i == 0 {
			p.Move(at)
		} else {
			p.Line(at)
		}
	}
	return p
}

// closed returns the outline of a polygon.
func closed(pts []vg.Point) vg.Path {
	p := joined(pts)
	p.Close()
	return p
}
