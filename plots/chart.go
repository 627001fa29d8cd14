package plots

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chart is a figure being made: its words, a data area with its axes, and what
// is drawn in it.
type chart struct {
	Figure
	x, y   axis
	xGrid  bool      // vertical grid lines
	yGrid  bool      // horizontal grid lines
	framed bool      // a line at the left as well as at the bottom
	square bool      // the axes are equal: same length, same ticks
	right  vg.Length // kept free at the right for labels

	under  []layer // drawn below the series
	series []series
	over   []layer // drawn above the series

	err error // the first thing that is wrong with what is to be drawn
}

// layer draws one thing on the data area.
type layer func(p pane)

// series is what has a name in a chart.
type series struct {
	class string // of its part of the drawing; "series" if empty, which have a look
	name  string
	note  string               // a second line of its label, or what stands at the end of its row; rich text
	under func(p pane, l look) // drawn below all series, if there is anything
	draw  func(p pane, l look)

	// end returns the end of the curve, level with which the name stands at the
	// right; nil if it does not stand there.
	end   func(p pane) vg.Point
	loose bool // no line leads from the name to the end of the curve: many curves end there
}

// newChart begins a chart.
func newChart(id, title string, width, height vg.Length) *chart {
	return &chart{Figure: Figure{ID: id, Title: title, Width: width, Height: height}}
}

// keep keeps the first error.
func (ch *chart) keep(err error) { ch.err = cmp.Or(ch.err, err) }

// check refuses what is to be drawn unless ok.
func (ch *chart) check(ok bool, format string, args ...any) {
	if !ok {
		ch.keep(fmt.Errorf("plots: "+format, args...))
	}
}

// distinct refuses names that are empty or occur twice.
func (ch *chart) distinct(names ...string) {
	for i, name := range names {
		ch.check(name != "", "a series has no name; every series needs one for its label")
		ch.check(!slices.Contains(names[:i], name), "two series are named %q; names must differ", name)
	}
}

// names returns the names of the series.
func (ch *chart) names() (names []string) {
	for _, s := range ch.series {
		names = append(names, s.name)
	}
	return names
}

// rows makes the chart one of rows, a series in each, with the names at the left
// and the notes at the right, under a heading.
func (ch *chart) rows(heading string) {
	names := ch.names()
	ch.y, ch.xGrid = rowAxis(names), true
	widest := noteStyle.width(heading)
	for _, s := range ch.series {
		widest = max(widest, noteStyle.width(s.note))
	}
	ch.right = leader + widest + outer
	ch.over = append(ch.over, func(p pane) {
		at := vg.Point{X: p.Max.X + leader, Y: p.Max.Y + 2}
		p.write(noteStyle, at, heading)
		for i, s := range ch.series {
			at.Y = p.row(i)
			p.write(noteStyle.level(), at, s.note)
		}
	})
}

// rowHeight is the height of a row of boxes or intervals.
const rowHeight vg.Length = 24

func rowsHeight(n int) vg.Length {
	return rowHeight*vg.Length(n) + outer + labelSize + labelGap + tickLength + tickGap + tickSize + labelGap + labelSize + 2*outer
}

// rowAxis is the vertical axis with names: row i stands at −i.
func rowAxis(names []string) axis {
	return axis{rows: names, lo: -float64(len(names)) + 0.5, hi: 0.5}
}

// row returns the middle of a row.
func (p pane) row(i int) vg.Length { return p.y(-float64(i)) }

// figure returns the finished chart, or the first error.
func (ch *chart) figure() (Figure, error) {
	ch.distinct(ch.names()...)
	for _, s := range ch.series {
		if s.end != nil {
			ch.right = max(ch.right, s.labelRoom())
		}
	}
	return ch.drawnBy(ch.paint)
}

// missing returns the figure that stands in for a chart without data, so that a
// report of a sweep that has just begun can still be made. What there is none of
// may be said.
func (ch *chart) missing(what string) (Figure, error) {
	text := "no data"
	if what != "" {
		text += ": " + what
	}
	ch.Height, ch.empty = vg.Inch, true
	ch.Caption = capitalised(text) + "."
	ch.Alt = ch.Caption
	return ch.drawnBy(func(c draw.Canvas, _ Scheme) error {
		pane{Canvas: c}.write(style{size: labelSize, color: muted, anchor: middle, centred: true}, c.Center(), text)
		return nil
	})
}

// drawnBy returns the figure that draws with fn. An ID that is not valid is an
// error here, so that the mistake shows where the figure is made.
func (ch *chart) drawnBy(fn func(draw.Canvas, Scheme) error) (Figure, error) {
	ch.draw = fn
	ch.growing = !ch.empty && ch.y.rows == nil
	ch.keep(ch.valid())
	if ch.err != nil {
		return Figure{}, ch.err
	}
	return ch.Figure, nil
}

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

// paint draws the chart on c. gonum/plot scales the data; margins, axes and labels
// are drawn here, because its own axes leave an empty band beside a labelled
// logarithmic axis.
func (ch *chart) paint(c draw.Canvas, scheme Scheme) error {
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
	height := c.Max.Y - c.Min.Y - bottom - top
	yTicks := ch.y.ticks(height, yApart, tickHeight)
	var widest vg.Length
	for _, t := range yTicks {
		widest = max(widest, yStyle.width(t.Label))
	}
	left := outer + widest + tickGap + tickLength
	right := max(ch.right, outer+tickSize)
	width := c.Max.X - c.Min.X - left - right
	sheet := c.Max.X - c.Min.X - 2*outer
	if width < smallest || height < smallest/3 || titleStyle.width(ch.x.label) > sheet {
		return errors.New("the labels leave no room for the data; make the figure larger or the names shorter")
	}
	if ch.square {
		side := min(width, height)
		right += width - side
		bottom = c.Max.Y - c.Min.Y - top - side
		width = side
	}
	xTicks := ch.x.ticks(width, xApart, tickStyle.width)
	if ch.square {
		yTicks = xTicks
	}

	scales := plot.New()
	scales.BackgroundColor = nil
	scales.HideAxes()
	scales.X.Padding, scales.Y.Padding = 0, 0
	scales.X.Min, scales.X.Max, scales.X.Scale = ch.x.lo, ch.x.hi, ch.x
	scales.Y.Min, scales.Y.Max, scales.Y.Scale = ch.y.lo, ch.y.hi, ch.y
	var err error
	scales.Add(plotter(func(area draw.Canvas, scales *plot.Plot) {
		p := pane{Canvas: area, scheme: scheme, err: &err}
		p.x, p.y = scales.Transforms(&area)
		ch.frame(p, xTicks, yTicks, yStyle, c.Min.X+outer, sheet)
		ch.content(p)
	}))
	scales.Draw(draw.Crop(c, left, -right, bottom, -top))
	return err
}

// plotter makes a function a [plot.Plotter].
type plotter func(area draw.Canvas, scales *plot.Plot)

// Plot implements [plot.Plotter].
func (fn plotter) Plot(area draw.Canvas, scales *plot.Plot) { fn(area, scales) }

// frame draws grid, axes, ticks and labels. The label of the vertical axis
// stands level above it, from titleX on, where it can be read without turning
// the head; that of the horizontal axis below its middle, as far as the sheet
// reaches, which begins at titleX.
func (ch *chart) frame(p pane, xTicks, yTicks []plot.Tick, yStyle style, titleX, sheet vg.Length) {
	defer p.group("axes", "")()
	var lines, marks vg.Path // each drawn in one stroke
	length := func(t plot.Tick) vg.Length {
		if t.IsMinor() {
			return tickLength / 2
		}
		return tickLength
	}
	for _, t := range yTicks {
		py := p.y(t.Value)
		if ch.yGrid && !t.IsMinor() {
			segment(&lines, p.Min.X, py, p.Max.X, py)
		}
		if ch.framed {
			segment(&marks, p.Min.X, py, p.Min.X-length(t), py)
		}
	}
	for _, t := range xTicks {
		px := p.x(t.Value)
		if ch.xGrid && !t.IsMinor() {
			segment(&lines, px, p.Min.Y, px, p.Max.Y)
		}
		segment(&marks, px, p.Min.Y, px, p.Min.Y-length(t))
	}
	segment(&marks, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	if ch.framed {
		segment(&marks, p.Min.X, p.Min.Y, p.Min.X, p.Max.Y)
	}
	p.stroke(draw.LineStyle{Color: grid, Width: hairline}, lines)
	p.stroke(draw.LineStyle{Color: rule, Width: thinLine}, marks)

	below := p.Min.Y - tickLength - tickGap
	for _, t := range xTicks {
		p.write(tickStyle.from(middle), vg.Point{X: p.x(t.Value), Y: below - tickSize*capHeight}, t.Label)
	}
	for _, t := range yTicks {
		p.write(yStyle.from(end).level(), vg.Point{X: p.Min.X - tickLength - tickGap, Y: p.y(t.Value)}, t.Label)
	}
	p.write(titleStyle, vg.Point{X: titleX, Y: p.Max.Y + labelGap + 2}, ch.y.label)
	half := titleStyle.width(ch.x.label) / 2
	xTitle := min(max((p.Min.X+p.Max.X)/2, titleX+half), titleX+sheet-half)
	p.write(titleStyle.from(middle), vg.Point{X: xTitle, Y: below - tickSize - labelGap - labelSize*capHeight}, ch.x.label)
}

// content draws what is in the data area, from the back to the front.
func (ch *chart) content(p pane) {
	look := p.scheme.looks(ch.names())
	for _, l := range ch.under {
		l(p)
	}
	for _, s := range ch.series {
		if s.under != nil {
			s.under(p, look[s.name])
		}
	}
	var labels []endLabel
	for _, s := range ch.series {
		end := p.group(cmp.Or(s.class, "series"), s.name)
		s.draw(p, look[s.name])
		end()
		if s.end != nil {
			labels = append(labels, endLabel{s, look[s.name], s.end(p)})
		}
	}
	p.labels(labels)
	for _, l := range ch.over {
		l(p)
	}
}
