package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// shades is the number of different colors in a scale, which is more than an eye can distinguish.
const shades = 48

// shadeOf returns the shade for a share of the scale, from 0 to 1.
func shadeOf(share float64) int { return min(max(int(math.Round(share*(shades-1))), 0), shades-1) }

// Sizes of the parts of the color bar, from left to right, in points.
const (
	barGap   vg.Length = 12 // distance from the data area
	barWidth vg.Length = 9
)

// room returns the width that the color bar of a scale needs next to the data area.
func room(s chart.Scale) vg.Length {
	widest := tickStyle.width("1×10^{10}")
	if s.Most < 1e4 {
		widest = tickStyle.width("1" + number.Thin + "000")
	}
	return max(barGap+barWidth+tickLength/2+tickGap+widest, barGap/2+noteStyle.width(s.Heading)) + outer
}

// scaleBar draws a scale as a color bar at the right of the data area. A scale on which all counts
// are 1 has one shade and one tick.
func (p pane) scaleBar(s chart.Scale) {
	defer p.group("scale")()
	x0, x1 := p.Max.X+barGap, p.Max.X+barGap+barWidth
	height := p.Max.Y - p.Min.Y
	label := func(y vg.Length, text string) {
		p.write(tickStyle.level(), vg.Point{X: x1 + tickLength/2 + tickGap, Y: y}, text)
	}
	// Each shade extends to the top and the next one is painted over it, so that no gaps are
	// visible.
	darkest := shades
	if s.Most <= 1 {
		darkest = 1
	}
	for i := range darkest {
		p.fill(shadeColor(i), rectangle(x0, p.Min.Y+height*vg.Length(i)/shades, x1, p.Max.Y))
	}
	p.stroke(draw.LineStyle{Color: rule, Width: chart.Hairline}, rectangle(x0, p.Min.Y, x1, p.Max.Y))

	var marks vg.Path
	if s.Most <= 1 {
		label(p.Min.Y+height/2, "1")
	} else {
		a := axis{chart.Axis{Log: true, Lo: 1, Hi: s.Most}}
		for _, t := range a.ticks(height, yApart, tickHeight) {
			py := p.Min.Y + height*vg.Length(a.share(t.value))
			segment(&marks, x1, py, x1+t.length()/2, py)
			label(py, t.label)
		}
	}
	p.stroke(draw.LineStyle{Color: rule, Width: chart.ThinLine}, marks)
	p.write(noteStyle, vg.Point{X: p.Max.X + barGap/2, Y: p.Max.Y + labelGap + 2}, s.Heading)
}
