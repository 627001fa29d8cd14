package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Cell is one cell in a [Heatmap]. Count is the number of times that X and Y occur together.
type Cell struct {
	X, Y  int
	Count uint64 // number of occurrences; a cell with count 0 is not drawn
}

// HeatmapOptions sets the labels and scales of a [Heatmap].
type HeatmapOptions struct {
	XLabel, YLabel string // labels of the horizontal (XLabel) and vertical (YLabel) axes with units; "" means "x" or "y"
	Quantity       string // heading of the color bar, such as "positions"
	Identity       string // label of the line y = x, such as "h = d"; "" for no line
	Mean           bool   // whether to draw a line through the mean of Y for every X

	// XMax and YMax are values that the axes must include, and Most is a count that the color scale
	// must include. Setting them lets several figures share their scales.
	XMax, YMax int
	Most       uint64
}

// Heatmap draws a two-dimensional histogram, which shows how often each pair of whole numbers
// occurs. The darker a cell, the larger its count. The scale is logarithmic, with a color bar on
// the right. Only lightness encodes the count, so the figure is readable in gray and with every
// kind of color vision.
//
// If there are no counts, the figure says so. Heatmap returns an error for duplicate cells, for
// grids with more than 1,000 cells on a side, and for invalid IDs.
func Heatmap(id, title string, opt HeatmapOptions, cells []Cell) (Figure, error) {
	x, y, what := cmp.Or(opt.XLabel, "x"), cmp.Or(opt.YLabel, "y"), cmp.Or(opt.Quantity, "cases")
	ch := newDraft("Heatmap", id, title, 3.1*chart.Inch)
	ch.Width = OneColumn
	h := heatmap{right: opt.XMax, top: opt.YMax, most: opt.Most}
	ch.keep(h.fill(cells))
	if len(h.cells) == 0 || ch.err != nil {
		return ch.missing("no cell has a count")
	}
	ch.X, ch.Y, ch.Framed = gridAxis(x, h.left, h.right), gridAxis(y, h.bottom, h.top), true
	// The scale begins at 1, whatever the smallest count is, so that figures of the same quantity
	// are comparable.
	ch.Scale = &chart.Scale{Heading: cmp.Or(opt.Quantity, "count"), Most: float64(h.most)}
	ch.data = heads(x, y, ch.Scale.Heading)
	grid := chart.Cells{Gap: chart.Size{Most: chart.Hairline, Share: 0.1}} // gap in the color of the paper, if the cells are large enough
	for _, c := range h.cells {
		ch.data.add(c.X, c.Y, c.Count)
		grid.Cells = append(grid.Cells, chart.Cell{X: float64(c.X), Y: float64(c.Y), Shade: math.Log(float64(c.Count)) / cmp.Or(math.Log(ch.Scale.Most), 1)})
	}
	fullest := slices.MaxFunc(h.cells, func(a, b Cell) int { return cmp.Compare(a.Count, b.Count) })
	ch.behind("", grid)
	ch.Caption = fmt.Sprintf("The cells show the number of %s by %s and %s, on a logarithmic scale.", what, x, y)
	ch.say("This heatmap shows the number of %s by %s and %s: %s in total, and at most %s in a cell (at %d and %d).",
		what, aloud(x), aloud(y), number.Spoken(h.total), number.Spoken(float64(fullest.Count)), fullest.X, fullest.Y)
	if from, upTo := max(ch.X.Lo, ch.Y.Lo), min(ch.X.Hi, ch.Y.Hi); opt.Identity != "" && from < upTo {
		line := chart.Line{At: []chart.Place{chart.To(from, from), chart.To(upTo, upTo)}, Tone: chart.Tone{Color: "ink"}, Width: chart.ThinLine}
		ch.behind("guides", edged(line), line, chart.Slope{Value: upTo, Text: opt.Identity})
	}
	if opt.Mean {
		means := h.means()
		dots := discs(0, "2", places(means, Point.place)...)
		dots.Size, dots.Halo = chart.Size{Least: 1.8, Most: 3.4, Share: 0.55, OnX: true}, 1.2
		line := chart.Line{At: dots.At, Tone: dots.Tone, Width: chart.ThinLine}
		ch.behind("mean", edged(line), line, dots)
		ch.Caption += fmt.Sprintf(" Points show the mean %s at each %s.", y, x)
		ch.say(" Points show the mean %s: %s.", aloud(y), Curve{Points: means}.spoken(false))
	}
	return ch.figure()
}

// heatmap is a heatmap under construction.
type heatmap struct {
	cells                    []Cell // sorted by X and Y
	left, right, bottom, top int    // smallest and largest values on the axes
	most                     uint64 // the largest count
	total                    float64
}

// maxGrid is the maximum side of a grid; in larger grids cells are too small to see.
const maxGrid = 1000

// fill adds the cells that have counts.
func (h *heatmap) fill(cells []Cell) error {
	h.cells = slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Count == 0 })
	slices.SortFunc(h.cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	for i, c := range h.cells {
		if i == 0 {
			h.left, h.bottom = c.X, c.Y
		} else if before := h.cells[i-1]; c.X == before.X && c.Y == before.Y {
			return fmt.Errorf("plots: heatmap: the cell at X %d, Y %d occurs twice; add the two counts", c.X, c.Y)
		}
		h.left, h.right = min(h.left, c.X), max(h.right, c.X)
		h.bottom, h.top = min(h.bottom, c.Y), max(h.top, c.Y)
		h.most = max(h.most, c.Count)
		h.total += float64(c.Count)
	}
	if len(h.cells) > 0 && math.Max(float64(h.right)-float64(h.left), float64(h.top)-float64(h.bottom)) >= maxGrid {
		return fmt.Errorf("plots: heatmap: the cells span %d to %d and %d to %d, more than %s on a side; count in wider bins",
			h.left, h.right, h.bottom, h.top, number.Count(maxGrid))
	}
	return nil
}

// gridAxis returns an axis of whole numbers whose cells extend half a unit on both sides. It begins
// at 0 if the values are near 0.
func gridAxis(label string, lo, hi int) chart.Axis {
	if lo > 0 && lo <= (hi-lo)/2 {
		lo = 0
	}
	return chart.Axis{Label: label, Whole: true, Lo: float64(lo) - 0.5, Hi: float64(hi) + 0.5}
}

// means returns the mean of Y for every X in the data.
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

// edged returns a wider line in the color of the paper. Drawn under a line, it separates the line
// from cells of any shade.
func edged(line chart.Line) chart.Line {
	return chart.Line{At: line.At, Tone: chart.Tone{Color: "paper", Opacity: 0.8}, Width: line.Width + 1.4}
}
