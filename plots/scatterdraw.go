package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// guides draws the diagonal, the lines of a factor of ten, and the rim.
func (s *scatter) guides(c draw.Canvas, x, y func(float64) vg.Length) error {
	beginGroup(c, "guides", "")
	defer endGroup(c)
	inner := c // the data area without the rim
	inner.Max = vg.Point{X: x(s.edge), Y: y(s.edge)}
	c.StrokeLine2(draw.LineStyle{Color: rule, Width: thinLine}, inner.Min.X, inner.Min.Y, inner.Max.X, inner.Max.Y)
	if dx := x(100) - x(10); s.hasDecades(inner, dx) {
		s.decades(inner, dx, y(100)-y(10))
		for _, t := range decadeNotes(inner, dx, y(100)-y(10)) {
			write(c, t.style, t.at, t.text)
		}
	}
	if s.capped {
		l := draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}
		c.StrokeLine2(l, inner.Max.X, c.Min.Y, inner.Max.X, inner.Max.Y)
		c.StrokeLine2(l, c.Min.X, inner.Max.Y, inner.Max.X, inner.Max.Y)
	}
	return nil
}

// hasDecades reports whether there is room for these lines, a decade being dx.
func (s *scatter) hasDecades(c draw.Canvas, dx vg.Length) bool {
	return !s.opt.Linear && dx < (c.Max.X-c.Min.X)*0.85
}

// decades draws the lines on which one strategy needs ten times as much as the
// other; dx and dy are the lengths of a decade.
func (s *scatter) decades(c draw.Canvas, dx, dy vg.Length) {
	fine := draw.LineStyle{Color: fade(rule, 0.8), Width: hairline, Dashes: []vg.Length{3, 2.5}}
	from, to := c.Min, c.Max
	c.StrokeLines(fine, c.ClipLinesXY(
		[]vg.Point{{X: from.X, Y: from.Y + dy}, {X: to.X, Y: to.Y + dy}},
		[]vg.Point{{X: from.X + dx, Y: from.Y}, {X: to.X + dx, Y: to.Y}},
	)...)
}

// decadeNotes are the names of these lines.
func decadeNotes(c draw.Canvas, dx, dy vg.Length) []text {
	note := noteStyle
	note.halo, note.anchor, note.centred = true, end, true
	return []text{
		{"×10", vg.Point{X: c.Max.X - dx - 9, Y: c.Max.Y - 6}, note},
		{"÷10", vg.Point{X: c.Max.X - 3, Y: c.Max.Y - dy - 12}, note},
	}
}

// points draws the pairs: first the equal ones, then those either side won.
func (s *scatter) points(c draw.Canvas, x, y func(float64) vg.Length) error {
	if len(s.pairs) > binAbove {
		return s.cells(c, x, y)
	}
	var xLess, yLess, equal, rim []vg.Point
	for _, p := range s.pairs {
		vx, vy := s.at(p)
		at := vg.Point{X: x(vx), Y: y(vy)}
		switch {
		case p.XCapped || p.YCapped:
			rim = append(rim, at)
		case p.X == p.Y:
			equal = append(equal, at)
		case p.X < p.Y:
			xLess = append(xLess, at)
		default:
			yLess = append(yLess, at)
		}
	}
	size, opacity := vg.Length(3.4), 0.75
	if len(s.pairs) > 300 {
		size, opacity = 2.6, 0.45
	}
	dots := func(class string, m mark, at []vg.Point) {
		beginGroup(c, "points", class)
		drawMarks(c, m, at...)
		endGroup(c)
	}
	if s.opt.Agreement {
		odd := mark{shape: diamond, size: 4.6, color: palette[1]}
		dots("equal", mark{shape: disc, size: size, color: fade(palette[0], opacity)}, equal)
		dots("unequal", odd, append(xLess, yLess...))
		dots("limit", mark{shape: disc, size: 3.4, color: ink, open: true}, rim)
		return nil
	}
	dots("equal", mark{shape: disc, size: size, color: fade(ink, opacity)}, equal)
	dots(s.opt.X, mark{shape: disc, size: size, color: fade(s.look[s.opt.X].color, opacity)}, xLess)
	dots(s.opt.Y, mark{shape: disc, size: size, color: fade(s.look[s.opt.Y].color, opacity)}, yLess)
	dots("limit", mark{shape: disc, size: 3.4, color: ink, open: true}, rim)
	return nil
}

// cells draws counts of points on a grid of 48 × 48 cells.
func (s *scatter) cells(c draw.Canvas, x, y func(float64) vg.Length) error {
	const n = 48
	var counts [n][n]int
	w, h := (c.Max.X-c.Min.X)/n, (c.Max.Y-c.Min.Y)/n
	clamp := func(v vg.Length) int { return min(max(int(v), 0), n-1) }
	for _, p := range s.pairs {
		vx, vy := s.at(p)
		i, j := clamp((x(vx)-c.Min.X)/w), clamp((y(vy)-c.Min.Y)/h)
		counts[i][j]++
	}
	// The side grows with the root of the count, so the area is fair up to the
	// fullest twentieth of the cells, which are full squares; no cell with
	// points is invisible.
	var filled []int
	for i := range n {
		for _, k := range counts[i] {
			if k > 0 {
				filled = append(filled, k)
			}
		}
	}
	slices.Sort(filled)
	full := float64(filled[len(filled)*19/20])
	var xLess, yLess, equal vg.Path
	for i := range n {
		for j, k := range counts[i] {
			if k == 0 {
				continue
			}
			side := vg.Length(min(1, max(0.22, math.Sqrt(float64(k)/full))))
			cx, cy := c.Min.X+w*(vg.Length(i)+0.5), c.Min.Y+h*(vg.Length(j)+0.5)
			dx, dy := w*side/2, h*side/2
			cell := closed([]vg.Point{{X: cx - dx, Y: cy - dy}, {X: cx + dx, Y: cy - dy}, {X: cx + dx, Y: cy + dy}, {X: cx - dx, Y: cy + dy}})
			switch {
			case i < j:
				xLess = append(xLess, cell...)
			case j < i:
				yLess = append(yLess, cell...)
			default:
				equal = append(equal, cell...)
			}
		}
	}
	beginGroup(c, "cells", "")
	defer endGroup(c)
	for _, part := range []struct {
		color color.NRGBA
		path  vg.Path
	}{{ink, equal}, {s.look[s.opt.X].color, xLess}, {s.look[s.opt.Y].color, yLess}} {
		c.SetColor(part.color)
		if len(part.path) > 0 {
			c.Fill(part.path)
		}
	}
	return nil
}

// crosses reports whether a text touches the diagonal: one that stands above
// it (and is anchored at its start) with its lower right corner, one below it
// with its upper left corner.
func crosses(c draw.Canvas, b vg.Rectangle, a anchor) bool {
	slope := (c.Max.Y - c.Min.Y) / (c.Max.X - c.Min.X)
	if a == start {
		return b.Min.Y-c.Min.Y < slope*(b.Max.X-c.Min.X)+4
	}
	return b.Max.Y-c.Min.Y > slope*(b.Min.X-c.Min.X)-4
}

// inside returns the number of points in a rectangle.
func inside(points []vg.Point, r vg.Rectangle) (n int) {
	for _, p := range points {
		if p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y {
			n++
		}
	}
	return n
}
