package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shape is the outline of a marker.
type shape uint8

const (
	disc shape = iota
	square
	triangle
	diamond
	nabla
	cross
	plus
	star
	tick // a short vertical stroke, for outliers
)

// mark is a marker: a shape of a size in a colour. Open marks are filled with
// white and outlined.
type mark struct {
	shape shape
	size  vg.Length // diameter of the disc; other shapes have about its area
	color color.NRGBA
	open  bool
}

const openStroke vg.Length = 1.1

// markCanvas is implemented by canvases that can draw one mark many times
// without repeating its outline.
type markCanvas interface {
	drawMarks(m mark, at []vg.Point)
}

// drawMarks draws the mark at every point.
func drawMarks(c draw.Canvas, m mark, at ...vg.Point) {
	if len(at) == 0 {
		return
	}
	inner := bare(c)
	if mc, ok := inner.(markCanvas); ok {
		mc.drawMarks(m, at)
		return
	}
	for _, p := range at {
		path := m.path(p)
		if !m.open {
			inner.SetColor(m.color)
			inner.Fill(path)
			continue
		}
		inner.SetColor(paper)
		inner.Fill(path)
		inner.SetColor(m.color)
		inner.SetLineWidth(openStroke)
		inner.SetLineDash(nil, 0)
		inner.Stroke(path)
	}
}

// path returns the outline of the mark around a point.
func (m mark) path(at vg.Point) vg.Path {
	r := m.size / 2
	switch m.shape {
	case square:
		return polygon(at, r*1.25, 4, math.Pi/4)
	case triangle:
		return polygon(at, r*1.35, 3, math.Pi/2)
	case diamond:
		return polygon(at, r*1.3, 4, 0)
	case nabla:
		return polygon(at, r*1.35, 3, -math.Pi/2)
	case cross:
		return fatCross(at, r*1.25, math.Pi/4)
	case plus:
		return fatCross(at, r*1.25, 0)
	case star:
		return starPath(at, r*1.45)
	case tick:
		w := r * 0.28
		return closed([]vg.Point{{X: at.X - w, Y: at.Y - r}, {X: at.X + w, Y: at.Y - r}, {X: at.X + w, Y: at.Y + r}, {X: at.X - w, Y: at.Y + r}})
	default:
		return circle(at, r)
	}
}

// circle returns a circle as four cubic curves. The constant puts the middle
// of each curve exactly on the circle: 4(√2 − 1)/3.
func circle(at vg.Point, r vg.Length) vg.Path {
	k := r * vg.Length(4*(math.Sqrt2-1)/3)
	x, y := at.X, at.Y
	var p vg.Path
	p.Move(vg.Point{X: x + r, Y: y})
	p.CubeTo(vg.Point{X: x + r, Y: y + k}, vg.Point{X: x + k, Y: y + r}, vg.Point{X: x, Y: y + r})
	p.CubeTo(vg.Point{X: x - k, Y: y + r}, vg.Point{X: x - r, Y: y + k}, vg.Point{X: x - r, Y: y})
	p.CubeTo(vg.Point{X: x - r, Y: y - k}, vg.Point{X: x - k, Y: y - r}, vg.Point{X: x, Y: y - r})
	p.CubeTo(vg.Point{X: x + k, Y: y - r}, vg.Point{X: x + r, Y: y - k}, vg.Point{X: x + r, Y: y})
	p.Close()
	return p
}

func polygon(at vg.Point, r vg.Length, n int, turn float64) vg.Path {
	pts := make([]vg.Point, n)
	for i := range pts {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(n))
		pts[i] = vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
	}
	return closed(pts)
}

func starPath(at vg.Point, r vg.Length) vg.Path {
	pts := make([]vg.Point, 10)
	for i := range pts {
		d := r
		if i%2 == 1 {
			d = r * 0.45
		}
		sin, cos := math.Sincos(math.Pi/2 + math.Pi*float64(i)/5)
		pts[i] = vg.Point{X: at.X + d*vg.Length(cos), Y: at.Y + d*vg.Length(sin)}
	}
	return closed(pts)
}

// fatCross returns a cross with arms of length r and a third of that to either
// side of them.
func fatCross(at vg.Point, r vg.Length, turn float64) vg.Path {
	w := r / 3
	corners := []vg.Point{
		{X: r, Y: -w},
		{X: r, Y: w},
		{X: w, Y: w},
		{X: w, Y: r},
		{X: -w, Y: r},
		{X: -w, Y: w},
		{X: -r, Y: w},
		{X: -r, Y: -w},
		{X: -w, Y: -w},
		{X: -w, Y: -r},
		{X: w, Y: -r},
		{X: w, Y: -w},
	}
	sin, cos := math.Sincos(turn)
	for i, p := range corners {
		corners[i] = vg.Point{
			X: at.X + p.X*vg.Length(cos) - p.Y*vg.Length(sin),
			Y: at.Y + p.X*vg.Length(sin) + p.Y*vg.Length(cos),
		}
	}
	return closed(corners)
}

func closed(pts []vg.Point) vg.Path {
	var p vg.Path
	p.Move(pts[0])
	for _, q := range pts[1:] {
		p.Line(q)
	}
	p.Close()
	return p
}
