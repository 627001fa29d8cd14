package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// guides draws the diagonal, the lines on which one strategy needs ten times as
// much as the other, and the rim.
func (s *scatter) guides(p pane) {
	defer p.group("guides")()
	inner := p.Canvas // the data area without the rim
	inner.Max = p.at(s.edge, s.edge)
	from, to := inner.Min, inner.Max
	p.StrokeLine2(draw.LineStyle{Color: rule, Width: thinLine}, from.X, from.Y, to.X, to.Y)
	if by, notes := s.decades(p); len(notes) > 0 {
		fine := draw.LineStyle{Color: fade(rule, 0.8), Width: hairline, Dashes: []vg.Length{3, 2.5}}
		p.StrokeLines(fine, inner.ClipLinesXY(
			[]vg.Point{{X: from.X, Y: from.Y + by.Y}, {X: to.X, Y: to.Y + by.Y}},
			[]vg.Point{{X: from.X + by.X, Y: from.Y}, {X: to.X + by.X, Y: to.Y}},
		)...)
		p.texts(notes)
	}
	if s.capped {
		p.StrokeLine2(guide, to.X, p.Min.Y, to.X, to.Y)
		p.StrokeLine2(guide, p.Min.X, to.Y, to.X, to.Y)
	}
}

// decades returns the lengths of a decade and the names of the lines of a factor
// of ten, none if there is no room for these lines. A name stands at the upper end
// of its line, or as far below as it takes to keep off the points.
func (s *scatter) decades(p pane) (by vg.Point, notes []text) {
	by, edge := p.at(100, 100).Sub(p.at(10, 10)), p.at(s.edge, s.edge)
	if s.opt.Linear || by.X >= (edge.X-p.Min.X)*0.85 {
		return by, nil
	}
	note := noteStyle.haloed().from(end).level()
	for _, t := range []text{
		{"×10", vg.Point{X: edge.X - by.X - 9, Y: edge.Y - 6}, note},
		{"÷10", vg.Point{X: edge.X - 3, Y: edge.Y - by.Y - 12}, note},
	} {
		for ; t.at.X > p.Min.X+20 && t.at.Y > p.Min.Y+10; t.at = t.at.Sub(vg.Point{X: 4, Y: 4}) {
			box := grown(t.box(), s.dot()/2+0.5)
			if !slices.ContainsFunc(s.pairs, func(pair Pair) bool { return contains(box, s.at(p, pair)) }) {
				notes = append(notes, t)
				break
			}
		}
	}
	return by, notes
}

// dot returns the diameter of a point.
func (s *scatter) dot() vg.Length {
	if len(s.pairs) > 300 {
		return 2.6
	}
	return 3.4
}

// points draws the pairs: first the equal ones, then those either side won.
func (s *scatter) points(p pane) {
	if len(s.pairs) > binAbove {
		s.cells(p)
		return
	}
	var xLess, yLess, equal, rim []vg.Point
	for _, pair := range s.pairs {
		side := &yLess
		switch {
		case pair.XCapped || pair.YCapped:
			side = &rim
		case pair.X == pair.Y:
			side = &equal
		case pair.X < pair.Y:
			side = &xLess
		}
		*side = append(*side, s.at(p, pair))
	}
	size, opacity := s.dot(), 0.75
	if len(s.pairs) > 300 {
		opacity = 0.45
	}
	dots := func(class, name string, m mark, at []vg.Point) {
		defer p.group(class, "name", name)()
		p.marks(m, at...)
	}
	point := func(c color.NRGBA) mark { return mark{shape: disc, size: size, color: fade(c, opacity)} }
	if s.opt.Agreement {
		dots("equal", "", point(palette[0]), equal)
		dots("unequal", "", mark{shape: diamond, size: 4.6, color: palette[1]}, append(xLess, yLess...))
	} else {
		x, y := s.looks(p)
		dots("equal", "", point(ink), equal)
		dots("points", s.opt.X, point(x.color), xLess)
		dots("points", s.opt.Y, point(y.color), yLess)
	}
	dots("limit", "", mark{shape: disc, size: 3.4, color: ink, open: true}, rim)
}

// cells draws counts of points on a grid of 48 × 48 cells.
func (s *scatter) cells(p pane) {
	defer p.group("cells")()
	const n = 48
	var counts [n][n]int
	w, h := (p.Max.X-p.Min.X)/n, (p.Max.Y-p.Min.Y)/n
	clamp := func(v vg.Length) int { return min(max(int(v), 0), n-1) }
	for _, pair := range s.pairs {
		at := s.at(p, pair)
		counts[clamp((at.X-p.Min.X)/w)][clamp((at.Y-p.Min.Y)/h)]++
	}
	// The side grows with the root of the count, so the area is fair up to the
	// fullest twentieth of the cells, which are full squares; no cell with
	// points is invisible.
	filled := slices.Sorted(func(yield func(int) bool) {
		for _, column := range counts {
			for _, k := range column {
				if k > 0 && !yield(k) {
					return
				}
			}
		}
	})
	full := float64(filled[len(filled)*19/20])
	var parts [3]vg.Path // where both are equal, X is less, Y is less
	for i := range n {
		for j, k := range counts[i] {
			if k == 0 {
				continue
			}
			side := vg.Length(min(1, max(0.22, math.Sqrt(float64(k)/full))))
			cx, cy := p.Min.X+w*(vg.Length(i)+0.5), p.Min.Y+h*(vg.Length(j)+0.5)
			dx, dy := w*side/2, h*side/2
			part := &parts[(cmp.Compare(j, i)+3)%3]
			*part = append(*part, rectangle(cx-dx, cy-dy, cx+dx, cy+dy)...)
		}
	}
	x, y := s.looks(p)
	for i, c := range []color.NRGBA{ink, x.color, y.color} {
		p.fill(c, parts[i])
	}
}

// crosses reports whether a text touches the diagonal: one that stands above
// it (and is anchored at its start) with its lower right corner, one below it
// with its upper left corner.
func (p pane) crosses(b vg.Rectangle, a anchor) bool {
	slope := (p.Max.Y - p.Min.Y) / (p.Max.X - p.Min.X)
	if a == start {
		return b.Min.Y-p.Min.Y < slope*(b.Max.X-p.Min.X)+4
	}
	return b.Max.Y-p.Min.Y > slope*(b.Min.X-p.Min.X)-4
}
