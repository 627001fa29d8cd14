package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// guideMark is the diagonal of equal axes, up to an edge behind which runs stand that a
// limit stopped, with lines of a factor of ten. Points have a diameter.
type guideMark struct {
	edge            float64
	capped, decades bool
	points          []place
	dot             Length
}

func (m guideMark) draw(p pane) {
	inner := p // the data area without the rim
	inner.Max = p.at(m.edge, m.edge)
	from, to := inner.Min, inner.Max
	p.straight(draw.LineStyle{Color: rule, Width: thinLine}, from.X, from.Y, to.X, to.Y)
	if by, notes := m.tens(p); len(notes) > 0 {
		fine := draw.LineStyle{Color: fade(rule, 0.8), Width: hairline, Dashes: []vg.Length{3, 2.5}}
		p.lines(inner.area().ClipLinesXY(
			[]vg.Point{{X: from.X, Y: from.Y + by.Y}, {X: to.X, Y: to.Y + by.Y}},
			[]vg.Point{{X: from.X + by.X, Y: from.Y}, {X: to.X + by.X, Y: to.Y}},
		), fine)
		p.texts(notes)
	}
	if m.capped {
		p.straight(guide, to.X, p.Min.Y, to.X, to.Y)
		p.straight(guide, p.Min.X, to.Y, to.X, to.Y)
	}
}

// tens returns the lengths of a decade and the names of the lines of a factor of ten,
// none if there is no room for these lines. A name stands at the upper end of its line,
// or as far below as it takes to keep off the points.
func (m guideMark) tens(p pane) (by vg.Point, notes []text) {
	by, edge := p.at(100, 100).Sub(p.at(10, 10)), p.at(m.edge, m.edge)
	if !m.decades || by.X >= (edge.X-p.Min.X)*0.85 {
		return by, nil
	}
	points := p.pts(m.points, size{})
	note := noteStyle.haloed().from(end).level()
	for _, t := range []text{
		{"×10", vg.Point{X: edge.X - by.X - 9, Y: edge.Y - 6}, note},
		{"÷10", vg.Point{X: edge.X - 3, Y: edge.Y - by.Y - 12}, note},
	} {
		for ; t.at.X > p.Min.X+20 && t.at.Y > p.Min.Y+10; t.at = t.at.Sub(vg.Point{X: 4, Y: 4}) {
			if box := grown(t.box(), m.dot/2+0.5); !slices.ContainsFunc(points, func(at vg.Point) bool { return contains(box, at) }) {
				notes = append(notes, t)
				break
			}
		}
	}
	return by, notes
}

// obstruct implements obstacle.
func (m guideMark) obstruct(p pane, around *surroundings) {
	edge := p.at(m.edge, m.edge)
	around.obstacles = append(around.obstacles, along([]vg.Point{p.Min, edge})...)
	if m.capped {
		around.obstacles = append(around.obstacles, along([]vg.Point{{X: edge.X, Y: p.Min.Y}, edge, {X: p.Min.X, Y: edge.Y}})...)
	}
	_, notes := m.tens(p)
	for _, t := range notes {
		around.taken = append(around.taken, t.box())
	}
}

// densityMark is counts of points on a grid of 48 × 48 cells: where both values are
// equal, and in the looks of two series where one of them is less.
type densityMark struct {
	at   []place
	x, y string
}

func (m densityMark) draw(p pane) {
	const n = 48
	var counts [n][n]int
	w, h := (p.Max.X-p.Min.X)/n, (p.Max.Y-p.Min.Y)/n
	clamp := func(v vg.Length) int { return min(max(int(v), 0), n-1) }
	for _, at := range p.pts(m.at, size{}) {
		counts[clamp((at.X-p.Min.X)/w)][clamp((at.Y-p.Min.Y)/h)]++
	}
	// The side grows with the root of the count, so the area is fair up to the
	// fullest twentieth of the cells, which are full squares; no cell with
	// points is invisible.
	var filled []int
	for _, column := range counts {
		filled = append(filled, slices.DeleteFunc(slices.Clone(column[:]), func(k int) bool { return k == 0 })...)
	}
	slices.Sort(filled)
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
	for i, c := range []color.NRGBA{ink, p.looks[m.x].color, p.looks[m.y].color} {
		p.fill(c, parts[i])
	}
}

// obstruct implements obstacle.
func (m densityMark) obstruct(p pane, around *surroundings) {
	around.obstacles = append(around.obstacles, p.pts(m.at, size{})...)
}

// verdictMark is what points around a diagonal amount to, on either side of it where
// the fewest points are in the way.
type verdictMark struct {
	guideMark
	above, below sentence
}

// sentence is a line in the colour of a series, or in ink, and a small one below it.
type sentence struct{ who, what, series string }

func (m verdictMark) draw(p pane) { p.texts(m.texts(p)) }

// obstruct implements obstacle.
func (m verdictMark) obstruct(p pane, around *surroundings) {
	for _, t := range m.texts(p) {
		around.taken = append(around.taken, t.box())
	}
}

// texts returns the lines where they stand.
func (m verdictMark) texts(p pane) []text {
	edge := p.at(m.edge, m.edge)
	left, bottom, right, top := p.Min.X+6, p.Min.Y+7+noteStep, edge.X-6, edge.Y-11
	w, h := right-left, top-bottom
	var above, below []vg.Point
	for i := range 9 {
		step := vg.Length(i) * 0.08
		above = append(above, vg.Point{X: left, Y: top - step*h}, vg.Point{X: left + step*w, Y: top})
		below = append(below, vg.Point{X: right, Y: bottom + step*h}, vg.Point{X: right - step*w, Y: bottom})
	}
	return append(m.place(p, m.above, start, above), m.place(p, m.below, end, below)...)
}

// place returns the lines of a sentence at one of some places.
func (m verdictMark) place(p pane, s sentence, a anchor, candidates []vg.Point) []text {
	if s == (sentence{}) {
		return nil
	}
	c := ink
	if s.series != "" {
		c = readable(p.looks[s.series].color)
	}
	who := titleStyle.plain().within(s.who, 0.8*(p.at(m.edge, m.edge).X-p.Min.X))
	name, note := titleStyle.plain().haloed().in(c).from(a), noteStyle.haloed().from(a)
	points := p.pts(m.points, size{})
	_, notes := m.tens(p)
	best, fewest := candidates[0], -1
	for _, at := range candidates {
		b, second := textBox(name, at, who), textBox(note, at, s.what)
		b.Min = vg.Point{X: min(b.Min.X, second.Min.X), Y: b.Min.Y - noteStep}
		b.Max.X = max(b.Max.X, second.Max.X)
		covered := 0
		for _, point := range points {
			if contains(grown(b, m.dot/2), point) {
				covered++
			}
		}
		if !p.crosses(b, a) && !slices.ContainsFunc(notes, func(t text) bool { return overlap(t.box(), grown(b, 2)) }) && (fewest < 0 || covered < fewest) {
			best, fewest = at, covered
		}
	}
	return []text{{who, best, name}, {s.what, vg.Point{X: best.X, Y: best.Y - noteStep}, note}}
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

// text is a line of text at its place.
type text struct {
	text  string
	at    vg.Point
	style style
}

// box returns what the text covers.
func (t text) box() vg.Rectangle {
	at := t.at
	if t.style.centred {
		at.Y -= t.style.size * capHeight / 2
	}
	return textBox(t.style, at, t.text)
}

func (p pane) texts(texts []text) {
	for _, t := range texts {
		p.write(t.style, t.at, t.text)
	}
}
