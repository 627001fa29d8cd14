package draw

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// multiples is a set of charts drawn side by side.
type multiples struct {
	columns int
	panels  []drawn
}

// labels returns the labels of the series that are in more than one panel.
func (m multiples) labels(scheme []string) (out []endLabel) {
	times := map[string]int{}
	for _, p := range m.panels {
		for _, l := range p.labelled(scheme, 1) {
			if times[l.Name]++; times[l.Name] == 2 {
				out = append(out, l)
			}
		}
	}
	return out
}

// tiling holds the positions of the panels.
type tiling struct {
	columns, rows     int
	labels            []endLabel
	top, left, bottom vg.Length // space for names and for the numbers of the axes
	right             vg.Length
	w, h              vg.Length // size of the data area in a panel
	height            vg.Length // height of the sheet
}

// Space around the data area of a panel, in points.
const (
	panelLeft   = outer + tickLength
	panelBottom = outer + tickLength
	panelTop    = outer + labelSize + labelGap + 2
	panelRight  = outer + 4
)

// layout returns the positions for a sheet. If the height is 0, panels are three quarters as high
// as wide; square panels and panels of rows are as high as they need to be.
func (m multiples) layout(width, height vg.Length, scheme []string) tiling {
	first := m.panels[0]
	g := tiling{columns: min(m.columns, len(m.panels)), labels: m.labels(scheme)}
	if width < narrowBelow {
		g.columns = min(g.columns, 2)
	}
	g.rows = (len(m.panels) + g.columns - 1) / g.columns
	g.top = arrange(g.labels, width-2*outer) + 2
	if first.y.Rows == nil && first.y.Label != "" {
		g.top += outer + labelSize
	}
	g.left = first.y.widest(first.y.ticks(80, yApart, tickHeight)) + tickGap
	g.bottom = tickGap + tickSize + labelSize
	if first.Scale != nil {
		g.right = room(*first.Scale)
	}
	columns, rows := vg.Length(g.columns), vg.Length(g.rows)
	g.w = (width-g.left-g.right)/columns - panelLeft - panelRight
	switch h := (height-g.top-g.bottom)/rows - panelTop - panelBottom; {
	case height > 0:
		g.h = h
	case first.Square:
		g.h = g.w
	case first.y.Rows != nil:
		g.h = chart.RowHeight * 0.8 * vg.Length(len(first.y.Rows))
	default:
		g.h = 0.75 * g.w
	}
	g.height = g.top + g.bottom + rows*(g.h+panelTop+panelBottom)
	return g
}

// fit returns the height that suits a width.
func (m multiples) fit(width vg.Length, scheme []string) vg.Length {
	return m.layout(width, 0, scheme).height
}

// paint draws the panels.
func (m multiples) paint(c pane) error {
	size := c.Max.Sub(c.Min)
	g := m.layout(size.X, size.Y, c.scheme)
	if g.w < smallest/2 || g.h < smallest/3 {
		return errors.New("the panels have no room for the data; make the figure larger or give it fewer columns")
	}
	first := m.panels[0]
	c.legend(g.labels)
	if first.y.Rows == nil {
		c.write(titleStyle, vg.Point{X: c.Min.X + outer, Y: c.Max.Y - g.top + 2}, first.y.Label)
	}
	for i, p := range m.panels {
		row, column := i/g.columns, i%g.columns
		lowest := i+g.columns >= len(m.panels)
		var area vg.Rectangle // area of the panel including its axes
		area.Min.X = c.Min.X + vg.Length(column)*(g.w+panelLeft+panelRight)
		area.Max.X = area.Min.X + g.left + g.w + panelLeft + panelRight
		if column > 0 {
			area.Min.X += g.left
			p.hideY = true
		}
		area.Max.Y = c.Max.Y - g.top - vg.Length(row)*(g.h+panelTop+panelBottom)
		area.Min.Y = area.Max.Y - g.h - panelTop - panelBottom
		if p.hideX = !lowest; lowest {
			area.Min.Y -= tickGap + tickSize
		}
		p.x.Label, p.y.Label = "", p.Panel
		if err := p.paint(c.on(area)); err != nil {
			return fmt.Errorf("panel %q: %w", p.Panel, err)
		}
	}
	s, at := titleStyle.from(middle), vg.Point{X: (c.Min.X + g.left + c.Max.X - g.right) / 2, Y: c.Min.Y + outer}
	c.write(s, c.inside(s, at, first.x.Label), first.x.Label)
	if first.Scale != nil {
		area := vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Min.Y + g.bottom + panelBottom}, Max: vg.Point{X: c.Max.X - g.right, Y: c.Max.Y - g.top - panelTop}}
		c.on(area).scaleBar(*first.Scale)
	}
	return nil
}
