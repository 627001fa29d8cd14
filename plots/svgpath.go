package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// affine is the transformation x' = a·x + c·y + e, y' = b·x + d·y + f.
type affine struct{ a, b, c, d, e, f float64 }

// mul returns the transformation that applies n first and m after it.
func (m affine) mul(n affine) affine {
	return affine{
		a: m.a*n.a + m.c*n.b, b: m.b*n.a + m.d*n.b,
		c: m.a*n.c + m.c*n.d, d: m.b*n.c + m.d*n.d,
		e: m.a*n.e + m.c*n.f + m.e, f: m.b*n.e + m.d*n.f + m.f,
	}
}

func (m affine) apply(p vg.Point) (x, y float64) {
	px, py := p.X.Points(), p.Y.Points()
	return m.a*px + m.c*py + m.e, m.b*px + m.d*py + m.f
}

// scale returns the factor by which lengths grow on average.
func (m affine) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// pathData returns the path as the d attribute of an SVG path. Horizontal and
// vertical lines are written as such; an empty line is left out.
func pathData(p vg.Path, m affine) string {
	var b strings.Builder
	var lastX, lastY string
	move := func(cmd string, pt vg.Point) {
		x, y := m.apply(pt)
		lastX, lastY = num(x), num(y)
		b.WriteString(cmd + lastX + " " + lastY)
	}
	line := func(pt vg.Point) {
		x, y := m.apply(pt)
		sx, sy := num(x), num(y)
		switch {
		case sx == lastX && sy == lastY:
		case sy == lastY:
			b.WriteString("H" + sx)
		case sx == lastX:
			b.WriteString("V" + sy)
		default:
			b.WriteString("L" + sx + " " + sy)
		}
		lastX, lastY = sx, sy
	}
	cubic := func(c1, c2, to vg.Point) {
		x1, y1 := m.apply(c1)
		x2, y2 := m.apply(c2)
		b.WriteString("C" + num(x1) + " " + num(y1) + " " + num(x2) + " " + num(y2) + " ")
		move("", to)
	}
	for _, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			move("M", comp.Pos)
		case vg.LineComp:
			line(comp.Pos)
		case vg.CurveComp:
			switch len(comp.Control) {
			case 1:
				x, y := m.apply(comp.Control[0])
				b.WriteString("Q" + num(x) + " " + num(y) + " ")
				move("", comp.Pos)
			case 2:
				cubic(comp.Control[0], comp.Control[1], comp.Pos)
			default:
				panic(fmt.Sprintf("a curve has %d control points (want 1 or 2)", len(comp.Control)))
			}
		case vg.ArcComp:
			from := onCircle(comp, comp.Start)
			if b.Len() == 0 {
				move("M", from)
			} else {
				line(from)
			}
			arc(comp, cubic)
		case vg.CloseComp:
			b.WriteByte('Z')
			lastX, lastY = "", ""
		default:
			panic(fmt.Sprintf("unknown path component %d", comp.Type))
		}
	}
	return b.String()
}

// arc approximates an arc by cubic curves of at most a quarter circle, whose
// error is below 0.03 % of the radius.
func arc(comp vg.PathComp, cubic func(c1, c2, to vg.Point)) {
	n := int(math.Ceil(math.Abs(comp.Angle)/(math.Pi/2) - 1e-9))
	if n == 0 {
		return
	}
	step := comp.Angle / float64(n)
	k := comp.Radius * vg.Length(4.0/3*math.Tan(step/4))
	for i := range n {
		t0 := comp.Start + float64(i)*step
		t1 := t0 + step
		p0, p1 := onCircle(comp, t0), onCircle(comp, t1)
		sin0, cos0 := math.Sincos(t0)
		sin1, cos1 := math.Sincos(t1)
		cubic(
			vg.Point{X: p0.X - k*vg.Length(sin0), Y: p0.Y + k*vg.Length(cos0)},
			vg.Point{X: p1.X + k*vg.Length(sin1), Y: p1.Y - k*vg.Length(cos1)},
			p1,
		)
	}
}

func onCircle(comp vg.PathComp, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return vg.Point{X: comp.Pos.X + comp.Radius*vg.Length(cos), Y: comp.Pos.Y + comp.Radius*vg.Length(sin)}
}

// num formats a coordinate with at most two decimals: 12.5, −0.04 as -.04 would
// be shorter but harder to read; there is no -0.
func num(v float64) string { return decimals(v, 100) }

// num4 is num with four decimals, for the elements of a matrix.
func num4(v float64) string { return decimals(v, 10000) }

func decimals(v, unit float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		panic(fmt.Sprintf("a coordinate is %v", v))
	}
	r := math.Round(v*unit) / unit
	if r == 0 {
		return "0"
	}
	return strconv.FormatFloat(r, 'f', -1, 64)
}
