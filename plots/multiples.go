package plots

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// MultiplesOptions say how [Multiples] are drawn.
type MultiplesOptions struct {
	Columns int // 0 means 3; a narrow sheet has 2

	Width, Height vg.Length // 0 means 7 inches and what the panels need
}

// Multiples draws figures of one kind side by side on the same axes (Tufte, The
// Visual Display of Quantitative Information, 1983): each under its title, with the
// numbers of the axes at the left and at the bottom alone. Names of series and the
// scale of colours, which the figures must share, stand once; a name that only its
// own panel has does not stand there, as the title says it.
//
// Figures without data are left out; without any others the figure says so. It is an
// error if the figures differ in what their axes show.
func Multiples(id, title string, opt MultiplesOptions, figures ...Figure) (Figure, error) {
	ch := newChart("Multiples", id, title, cmp.Or(opt.Width, TwoColumns), 0)
	m := &multiples{columns: cmp.Or(opt.Columns, 3)}
	for _, f := range figures {
		p, ok := f.drawing.(chart)
		if !ok {
			continue
		}
		m.add(ch, f.Title, p)
		ch.data = ch.data.beside(f.Title, f.data)
		ch.say(" %s: %s", f.Title, f.Alt)
	}
	if len(m.panels) == 0 || ch.err != nil {
		return ch.missing("")
	}
	first := m.panels[0]
	m.share(first)
	ch.Caption = fmt.Sprintf("%s panels with the same axes.", count(len(m.panels)))
	ch.Alt = strings.TrimSpace(ch.Alt)
	ch.Height = cmp.Or(opt.Height, m.fit(ch.Width, nil))
	return ch.drawnBy(m)
}

// multiples are panels that are being drawn.
type multiples struct {
	columns int
	panels  []chart
}

// add takes a figure, if its axes are those of the others.
func (m *multiples) add(ch *chart, title string, p chart) {
	p.panel, p.Title = true, title
	if len(m.panels) > 0 {
		a := m.panels[0]
		ch.check(a.x.label == p.x.label && a.x.log == p.x.log && a.y.label == p.y.label && a.y.log == p.y.log && slices.Equal(a.y.rows, p.y.rows),
			"the axes of %q are not those of %q; draw figures of one kind and quantity", title, a.Title)
	}
	m.panels = append(m.panels, p)
}

// share gives all panels the axes that all of them need, and the names of all.
func (m *multiples) share(first chart) {
	x, y := first.x, first.y
	var names []string
	for _, p := range m.panels {
		x.lo, x.hi = min(x.lo, p.x.lo), max(x.hi, p.x.hi)
		y.lo, y.hi = min(y.lo, p.y.lo), max(y.hi, p.y.hi)
		names = slices.Concat(names, p.names(), p.beside)
	}
	for i := range m.panels {
		p := &m.panels[i]
		p.x, p.y, p.beside = x, y, names
	}
}

// labels returns the names of the series that more than one panel has.
func (m *multiples) labels(scheme Scheme) (out []endLabel) {
	times := map[string]int{}
	for _, p := range m.panels {
		for _, l := range p.labelled(scheme, 1) {
			if times[l.name]++; times[l.name] == 2 {
				out = append(out, l)
			}
		}
	}
	return out
}

// tiling is where the panels stand.
type tiling struct {
	columns, rows     int
	names             legend
	labels            []endLabel
	top, left, bottom vg.Length // room for names and for the numbers of the axes
	right             vg.Length
	w, h              vg.Length // of the data in a panel
	height            vg.Length // of the sheet
}

// Room in a panel besides its data.
const (
	panelLeft   = outer + tickLength
	panelBottom = outer + tickLength
	panelTop    = outer + labelSize + labelGap + 2
	panelRight  = outer + 4
)

// layout returns the places for a sheet; without a height, panels are three quarters
// as high as wide, square ones and those of rows as they need.
func (m *multiples) layout(width, height vg.Length, scheme Scheme) tiling {
	first := m.panels[0]
	g := tiling{columns: min(m.columns, len(m.panels)), labels: m.labels(scheme)}
	if width < narrowBelow {
		g.columns = min(g.columns, 2)
	}
	g.rows = (len(m.panels) + g.columns - 1) / g.columns
	g.names = legendOf(g.labels, width-2*outer)
	g.top = g.names.height + 2
	if first.y.rows == nil && first.y.label != "" {
		g.top += outer + labelSize
	}
	style := tickStyle
	if first.y.rows != nil {
		style = rowStyle
	}
	for _, t := range first.y.ticks(80, yApart, tickHeight) {
		g.left = max(g.left, style.width(t.Label)+tickGap)
	}
	g.bottom = tickGap + tickSize + labelSize
	if first.scale != nil {
		g.right = first.scale.room()
	}
	columns, rows := vg.Length(g.columns), vg.Length(g.rows)
	g.w = (width-g.left-g.right)/columns - panelLeft - panelRight
	switch h := (height-g.top-g.bottom)/rows - panelTop - panelBottom; {
	case height > 0:
		g.h = h
	case first.square:
		g.h = g.w
	case first.y.rows != nil:
		g.h = rowHeight * 0.8 * vg.Length(len(first.y.rows))
	default:
		g.h = 0.75 * g.w
	}
	g.height = g.top + g.bottom + rows*(g.h+panelTop+panelBottom)
	return g
}

// fit implements drawing.
func (m *multiples) fit(width vg.Length, scheme Scheme) vg.Length {
	return m.layout(width, 0, scheme).height
}

// paint draws the panels.
func (m *multiples) paint(c pane) error {
	size := c.Max.Sub(c.Min)
	g := m.layout(size.X, size.Y, c.scheme)
	if g.w < smallest/2 || g.h < smallest/3 {
		return errors.New("the panels have no room for the data; make the figure larger or give it fewer columns")
	}
	first := m.panels[0]
	for i, l := range g.labels {
		c.label(l, vg.Point{X: c.Min.X + outer + g.names.places[i].X, Y: c.Max.Y - outer - g.names.places[i].Y})
	}
	if first.y.rows == nil {
		c.write(titleStyle, vg.Point{X: c.Min.X + outer, Y: c.Max.Y - g.top + 2}, first.y.label)
	}
	for i, p := range m.panels {
		row, column := i/g.columns, i%g.columns
		lowest := i+g.columns >= len(m.panels)
		var area vg.Rectangle // of the panel with its axes
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
		p.x.label, p.y.label = "", p.Title
		if err := p.paint(c.on(area)); err != nil {
			return fmt.Errorf("panel %q: %w", p.Title, err)
		}
	}
	s, at := titleStyle.from(middle), vg.Point{X: (c.Min.X + g.left + c.Max.X - g.right) / 2, Y: c.Min.Y + outer}
	c.write(s, c.inside(s, at, first.x.label), first.x.label)
	if first.scale != nil {
		area := vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Min.Y + g.bottom + panelBottom}, Max: vg.Point{X: c.Max.X - g.right, Y: c.Max.Y - g.top - panelTop}}
		first.scale.bar(c.on(area))
	}
	return nil
}
