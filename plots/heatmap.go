package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
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

const heatmapHeight = 3.1 * chart.Inch

// Heatmap draws how often pairs of whole numbers occur, a two-dimensional
// histogram: the darker a cell, the larger its count, on a logarithmic scale
// whose bar stands at the right. Lightness alone carries the count, so the figure
// reads the same in grey and for every kind of colour vision.
//
// A figure without counts says so. A cell given twice, a grid of more than 1,000
// cells on a side and bad IDs are errors.
func Heatmap(id, title string, opt HeatmapOptions, cells []Cell) (Figure, error) {
	opt.XLabel, opt.YLabel = cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y")
	ch := newDraft("Heatmap", id, title, cmp.Or(opt.Width, OneColumn), cmp.Or(opt.Height, heatmapHeight))
	ch.data = heads(opt.XLabel, opt.YLabel, cmp.Or(opt.Quantity, "count"))
	h := heatmap{opt: opt}
	ch.keep(h.fill(cells))
	if len(h.cells) == 0 || ch.err != nil {
		return ch.missing("no cell has a count")
	}
	ch.X, ch.Y, ch.Framed = gridAxis(opt.XLabel, h.left, h.right), gridAxis(opt.YLabel, h.bottom, h.top), true
	// The scale begins at 1, whatever the least count is, so that figures of one quantity
	// compare.
	scale := chart.Scale{Heading: cmp.Or(opt.Quantity, "count"), Most: max(float64(h.most), float64(opt.Most))}
	ch.Scale = &scale
	grid := chart.Cells{Gap: chart.Size{Most: chart.Hairline, Share: 0.1}} // of paper, as long as the cells are large enough
	for _, c := range h.cells {
		ch.data.add(c.X, c.Y, c.Count)
		grid.Cells = append(grid.Cells, chart.Cell{X: float64(c.X), Y: float64(c.Y), Shade: math.Log(float64(c.Count)) / cmp.Or(math.Log(scale.Most), 1)})
	}
	ch.Under = append(ch.Under, chart.Layer{Marks: chart.Marks{grid}})
	if opt.Identity != "" {
		ch.Under = append(ch.Under, h.identity())
	}
	ch.Caption = fmt.Sprintf("Number of %s by %s and %s; darker is more, on a logarithmic scale.", cmp.Or(opt.Quantity, "cases"), opt.XLabel, opt.YLabel)
	if opt.Mean {
		ch.Under = append(ch.Under, h.meanLine())
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
			h.left, h.right, h.bottom, h.top, number.Count(maxGrid))
	}
	return nil
}

// gridAxis is an axis of whole numbers whose cells reach half a unit to both
// sides. It begins at 0 if the values are near it.
func gridAxis(label string, lo, hi int) chart.Axis {
	if lo > 0 && lo <= (hi-lo)/2 {
		lo = 0
	}
	return chart.Axis{Label: label, Whole: true, Lo: float64(lo) - 0.5, Hi: float64(hi) + 0.5}
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
func (h *heatmap) describe(ch *draft) {
	x, y := h.opt.XLabel, h.opt.YLabel
	fullest := slices.MaxFunc(h.cells, func(a, b Cell) int { return cmp.Compare(a.Count, b.Count) })
	ch.say("Heatmap of %s %s by %s and %s, in %s cells; most, %s, at %d and %d.",
		number.Spoken(h.total), cmp.Or(h.opt.Quantity, "cases"), x, y, number.Count(len(h.cells)), number.Spoken(float64(fullest.Count)), fullest.X, fullest.Y)
	if means := h.means(); h.opt.Mean {
		first, last := means[0], means[len(means)-1]
		ch.say(" The mean %s is %s at %s", y, number.Spoken(first.Y), number.Spoken(first.X))
		if len(means) > 1 {
			ch.say(" and %s at %s", number.Spoken(last.Y), number.Spoken(last.X))
		}
		ch.say(".")
	}
}

// identity is the line y = x as far as it runs through the data area, with its name.
func (h *heatmap) identity() chart.Layer {
	ax, ay := gridAxis("", h.left, h.right), gridAxis("", h.bottom, h.top)
	from, upTo := max(ax.Lo, ay.Lo), min(ax.Hi, ay.Hi)
	if from >= upTo {
		return chart.Layer{}
	}
	pts := []chart.Place{chart.To(from, from), chart.To(upTo, upTo)}
	line := chart.Line{At: pts, Tone: chart.Tone{Color: "ink"}, Width: chart.ThinLine, Dashes: []Length{4, 2.5}}
	return chart.Layer{Class: "guides", Marks: append(haloed(line), chart.Slope{Value: upTo, Text: h.opt.Identity})}
}

// meanLine is the mean of Y at each X. Its white edge keeps it apart from the cells,
// whatever their shade.
func (h *heatmap) meanLine() chart.Layer {
	var at []chart.Place
	for _, mean := range h.means() {
		at = append(at, chart.To(mean.X, mean.Y))
	}
	dots := chart.Points{At: at, Shape: chart.Disc, Size: chart.Size{Least: 1.8, Most: 3.4, Share: 0.55, OnX: true}, Tone: chart.Tone{Color: "2"}, Halo: 1.2}
	return chart.Layer{Class: "mean", Marks: append(haloed(chart.Line{At: at, Tone: dots.Tone, Width: chart.ThinLine}), dots)}
}

// haloed is a line with a white edge.
func haloed(line chart.Line) chart.Marks {
	return chart.Marks{chart.Line{At: line.At, Tone: chart.Tone{Color: "paper", Opacity: 0.8}, Width: line.Width + 1.4}, line}
}
