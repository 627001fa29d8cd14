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
	if dx := x(100) - x(10); !s.opt.Linear && dx < (inner.Max.X-inner.Min.X)*0.85 {
		s.decades(inner, dx, y(100)-y(10))
	}
	if s.capped {
		l := draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}
		c.StrokeLine2(l, inner.Max.X, c.Min.Y, inner.Max.X, inner.Max.Y)
		c.StrokeLine2(l, c.Min.X, inner.Max.Y, inner.Max.X, inner.Max.Y)
	}
	return nil
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
	note := noteStyle
	note.halo, note.anchor, note.centred = true, end, true
	write(c, note, vg.Point{X: to.X - dx - 9, Y: to.Y - 6}, "×10")
	write(c, note, vg.Point{X: to.X - 3, Y: to.Y - dy - 12}, "÷10")
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

// counts prints on how many instances each strategy has the lower value, each on its
// side of the diagonal, where the fewest points are in the way.
func (s *scatter) counts(c draw.Canvas, x, y func(float64) vg.Length) error {
	beginGroup(c, "counts", "")
	defer endGroup(c)
	points := make([]vg.Point, len(s.pairs))
	for i, p := range s.pairs {
		vx, vy := s.at(p)
		points[i] = vg.Point{X: x(vx), Y: y(vy)}
	}
	name := titleStyle.plain()
	name.halo = true
	note := noteStyle
	note.halo = true
	place := func(who, what string, a anchor, candidates []vg.Point) {
		name.color, name.anchor, note.anchor = readable(s.look[who].color), a, a
		best, fewest := candidates[0], -1
		for _, at := range candidates {
			b := textBox(name, at, who)
			b.Min.Y -= noteStep
			if crosses(c, b, a) {
				continue
			}
			if covered := inside(points, b); fewest < 0 || covered < fewest {
				best, fewest = at, covered
			}
		}
		write(c, name, best, who)
		write(c, note, vg.Point{X: best.X, Y: best.Y - noteStep}, what)
	}
	left, bottom, right, top := c.Min.X+6, c.Min.Y+7+noteStep, x(s.edge)-6, y(s.edge)-11
	w, h := right-left, top-bottom
	var above, below []vg.Point
	for i := range 9 {
		step := vg.Length(i) * 0.08
		above = append(above, vg.Point{X: left, Y: top - step*h}, vg.Point{X: left + step*w, Y: top})
		below = append(below, vg.Point{X: right, Y: bottom + step*h}, vg.Point{X: right - step*w, Y: bottom})
	}
	place(s.opt.X, "lower on "+count(s.xLess), start, above)
	place(s.opt.Y, "lower on "+count(s.yLess), end, below)
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
