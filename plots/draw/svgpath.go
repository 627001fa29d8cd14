package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// pathData returns a path as the d attribute of an SVG path, on a canvas of the given height, with
// coordinates rounded to parts of a point. It writes each command in its shorter form, absolute or
// relative, and leaves out empty lines.
func pathData(p vg.Path, height vg.Length, parts float64) string {
	d := pathWriter{parts: parts}
	for _, comp := range p {
		x, y := d.round(comp.Pos.X), d.round(height-comp.Pos.Y)
		switch comp.Type {
		case vg.MoveComp:
			d.command("M", []float64{x, y}, d.x, d.y)
		case vg.LineComp:
			switch {
			case d.open && x == d.x && y == d.y:
			case d.open && y == d.y:
				d.command("H", []float64{x}, d.x)
			case d.open && x == d.x:
				d.command("V", []float64{y}, d.y)
			default:
				d.command("L", []float64{x, y}, d.x, d.y)
			}
		case vg.CurveComp: // cubic, as in circles
			a, b := comp.Control[0], comp.Control[1]
			d.command("C", []float64{d.round(a.X), d.round(height - a.Y), d.round(b.X), d.round(height - b.Y), x, y}, d.x, d.y)
		case vg.CloseComp:
			d.WriteByte('Z')
			d.open = false
			continue
		default:
			panic(fmt.Sprintf("unknown path component %d", comp.Type))
		}
		d.x, d.y, d.open = x, y, true
	}
	return d.String()
}

// pathWriter writes path data. Its coordinates are multiples of a part of a point.
type pathWriter struct {
	strings.Builder
	parts float64
	x, y  float64 // position of the pen
	open  bool    // whether x and y are known
}

func (d *pathWriter) round(v vg.Length) float64 { return whole(v.Points() * d.parts) }

// whole rounds to a whole number. Halves are rounded up, even if a processor's rounding has made
// them slightly smaller, so that all processors agree.
func whole(v float64) float64 { return math.Floor(v + 0.5 + 1e-6) }

// command writes a command with coordinates, absolute or relative to the pen. pen has one or two
// coordinates.
func (d *pathWriter) command(name string, at []float64, pen ...float64) {
	absolute, relative := d.text(at, 0), d.text(at, pen...)
	if !d.open || len(absolute) <= len(relative) {
		d.WriteString(name + absolute)
		return
	}
	d.WriteString(strings.ToLower(name) + relative)
}

// text returns coordinates as text, relative to from, which repeats.
func (d *pathWriter) text(at []float64, from ...float64) string {
	var b strings.Builder
	for i, v := range at {
		s := decimals((v-from[i%len(from)])/d.parts, d.parts)
		if i > 0 && s[0] != '-' {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

// num formats a coordinate with at most two decimals, such as 12.5 or −0.04. Writing -.04 would be
// shorter but harder to read. It never returns -0.
func num(v float64) string { return decimals(v, 100) }

// coarse formats a coordinate on the sheet with one decimal, because a tenth of a point is smaller
// than any line is wide.
func coarse(v float64) string { return decimals(v, 10) }

func decimals(v, unit float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		panic(fmt.Sprintf("a coordinate is %v", v))
	}
	r := whole(v*unit) / unit
	if r == 0 {
		return "0"
	}
	return strconv.FormatFloat(r, 'f', -1, 64)
}

// straightened returns a path without intermediate points on straight lines. A curve that is
// straight on the axes of its figure becomes one line, however many pieces it was computed in.
func straightened(p vg.Path) vg.Path {
	const off = 0.05 // points
	var out vg.Path
	for i := 0; i < len(p); i++ {
		if n := len(out); p[i].Type == vg.LineComp && n > 0 && out[n-1].Type != vg.CloseComp {
			from, begin := out[n-1].Pos, i
			near := func(to vg.Point) bool {
				return !slices.ContainsFunc(p[begin:i+1], func(c vg.PathComp) bool { return distance(c.Pos, from, to) > off })
			}
			for i+1 < len(p) && p[i+1].Type == vg.LineComp && near(p[i+1].Pos) {
				i++
			}
		}
		out = append(out, p[i])
	}
	return out
}
