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
	head   vg.Length // kept free above the data
	foot   vg.Length // and below the label of the horizontal axis
	above  bool      // names stand above what they name on any sheet, as they are too long to stand beside it
	tall   vg.Length // more room for what is drawn above and below a row
	heads  []string  // of the columns beside rows
	scale  *colorScale

	panel        bool     // one of several: without names of series and a scale
	hideX, hideY bool     // it has no numbers on an axis
	beside       []string // names of the series of all panels, which have looks together

	under  []layer // drawn below the series
	series []series
	over   []layer // drawn above the series

	err error // the first thing that is wrong with what is to be drawn
}

// series is what has a name in a chart.
type series struct {
	class string // of its part of the drawing; "series" if empty, which have a look
	name  string
	note  string    // a second line of its label; rich text
	also  []string  // more lines
	cells []string  // what stands at the end of its row, a column each; rich text
	ruler bool      // not data but a line to compare them with
	shift vg.Length // to the right of where it belongs, so that it can be told from others
	under layer     // drawn below all series
	marks []mark

	// The end of the curve, level with which the name stands at the right: the middle
	// of some places; none if it does not stand there.
	end    []place
	loose  bool // no line leads from the name to the end of the curve: many curves end there
	beside bool // the name stands beside the data, unless there is no room, on a narrow sheet
}

// newChart begins a chart that the function called kind draws.
func newChart(kind, id, title string, width, height vg.Length) *chart {
	return &chart{Figure: Figure{Kind: kind, ID: id, Title: title, Width: width, Height: height}}
}

// say adds to the text alternative.
func (ch *chart) say(format string, args ...any) { ch.Alt += fmt.Sprintf(format, args...) }

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

// names returns the names of the series, but for those that have no look of their
// own.
func (ch *chart) names() (names []string) {
	for _, s := range ch.series {
		if !s.ruler {
			names = append(names, s.name)
		}
	}
	return names
}

// group returns the class of a part of the drawing, its own for what has no look of
// a series.
func (s series) group(class string) string {
	if s.ruler {
		return "ruler"
	}
	return cmp.Or(s.class, class)
}

// shifted says a shift for who reads the drawing, nothing if there is none.
func shifted(by vg.Length) string {
	if by == 0 {
		return ""
	}
	return coarse(by.Points())
}

// rows makes the chart one of rows, a series in each, with the names at the left
// and the cells at the right, in columns under the given heads.
func (ch *chart) rows(heads ...string) {
	ch.y, ch.xGrid, ch.heads = rowAxis(ch.names()), true, heads
}

const columnGap vg.Length = 9

// columnWidths returns the widths of the columns beside rows, and of all with the gaps
// before them.
func (ch *chart) columnWidths() (widths []vg.Length, all vg.Length) {
	for k, head := range ch.heads {
		w := noteStyle.width(head)
		for _, s := range ch.series {
			w = max(w, noteStyle.width(s.cells[k]))
		}
		widths, all = append(widths, w), all+w+columnGap
	}
	return widths, all
}

// columns writes the cells, their ends one above the other, and in a narrow chart
// the names, which stand above their rows then.
func (ch *chart) columns(p pane) {
	widths, all := ch.columnWidths()
	right, up := p.Max.X+leader-columnGap+all, vg.Length(0)
	if p.narrow {
		left := p.sheet.Min.X + outer
		right, up = p.sheet.Max.X-outer, nameRise+ch.tall
		over := up
		if ch.twoLines(right - left) {
			over += noteStep
		}
		for i, s := range ch.series {
			p.write(rowStyle.level(), vg.Point{X: left, Y: p.row(i) + over}, rowStyle.within(s.name, right-left))
		}
	}
	for k := len(widths) - 1; k >= 0; k-- {
		p.write(noteStyle.from(end), vg.Point{X: right, Y: p.Max.Y + 2 + noteStep}, ch.heads[k])
		for i, s := range ch.series {
			p.write(noteStyle.from(end).level(), vg.Point{X: right, Y: p.row(i) + up}, s.cells[k])
		}
		right -= widths[k] + columnGap
	}
}

// nameRise is how far what is written above a row in a narrow chart stands above it.
const nameRise vg.Length = 12

// twoLines reports whether the cells of a narrow chart stand below the names, for
// which both are too wide.
func (ch *chart) twoLines(width vg.Length) bool {
	_, all := ch.columnWidths()
	return slices.ContainsFunc(ch.series, func(s series) bool { return rowStyle.width(s.name) > width-all })
}

// rowHeight is the height of a row of boxes or intervals.
const rowHeight vg.Length = 24

func rowsHeight(n int) vg.Length {
	return rowHeight*vg.Length(n) + noteStep + outer + labelSize + labelGap + tickLength + tickGap + tickSize + labelGap + labelSize + 2*outer
}

// rowAxis is the vertical axis with names: row i stands at −i.
func rowAxis(names []string) axis {
	return axis{rows: names, lo: -float64(len(names)) + 0.5, hi: 0.5}
}

// row returns the middle of a row.
func (p pane) row(i int) vg.Length { return p.y(-float64(i)) }

// figure returns the finished chart, or the first error.
func (ch *chart) figure() (Figure, error) {
	var names []string
	for _, s := range ch.series {
		names = append(names, s.name)
	}
	ch.distinct(names...)
	for _, a := range []axis{ch.x, ch.y} {
		ch.check(drawable(a.lo/1e10) && drawable(a.hi/1e10), "axis %q: it would reach from %v to %v (want numbers up to %.0e)", a.label, a.lo, a.hi, reach)
	}
	// Names of the usual length leave the data half of the sheet.
	longest := vg.Length(0)
	for _, s := range ch.series {
		if s.end != nil || len(ch.heads) > 0 {
			longest = max(longest, rowStyle.width(s.name))
		}
	}
	if longest > ch.Width/2 {
		ch.above = true
		ch.Height = max(ch.Height, ch.fit(ch.Width, nil))
	}
	return ch.drawnBy(*ch)
}

// fit implements drawing.
func (ch chart) fit(width vg.Length, scheme Scheme) vg.Length {
	switch rows := vg.Length(len(ch.y.rows)); {
	case width >= narrowBelow && ch.Width >= narrowBelow && !ch.above:
		return ch.Height
	case ch.square:
		return ch.Height + width - ch.Width
	case len(ch.heads) > 0:
		pitch := nameRise + 14 + 2*ch.tall
		if ch.twoLines(width - 2*outer) {
			pitch += noteStep
		}
		return rows*pitch + rowsHeight(0)
	case rows > 0:
		return ch.Height
	}
	return legendOf(ch.labelled(scheme, width-2*outer), width-2*outer).height + min(0.72*width, growthHeight) + 40 + ch.foot
}

// labelled returns what has a label: the series whose names stand beside their
// curves, and in the place of all faint ones a list of their names.
func (ch *chart) labelled(scheme Scheme, width vg.Length) (out []endLabel) {
	looks := ch.looks(scheme)
	var others []series
	for _, s := range ch.series {
		switch l := looks[s.name]; {
		case s.end == nil, s.beside && width == 0:
		case l.faint && !s.ruler:
			others = append(others, s)
		default:
			out = append(out, endLabel{series: s, look: l})
		}
	}
	if len(others) == 0 {
		return out
	}
	all := series{class: "others", name: count(len(others)) + " others", loose: true}
	for _, s := range others {
		last := len(all.also) - 1
		if last >= 0 && width > 0 && key+keyGap+noteStyle.width(all.also[last]+", "+s.name) < width {
			all.also[last] += ", " + s.name
		} else {
			all.also = append(all.also, s.name)
		}
	}
	all.end = others[len(others)-1].end
	return append(out, endLabel{series: all, look: look{color: rule, faint: true}})
}

// looks returns the looks of the series.
func (ch *chart) looks(scheme Scheme) map[string]look {
	looks := scheme.looks(append(ch.names(), ch.beside...))
	rulers := 0
	for _, s := range ch.series {
		if s.ruler {
			looks[s.name] = rulerLook(rulers)
			rulers++
		}
	}
	return looks
}

// missing returns the figure that stands in for a chart without data, so that a
// report of a sweep that has just begun can still be made. What there is none of
// may be said.
func (ch *chart) missing(what string) (Figure, error) {
	text := "no data"
	if what != "" {
		text += ": " + what
	}
	ch.Height, ch.empty, ch.data = vg.Inch, true, nil
	ch.Caption = capitalised(text) + "."
	ch.Alt = ch.Caption
	return ch.drawnBy(notice(text))
}

// notice is written in the place of a chart.
type notice string

func (n notice) fit(vg.Length, Scheme) vg.Length { return vg.Inch }

func (n notice) paint(sheet pane) error {
	sheet.write(style{size: labelSize, color: muted, anchor: middle, centred: true}, sheet.Max.Scale(0.5), string(n))
	return nil
}

// drawnBy returns the figure of a drawing. An ID that is not valid is an
// error here, so that the mistake shows where the figure is made.
func (ch *chart) drawnBy(d drawing) (Figure, error) {
	ch.drawing = d
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

// margins returns the room below and above the data.
func (ch *chart) margins() (bottom, top vg.Length) {
	bottom = outer + tickLength + tickGap + tickSize
	if ch.hideX {
		bottom = outer + tickLength
	}
	if ch.x.label != "" {
		bottom += labelGap + labelSize
	}
	top = outer + tickSize
	switch {
	case ch.panel:
		top = panelTop
	case ch.y.label != "":
		top = outer + labelSize + labelGap + 2
	case ch.y.rows != nil:
		top = outer + noteSize + tickGap + 3 // for what is written above the rows
	}
	if len(ch.heads) > 0 && !ch.panel {
		top += noteStep
	}
	return bottom + ch.foot, top + ch.head
}

// paint draws the chart on a sheet. Margins, axes and labels are drawn here, because the
// axes of gonum/plot leave an empty band beside a labelled logarithmic axis.
func (ch chart) paint(c pane) error {
	yStyle := tickStyle
	if ch.y.rows != nil {
		yStyle = rowStyle
	}
	narrow := (ch.above || c.Max.X-c.Min.X < narrowBelow) && !ch.panel
	bottom, top := ch.margins()
	right := outer + tickSize
	if ch.scale != nil {
		right = ch.scale.room()
	}
	var names legend
	across := vg.Length(0)
	if narrow {
		across = c.Max.X - c.Min.X - 2*outer
	}
	labels := ch.labelled(c.scheme, across)
	switch {
	case ch.panel:
		labels, right = nil, panelRight
	case narrow && len(labels) > 0:
		names = legendOf(labels, across)
		top += names.height + 3
	case narrow && len(ch.heads) > 0:
		right = outer + tickSize
	case len(ch.heads) > 0:
		_, all := ch.columnWidths()
		right = leader - columnGap + outer + all
	default:
		for _, l := range labels {
			right = max(right, leader+l.labelWidth()+outer)
		}
	}
	height := c.Max.Y - c.Min.Y - bottom - top
	yTicks := ch.y.ticks(height, yApart, tickHeight)
	var widest vg.Length
	for _, t := range yTicks {
		widest = max(widest, yStyle.width(t.Label))
	}
	left := outer + widest + tickGap + tickLength
	if ch.hideY {
		left = panelLeft
	}
	if narrow && len(ch.heads) > 0 {
		left, yTicks = outer+tickSize, nil
	}
	width := c.Max.X - c.Min.X - left - right
	if (width < smallest || height < smallest/3) && !ch.panel {
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

	p := c.on(vg.Rectangle{Min: c.Min.Add(vg.Point{X: left, Y: bottom}), Max: c.Max.Sub(vg.Point{X: right, Y: top})})
	p.sheet, p.narrow, p.rows, p.xTicks = c.Rectangle, narrow, len(ch.y.rows), xTicks
	down := vg.Length(0)
	if narrow && len(ch.heads) > 0 { // rows are below their names
		down = (p.Max.Y-p.Min.Y)/vg.Length(ch.y.hi-ch.y.lo)/2 - 8 - ch.tall
	}
	p.x = func(v float64) vg.Length {
		return p.Min.X + (p.Max.X-p.Min.X)*vg.Length(ch.x.Normalize(ch.x.lo, ch.x.hi, v))
	}
	p.y = func(v float64) vg.Length {
		return p.Min.Y + (p.Max.Y-p.Min.Y)*vg.Length(ch.y.Normalize(ch.y.lo, ch.y.hi, v)) - down
	}
	titleX := c.Min.X + outer
	if ch.panel {
		titleX = p.Min.X
	}
	ch.frame(p, xTicks, yTicks, yStyle, titleX)
	ch.content(p, labels, names)
	return *p.err
}

// frame draws grid, axes, ticks and labels. The label of the vertical axis
// stands level above it, from titleX on, where it can be read without turning
// the head; that of the horizontal axis below its middle, as far as the sheet
// reaches.
func (ch *chart) frame(p pane, xTicks, yTicks []plot.Tick, yStyle style, titleX vg.Length) {
	done := p.group("axes", "x", ch.x.data(p.Min.X, p.Max.X), "y", ch.y.data(p.height-p.Min.Y, p.height-p.Max.Y)) // SVG counts from the top
	var lines, marks vg.Path                                                                                      // each drawn in one stroke
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
		if ch.hideX {
			break
		}
		p.write(tickStyle.from(middle), vg.Point{X: p.x(t.Value), Y: below - tickSize*capHeight}, t.Label)
	}
	for _, t := range yTicks {
		if ch.hideY {
			break
		}
		p.write(yStyle.from(end).level(), vg.Point{X: p.Min.X - tickLength - tickGap, Y: p.y(t.Value)}, t.Label)
	}
	done()
	p.write(titleStyle, vg.Point{X: titleX, Y: p.Max.Y + labelGap + 2}, titleStyle.within(ch.y.label, p.sheet.Max.X-titleX-1))
	s, at := titleStyle.from(middle), vg.Point{X: (p.Min.X + p.Max.X) / 2, Y: below - tickSize - labelGap - labelSize*capHeight}
	label := s.within(ch.x.label, p.sheet.Max.X-p.sheet.Min.X-2)
	p.write(s, p.inside(s, at, label), label)
}

// content draws what is in the data area, from the back to the front, and the names
// of curves beside it, or above it if they have places there.
func (ch *chart) content(p pane, labels []endLabel, above legend) {
	p.looks, p.series = ch.looks(p.scheme), ch.series
	for _, l := range ch.under {
		p.all = append(p.all, l.marks)
	}
	for _, s := range ch.series {
		p.all = append(p.all, s.marks)
	}
	if ch.scale != nil && !ch.panel {
		ch.scale.bar(p)
	}
	for _, l := range ch.under {
		p.layer(l)
	}
	for _, s := range ch.series {
		p.look = p.looks[s.name]
		p.layer(s.under)
	}
	// Faint curves are behind the others.
	for _, faint := range []bool{true, false} {
		for _, s := range ch.series {
			if p.look = p.looks[s.name]; p.look.faint == faint {
				end := p.group(s.group("series"), "name", s.name, "shift", shifted(s.shift))
				p.layer(layer{marks: s.marks})
				end()
			}
		}
	}
	for i, l := range labels {
		if p.narrow {
			p.label(l, vg.Point{X: p.sheet.Min.X + outer + above.places[i].X, Y: p.sheet.Max.Y - outer - above.places[i].Y})
		} else {
			labels[i].at = p.middle(l.end)
		}
	}
	if !p.narrow {
		p.labels(labels)
	}
	if len(ch.heads) > 0 && !ch.panel {
		ch.columns(p)
	}
	for _, l := range ch.over {
		p.layer(l)
	}
}
