package draw

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// drawn is a chart while it is drawn.
type drawn struct {
	chart.Chart
	x, y         axis
	panel        bool // one of several panels, without the names of series and the scale
	hideX, hideY bool // do not draw the numbers of an axis
	above        bool // on any sheet, names are above what they name, because they are too long to be next to it
}

func newDrawn(c chart.Chart, panel bool) drawn {
	ch := drawn{Chart: c, x: axis{c.X}, y: axis{c.Y}, panel: panel, hideX: c.X.Rows != nil}
	// Names of normal length leave half of the sheet for the data.
	ch.above = slices.ContainsFunc(ch.Series, func(s chart.Series) bool {
		return (s.End != nil || len(ch.Heads) > 0) && nameStyle.width(s.Name) > vg.Length(ch.Wide)/2
	})
	return ch
}

// groupOf returns the class of a part of the drawing; a part without the look of a series has its
// own class.
func groupOf(s chart.Series, class string) string {
	if s.Ruler {
		return "ruler"
	}
	return cmp.Or(s.Class, class)
}

// Space around the data area, in points.
const (
	outer      vg.Length = 4 // to the edge of the figure
	tickLength vg.Length = 4
	tickGap    vg.Length = 3  // between a tick and its label
	labelGap   vg.Length = 6  // between tick labels and the label of the axis
	smallest   vg.Length = 60 // narrowest data area worth drawing
	xApart     vg.Length = 14 // between the labels of neighboring ticks
	yApart     vg.Length = 10 // the same on the vertical axis
)

var (
	tickStyle  = style{size: tickSize, color: muted, rich: true}
	nameStyle  = style{size: labelSize, color: ink} // style of the names of series and rows, which are never rich text
	titleStyle = style{size: labelSize, color: ink, rich: true}
	noteStyle  = style{size: noteSize, color: muted, rich: true}
)

// margins returns the space below and above the data.
func (ch drawn) margins() (bottom, top vg.Length) {
	bottom = outer + tickLength + tickGap + tickSize
	if ch.hideX {
		bottom = outer + tickLength
	}
	if ch.x.Label != "" {
		bottom += labelGap + labelSize
	}
	top = outer + tickSize
	switch {
	case ch.panel:
		top = panelTop
	case ch.y.Label != "":
		top = outer + labelSize + labelGap + 2
	case ch.y.Rows != nil:
		top = outer + noteSize + tickGap + 3 // for the text above the rows
	}
	if len(ch.Heads) > 0 && !ch.panel {
		top += chart.LineHeight
	}
	return bottom + vg.Length(ch.Foot), top
}

// paint draws the chart on a sheet. It draws margins, axes and labels itself, because the axes of
// gonum/plot leave an empty band next to a labeled logarithmic axis.
func (ch drawn) paint(c pane) error {
	for _, a := range []axis{ch.x, ch.y} {
		if a.empty() {
			return fmt.Errorf("axis %q cannot reach from %v to %v", a.Label, a.Lo, a.Hi)
		}
	}
	size := c.Max.Sub(c.Min)
	narrow := (ch.above || size.X < narrowBelow) && !ch.panel
	labels, right, above := ch.beside(c.scheme, size.X, narrow)
	bottom, top := ch.margins()
	top += above
	height := size.Y - bottom - top
	yTicks, left := ch.yTicks(height, size.X-right, narrow)
	width := size.X - left - right
	if (width < smallest || height < smallest/3) && !ch.panel {
		return errors.New("the labels leave no room for the data; make the figure larger or the names shorter")
	}
	if ch.Square {
		side := min(width, height)
		right, bottom, width = right+width-side, size.Y-top-side, side
		yTicks = ch.x.ticks(width, xApart, tickStyle.width)
	}
	var xTicks []tick
	if ch.x.Rows == nil {
		xTicks = ch.x.ticks(width, xApart, tickStyle.width)
	}

	p := c.on(vg.Rectangle{Min: c.Min.Add(vg.Point{X: left, Y: bottom}), Max: c.Max.Sub(vg.Point{X: right, Y: top})})
	p.sheet, p.narrow, p.rows, p.xTicks, p.inner = c.Rectangle, narrow, len(ch.y.Rows), xTicks, ch.panel && (ch.hideX || ch.hideY)
	inside := p.Max.Sub(p.Min)
	down := vg.Length(0)
	if narrow && len(ch.Heads) > 0 { // rows are below their names
		down = inside.Y/vg.Length(ch.y.Hi-ch.y.Lo)/2 - 8 - vg.Length(ch.Tall)
	}
	p.x = func(v float64) vg.Length { return p.Min.X + inside.X*vg.Length(ch.x.share(v)) }
	p.y = func(v float64) vg.Length { return p.Min.Y + inside.Y*vg.Length(ch.y.share(v)) - down }
	titleX := c.Min.X + outer
	if ch.panel {
		titleX = p.Min.X
	}
	ch.frame(p, xTicks, yTicks, titleX)
	ch.content(p, labels)
	return *p.err
}

// beside returns the names of the curves, with their positions if they are above the data, and the
// space to the right of the data and above it.
func (ch drawn) beside(scheme []string, width vg.Length, narrow bool) (labels []endLabel, right, above vg.Length) {
	if ch.panel {
		return nil, panelRight, 0
	}
	right = outer + tickSize
	if ch.Scale != nil {
		right = room(*ch.Scale)
	}
	across := vg.Length(0)
	if narrow {
		across = width - 2*outer
	}
	labels = ch.labelled(scheme, across)
	switch {
	case narrow && len(labels) > 0:
		above = arrange(labels, across) + 3
	case narrow && len(ch.Heads) > 0:
		right = outer + tickSize
	case len(ch.Heads) > 0:
		_, all := ch.columnWidths()
		right = leader - columnGap + outer + all
	default:
		for _, l := range labels {
			right = max(right, leader+l.labelWidth()+outer)
		}
	}
	return labels, right, above
}

// yTicks returns the ticks of the vertical axis, and the space to the left of the data.
func (ch drawn) yTicks(height, width vg.Length, narrow bool) (ticks []tick, left vg.Length) {
	left = outer + tickSize
	if !narrow || len(ch.Heads) == 0 { // otherwise the names are above their rows
		ticks = ch.y.ticks(height, yApart, tickHeight)
		left = outer + ch.y.widest(ticks) + tickGap + tickLength
		if ch.hideY {
			left = panelLeft
		}
	}
	if crowded(ch.x.Rows, width-left) { // the names are numbered
		for i := range ticks {
			ticks[i].label = number.Count(i+1) + "  " + ticks[i].label
		}
		left = outer + ch.y.widest(ticks) + tickGap + tickLength
	}
	return ticks, left
}

// frame draws grid, axes, ticks and labels. The label of the vertical axis is horizontal and above
// the axis, starting at titleX, so that it is easy to read. The label of the horizontal axis is
// centered below it, or moved if it would leave the sheet.
func (ch drawn) frame(p pane, xTicks, yTicks []tick, titleX vg.Length) {
	done := p.group("axes", "x", ch.x.data(p.Min.X, p.Max.X), "y", ch.y.data(p.height-p.Min.Y, p.height-p.Max.Y)) // y in SVG increases from the top
	var lines, marks vg.Path                                                                                      // each is drawn in one stroke
	for _, t := range yTicks {
		py := p.y(t.value)
		if ch.YGrid && !t.minor() {
			segment(&lines, p.Min.X, py, p.Max.X, py)
		}
		if ch.Framed {
			segment(&marks, p.Min.X, py, p.Min.X-t.length(), py)
		}
	}
	for _, t := range xTicks {
		px := p.x(t.value)
		if ch.XGrid && !t.minor() {
			segment(&lines, px, p.Min.Y, px, p.Max.Y)
		}
		segment(&marks, px, p.Min.Y, px, p.Min.Y-t.length())
	}
	if ch.x.Rows == nil {
		segment(&marks, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	}
	if ch.Framed {
		segment(&marks, p.Min.X, p.Min.Y, p.Min.X, p.Max.Y)
	}
	p.stroke(draw.LineStyle{Color: grid, Width: chart.Hairline}, lines)
	p.stroke(draw.LineStyle{Color: rule, Width: chart.ThinLine}, marks)

	below := p.Min.Y - tickLength - tickGap
	if ch.hideX {
		below += tickGap + tickSize
		p.columnNames(ch.x.Rows)
	} else {
		for _, t := range xTicks {
			p.write(tickStyle.from(middle), vg.Point{X: p.x(t.value), Y: below - tickSize*capHeight}, t.label)
		}
	}
	if !ch.hideY {
		for _, t := range yTicks {
			p.write(ch.y.style().from(end).level(), vg.Point{X: p.Min.X - tickLength - tickGap, Y: p.y(t.value)}, t.label)
		}
	}
	done()
	p.write(titleStyle, vg.Point{X: titleX, Y: p.Max.Y + labelGap + 2}, titleStyle.within(ch.y.Label, p.sheet.Max.X-titleX-1))
	s, at := titleStyle.from(middle), vg.Point{X: (p.Min.X + p.Max.X) / 2, Y: below - tickSize - labelGap - labelSize*capHeight}
	label := s.within(ch.x.Label, p.sheet.Max.X-p.sheet.Min.X-2)
	p.write(s, p.inside(s, at, label), label)
}

// columnNames writes the names of columns above them, or their numbers if the names do not fit.
func (p pane) columnNames(names []string) {
	s := style{size: noteSize, color: muted, anchor: middle}
	numbered := crowded(names, p.Max.X-p.Min.X)
	every := 1 + int((s.width(number.Count(len(names)))+2)/(p.x(2)-p.x(1))) // which numbers fit
	for i, name := range names {
		switch at := (vg.Point{X: p.x(float64(i + 1)), Y: p.Max.Y + 4}); {
		case !numbered:
			p.write(s, at, name)
		case i%every == 0:
			p.write(s, at, number.Count(i+1))
		}
	}
}

// content draws the contents of the data area from back to front, and the names of curves next to
// it or above it.
func (ch drawn) content(p pane, labels []endLabel) {
	p.looks, p.series = ch.looks(p.scheme), ch.Series
	for _, l := range ch.Under {
		p.all = append(p.all, l.Marks)
	}
	for _, s := range ch.Series {
		p.all = append(p.all, s.Marks)
	}
	if ch.Scale != nil && !ch.panel {
		p.scaleBar(*ch.Scale)
	}
	for _, l := range ch.Under {
		p.layer(l)
	}
	for _, s := range ch.Series {
		p.look = p.looks[s.Name]
		p.layer(s.Under)
	}
	// Draw faint curves behind the others.
	for _, faint := range []bool{true, false} {
		for _, s := range ch.Series {
			if p.look = p.looks[s.Name]; p.look.faint == faint {
				shift := ""
				if s.Shift != 0 {
					shift = coarse(float64(s.Shift))
				}
				end := p.group(groupOf(s, "series"), "name", s.Name, "shift", shift)
				p.layer(chart.Layer{Marks: s.Marks})
				end()
			}
		}
	}
	if p.narrow {
		p.legend(labels)
	} else {
		p.labels(labels)
	}
	if len(ch.Heads) > 0 && !ch.panel {
		ch.columns(p)
	}
	for _, l := range ch.Over {
		p.layer(l)
	}
}

const columnGap vg.Length = 9

// columnWidths returns the widths of the columns next to rows, and their total with the gaps before
// them.
func (ch drawn) columnWidths() (widths []vg.Length, all vg.Length) {
	for k, head := range ch.Heads {
		w := noteStyle.width(head)
		for _, s := range ch.Series {
			w = max(w, noteStyle.width(s.Cells[k]))
		}
		widths, all = append(widths, w), all+w+columnGap
	}
	return widths, all
}

// columns writes the cells with their right ends aligned. In a narrow chart it also writes the
// names, which are above their rows.
func (ch drawn) columns(p pane) {
	widths, all := ch.columnWidths()
	right, up := p.Max.X+leader-columnGap+all, vg.Length(0)
	if p.narrow {
		left := p.sheet.Min.X + outer
		right, up = p.sheet.Max.X-outer, nameRise+vg.Length(ch.Tall)
		over := up
		if ch.twoLines(right - left) {
			over += chart.LineHeight
		}
		for i, s := range ch.Series {
			p.write(nameStyle.level(), vg.Point{X: left, Y: p.row(i) + over}, nameStyle.within(s.Name, right-left))
		}
	}
	for k := len(widths) - 1; k >= 0; k-- {
		p.write(noteStyle.from(end), vg.Point{X: right, Y: p.Max.Y + 2 + chart.LineHeight}, ch.Heads[k])
		for i, s := range ch.Series {
			p.write(noteStyle.from(end).level(), vg.Point{X: right, Y: p.row(i) + up}, s.Cells[k])
		}
		right -= widths[k] + columnGap
	}
}

// nameRise is the distance from a row of a narrow chart up to the text above it.
const nameRise vg.Length = 12

// twoLines reports whether the cells of a narrow chart are on a separate line below the names,
// because a row is too wide for both.
func (ch drawn) twoLines(width vg.Length) bool {
	_, all := ch.columnWidths()
	return slices.ContainsFunc(ch.Series, func(s chart.Series) bool { return nameStyle.width(s.Name) > width-all })
}

// row returns the height of the middle of a row.
func (p pane) row(i int) vg.Length { return p.y(-float64(i)) }

// fit returns the height that suits a width.
func (ch drawn) fit(width vg.Length, scheme []string) vg.Length {
	switch rows := vg.Length(len(ch.y.Rows)); {
	case width >= narrowBelow && vg.Length(ch.Wide) >= narrowBelow && !ch.above:
		return vg.Length(ch.High)
	case ch.Square:
		return vg.Length(ch.High) + width - vg.Length(ch.Wide)
	case len(ch.Heads) > 0:
		pitch := nameRise + 14 + 2*vg.Length(ch.Tall)
		if ch.twoLines(width - 2*outer) {
			pitch += chart.LineHeight
		}
		return rows*pitch + chart.RowsHeight
	case rows > 0:
		return vg.Length(ch.High)
	}
	return arrange(ch.labelled(scheme, width-2*outer), width-2*outer) + min(0.72*width, vg.Length(chart.UsualHeight)) + 40 + vg.Length(ch.Foot)
}

// labelled returns the labels: those of the series whose names are next to their curves, and one
// with a list of names for all faint series.
func (ch drawn) labelled(scheme []string, width vg.Length) (out []endLabel) {
	looks := ch.looks(scheme)
	var others []string
	var last chart.Series
	for _, s := range ch.Series {
		switch l := looks[s.Name]; {
		case s.End == nil, s.Beside && width == 0:
		case l.faint && !s.Ruler:
			others, last = append(others, s.Name), s
		default:
			label := endLabel{Series: s, look: l}
			if s.Note != "" {
				label.notes = []string{s.Note}
			}
			out = append(out, label)
		}
	}
	if others == nil {
		return out
	}
	all := endLabel{look: look{color: rule, faint: true}, notes: others[:1:1]}
	for _, name := range others[1:] {
		line := &all.notes[len(all.notes)-1]
		if width > 0 && key+keyGap+noteStyle.width(*line+", "+name) < width {
			*line += ", " + name
		} else {
			all.notes = append(all.notes, name)
		}
	}
	all.Series = chart.Series{Class: "others", Name: number.Count(len(others)) + " others", Loose: true, End: last.End}
	return append(out, all)
}

// looks returns the looks of the series.
func (ch drawn) looks(scheme []string) map[string]look {
	names := ch.Names
	var rulers []string
	for _, s := range ch.Series {
		if s.Ruler {
			rulers = append(rulers, s.Name)
		} else {
			names = append(names[:len(names):len(names)], s.Name)
		}
	}
	looks := looksOf(scheme, names)
	for i, name := range rulers {
		looks[name] = rulerLook(i)
	}
	return looks
}
