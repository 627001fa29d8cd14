package plots

import (
	"cmp"
	"errors"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabel is the name of a series at the right of the data area, level with the
// end of its curve as far as the other labels allow.
type endLabel struct {
	series
	look look
	at   vg.Point // the end of the curve
}

// Parts of a label, from left to right.
const (
	leader   vg.Length = 10 // from the data area to the key
	key      vg.Length = 17 // a piece of the curve with its marker
	keyGap   vg.Length = 4
	lineStep vg.Length = 10 // height of a label
	noteStep vg.Length = 9  // and of its second line
)

func (l endLabel) height() vg.Length {
	if l.note != "" {
		return lineStep + noteStep
	}
	return lineStep
}

// labelRoom returns the width the label needs beside the data area.
func (s series) labelRoom() vg.Length {
	return leader + key + keyGap + max(titleStyle.plain().width(s.name), noteStyle.width(s.note)) + outer
}

// labels places labels and draws them. They stand in the order of the curve
// ends; equal ends keep the order given.
func (p pane) labels(labels []endLabel) {
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(b.at.Y, a.at.Y) })
	wish, heights := make([]float64, len(labels)), make([]float64, len(labels))
	for i, l := range labels {
		// The first line of the label is level with the curve.
		wish[i] = -(l.at.Y + lineStep/2 - l.height()/2).Points()
		heights[i] = l.height().Points()
	}
	top, bottom := p.Max.Y+lineStep/2, p.Min.Y-lineStep/2
	centres, ok := spread(wish, heights, -top.Points(), -bottom.Points())
	if !ok {
		p.fail(errors.New("there are more curves than the height has room for labels; make the figure higher or draw fewer strategies"))
		return
	}
	for i, l := range labels {
		p.label(l, vg.Length(-centres[i])+l.height()/2-lineStep/2)
	}
}

// label draws the leader, the key and the text; y is the middle of the first
// line.
func (p pane) label(l endLabel, y vg.Length) {
	defer p.group("label", l.name)()
	x0 := p.Max.X + leader
	if !l.loose {
		thread := draw.LineStyle{Color: fade(l.look.color, 0.6), Width: hairline}
		p.StrokeLines(thread, []vg.Point{{X: l.at.X + markSize/2 + 1, Y: l.at.Y}, {X: p.Max.X + 1, Y: l.at.Y}, {X: x0 - 1, Y: y}})
	}
	p.StrokeLine2(draw.LineStyle{Color: l.look.color, Width: curveWidth, Dashes: l.look.dashes}, x0, y, x0+key, y)
	p.marks(l.look.mark(markSize), vg.Point{X: x0 + key/2, Y: y})

	x := x0 + key + keyGap
	p.write(titleStyle.plain().in(readable(l.look.color)).level(), vg.Point{X: x, Y: y}, l.name)
	p.write(noteStyle.level(), vg.Point{X: x, Y: y - (lineStep+noteStep)/2}, l.note)
}

// spread moves intervals as little as possible (in the sense of least squares)
// so that they do not overlap and lie in [lo, hi]. The interval i has its
// middle at wish[i], which must not decrease, and the length size[i]. It
// returns the new middles, and false if the intervals cannot fit.
//
// Without the bounds this is isotonic regression on the wishes less the room
// taken by the intervals before, solved by pooling adjacent violators (Ayer et
// al., Annals of Mathematical Statistics 26, 1955); clamping its solution to
// the bounds keeps it optimal.
func spread(wish, size []float64, lo, hi float64) (middles []float64, ok bool) {
	type block struct {
		sum float64
		n   int
	}
	offset := make([]float64, len(wish)) // of the middle from the start of the first interval
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
