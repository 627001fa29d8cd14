package draw

import (
	"cmp"
	"errors"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// endLabel is the name of a series at the right of the data area. It is at the height of the
// curve's end, as far as the other labels allow.
type endLabel struct {
	chart.Series
	look  look
	notes []string // the lines below the name
	at    vg.Point // the end of the curve; in a legend, the offset of the label from the top left, with y downward
}

// Sizes of the parts of a label, from left to right, in points.
const (
	leader   vg.Length = 10 // from the data area to the key
	key      vg.Length = 17 // piece of the curve with its marker
	keyGap   vg.Length = 4
	lineStep vg.Length = 11 // height of a label
)

func (l endLabel) height() vg.Length { return lineStep + chart.LineHeight*vg.Length(len(l.notes)) }

// labelWidth returns the width of the key and the text beside it.
func (l endLabel) labelWidth() vg.Length {
	w := nameStyle.width(l.Name)
	for _, note := range l.notes {
		w = max(w, noteStyle.width(note))
	}
	return key + keyGap + w
}

// labels positions labels and draws them in the order of the curves' ends; labels with equal ends
// keep their order. It leaves out a leader that would cross the data of another series.
func (p pane) labels(labels []endLabel) {
	for i, l := range labels {
		labels[i].at = p.middle(l.End)
	}
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(b.at.Y, a.at.Y) })
	wish, heights := make([]float64, len(labels)), make([]float64, len(labels))
	for i, l := range labels {
		// The first line of the label is at the height of the curve's end.
		wish[i] = -(l.at.Y + lineStep/2 - l.height()/2).Points()
		heights[i] = l.height().Points()
	}
	top, bottom := p.Max.Y+lineStep/2, p.Min.Y-lineStep/2
	centres, ok := spread(wish, heights, -top.Points(), -bottom.Points())
	others := slices.IndexFunc(labels, func(l endLabel) bool { return l.Class == "others" && l.notes != nil })
	if !ok && others >= 0 { // without the list of their names, which is in the text beside the figure
		labels[others].notes = nil
		p.labels(labels)
		return
	}
	if !ok {
		p.fail(errors.New("there are more curves than the height has room for labels; make the figure higher or draw fewer strategies"))
		return
	}
	for i, l := range labels {
		y := vg.Length(-centres[i]) + l.height()/2 - lineStep/2
		if edge := (vg.Point{X: p.Max.X + 1, Y: l.at.Y}); !l.Loose && !p.across(l.at, edge, l.Name) {
			from, to := vg.Point{X: min(l.at.X+chart.MarkSize/2+1, edge.X), Y: l.at.Y}, vg.Point{X: p.Max.X + leader - 1, Y: y}
			p.polyline(draw.LineStyle{Color: rule, Width: chart.Hairline}, from, edge, to)
		}
		p.label(l, vg.Point{X: p.Max.X + leader, Y: y})
	}
}

// label draws the key and the text next to it; at is the left end of the first line, at half its
// height.
func (p pane) label(l endLabel, at vg.Point) {
	defer p.group(groupOf(l.Series, "label"), "name", l.Name)()
	p.polyline(draw.LineStyle{Color: l.look.color, Width: l.look.width(), Dashes: l.look.dashes}, at, at.Add(vg.Point{X: key}))
	p.marks(l.look.mark(chart.MarkSize), vg.Point{X: at.X + key/2, Y: at.Y})
	at.X += key + keyGap
	s := nameStyle.in(readable(l.look.color)).level()
	p.write(s, at, s.within(l.Name, p.sheet.Max.X-outer-at.X))
	at.Y -= (lineStep + chart.LineHeight) / 2
	for _, note := range l.notes {
		p.write(noteStyle.level(), at, note)
		at.Y -= chart.LineHeight
	}
}

// legend draws labels at their positions above the data of a narrow chart.
func (p pane) legend(labels []endLabel) {
	for _, l := range labels {
		p.label(l, vg.Point{X: p.sheet.Min.X + outer + l.at.X, Y: p.sheet.Max.Y - outer - l.at.Y})
	}
}

// arrange positions the labels of a legend with a given width, and returns its height. There are as
// many side by side as there is room for, in the order of the series.
func arrange(labels []endLabel, width vg.Length) (height vg.Length) {
	const between = 10
	var at vg.Point
	var row vg.Length // height of the current row
	for i, l := range labels {
		w := min(l.labelWidth(), width)
		if at.X > 0 && at.X+w > width {
			at, row = vg.Point{Y: at.Y + row}, 0
		}
		labels[i].at = vg.Point{X: at.X, Y: at.Y + lineStep/2}
		at.X += w + between
		row = max(row, l.height())
		height = at.Y + row
	}
	return height
}

// spread moves intervals as little as possible, by least squares, so that they do not overlap and
// are inside [lo, hi]. Interval i has its middle at wish[i], which must not decrease, and the
// length size[i]. It returns the new middles, or false if the intervals cannot fit.
//
// Without the bounds, this is isotonic regression on the wishes minus the lengths of the preceding
// intervals. It is solved by pooling adjacent violators (Ayer et al., Annals of Mathematical
// Statistics 26, 1955). Clamping the solution to the bounds keeps it optimal.
func spread(wish, size []float64, lo, hi float64) (middles []float64, ok bool) {
	type block struct {
		sum float64
		n   int
	}
	offset := make([]float64, len(wish)) // from the start of the first interval to each middle
	total := 0.0
	var blocks []block
	for i, w := range wish {
		offset[i] = total + size[i]/2
		total += size[i]
		blocks = append(blocks, block{w - offset[i], 1})
		for n := len(blocks); n > 1; n = len(blocks) {
			a, b := blocks[n-2], blocks[n-1]
			if a.sum/float64(a.n) <= b.sum/float64(b.n) {
				break
			}
			blocks = append(blocks[:n-2], block{a.sum + b.sum, a.n + b.n})
		}
	}
	if total > hi-lo {
		return nil, false
	}
	for _, b := range blocks {
		at := min(max(b.sum/float64(b.n), lo), hi-total)
		for range b.n {
			middles = append(middles, at+offset[len(middles)])
		}
	}
	return middles, true
}
