package render

import (
	"math"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// face is the geometry of a clock face. Nodes are circles on a ring around the
// center. Moves are curves inside the ring that do not touch any circles.
// Lengths are in the user units of the drawing. Coordinates are computed from
// multiples of ½, so that rounding gives the same result on every machine.
type face struct {
	size    int     // nodes
	width   float64 // of the square picture
	radius  float64 // of the ring
	node    float64 // radius of a node's circle; 0 means that nodes are not drawn
	stroke  float64 // width of a move
	opacity float64 // of a move
	head    float64 // length of an arrowhead; 0 means none
}

// The number of nodes determines which labels a ring has. Up to labelledInside nodes, values are
// inside the circles and node numbers outside. Up to labelledOutside nodes, values are outside and
// there are no node numbers.
const (
	labelledInside  = 40
	labelledOutside = 200
)

func newFace(n int) face {
	f := face{size: n, opacity: 1}
	switch {
	case n <= labelledInside:
		f.width, f.radius, f.stroke, f.head = 480, 192, 2.5, 13
		largest := 24.0
		if n <= 8 { // so that the labels are large enough in a small picture
			f.width, f.radius, f.stroke, f.head = 300, 110, 2, 11
			largest = 21
		} else if n > 16 {
			f.radius, f.stroke, f.head = 204, 2, 8
			largest = 18
		}
		f.node = min(largest, half(0.36*f.spacing()))
	case n <= labelledOutside:
		f.width, f.radius = 720, 300
		f.node = half(0.34 * f.spacing())
		f.stroke, f.head = 1.5, 7
		if n > 100 {
			f.stroke, f.head = 1, 5
		}
	default:
		f.width, f.radius = 720, 312
		f.stroke = max(0.3, math.Round(100*math.Sqrt(200/float64(n)))/100)
		f.opacity = math.Round(100*math.Pow(100/float64(n), 0.4)) / 100
	}
	return f
}

func half(x float64) float64 { return math.Floor(2*x) / 2 }

// spacing returns the distance between neighboring nodes.
func (f face) spacing() float64 { return 2 * f.radius * math.Sin(math.Pi/float64(f.size)) }

type point struct{ x, y float64 }

// at returns the point at the given distance from the center in the direction
// of node i, which may be a fraction.
func (f face) at(i, distance float64) point {
	sin, cos := math.Sincos(2 * math.Pi * i / float64(f.size))
	return point{f.width/2 + distance*sin, f.width/2 - distance*cos}
}

// toward returns the point at the given distance from p in the direction of q.
func (p point) toward(q point, distance float64) point {
	dx, dy := q.x-p.x, q.y-p.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return p
	}
	return point{p.x + dx/length*distance, p.y + dy/length*distance}
}

// chord is the quadratic Bézier curve for a move.
type chord struct{ from, control, to point }

// chord returns the curve from node i to node j. Both ends keep the distance
// gap to the nodes' circles. The curve bends toward the center just enough to
// avoid the nodes in between; a move between neighbors is a small arc.
func (f face) chord(i, j int, gap float64) chord {
	d := j - i
	if d < 0 {
		d += f.size
	}
	middle := float64(i) + float64(d)/2
	if 2*d > f.size {
		d = f.size - d
		middle += float64(f.size) / 2
	}
	reach := f.radius * math.Cos(math.Pi*float64(d)/float64(f.size))
	var control point
	if 2*d == f.size {
		control = point{f.width / 2, f.width / 2}
	} else {
		control = f.at(middle, reach-min(f.bend(d), 0.9*reach))
	}
	from, to := f.at(float64(i), f.radius), f.at(float64(j), f.radius)
	return chord{from.toward(control, f.node+gap), control, to.toward(control, f.node+gap)}
}

// clearance is the distance between a move and the circle of a node that it
// passes.
const clearance = 4

// bend returns, for a move past d nodes, the distance between the straight line
// and the control point of the curve. The curve comes closest to the node next
// to an end. That node is spacing·sin(π(d−1)/n) outside the line (inscribed
// angle), and there the curve has 2(d−1)/d² of the bend.
func (f face) bend(d int) float64 {
	if d == 1 {
		return max(3*f.node, clearance)
	}
	line := f.radius * math.Sin(math.Pi*float64(d)/float64(f.size))
	outside := f.spacing() * math.Sin(math.Pi*float64(d-1)/float64(f.size))
	clear := (f.node + clearance - outside) * float64(d*d) / float64(2*(d-1))
	if f.node == 0 {
		clear = clearance
	}
	return max(0.1*line, clear)
}

// point returns the point of the curve at t in 0..1.
func (c chord) point(t float64) point {
	u := 1 - t
	return point{
		u*u*c.from.x + 2*u*t*c.control.x + t*t*c.to.x,
		u*u*c.from.y + 2*u*t*c.control.y + t*t*c.to.y,
	}
}

// shortened returns the curve with its end moved back, to make room for the
// arrowhead.
func (c chord) shortened(by float64) chord {
	c.to = c.to.toward(c.control, by)
	return c
}

func (c chord) String() string {
	return "M" + c.from.String() + "Q" + c.control.String() + " " + c.to.String()
}

// arrowHead returns the outline of an arrowhead whose tip is the end of the
// curve.
func (c chord) arrowHead(length float64) string {
	back := c.to.toward(c.control, length)
	dx, dy := (c.to.x-back.x)*0.4, (c.to.y-back.y)*0.4
	return "M" + c.to.String() + "L" + point{back.x - dy, back.y + dx}.String() + "L" + point{back.x + dy, back.y - dx}.String() + "Z"
}

func (p point) String() string { return draw.Num(p.x) + " " + draw.Num(p.y) }
