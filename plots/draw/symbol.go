package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// The shapes of series, in addition to a disc and a diamond.
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
	switch m.shape {
	case square:
		return polygon(at, 4, math.Pi/4, r*1.25)
	case triangle:
		return polygon(at, 3, math.Pi/2, r*1.35)
	case chart.Diamond:
		return polygon(at, 4, 0, r*1.3)
	case nabla:
		return polygon(at, 3, -math.Pi/2, r*1.35)
	case cross:
		return fatCross(at, r*1.25, math.Pi/4)
	case plus:
		return fatCross(at, r*1.25, 0)
	case star:
		return polygon(at, 10, math.Pi/2, r*1.45, r*1.45*0.45)
	case chart.Tick:
		w := r * 0.28
		return rectangle(at.X-w, at.Y-r, at.X+w, at.Y+r)
	default:
		return circle(at, r)
	}
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

// polygon returns n corners around a point, with the first in the direction turn. The distances of
// the corners from the point cycle through radii.
func polygon(at vg.Point, n int, turn float64, radii ...vg.Length) vg.Path {
	pts := make([]vg.Point, n)
	for i := range pts {
		r := radii[i%len(radii)]
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(n))
		pts[i] = vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
	}
	return closed(pts)
}

// fatCross returns a cross whose arms have the length r and extend r/3 to either side.
func fatCross(at vg.Point, r vg.Length, turn float64) vg.Path {
	w := r / 3
	sin, cos := math.Sincos(turn)
	corners := []vg.Point{{X: r, Y: -w}, {X: r, Y: w}, {X: w, Y: w}} // corners of one arm
	var pts []vg.Point
	for range 4 {
		for i, p := range corners {
			pts = append(pts, at.Add(p.Scale(vg.Length(cos))).Add(quarter(p).Scale(vg.Length(sin))))
			corners[i] = quarter(p)
		}
	}
	return closed(pts)
}

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
