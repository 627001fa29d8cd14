package plots

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// pane is the data area while it is drawn; x and y turn values into positions.
type pane struct {
	draw.Canvas
	x, y   func(float64) vg.Length
	scheme Scheme
	err    *error
	sheet  vg.Rectangle // of the figure
	narrow bool         // the names of rows stand above them, those of curves above the data
	rows   int
	tall   vg.Length // see chart
	drawn  *trails   // nil if nobody asks
}

// narrowBelow is the width of a sheet on which names do not stand beside the data.
const narrowBelow = 4.2 * vg.Inch

// trails are points along what was drawn of the series so far.
type trails struct {
	name string // of the series that is being drawn
	of   map[string][]vg.Point
}

func (t *trails) add(pts ...vg.Point) {
	if t != nil && t.name != "" {
		t.of[t.name] = append(t.of[t.name], pts...)
	}
}

// across reports whether a straight line comes near what was drawn of another
// series.
func (t *trails) across(from, to vg.Point, own string) bool {
	for name, pts := range t.of {
		near := func(at vg.Point) bool { return distance(at, from, to) < 3 && at.X > from.X+markSize }
		if name != own && slices.ContainsFunc(pts, near) {
			return true
		}
	}
	return false
}

// upright draws a value of the horizontal axis as a line through the rows, beside
// what is written above them on a narrow sheet.
func (p pane) upright(s draw.LineStyle, x vg.Length) {
	var path vg.Path
	if !p.narrow {
		segment(&path, x, p.Min.Y, x, p.Max.Y)
	} else {
		for i := range p.rows {
			segment(&path, x, p.row(i)-7, x, p.row(i)+7)
		}
	}
	p.stroke(s, path)
}

// inside returns where a text stands that is to stand at a point, moved level as far
// as it takes to be on the sheet.
func (p pane) inside(s style, at vg.Point, text string) vg.Point {
	box := textBox(s, at, text)
	at.X += max(p.sheet.Min.X+1-box.Min.X, 0)
	at.X -= max(box.Max.X-p.sheet.Max.X+1, 0)
	return at
}

// at returns the position of a point.
func (p pane) at(x, y float64) vg.Point { return vg.Point{X: p.x(x), Y: p.y(y)} }

// fail keeps the first error of a drawing.
func (p pane) fail(err error) { *p.err = cmp.Or(*p.err, err) }

// richCanvas is implemented by canvases whose format can do better than paths and
// strings: it names the parts of a drawing, draws one mark many times without
// repeating its outline, and sets text other than by pieces whose positions were
// computed from font metrics.
type richCanvas interface {
	beginGroup(class string, data ...string)
	endGroup()
	drawMarks(m mark, at []vg.Point)
	setText(s style, baseline vg.Point, runs []run)
}

// rich returns the canvas below the areas that were cropped from it, and what more
// it can do, nil if nothing.
func (p pane) rich() (vg.Canvas, richCanvas) {
	var bare vg.Canvas = p.Canvas
	for {
		area, cropped := bare.(draw.Canvas)
		if !cropped {
			rich, _ := bare.(richCanvas)
			return bare, rich
		}
		bare = area.Canvas
	}
}

// group begins a part of the drawing, of which pairs of names and values are known, and
// returns what ends it.
func (p pane) group(class string, data ...string) (end func()) {
	_, rich := p.rich()
	if rich == nil {
		return func() {}
	}
	rich.beginGroup(class, data...)
	return rich.endGroup
}

// line draws a polyline clipped to the data area.
func (p pane) line(pts []vg.Point, clr color.NRGBA, width vg.Length, dashes []vg.Length) {
	for _, piece := range p.ClipLinesXY(pts) {
		p.StrokeLines(draw.LineStyle{Color: clr, Width: width, Dashes: dashes}, piece)
		if p.drawn != nil {
			p.drawn.add(along(piece)...)
		}
	}
}

// area fills a polygon clipped to the data area.
func (p pane) area(pts []vg.Point, clr color.NRGBA) { p.FillPolygon(clr, p.ClipPolygonXY(pts)) }

// stroke draws a path, if there is anything in it.
func (p pane) stroke(s draw.LineStyle, path vg.Path) {
	if len(path) > 0 {
		p.SetLineStyle(s)
		p.Stroke(path)
	}
}

// fill fills a path, if there is anything in it.
func (p pane) fill(clr color.NRGBA, path vg.Path) {
	if len(path) > 0 {
		p.SetColor(clr)
		p.Fill(path)
	}
}

// segment adds a straight line to a path.
func segment(path *vg.Path, x0, y0, x1, y1 vg.Length) {
	path.Move(vg.Point{X: x0, Y: y0})
	path.Line(vg.Point{X: x1, Y: y1})
}

// guide is the style of limits and of other values to compare with.
var guide = draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}

// level draws a value of the vertical axis as a line with its name above it, in
// from the left, where growth curves are far below it.
func level(class string, at float64, in vg.Length, label string) layer {
	return func(p pane) {
		defer p.group(class)()
		py := p.y(at)
		p.StrokeLine2(guide, p.Min.X, py, p.Max.X, py)
		p.write(noteStyle, vg.Point{X: p.Min.X + in, Y: py + 3}, label)
	}
}

// capAbove draws a limit on the horizontal axis as a line with its name above
// the data area, where nothing else is.
func capAbove(at float64, label string) layer {
	return func(p pane) {
		defer p.group("limit")()
		px := p.x(at)
		if p.rows > 0 {
			p.upright(guide, px)
		} else {
			p.StrokeLine2(guide, px, p.Min.Y, px, p.Max.Y)
		}
		s, text := noteStyle.from(end), limitLabel(at, label)
		p.write(s, p.inside(s, vg.Point{X: px + 2, Y: p.Max.Y + 2}, text), text)
	}
}

func limitLabel(at float64, label string) string { return cmp.Or(label, "limit "+shortNumber(at)) }

// bar draws a line with short strokes across both ends, which reach by across to
// either side.
func (p pane) bar(s draw.LineStyle, from, to, across vg.Point) {
	p.StrokeLine2(s, from.X, from.Y, to.X, to.Y)
	p.drawn.add(along([]vg.Point{from, to})...)
	for _, at := range []vg.Point{from, to} {
		a, b := at.Sub(across), at.Add(across)
		p.StrokeLine2(s, a.X, a.Y, b.X, b.Y)
	}
}

// Directions.
var (
	upward    = vg.Point{Y: 1}
	rightward = vg.Point{X: 1}
)

// errorBar draws an interval; across is the direction in which it has no length.
func (p pane) errorBar(clr color.NRGBA, from, to, across vg.Point) {
	p.bar(draw.LineStyle{Color: clr, Width: thinLine}, from, to, across.Scale(2.2))
}

// arrow begins at a point that is a lower bound and shows where the true value
// lies.
func (p pane) arrow(clr color.NRGBA, at, direction vg.Point) {
	tip, across := at.Add(direction.Scale(13)), vg.Point{X: direction.Y, Y: direction.X}.Scale(2.2)
	neck, shaft := tip.Sub(direction.Scale(4)), tip.Sub(direction.Scale(2))
	p.StrokeLine2(draw.LineStyle{Color: clr, Width: 1}, at.X, at.Y, shaft.X, shaft.Y)
	p.FillPolygon(clr, []vg.Point{neck.Sub(across), neck.Add(across), tip})
}
