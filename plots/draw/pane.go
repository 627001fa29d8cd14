package draw

import (
	"cmp"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// canvas is the interface of an output format. It draws many copies of a symbol at once. A group
// names a part of the drawing and adds pairs of names and values to it. The function returned by
// group ends the part.
type canvas interface {
	strokePath(vg.Path, draw.LineStyle)
	fillPath(vg.Path, color.NRGBA)
	drawMarks(m symbol, at []vg.Point)
	setText(s style, baseline vg.Point, runs []run)
	group(class string, data ...string) (end func())
}

// pane is the sheet at first, and then the data area while it is drawn. x and y convert values to
// positions.
type pane struct {
	canvas
	vg.Rectangle
	x, y   func(float64) vg.Length
	scheme []string
	plain  bool // without grid and colored text
	err    *error
	height vg.Length    // height of the figure
	sheet  vg.Rectangle // area of the chart
	narrow bool         // names of rows are above the rows, and names of curves above the data
	rows   int
	inner  bool // a panel at whose axes other panels are, so that labels that all share are there

	xTicks []tick          // ticks of the horizontal axis
	series []chart.Series  // series of the chart
	all    []chart.Marks   // marks of all layers of the chart
	looks  map[string]look // looks of the series
	look   look            // look of the current series
}

// narrowBelow is the smallest sheet width with names next to the data.
const narrowBelow = 4.2 * vg.Inch

// upright draws a value of the horizontal axis as a line through the rows. On a narrow sheet, the
// line avoids the text above the rows.
func (p pane) upright(s draw.LineStyle, x vg.Length) {
	var path vg.Path
	if !p.narrow || p.rows == 0 {
		segment(&path, x, p.Min.Y, x, p.Max.Y)
	} else {
		for i := range p.rows {
			segment(&path, x, p.row(i)-7, x, p.row(i)+7)
		}
	}
	p.stroke(s, path)
}

// inside returns the position for a text at a point, moved sideways if necessary so that all of it
// is on the sheet.
func (p pane) inside(s style, at vg.Point, text string) vg.Point {
	box := textBox(s, at, text)
	at.X += max(p.sheet.Min.X+1-box.Min.X, 0)
	at.X -= max(box.Max.X-p.sheet.Max.X+1, 0)
	return at
}

// at returns the position of a point with the given values.
func (p pane) at(x, y float64) vg.Point { return vg.Point{X: p.x(x), Y: p.y(y)} }

// fail records the first error in a drawing.
func (p pane) fail(err error) { *p.err = cmp.Or(*p.err, err) }

// on returns a pane for a part of the sheet.
func (p pane) on(area vg.Rectangle) pane {
	p.Rectangle = area
	return p
}

// area returns a canvas that clips to the data area.
func (p pane) area() *draw.Canvas { return &draw.Canvas{Rectangle: p.Rectangle} }

// polyline draws straight lines through points.
func (p pane) polyline(s draw.LineStyle, pts ...vg.Point) { p.stroke(s, joined(pts)) }

// stroke draws a path unless it is empty.
func (p pane) stroke(s draw.LineStyle, path vg.Path) {
	if len(path) > 0 && !(p.plain && s.Color == grid) {
		p.strokePath(path, s)
	}
}

// fill fills a path unless it is empty.
func (p pane) fill(clr color.NRGBA, path vg.Path) {
	if len(path) > 0 {
		p.fillPath(path, clr)
	}
}

// segment adds a straight line to a path.
func segment(path *vg.Path, x0, y0, x1, y1 vg.Length) {
	*path = append(*path, joined([]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y1}})...)
}

// guide is the style of lines for limits and other reference values.
var guide = draw.LineStyle{Color: rule, Width: chart.ThinLine, Dashes: []vg.Length{4, 3}}

// grown returns a rectangle with a margin added on all sides.
func grown(r vg.Rectangle, by vg.Length) vg.Rectangle {
	margin := vg.Point{X: by, Y: by}
	return vg.Rectangle{Min: r.Min.Sub(margin), Max: r.Max.Add(margin)}
}

// overlap reports whether two rectangles share more than an edge.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func contains(r vg.Rectangle, p vg.Point) bool {
	return p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y
}

// meets reports whether a straight line enters a rectangle.
func meets(from, to vg.Point, r vg.Rectangle) bool {
	c := draw.Canvas{Rectangle: r}
	return len(c.ClipLinesXY([]vg.Point{from, to})) > 0
}

// distance returns the distance between a point and a straight line through two others.
func distance(p, from, to vg.Point) vg.Length {
	line, away := to.Sub(from), p.Sub(from)
	t := vg.Length(0)
	if l := line.X*line.X + line.Y*line.Y; l > 0 {
		t = min(max((away.X*line.X+away.Y*line.Y)/l, 0), 1)
	}
	off := away.Sub(line.Scale(t))
	return vg.Length(math.Hypot(float64(off.X), float64(off.Y)))
}

// along returns points along a polyline, a few points apart, for names to avoid.
func along(pts []vg.Point) (out []vg.Point) {
	const apart = 3
	for i := 1; i < len(pts); i++ {
		way := pts[i].Sub(pts[i-1])
		n := int(math.Hypot(float64(way.X), float64(way.Y))/apart) + 1
		for k := range n {
			out = append(out, pts[i-1].Add(way.Scale(vg.Length(k)/vg.Length(n))))
		}
	}
	if len(pts) > 0 {
		out = append(out, pts[len(pts)-1])
	}
	return out
}
