package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// pathData returns a path on a canvas of the given height as the d attribute of an
// SVG path, its coordinates as num writes them. Horizontal and vertical lines are
// written as such; an empty line is left out.
func pathData(p vg.Path, height vg.Length, num func(float64) string) string {
	var b strings.Builder
	var lastX, lastY string
	to := func(cmd string, pt vg.Point) {
		lastX, lastY = num(pt.X.Points()), num((height - pt.Y).Points())
		b.WriteString(cmd + lastX + " " + lastY)
	}
	for _, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			to("M", comp.Pos)
		case vg.LineComp:
			x, y := num(comp.Pos.X.Points()), num((height - comp.Pos.Y).Points())
			switch {
			case x == lastX && y == lastY:
			case y == lastY:
				b.WriteString("H" + x)
			case x == lastX:
				b.WriteString("V" + y)
			default:
				b.WriteString("L" + x + " " + y)
			}
			lastX, lastY = x, y
		case vg.CurveComp: // cubic, as in circles
			to("C", comp.Control[0])
			to(" ", comp.Control[1])
			to(" ", comp.Pos)
		case vg.CloseComp:
			b.WriteByte('Z')
			lastX, lastY = "", ""
		default:
			panic(fmt.Sprintf("unknown path component %d", comp.Type))
		}
	}
	return b.String()
}

// num formats a coordinate with at most two decimals: 12.5, −0.04 as -.04 would
// be shorter but harder to read; there is no -0.
func num(v float64) string { return decimals(v, 100) }

// coarse formats a coordinate on the sheet, where a tenth of a point is the width
// of nothing.
func coarse(v float64) string { return decimals(v, 10) }

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

// straightened returns a path without the ends of lines that lie on the way: a
// curve that is straight on the axes of its figure is one line, however many
// pieces it was computed in.
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
