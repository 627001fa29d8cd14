package plots

import (
	"cmp"
	"errors"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// layer draws marks.
func (p pane) layer(l layer) {
	if l.class != "" {
		defer p.group(l.class, "name", l.name)()
	}
	if l.name != "" {
		p.look = p.looks[l.name]
	}
	for _, m := range l.marks {
		m.draw(p)
	}
}

// length returns a size in this layout.
func (p pane) length(s size) vg.Length {
	if s.share == 0 {
		return s.most
	}
	unit := p.y(0) - p.y(-1)
	if s.onX {
		unit = p.x(1) - p.x(0)
	}
	return max(s.least, min(s.most, unit*vg.Length(s.share)))
}

// pt returns where a place is, in the unit of its mark.
func (p pane) pt(pl place, unit vg.Length) vg.Point {
	on := func(v float64, scale func(float64) vg.Length, low, high vg.Length) vg.Length {
		switch {
		case math.IsInf(v, 1):
			return high
		case math.IsInf(v, -1):
			return low
		}
		return scale(v)
	}
	at := vg.Point{X: on(pl.x, p.x, p.Min.X, p.Max.X), Y: on(pl.y, p.y, p.Min.Y, p.Max.Y)}
	return at.Add(vg.Point{X: pl.dx, Y: pl.dy + vg.Length(pl.up)*unit})
}

// pts returns where places are.
func (p pane) pts(places []place, s size) []vg.Point {
	out, unit := make([]vg.Point, len(places)), p.length(s)
	for i, pl := range places {
		out[i] = p.pt(pl, unit)
	}
	return out
}

// color returns the colour of a tone.
func (p pane) color(t tone) color.NRGBA {
	c := p.look.color
	if i := slices.IndexFunc(dark, func(n night) bool { return n.name == t.name }); t.name != "" && i >= 0 {
		c = dark[i].day
	}
	if t.opacity > 0 {
		c = fade(c, t.opacity)
	}
	return c
}

func (m lineMark) draw(p pane) {
	width, dashes := m.width, m.dashes
	if width == 0 {
		width = p.look.width()
	}
	if m.dashed {
		dashes = p.look.dashes
	}
	pts := [][]vg.Point{p.pts(m.pts, m.size)}
	if !m.free {
		pts = p.area().ClipLinesXY(pts...)
	}
	p.lines(pts, draw.LineStyle{Color: p.color(m.tone), Width: width, Dashes: dashes})
}

func (m areaMark) draw(p pane) {
	pts := p.pts(m.pts, m.size)
	if !m.free {
		pts = p.area().ClipPolygonXY(pts)
	}
	if len(pts) > 0 {
		p.fill(p.color(m.tone), closed(pts))
	}
}

func (m pointMark) draw(p pane) {
	s := p.look.mark(markSize)
	if m.size != (size{}) {
		s.size = p.length(m.size)
	}
	if m.shape != ofSeries {
		s.shape = m.shape
	}
	s.color, s.open = p.color(m.tone), m.open
	at := p.pts(m.at, size{})
	if m.spaced > 0 {
		at = p.spaced(at, (p.Max.X-p.Min.X)/9+vg.Length((m.spaced-1)%3)*4)
	}
	if m.halo > 0 {
		p.marks(symbol{shape: s.shape, size: s.size + m.halo, color: paper}, at...)
	}
	p.marks(s, at...)
}

// spaced returns the first and the last point, and of those between some that are apart.
func (p pane) spaced(at []vg.Point, apart vg.Length) []vg.Point {
	out, last := at[:1:1], at[len(at)-1]
	for _, pt := range at {
		if pt.X >= out[len(out)-1].X+apart && pt.X < last.X-apart/2 {
			out = append(out, pt)
		}
	}
	return append(out, last)
}

func (m arrowMark) draw(p pane) { p.arrow(p.color(m.tone), p.pt(m.at, 0), m.direction) }

func (m ruleMark) draw(p pane) {
	label, right := m.label, vg.Point{X: p.Max.X - 4, Y: p.y(m.value) + 3 + markSize}
	if m.moves && p.Min.X+m.in+noteStyle.width(label) > p.near(right.Y-3-markSize)-markSize {
		p.write(noteStyle.from(end), right, label)
		label = ""
	}
	defer p.group(m.class)()
	if m.upright {
		at := p.x(m.value)
		p.upright(guide, at)
		s := noteStyle.from(end)
		p.write(s, p.inside(s, vg.Point{X: at + 2, Y: p.Max.Y + 2}, label), label)
		return
	}
	at := p.y(m.value)
	p.straight(guide, p.Min.X, at, p.Max.X, at)
	p.write(noteStyle, vg.Point{X: p.Min.X + m.in, Y: at + 3}, label)
}

// near returns how far from the left the lines of the series begin to run near above or
// below a height.
func (p pane) near(height vg.Length) vg.Length {
	nearest := p.Max.X
	for _, s := range p.series {
		for _, m := range s.marks {
			if l, ok := m.(lineMark); ok {
				for _, at := range p.pts(l.pts, l.size) {
					if at.Y-height < 2*noteSize {
						nearest = min(nearest, at.X)
					}
				}
			}
		}
	}
	return nearest
}

func (m barMark) draw(p pane) {
	var bars vg.Path
	gap := hairline
	if p.x(1)-p.x(0) < 4 {
		gap = 0
	}
	for _, b := range m.at {
		bars = append(bars, rectangle(p.x(b.x-0.5)+gap, p.Min.Y, p.x(b.x+0.5)-gap, p.y(b.y))...)
	}
	p.fill(p.look.color, bars)
}

// draw draws the cells of a shade in one path, each as a stroke as wide as it is high,
// which is half as long to write as a rectangle.
func (m cellMark) draw(p pane) {
	defer p.group("cells")()
	w, h := p.x(1)-p.x(0), p.y(1)-p.y(0)
	gap := m.gap.most
	if m.gap.share > 0 {
		gap = min(gap, vg.Length(m.gap.share)*min(w, h))
	}
	var shaded [shades]vg.Path
	for _, c := range m.cells {
		left := p.x(c.x-0.5) + gap/2
		segment(&shaded[c.shade], left, p.y(c.y), left+w-gap, p.y(c.y))
	}
	for i, path := range shaded {
		p.stroke(draw.LineStyle{Color: shadeColor(i), Width: h - gap}, path)
	}
}

func (m textMark) draw(p pane) { p.write(m.style, p.pt(m.at, 0), m.text) }

// middle returns the middle of places.
func (p pane) middle(places []place) (at vg.Point) {
	for _, pt := range p.pts(places, size{}) {
		at = at.Add(pt.Scale(1 / vg.Length(len(places))))
	}
	return at
}

// riskMark are the numbers at risk, written below the numbers of the horizontal axis.
type riskMark struct{ of []atRisk }

// atRisk is the number of a series at risk, up to each step.
type atRisk struct {
	name  string
	steps []step
}

func (m riskMark) draw(p pane) {
	at := vg.Point{X: p.sheet.Min.X + outer, Y: p.sheet.Min.Y + outer + noteStep*vg.Length(len(m.of))}
	p.write(noteStyle, at, "at risk")
	for _, r := range m.of {
		at.Y -= noteStep
		l := p.looks[r.name]
		p.marks(l.mark(markSize), vg.Point{X: at.X + markSize, Y: at.Y + noteSize*capHeight/2})
		for _, t := range p.xTicks {
			if t.IsMinor() || p.x(t.Value) < at.X+2*markSize+8 {
				continue
			}
			n := 0
			if i := slices.IndexFunc(r.steps, func(s step) bool { return s.x >= t.Value }); i >= 0 {
				n = int(r.steps[i].y)
			}
			p.write(noteStyle.from(middle).in(readable(l.color)), vg.Point{X: p.x(t.Value), Y: at.Y}, count(n))
		}
	}
}

// sidesMark is a line of no effect at a value of the horizontal axis, and what its
// sides mean.
type sidesMark struct {
	value        float64
	below, above string
}

func (m sidesMark) draw(p pane) {
	px := p.x(m.value)
	p.upright(draw.LineStyle{Color: ink, Width: thinLine}, px)
	below, above := noteStyle.from(end), noteStyle
	left, right := vg.Point{X: px - 5, Y: p.Max.Y + 2}, vg.Point{X: px + 5, Y: p.Max.Y + 2}
	fits := px-5-noteStyle.width("← "+m.below) >= p.sheet.Min.X && px+5+noteStyle.width(m.above+" →") <= p.sheet.Max.X
	if p.narrow || !fits { // to either side of the reference
		below, above = noteStyle, noteStyle.from(end)
		left.X, right.X = p.Min.X, p.Max.X
	}
	if m.below != "" {
		p.write(below, left, "← "+m.below)
	}
	if m.above != "" {
		p.write(above, right, m.above+" →")
	}
}

// referenceMark are values of the horizontal axis as lines, their names side by side
// above the data area, in the order of the values.
type referenceMark []Reference

func (refs referenceMark) draw(p pane) {
	s := noteStyle.in(ink).from(middle)
	wish, size, text := make([]float64, len(refs)), make([]float64, len(refs)), make([]string, len(refs))
	for i, r := range refs {
		text[i] = cmp.Or(r.Label, shortNumber(r.At))
		wish[i], size[i] = p.x(r.At).Points(), s.width(text[i]).Points()+8
	}
	slices.Sort(wish) // equal to within rounding; spread wants an order
	middles, ok := spread(wish, size, (p.Min.X - 4).Points(), (p.Max.X + 4).Points())
	if !ok {
		p.fail(errors.New("the names of the references do not fit side by side; shorten them or make the figure wider"))
		return
	}
	for i, r := range refs {
		px := p.x(r.At)
		l := draw.LineStyle{Color: ink, Width: thinLine, Dashes: dashes[(i+len(dashes)-3)%4]}
		if len(refs) == 1 {
			l.Dashes = guide.Dashes
		}
		p.upright(l, px)
		at := vg.Point{X: vg.Length(middles[i]), Y: p.Max.Y + 3}
		half := vg.Length(size[i]/2) - 4
		p.straight(draw.LineStyle{Color: rule, Width: hairline}, px, p.Max.Y, min(max(px, at.X-half), at.X+half), at.Y-2)
		p.write(s, at, text[i])
	}
}

// cellTextMark are texts in the middle of cells, on their shades, if there is room for
// all of them.
type cellTextMark []cellText

type cellText struct {
	cell
	text string
}

func (m cellTextMark) draw(p pane) {
	s, room := noteStyle.from(middle).level(), p.x(2)-p.x(1)-2
	if slices.ContainsFunc(m, func(c cellText) bool { return s.width(c.text) > room }) {
		return
	}
	for _, c := range m {
		p.write(s.in(onShade(c.shade)), vg.Point{X: p.x(c.x), Y: p.y(c.y)}, c.text)
	}
}

// slopeMark is the name of a rising line through a point with two equal values.
type slopeMark struct {
	value float64
	text  string
}

// draw writes the name beside the line, a little below its end, at the left and clear of
// the cells on it, if there is room.
func (m slopeMark) draw(p pane) {
	w, h := p.x(1)-p.x(0), p.y(1)-p.y(0)
	down := noteStep + 2
	at := vg.Point{X: p.x(m.value) - down*w/h - w - 4, Y: p.y(m.value) - down}
	if at.X-noteStyle.width(m.text) > p.Min.X {
		p.write(noteStyle.in(ink).from(end).haloed(), at, m.text)
	}
}

func (m intervalMark) draw(p pane) {
	from, to, c := p.pt(m.from, 0), p.pt(m.to, 0), p.color(m.tone)
	across := vg.Point{X: p.length(m.across)}
	if m.level {
		across = vg.Point{Y: across.X}
	}
	p.lines([][]vg.Point{{from, to}}, draw.LineStyle{Color: c, Width: m.width})
	for _, at := range []vg.Point{from, to} {
		a, b := at.Sub(across), at.Add(across)
		p.straight(draw.LineStyle{Color: c, Width: m.width}, a.X, a.Y, b.X, b.Y)
	}
}

func (m namesMark) draw(p pane) {
	around := p.surroundings(m.share)
	var labels []callout
	for _, n := range m.names {
		if n.wide && p.narrow {
			continue
		}
		l := callout{text: n.text, style: n.style, clear: n.clear, minor: n.minor || n.loose && p.narrow}
		if n.series != "" {
			l.style = l.style.in(readable(p.looks[n.series].color))
		}
		at := p.pts(n.at, size{})
		for i, pl := range n.at {
			if in := n.style.width(n.text)/2 + 4; n.inset && pl.x == edge {
				at[i].X -= in
			} else if n.inset {
				at[i].X += in
			}
		}
		l.at, l.also = at[0], at[1:]
		labels = append(labels, l)
	}
	p.callouts(labels, around)
}

// surroundings are what the marks of the chart leave to names.
func (p pane) surroundings(share float64) surroundings {
	around := surroundings{area: p.Rectangle}
	for _, marks := range p.all {
		lined := slices.ContainsFunc(marks, func(m mark) bool { _, is := m.(lineMark); return is })
		for _, m := range marks {
			points, dots := m.(pointMark)
			for _, pt := range p.pts(points.at, size{}) {
				around.marks = append(around.marks, squareAround(pt, p.length(points.size)*vg.Length(share)))
			}
			if !dots || !lined { // others are on the line
				around.obstacles = append(around.obstacles, p.trail(m)...)
			}
			if o, is := m.(obstacle); is {
				o.obstruct(p, &around)
			}
		}
	}
	return around
}

// trail returns points along a mark.
func (p pane) trail(m mark) []vg.Point {
	switch m := m.(type) {
	case lineMark:
		return along(p.pts(m.pts, m.size))
	case intervalMark:
		return along(p.pts([]place{m.from, m.to}, size{}))
	case ruleMark:
		return along(p.pts([]place{to(-edge, m.value), to(edge, m.value)}, size{}))
	case pointMark:
		return p.pts(m.at, size{})
	}
	return nil
}

// across reports whether a straight line comes near the marks of another series.
func (p pane) across(from, to vg.Point, own string) bool {
	near := func(at vg.Point) bool { return distance(at, from, to) < 3 && at.X > from.X+markSize }
	return slices.ContainsFunc(p.series, func(s series) bool {
		return s.name != own && slices.ContainsFunc(s.marks, func(m mark) bool { return slices.ContainsFunc(p.trail(m), near) })
	})
}

// obstacle is a mark that knows what it leaves to names.
type obstacle interface {
	obstruct(p pane, around *surroundings)
}
