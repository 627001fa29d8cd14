package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// squares fills the cells, those of one shade in one path.
func (h *heatmap) squares(s colorScale) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "cells", "")
		defer endGroup(c)
		w, t := x(1)-x(0), y(1)-y(0)
		// A hairline of paper between the cells shows the grid, as long as the
		// cells are large enough to spare it.
		gap := min(hairline, 0.1*min(w, t))
		var paths [shades]vg.Path
		for _, cell := range h.cells {
			left, bottom := x(float64(cell.X)-0.5)+gap/2, y(float64(cell.Y)-0.5)+gap/2
			i := s.shade(float64(cell.Count))
			paths[i] = append(paths[i], rectangle(left, bottom, left+w-gap, bottom+t-gap)...)
		}
		for i, p := range paths {
			if len(p) > 0 {
				c.SetColor(shadeColor(i))
				c.Fill(p)
			}
		}
		return nil
	}
}

// identity draws the line y = x as far as it runs through the data area, with
// its name at the upper end, on the side where a lower bound has no cells.
func (h *heatmap) identity(c draw.Canvas, x, y func(float64) vg.Length) error {
	ax, ay := gridAxis("", h.left, h.right), gridAxis("", h.bottom, h.top)
	from, to := max(ax.lo, ay.lo), min(ax.hi, ay.hi)
	if from >= to {
		return nil
	}
	beginGroup(c, "guides", "")
	defer endGroup(c)
	haloed(c, []vg.Point{{X: x(from), Y: y(from)}, {X: x(to), Y: y(to)}}, draw.LineStyle{Color: ink, Width: thinLine, Dashes: []vg.Length{4, 2.5}})
	// Beside the line, a little below its end and clear of the cells on it.
	s := noteStyle
	s.color, s.anchor, s.halo = ink, end, true
	slope := (y(to) - y(from)) / (x(to) - x(from))
	at := vg.Point{Y: y(to) - noteStep - 2}
	at.X = x(to) - (y(to)-at.Y)/slope - (x(1) - x(0)) - 4
	if at.X-s.width(h.opt.Identity) > c.Min.X {
		write(c, s, at, h.opt.Identity)
	}
	return nil
}

// meanLine draws the mean of Y at each X. Its white edge keeps it apart from the
// cells, whatever their shade.
func (h *heatmap) meanLine(c draw.Canvas, x, y func(float64) vg.Length) error {
	beginGroup(c, "mean", "")
	defer endGroup(c)
	var at []vg.Point
	for _, p := range h.means() {
		at = append(at, vg.Point{X: x(p.X), Y: y(p.Y)})
	}
	size := min(3.4, max(1.8, 0.55*(x(1)-x(0))))
	haloed(c, at, draw.LineStyle{Color: palette[1], Width: thinLine})
	drawMarks(c, mark{shape: disc, size: size + 1.2, color: paper}, at...)
	drawMarks(c, mark{shape: disc, size: size, color: palette[1]}, at...)
	return nil
}

// haloed draws a polyline with a white edge.
func haloed(c draw.Canvas, pts []vg.Point, s draw.LineStyle) {
	if len(pts) > 1 {
		c.StrokeLines(draw.LineStyle{Color: fade(paper, 0.8), Width: s.Width + 1.4}, pts)
		c.StrokeLines(s, pts)
	}
}

func rectangle(x0, y0, x1, y1 vg.Length) vg.Path {
	return closed([]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
}

// colorScale maps counts from 1 to hi to shades, logarithmically.
type colorScale struct {
	heading string
	hi      float64
}

// shades is the number of different colours of a scale, more than an eye can
// tell apart.
const shades = 48

// shade returns the place of a count on the scale.
func (s colorScale) shade(v float64) int {
	if s.hi <= 1 {
		return 0
	}
	return min(max(int(math.Round(math.Log(v)/math.Log(s.hi)*(shades-1))), 0), shades-1)
}

// Parts of the bar, from left to right.
const (
	barGap   vg.Length = 12 // from the data area
	barWidth vg.Length = 9
)

// axis returns the axis of the bar. A scale on which all counts are 1 has one
// tick.
func (s colorScale) axis() axis {
	return axis{log: true, lo: 1, hi: max(s.hi, 1.000001)}
}

// room returns the width the bar needs beside the data area.
func (s colorScale) room() vg.Length {
	widest := tickStyle.width("1×10^{10}")
	if s.hi < 1e4 {
		widest = tickStyle.width("1" + thin + "000")
	}
	return max(barGap+barWidth+tickLength/2+tickGap+widest, barGap/2+noteStyle.width(s.heading)) + outer
}

// bar draws the scale at the right of the data area.
func (s colorScale) bar(c draw.Canvas, _, _ func(float64) vg.Length) error {
	beginGroup(c, "scale", "")
	defer endGroup(c)
	x0, x1 := c.Max.X+barGap, c.Max.X+barGap+barWidth
	top := c.Max.Y
	height := top - c.Min.Y
	// Every shade reaches to the top and the next is painted over it, so that
	// no seams show.
	for i := range shades {
		c.SetColor(shadeColor(i))
		c.Fill(rectangle(x0, c.Min.Y+height*vg.Length(i)/shades, x1, top))
		if s.hi <= 1 {
			break
		}
	}
	c.SetLineStyle(draw.LineStyle{Color: rule, Width: hairline})
	c.Stroke(rectangle(x0, c.Min.Y, x1, top))

	a := s.axis()
	label := tickStyle
	label.centred = true
	var marks vg.Path
	high := func(string) vg.Length { return tickSize * capHeight }
	ticks := a.ticks(height, yApart, high)
	if s.hi <= 1 {
		ticks = ticks[:0]
		write(c, label, vg.Point{X: x1 + tickLength/2 + tickGap, Y: c.Min.Y + height/2}, "1")
	}
	for _, t := range ticks {
		py := c.Min.Y + height*vg.Length(a.Normalize(a.lo, a.hi, t.Value))
		length := tickLength / 2
		if t.IsMinor() {
			length /= 2
		}
		marks.Move(vg.Point{X: x1, Y: py})
		marks.Line(vg.Point{X: x1 + length, Y: py})
		write(c, label, vg.Point{X: x1 + tickLength/2 + tickGap, Y: py}, t.Label)
	}
	if len(marks) > 0 {
		c.SetLineStyle(draw.LineStyle{Color: rule, Width: thinLine})
		c.Stroke(marks)
	}
	heading := noteStyle
	write(c, heading, vg.Point{X: c.Max.X + barGap/2, Y: c.Max.Y + labelGap + 2}, s.heading)
	return nil
}
