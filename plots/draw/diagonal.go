package draw

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// diagonal is the diagonal of a chart while it is drawn.
type diagonal struct {
	chart.Diagonal
	pane
}

// corner returns the end of the diagonal.
func (m diagonal) corner() vg.Point { return m.at(m.Edge, m.Edge) }

// lines returns the diagonal and, if a limit stopped runs, the edge between them and the other
// points.
func (m diagonal) lines() [][]vg.Point {
	edge := m.corner()
	if !m.Capped {
		return [][]vg.Point{{m.Min, edge}}
	}
	return [][]vg.Point{{m.Min, edge}, {{X: edge.X, Y: m.Min.Y}, edge}, {{X: m.Min.X, Y: edge.Y}, edge}}
}

func (m diagonal) draw() {
	inner := m.pane // the data area without the rim
	inner.Max = m.corner()
	lines := m.lines()
	m.polyline(draw.LineStyle{Color: rule, Width: chart.ThinLine}, lines[0]...)
	if by, notes := m.tens(); len(notes) > 0 {
		up, right := vg.Point{Y: by.Y}, vg.Point{X: by.X}
		for _, tens := range inner.area().ClipLinesXY([]vg.Point{inner.Min.Add(up), inner.Max.Add(up)}, []vg.Point{inner.Min.Add(right), inner.Max.Add(right)}) {
			m.polyline(draw.LineStyle{Color: fade(rule, 0.8), Width: chart.Hairline, Dashes: []vg.Length{3, 2.5}}, tens...)
		}
		m.texts(notes)
	}
	for _, edge := range lines[1:] {
		m.polyline(guide, edge...)
	}
}

// tens returns the length of a decade, and the labels of the lines at a factor of ten, or no labels
// if there is no room for these lines. A label is at the upper end of its line, or lower if
// necessary to avoid points.
func (m diagonal) tens() (by vg.Point, notes []text) {
	by, edge := m.at(100, 100).Sub(m.at(10, 10)), m.corner()
	if !m.Decades || by.X >= (edge.X-m.Min.X)*0.85 {
		return by, nil
	}
	points := m.pts(m.Points, chart.Size{})
	note := noteStyle.haloed().from(end).level()
	for _, t := range []text{
		{"×10", vg.Point{X: edge.X - by.X - 9, Y: edge.Y - 6}, note},
		{"÷10", vg.Point{X: edge.X - 3, Y: edge.Y - by.Y - 12}, note},
	} {
		for ; t.at.X > m.Min.X+20 && t.at.Y > m.Min.Y+10; t.at = t.at.Sub(vg.Point{X: 4, Y: 4}) {
			if box := grown(t.box(), vg.Length(m.Dot)/2+0.5); !slices.ContainsFunc(points, func(at vg.Point) bool { return contains(box, at) }) {
				notes = append(notes, t)
				break
			}
		}
	}
	return by, notes
}

func (p pane) density(m chart.Density) {
	const n = 48
	var counts [n][n]int
	w, h := (p.Max.X-p.Min.X)/n, (p.Max.Y-p.Min.Y)/n
	clamp := func(v vg.Length) int { return min(max(int(v), 0), n-1) }
	for _, at := range p.pts(m.At, chart.Size{}) {
		counts[clamp((at.X-p.Min.X)/w)][clamp((at.Y-p.Min.Y)/h)]++
	}
	// The side of a square grows with the root of the count, so the area is proportional to the
	// count, up to the fullest twentieth of the cells, which have full squares. No cell with points
	// is invisible.
	var filled []int
	for _, column := range counts {
		filled = append(filled, slices.DeleteFunc(slices.Clone(column[:]), func(k int) bool { return k == 0 })...)
	}
	slices.Sort(filled)
	full := float64(filled[len(filled)*19/20])
	var parts [3]vg.Path // both values are equal, X is smaller, Y is smaller
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
	for i, c := range []color.NRGBA{ink, p.looks[m.X].color, p.looks[m.Y].color} {
		p.fill(c, parts[i])
	}
}

func (p pane) diagonal(m chart.Diagonal) { diagonal{m, p}.draw() }

func (p pane) verdict(m chart.Verdict) { p.texts(p.verdictTexts(m)) }

// verdictTexts returns the lines of a verdict with their positions.
func (p pane) verdictTexts(m chart.Verdict) []text {
	d := diagonal{m.Diagonal, p}
	edge := d.corner()
	left, bottom, right, top := p.Min.X+6, p.Min.Y+7+chart.LineHeight, edge.X-6, edge.Y-11
	w, h := right-left, top-bottom
	var above, below []vg.Point
	for i := range 9 {
		step := vg.Length(i) * 0.08
		above = append(above, vg.Point{X: left, Y: top - step*h}, vg.Point{X: left + step*w, Y: top})
		below = append(below, vg.Point{X: right, Y: bottom + step*h}, vg.Point{X: right - step*w, Y: bottom})
	}
	return append(d.place(m.Upper, start, above), d.place(m.Lower, end, below)...)
}

// place returns the lines of a sentence at one of the candidate positions.
func (m diagonal) place(s chart.Sentence, a anchor, candidates []vg.Point) []text {
	if s == (chart.Sentence{}) {
		return nil
	}
	c := ink
	if s.Series != "" {
		c = readable(m.looks[s.Series].color)
	}
	who := nameStyle.within(s.Who, 0.8*(m.corner().X-m.Min.X))
	name, note := nameStyle.haloed().in(c).from(a), noteStyle.haloed().from(a)
	points := m.pts(m.Points, chart.Size{})
	_, notes := m.tens()
	best, fewest := candidates[0], len(points)+1
	for _, at := range candidates {
		b, second := textBox(name, at, who), textBox(note, at, s.What)
		b.Min = vg.Point{X: min(b.Min.X, second.Min.X), Y: b.Min.Y - chart.LineHeight}
		b.Max.X = max(b.Max.X, second.Max.X)
		if m.crosses(b, a) || slices.ContainsFunc(notes, func(t text) bool { return overlap(t.box(), grown(b, 2)) }) {
			continue
		}
		covered := 0
		for _, point := range points {
			if contains(grown(b, vg.Length(m.Dot)/2), point) {
				covered++
			}
		}
		if covered < fewest {
			best, fewest = at, covered
		}
	}
	return []text{{who, best, name}, {s.What, best.Sub(vg.Point{Y: chart.LineHeight}), note}}
}

// crosses reports whether a text touches the diagonal: with its lower right corner if it is above
// the diagonal (and anchored at its start), with its upper left corner if it is below.
func (p pane) crosses(b vg.Rectangle, a anchor) bool {
	slope := (p.Max.Y - p.Min.Y) / (p.Max.X - p.Min.X)
	if a == start {
		return b.Min.Y-p.Min.Y < slope*(b.Max.X-p.Min.X)+4
	}
	return b.Max.Y-p.Min.Y > slope*(b.Min.X-p.Min.X)-4
}

// text is a line of text with its position.
type text struct {
	text  string
	at    vg.Point
	style style
}

// box returns the box that the text covers.
func (t text) box() vg.Rectangle { return textBox(t.style, t.at, t.text) }

func (p pane) texts(texts []text) {
	for _, t := range texts {
		p.write(t.style, t.at, t.text)
	}
}
