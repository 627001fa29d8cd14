package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Cell is one cell of a [Heatmap]: how often X and Y occur together.
type Cell struct {
	X, Y  int
	Count uint64 // a cell with 0 is not drawn
}

// HeatmapOptions say how a [Heatmap] is drawn.
type HeatmapOptions struct {
	XLabel, YLabel string // with units; "x" and "y" if empty
	Quantity       string // what is counted, such as "positions"; it stands above the colour bar
	Identity       string // name of the line y = x, such as "h = d"; no line if empty
	Mean           bool   // a line through the mean of Y at every X

	// The axes reach at least to XMax and YMax and the colours to Most, so that
	// several figures can share their scales.
	XMax, YMax int
	Most       uint64

	Width, Height Length // 0 means 3.4 × 3.1 inches
}

const heatmapHeight = 3.1 * inch

// Heatmap draws how often pairs of whole numbers occur, a two-dimensional
// histogram: the darker a cell, the larger its count, on a logarithmic scale
// whose bar stands at the right. Lightness alone carries the count, so the figure
// reads the same in grey and for every kind of colour vision.
//
// A figure without counts says so. A cell given twice, a grid of more than 1,000
// cells on a side and bad IDs are errors.
func Heatmap(id, title string, opt HeatmapOptions, cells []Cell) (Figure, error) {
	opt.XLabel, opt.YLabel = cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y")
	ch := newChart("Heatmap", id, title, cmp.Or(opt.Width, OneColumn), cmp.Or(opt.Height, heatmapHeight))
	ch.data = heads(opt.XLabel, opt.YLabel, cmp.Or(opt.Quantity, "count"))
	h := heatmap{opt: opt}
	ch.keep(h.fill(cells))
	if len(h.cells) == 0 || ch.err != nil {
		return ch.missing("no cell has a count")
	}
	ch.x, ch.y, ch.framed = gridAxis(opt.XLabel, h.left, h.right), gridAxis(opt.YLabel, h.bottom, h.top), true
	// The scale begins at 1, whatever the least count is, so that figures of one quantity
	// compare.
	scale := colorScale{heading: cmp.Or(opt.Quantity, "count"), hi: max(float64(h.most), float64(opt.Most))}
	ch.scale = &scale
	grid := cellMark{gap: size{most: hairline, share: 0.1}} // of paper, as long as the cells are large enough
	for _, c := range h.cells {
		ch.data.add(c.X, c.Y, c.Count)
		grid.cells = append(grid.cells, cell{float64(c.X), float64(c.Y), scale.shade(float64(c.Count))})
	}
	ch.under = append(ch.under, layer{marks: []mark{grid}})
	if opt.Identity != "" {
		ch.under = append(ch.under, h.identity())
	}
	ch.Caption = fmt.Sprintf("Number of %s by %s and %s; darker is more, on a logarithmic scale.", cmp.Or(opt.Quantity, "cases"), opt.XLabel, opt.YLabel)
	if opt.Mean {
		ch.under = append(ch.under, h.meanLine())
		ch.Caption += fmt.Sprintf(" Points are the mean %s at each %s.", opt.YLabel, opt.XLabel)
	}
	h.describe(ch)
	return ch.figure()
}

// heatmap is a heatmap being drawn.
type heatmap struct {
	opt                      HeatmapOptions
	cells                    []Cell // by X and Y
	left, right, bottom, top int    // the least and largest values on the axes
	most                     uint64 // the largest count
	total                    float64
}

// maxGrid bounds the side of a grid: a wider one has cells too small to see.
const maxGrid = 1000

// fill takes the cells that have counts.
func (h *heatmap) fill(cells []Cell) error {
	h.cells = slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Count == 0 })
	if len(h.cells) == 0 {
		return nil
	}
	slices.SortFunc(h.cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	first := h.cells[0]
	h.left, h.right, h.bottom, h.top = first.X, first.X, first.Y, first.Y
	for i, c := range h.cells {
		if i > 0 && c.X == h.cells[i-1].X && c.Y == h.cells[i-1].Y {
			return fmt.Errorf("plots: heatmap: the cell at X %d, Y %d is given twice; add its counts up", c.X, c.Y)
		}
		h.left, h.right = min(h.left, c.X), max(h.right, c.X)
		h.bottom, h.top = min(h.bottom, c.Y), max(h.top, c.Y)
		h.most = max(h.most, c.Count)
		h.total += float64(c.Count)
	}
	h.right, h.top = max(h.right, h.opt.XMax), max(h.top, h.opt.YMax)
	if math.Max(float64(h.right)-float64(h.left), float64(h.top)-float64(h.bottom)) >= maxGrid {
		return fmt.Errorf("plots: heatmap: the cells span %d to %d and %d to %d, more than %s on a side; count in wider bins",
			h.left, h.right, h.bottom, h.top, count(maxGrid))
	}
	return nil
}

// gridAxis is an axis of whole numbers whose cells reach half a unit to both
// sides. It begins at 0 if the values are near it.
func gridAxis(label string, lo, hi int) axis {
	if lo > 0 && lo <= (hi-lo)/2 {
		lo = 0
	}
	return axis{label: label, whole: true, lo: float64(lo) - 0.5, hi: float64(hi) + 0.5}
}

// means returns the mean of Y for every X that occurs.
func (h *heatmap) means() []Point {
	var out []Point
	var n float64
	for i, c := range h.cells {
		if i == 0 || c.X != h.cells[i-1].X {
			out, n = append(out, Point{X: float64(c.X)}), 0
		}
		p := &out[len(out)-1]
		n += float64(c.Count)
		p.Y += (float64(c.Y) - p.Y) * float64(c.Count) / n
	}
	return out
}

// describe adds to the text alternative.
func (h *heatmap) describe(ch *chart) {
	x, y := h.opt.XLabel, h.opt.YLabel
	fullest := slices.MaxFunc(h.cells, func(a, b Cell) int { return cmp.Compare(a.Count, b.Count) })
	ch.say("Heatmap of %s %s by %s and %s, in %s cells; most, %s, at %d and %d.",
		spoken(h.total), cmp.Or(h.opt.Quantity, "cases"), x, y, count(len(h.cells)), spoken(float64(fullest.Count)), fullest.X, fullest.Y)
	if means := h.means(); h.opt.Mean {
		first, last := means[0], means[len(means)-1]
		ch.say(" The mean %s is %s at %s", y, spoken(first.Y), spoken(first.X))
		if len(means) > 1 {
			ch.say(" and %s at %s", spoken(last.Y), spoken(last.X))
		}
		ch.say(".")
	}
}

// identity is the line y = x as far as it runs through the data area, with its name.
func (h *heatmap) identity() layer {
	ax, ay := gridAxis("", h.left, h.right), gridAxis("", h.bottom, h.top)
	from, upTo := max(ax.lo, ay.lo), min(ax.hi, ay.hi)
	if from >= upTo {
		return layer{}
	}
	pts := []place{to(from, from), to(upTo, upTo)}
	line := lineMark{pts: pts, tone: tone{name: "ink"}, width: thinLine, dashes: []Length{4, 2.5}}
	return layer{class: "guides", marks: append(haloed(line), slopeMark{upTo, h.opt.Identity})}
}

// meanLine is the mean of Y at each X. Its white edge keeps it apart from the cells,
// whatever their shade.
func (h *heatmap) meanLine() layer {
	var at []place
	for _, mean := range h.means() {
		at = append(at, to(mean.X, mean.Y))
	}
	dots := pointMark{at: at, shape: disc, size: size{least: 1.8, most: 3.4, share: 0.55, onX: true}, tone: tone{name: "2"}, halo: 1.2}
	return layer{class: "mean", marks: append(haloed(lineMark{pts: at, tone: dots.tone, width: thinLine}), dots)}
}

// haloed is a line with a white edge.
func haloed(line lineMark) []mark {
	return []mark{lineMark{pts: line.pts, tone: tone{"paper", 0.8}, width: line.width + 1.4}, line}
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
	return shadeOf(math.Log(v) / math.Log(s.hi))
}

// shadeOf returns the shade of a share, 0 to 1, of the whole scale.
func shadeOf(share float64) int {
	return min(max(int(math.Round(share*(shades-1))), 0), shades-1)
}

// Parts of the bar, from left to right.
const (
	barGap   vg.Length = 12 // from the data area
	barWidth vg.Length = 9
)

// room returns the width the bar needs beside the data area.
func (s colorScale) room() vg.Length {
	widest := tickStyle.width("1×10^{10}")
	if s.hi < 1e4 {
		widest = tickStyle.width("1" + thin + "000")
	}
	return max(barGap+barWidth+tickLength/2+tickGap+widest, barGap/2+noteStyle.width(s.heading)) + outer
}

// bar draws the scale at the right of the data area. A scale on which all counts
// are 1 has one shade and one tick.
func (s colorScale) bar(p pane) {
	defer p.group("scale")()
	x0, x1 := p.Max.X+barGap, p.Max.X+barGap+barWidth
	height := p.Max.Y - p.Min.Y
	label := func(y vg.Length, text string) {
		p.write(tickStyle.level(), vg.Point{X: x1 + tickLength/2 + tickGap, Y: y}, text)
	}
	// Every shade reaches to the top and the next is painted over it, so that
	// no seams show.
	for i := range s.shade(s.hi) + 1 {
		p.fill(shadeColor(i), rectangle(x0, p.Min.Y+height*vg.Length(i)/shades, x1, p.Max.Y))
	}
	p.stroke(draw.LineStyle{Color: rule, Width: hairline}, rectangle(x0, p.Min.Y, x1, p.Max.Y))

	var marks vg.Path
	if s.hi <= 1 {
		label(p.Min.Y+height/2, "1")
	} else {
		a := axis{log: true, lo: 1, hi: s.hi}
		for _, t := range a.ticks(height, yApart, tickHeight) {
			py := p.Min.Y + height*vg.Length(a.Normalize(a.lo, a.hi, t.Value))
			length := tickLength / 2
			if t.IsMinor() {
				length /= 2
			}
			segment(&marks, x1, py, x1+length, py)
			label(py, t.Label)
		}
	}
	p.stroke(draw.LineStyle{Color: rule, Width: thinLine}, marks)
	p.write(noteStyle, vg.Point{X: p.Max.X + barGap/2, Y: p.Max.Y + labelGap + 2}, s.heading)
}
