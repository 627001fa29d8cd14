package draw

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// layer draws marks.
func (p pane) layer(l chart.Layer) {
	if l.Class != "" {
		defer p.group(l.Class, "name", l.Name)()
	}
	if l.Name != "" {
		p.look = p.looks[l.Name]
	}
	for _, m := range l.Marks {
		p.mark(m)
	}
}

// by returns a function that draws a mark if it has the type that f draws, and reports whether it
// did.
func by[M any](f func(pane, M)) func(pane, chart.Mark) bool {
	return func(p pane, m chart.Mark) bool {
		mark, is := m.(M)
		if is {
			f(p, mark)
		}
		return is
	}
}

// marks lists the functions that draw marks, one for each type.
var marks = []func(pane, chart.Mark) bool{
	by(pane.line), by(pane.polygon), by(pane.points), by(pane.arrow), by(pane.rule), by(pane.bars), by(pane.cells), by(pane.names),
	by(pane.risk), by(pane.sides), by(pane.references), by(pane.slope),
	by(pane.density), by(pane.diagonal), by(pane.verdict),
}

// mark draws a mark.
func (p pane) mark(m chart.Mark) {
	if !slices.ContainsFunc(marks, func(draw func(pane, chart.Mark) bool) bool { return draw(p, m) }) {
		p.fail(fmt.Errorf("there is no mark %T", m))
	}
}

// length returns the length of a size in this layout.
func (p pane) length(s chart.Size) vg.Length {
	if s.Share == 0 {
		return vg.Length(s.Most)
	}
	unit := p.y(0) - p.y(-1)
	if s.OnX {
		unit = p.x(1) - p.x(0)
	}
	return max(vg.Length(s.Least), min(vg.Length(s.Most), unit*vg.Length(s.Share)))
}

// pt returns the position of a place. unit is the size of its mark.
func (p pane) pt(pl chart.Place, unit vg.Length) vg.Point {
	return p.at(pl.X, pl.Y).Add(vg.Point{X: vg.Length(pl.DX), Y: vg.Length(pl.DY) + vg.Length(pl.Up)*unit})
}

// pts returns the positions of places.
func (p pane) pts(places []chart.Place, s chart.Size) []vg.Point {
	out, unit := make([]vg.Point, len(places)), p.length(s)
	for i, pl := range places {
		out[i] = p.pt(pl, unit)
	}
	return out
}

// color returns the color of a tone.
func (p pane) color(t chart.Tone) color.NRGBA {
	c := p.look.color
	if t.Color != "" {
		c = named(t.Color)
	}
	if t.Opacity > 0 {
		c = fade(c, t.Opacity)
	}
	return c
}

// named returns a color of the theme.
func named(name string) color.NRGBA {
	if i := slices.IndexFunc(dark, func(n night) bool { return n.name == name }); i >= 0 {
		return dark[i].day
	}
	return ink
}

func (p pane) line(m chart.Line) {
	s := draw.LineStyle{Color: p.color(m.Tone), Width: cmp.Or(vg.Length(m.Width), p.look.width())}
	for _, d := range m.Dashes {
		s.Dashes = append(s.Dashes, vg.Length(d))
	}
	if m.Dashed {
		s.Dashes = p.look.dashes
	}
	pieces := [][]vg.Point{p.pts(m.At, m.Size)}
	if !m.Free {
		pieces = p.area().ClipLinesXY(pieces...)
	}
	for _, piece := range pieces {
		p.polyline(s, piece...)
	}
}

func (p pane) polygon(m chart.Area) {
	pts := p.pts(m.At, m.Size)
	if !m.Free {
		pts = p.area().ClipPolygonXY(pts)
	}
	if len(pts) > 0 {
		p.fill(p.color(m.Tone), closed(pts))
	}
}

func (p pane) points(m chart.Points) {
	s := p.look.mark(chart.MarkSize)
	if m.Size != (chart.Size{}) {
		s.size = p.length(m.Size)
	}
	if m.Shape != "" {
		s.shape = m.Shape
	}
	s.color, s.open = p.color(m.Tone), m.Open
	at := p.pts(m.At, chart.Size{})
	if m.Spaced > 0 {
		at = spaced(at, (p.Max.X-p.Min.X)/9+vg.Length((m.Spaced-1)%3)*4)
	}
	if m.Halo > 0 {
		p.marks(symbol{shape: s.shape, size: s.size + vg.Length(m.Halo), color: paper}, at...)
	}
	p.marks(s, at...)
}

// spaced returns the first and the last point, and points in between that keep the given distance.
func spaced(at []vg.Point, apart vg.Length) []vg.Point {
	out, last := at[:1:1], at[len(at)-1]
	for _, pt := range at {
		if pt.X >= out[len(out)-1].X+apart && pt.X < last.X-apart/2 {
			out = append(out, pt)
		}
	}
	return append(out, last)
}

// arrow draws an arrow from a point that is a lower bound toward the true value.
func (p pane) arrow(m chart.Arrow) {
	at, direction, clr := p.pt(m.At, 0), vg.Point{Y: 1}, p.color(m.Tone)
	if m.Right {
		direction = vg.Point{X: 1}
	}
	tip, across := at.Add(direction.Scale(13)), vg.Point{X: direction.Y, Y: direction.X}.Scale(2.2)
	neck, shaft := tip.Sub(direction.Scale(4)), tip.Sub(direction.Scale(2))
	p.polyline(draw.LineStyle{Color: clr, Width: 1}, at, shaft)
	p.fill(clr, closed([]vg.Point{neck.Sub(across), neck.Add(across), tip}))
}

func (p pane) rule(m chart.Rule) {
	at, in, label := p.at(m.Value, m.Value), vg.Length(m.In), m.Label
	if m.Moves && p.Min.X+in+noteStyle.width(label) > p.near(at.Y)-chart.MarkSize {
		p.write(noteStyle.from(end), vg.Point{X: p.Max.X - 4, Y: at.Y + 3 + chart.MarkSize}, label)
		label = ""
	}
	defer p.group(m.Class)()
	if m.Upright {
		p.upright(guide, at.X)
		s := noteStyle.from(end)
		p.write(s, p.inside(s, vg.Point{X: at.X + 2, Y: p.Max.Y + 2}, label), label)
		return
	}
	p.polyline(guide, vg.Point{X: p.Min.X, Y: at.Y}, vg.Point{X: p.Max.X, Y: at.Y})
	p.write(noteStyle, vg.Point{X: p.Min.X + in, Y: at.Y + 3}, label)
}

// near returns the x position at which the lines of the series first come close to a height.
func (p pane) near(height vg.Length) vg.Length {
	nearest := p.Max.X
	for _, s := range p.series {
		for _, m := range s.Marks {
			l, _ := m.(chart.Line)
			for _, at := range p.pts(l.At, l.Size) {
				if at.Y-height < 2*noteSize {
					nearest = min(nearest, at.X)
				}
			}
		}
	}
	return nearest
}

func (p pane) bars(m chart.Bars) {
	var bars vg.Path
	gap := vg.Length(chart.Hairline)
	if p.x(1)-p.x(0) < 4 {
		gap = 0
	}
	for _, b := range m.At {
		bars = append(bars, rectangle(p.x(b.X-0.5)+gap, p.Min.Y, p.x(b.X+0.5)-gap, p.y(b.Y))...)
	}
	p.fill(p.look.color, bars)
}

// cells draws all cells of a shade as one path. Each cell is a stroke as wide as it is high, which
// takes half as many bytes as a rectangle.
func (p pane) cells(m chart.Cells) {
	defer p.group("cells")()
	w, h := p.x(1)-p.x(0), p.y(1)-p.y(0)
	gap := vg.Length(m.Gap.Most)
	if m.Gap.Share > 0 {
		gap = min(gap, vg.Length(m.Gap.Share)*min(w, h))
	}
	var shaded [shades]vg.Path
	for _, c := range m.Cells {
		left := p.x(c.X-0.5) + gap/2
		segment(&shaded[shadeOf(c.Shade)], left, p.y(c.Y), left+w-gap, p.y(c.Y))
	}
	for i, path := range shaded {
		p.stroke(draw.LineStyle{Color: shadeColor(i), Width: h - gap}, path)
	}
	s, room := noteStyle.from(middle).level(), w-2
	if slices.ContainsFunc(m.Cells, func(c chart.Cell) bool { return s.width(c.Text) > room }) {
		return
	}
	for _, c := range m.Cells {
		p.write(s.in(onShade(shadeOf(c.Shade))), p.at(c.X, c.Y), c.Text)
	}
}

// middle returns the middle of places.
func (p pane) middle(places []chart.Place) (at vg.Point) {
	for _, pt := range p.pts(places, chart.Size{}) {
		at = at.Add(pt.Scale(1 / vg.Length(len(places))))
	}
	return at
}

func (p pane) risk(m chart.Risk) {
	at := vg.Point{X: p.sheet.Min.X + outer, Y: p.sheet.Min.Y + outer + chart.LineHeight*vg.Length(len(m.Of))}
	p.write(noteStyle, at, "at risk")
	for _, r := range m.Of {
		at.Y -= chart.LineHeight
		l := p.looks[r.Name]
		p.marks(l.mark(chart.MarkSize), at.Add(vg.Point{X: chart.MarkSize, Y: noteSize * capHeight / 2}))
		for _, t := range p.xTicks {
			if t.minor() || p.x(t.value) < at.X+2*chart.MarkSize+8 {
				continue
			}
			n := 0
			if i := slices.IndexFunc(r.Steps, func(s [2]float64) bool { return s[0] >= t.value }); i >= 0 {
				n = int(r.Steps[i][1])
			}
			p.write(noteStyle.from(middle).in(readable(l.color)), vg.Point{X: p.x(t.value), Y: at.Y}, number.Count(n))
		}
	}
}

func (p pane) sides(m chart.Sides) {
	px := p.x(m.Value)
	p.upright(draw.LineStyle{Color: ink, Width: chart.ThinLine}, px)
	below, above, left, right := "← "+m.Below, m.Above+" →", px-5, px+5
	belowStyle, aboveStyle := noteStyle.from(end), noteStyle
	fits := left-noteStyle.width(below) >= p.sheet.Min.X && right+noteStyle.width(above) <= p.sheet.Max.X
	if p.narrow || !fits { // at the ends of the data area instead of next to the line
		belowStyle, aboveStyle, left, right = aboveStyle, belowStyle, p.Min.X, p.Max.X
	}
	if m.Below != "" {
		p.write(belowStyle, vg.Point{X: left, Y: p.Max.Y + 2}, below)
	}
	if m.Above != "" {
		p.write(aboveStyle, vg.Point{X: right, Y: p.Max.Y + 2}, above)
	}
}

func (p pane) references(m chart.References) {
	s := noteStyle.in(ink).from(middle)
	wish, size := make([]float64, len(m.At)), make([]float64, len(m.At))
	for i, v := range m.At {
		wish[i], size[i] = p.x(v).Points(), s.width(m.Labels[i]).Points()+8
	}
	slices.Sort(wish) // equal up to rounding, but spread needs them sorted
	middles, ok := spread(wish, size, (p.Min.X - 4).Points(), (p.Max.X + 4).Points())
	if !ok {
		p.fail(errors.New("the names of the references do not fit side by side; shorten them or make the figure wider"))
		return
	}
	for i, v := range m.At {
		px := p.x(v)
		l := draw.LineStyle{Color: ink, Width: chart.ThinLine, Dashes: dashes[(i+len(dashes)-3)%4]}
		if len(m.At) == 1 {
			l.Dashes = guide.Dashes
		}
		p.upright(l, px)
		at := vg.Point{X: vg.Length(middles[i]), Y: p.Max.Y + 3}
		half := vg.Length(size[i]/2) - 4
		p.polyline(draw.LineStyle{Color: rule, Width: chart.Hairline}, vg.Point{X: px, Y: p.Max.Y}, vg.Point{X: min(max(px, at.X-half), at.X+half), Y: at.Y - 2})
		p.write(s, at, m.Labels[i])
	}
}

// crowded reports whether names do not fit side by side into a width.
func crowded(names []string, width vg.Length) bool {
	return slices.ContainsFunc(names, func(name string) bool { return noteStyle.width(name)+4 > width/vg.Length(len(names)) })
}

// slope writes the label next to the line, slightly below its upper end, on the left side and clear
// of the cells on the line, if there is room.
func (p pane) slope(m chart.Slope) {
	w, h := p.x(1)-p.x(0), p.y(1)-p.y(0)
	down := vg.Length(chart.LineHeight + 2)
	at := vg.Point{X: p.x(m.Value) - down*w/h - w - 4, Y: p.y(m.Value) - down}
	if at.X-noteStyle.width(m.Text) > p.Min.X && !p.inner {
		p.write(noteStyle.in(ink).from(end).haloed(), at, m.Text)
	}
}

func (p pane) names(m chart.Names) {
	around := p.surroundings(m.Share)
	var labels []callout
	for _, n := range m.Names {
		if n.Wide && p.narrow {
			continue
		}
		l := callout{text: n.Text, style: noteStyle, clear: vg.Length(n.Clear), minor: n.Minor || n.Loose && p.narrow}
		if n.Large {
			l.style = titleStyle
		}
		if l.style.rich = n.Rich; n.Color != "" {
			l.style.color = named(n.Color)
		}
		if n.Series != "" {
			l.style.color = readable(p.looks[n.Series].color)
		}
		at := p.pts(n.At, chart.Size{})
		for i, pl := range n.At {
			if in := l.style.width(n.Text)/2 + 4; n.Inset && pl.X == chart.Edge {
				at[i].X -= in
			} else if n.Inset {
				at[i].X += in
			}
		}
		l.at, l.also = at[0], at[1:]
		labels = append(labels, l)
	}
	p.callouts(labels, around)
}

// surroundings returns what names must avoid around the marks of the chart.
func (p pane) surroundings(share float64) surroundings {
	around := surroundings{area: p.Rectangle}
	for _, marks := range p.all {
		lined := slices.ContainsFunc(marks, func(m chart.Mark) bool { _, is := m.(chart.Line); return is })
		for _, m := range marks {
			points, dots := m.(chart.Points)
			for _, pt := range p.pts(points.At, chart.Size{}) {
				around.marks = append(around.marks, grown(vg.Rectangle{Min: pt, Max: pt}, p.length(points.Size)*vg.Length(share)))
			}
			if !dots || !lined { // others are on the line
				around.obstacles = append(around.obstacles, p.trail(m)...)
			}
			for _, t := range p.written(m) {
				around.taken = append(around.taken, t.box())
			}
		}
	}
	return around
}

// trail returns points along a mark that names should avoid.
func (p pane) trail(m chart.Mark) (out []vg.Point) {
	switch m := m.(type) {
	case chart.Line:
		if !ornament(m) {
			return along(p.pts(m.At, m.Size))
		}
	case chart.Rule:
		return along(p.pts([]chart.Place{chart.To(-chart.Edge, m.Value), chart.To(chart.Edge, m.Value)}, chart.Size{}))
	case chart.Points:
		return p.pts(m.At, chart.Size{})
	case chart.Density:
		return p.pts(m.At, chart.Size{})
	case chart.Diagonal:
		for _, line := range (diagonal{m, p}).lines() {
			out = append(out, along(line)...)
		}
	}
	return out
}

// ornament reports whether a line is a short stroke at one value, such as the strokes across the
// ends of an error bar.
func ornament(m chart.Line) bool {
	return !slices.ContainsFunc(m.At, func(pl chart.Place) bool { return pl.X != m.At[0].X || pl.Y != m.At[0].Y })
}

// written returns the texts of a mark, which names must avoid.
func (p pane) written(m chart.Mark) (texts []text) {
	switch m := m.(type) {
	case chart.Diagonal:
		_, texts = diagonal{m, p}.tens()
	case chart.Verdict:
		texts = p.verdictTexts(m)
	}
	return texts
}

// across reports whether a straight line comes close to the marks of another series.
func (p pane) across(from, to vg.Point, own string) bool {
	near := func(at vg.Point) bool { return distance(at, from, to) < 3 && at.X > from.X+chart.MarkSize }
	return slices.ContainsFunc(p.series, func(s chart.Series) bool {
		return s.Name != own && slices.ContainsFunc(s.Marks, func(m chart.Mark) bool { return slices.ContainsFunc(p.trail(m), near) })
	})
}
