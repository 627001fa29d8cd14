package plots

import (
	"errors"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chart is a data area with its axes and everything drawn in it, from the back
// to the front.
type chart struct {
	x, y   axis
	xGrid  bool // vertical grid lines
	yGrid  bool // horizontal grid lines
	framed bool // a line at the left as well as at the bottom
	square bool // the axes are equal: same length, same ticks
	layers []layer
	right  vg.Length // kept free at the right for labels
}

// layer draws one thing on the data area c; x and y turn values into positions.
type layer func(c draw.Canvas, x, y func(float64) vg.Length) error

// plotter makes a layer a [plot.Plotter] and keeps its first error.
type plotter struct {
	layer
	err *error
}

// Plot implements [plot.Plotter].
func (p plotter) Plot(c draw.Canvas, plt *plot.Plot) {
	if *p.err != nil {
		return
	}
	x, y := plt.Transforms(&c)
	*p.err = p.layer(c, x, y)
}

func (ch *chart) add(layers ...layer) { ch.layers = append(ch.layers, layers...) }

// Room kept around the data area, in points.
const (
	outer    vg.Length = 4  // to the edge of the figure
	tickGap  vg.Length = 3  // between a tick and its label
	labelGap vg.Length = 6  // between tick labels and the label of the axis
	smallest vg.Length = 60 // narrowest data area worth drawing
	xApart   vg.Length = 14 // between the labels of neighbouring ticks
	yApart   vg.Length = 10 // the same on the vertical axis
)

var (
	tickStyle  = style{size: tickSize, color: muted, rich: true}
	rowStyle   = style{size: labelSize, color: ink}
	titleStyle = style{size: labelSize, color: ink, rich: true}
	noteStyle  = style{size: noteSize, color: muted, rich: true}
)

// draw draws the chart on c. gonum/plot scales the data and calls the layers;
// margins, axes and labels are drawn here, because its own axes leave an empty
// band beside a labelled logarithmic axis.
func (ch *chart) draw(c draw.Canvas) error {
	yStyle := tickStyle
	if ch.y.rows != nil {
		yStyle = rowStyle
	}
	bottom := outer + tickLength + tickGap + tickSize
	if ch.x.label != "" {
		bottom += labelGap + labelSize
	}
	top := outer + tickSize
	switch {
	case ch.y.label != "":
		top = outer + labelSize + labelGap + 2
	case ch.y.rows != nil:
		top = outer + noteSize + tickGap + 3 // for what is written above the rows
	}
	high := func(string) vg.Length { return tickSize * capHeight }
	yTicks := ch.y.ticks(c.Max.Y-c.Min.Y-bottom-top, yApart, high)
	var widest vg.Length
	for _, t := range yTicks {
		widest = max(widest, yStyle.width(t.Label))
	}
	left := outer + widest + tickGap + tickLength
	right := max(ch.right, outer+tickSize)
	width := c.Max.X - c.Min.X - left - right
	if width < smallest || c.Max.Y-c.Min.Y-bottom-top < smallest/3 {
		return errors.New("the labels leave no room for the data; make the figure larger or the names shorter")
	}
	if ch.square {
		side := min(width, c.Max.Y-c.Min.Y-bottom-top)
		right += width - side
		bottom = c.Max.Y - c.Min.Y - top - side
		width = side
	}
	xTicks := ch.x.ticks(width, xApart, tickStyle.width)
	if ch.square {
		yTicks = xTicks
	}

	p := plot.New()
	p.BackgroundColor = nil
	p.HideAxes()
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Min, p.X.Max, p.X.Scale = ch.x.lo, ch.x.hi, ch.x
	p.Y.Min, p.Y.Max, p.Y.Scale = ch.y.lo, ch.y.hi, ch.y
	var err error
	p.Add(plotter{ch.frame(xTicks, yTicks, yStyle, c.Min.X+outer), &err})
	for _, l := range ch.layers {
		p.Add(plotter{l, &err})
	}
	p.Draw(draw.Crop(c, left, -right, bottom, -top))
	return err
}

// frame draws grid, axes, ticks and labels. The label of the vertical axis
// stands level above it, from titleX on, where it can be read without turning
// the head.
func (ch *chart) frame(xTicks, yTicks []plot.Tick, yStyle style, titleX vg.Length) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "axes", "")
		defer endGroup(c)
		var lines, marks vg.Path // each drawn in one stroke
		segment := func(p *vg.Path, x0, y0, x1, y1 vg.Length) {
			p.Move(vg.Point{X: x0, Y: y0})
			p.Line(vg.Point{X: x1, Y: y1})
		}
		length := func(t plot.Tick) vg.Length {
			if t.IsMinor() {
				return tickLength / 2
			}
			return tickLength
		}
		for _, t := range yTicks {
			py := y(t.Value)
			if ch.yGrid && !t.IsMinor() {
				segment(&lines, c.Min.X, py, c.Max.X, py)
			}
			if ch.framed {
				segment(&marks, c.Min.X, py, c.Min.X-length(t), py)
			}
		}
		for _, t := range xTicks {
			px := x(t.Value)
			if ch.xGrid && !t.IsMinor() {
				segment(&lines, px, c.Min.Y, px, c.Max.Y)
			}
			segment(&marks, px, c.Min.Y, px, c.Min.Y-length(t))
		}
		segment(&marks, c.Min.X, c.Min.Y, c.Max.X, c.Min.Y)
		if ch.framed {
			segment(&marks, c.Min.X, c.Min.Y, c.Min.X, c.Max.Y)
		}
		if len(lines) > 0 {
			c.SetLineStyle(draw.LineStyle{Color: grid, Width: hairline})
			c.Stroke(lines)
		}
		c.SetLineStyle(draw.LineStyle{Color: rule, Width: thinLine})
		c.Stroke(marks)

		s := tickStyle
		s.anchor = middle
		for _, t := range xTicks {
			write(c, s, vg.Point{X: x(t.Value), Y: c.Min.Y - tickLength - tickGap - tickSize*capHeight}, t.Label)
		}
		yStyle.anchor, yStyle.centred = end, true
		for _, t := range yTicks {
			write(c, yStyle, vg.Point{X: c.Min.X - tickLength - tickGap, Y: y(t.Value)}, t.Label)
		}

		s = titleStyle
		write(c, s, vg.Point{X: titleX, Y: c.Max.Y + labelGap + 2}, ch.y.label)
		s.anchor = middle
		write(c, s, vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Min.Y - tickLength - tickGap - tickSize - labelGap - labelSize*capHeight}, ch.x.label)
		return nil
	}
}

// groupCanvas is implemented by canvases whose format can name the parts of a
// drawing.
type groupCanvas interface {
	beginGroup(class, name string)
	endGroup()
}

func beginGroup(c draw.Canvas, class, name string) {
	if g, ok := bare(c).(groupCanvas); ok {
		g.beginGroup(class, name)
	}
}

func endGroup(c draw.Canvas) {
	if g, ok := bare(c).(groupCanvas); ok {
		g.endGroup()
	}
}

// line draws a polyline clipped to the data area.
func line(c draw.Canvas, pts []vg.Point, clr color.NRGBA, width vg.Length, dashes []vg.Length) {
	c.StrokeLines(draw.LineStyle{Color: clr, Width: width, Dashes: dashes}, c.ClipLinesXY(pts)...)
}

// area fills a polygon clipped to the data area.
func area(c draw.Canvas, pts []vg.Point, clr color.NRGBA) {
	c.FillPolygon(clr, c.ClipPolygonXY(pts))
}

// capAbove draws a limit on the horizontal axis as a line with its name above
// the data area, where nothing else is.
func capAbove(at float64, label string) layer {
	if label == "" {
		label = "limit " + shortNumber(at)
	}
	return func(c draw.Canvas, x, _ func(float64) vg.Length) error {
		beginGroup(c, "limit", "")
		defer endGroup(c)
		px := x(at)
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}, px, c.Min.Y, px, c.Max.Y)
		s := noteStyle
		s.anchor = end
		write(c, s, vg.Point{X: px + 2, Y: c.Max.Y + 2}, label)
		return nil
	}
}
