package plots

import (
	"cmp"
	"errors"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabel names a series at the right of the data area, level with the end of
// its curve as far as the other labels allow.
type endLabel struct {
	name string
	note string // a second line, small; rich text
	look look
	at   vg.Point // the end of the curve
	// loose labels have no line to the end of the curve: many curves end there.
	loose bool
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

// labelRoom returns the width the labels need beside the data area.
func labelRoom(labels []endLabel) vg.Length {
	var w vg.Length
	for _, l := range labels {
		w = max(w, titleStyle.plain().width(l.name), noteStyle.width(l.note))
	}
	return leader + key + keyGap + w + outer
}

// plain returns the style without markup, for names.
func (s style) plain() style {
	s.rich = false
	return s
}

// name puts labels beside the ends of what is drawn; at says where the i-th ends.
func (ch *chart) name(labels []endLabel, at func(i int, c draw.Canvas, x, y func(float64) vg.Length) vg.Point) {
	ch.right = labelRoom(labels)
	ch.add(func(c draw.Canvas, x, y func(float64) vg.Length) error {
		placed := slices.Clone(labels)
		for i := range placed {
			placed[i].at = at(i, c, x, y)
		}
		return drawLabels(c, placed)
	})
}

// drawLabels places the labels and draws them. Labels stand in the order of the
// curve ends; equal ends keep the order given.
func drawLabels(c draw.Canvas, labels []endLabel) error {
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(b.at.Y, a.at.Y) })
	wish, heights := make([]float64, len(labels)), make([]float64, len(labels))
	for i, l := range labels {
		// The first line of the label is level with the curve.
		wish[i] = -(l.at.Y + lineStep/2 - l.height()/2).Points()
		heights[i] = l.height().Points()
	}
	top, bottom := c.Max.Y+lineStep/2, c.Min.Y-lineStep/2
	centres, ok := spread(wish, heights, -top.Points(), -bottom.Points())
	if !ok {
		return errors.New("there are more curves than the height has room for labels; make the figure higher or draw fewer strategies")
	}
	for i, l := range labels {
		first := vg.Length(-centres[i]) + l.height()/2 - lineStep/2
		l.draw(c, first)
	}
	return nil
}

// draw draws the leader, the key and the text; y is the middle of the first
// line.
func (l endLabel) draw(c draw.Canvas, y vg.Length) {
	beginGroup(c, "label", l.name)
	defer endGroup(c)
	x0 := c.Max.X + leader
	guide := draw.LineStyle{Color: fade(l.look.color, 0.6), Width: hairline}
	if !l.loose {
		c.StrokeLines(guide, []vg.Point{{X: l.at.X + markSize/2 + 1, Y: l.at.Y}, {X: c.Max.X + 1, Y: l.at.Y}, {X: x0 - 1, Y: y}})
	}
	c.StrokeLine2(draw.LineStyle{Color: l.look.color, Width: curveWidth, Dashes: l.look.dashes}, x0, y, x0+key, y)
	drawMarks(c, mark{shape: l.look.shape, size: markSize, color: l.look.color}, vg.Point{X: x0 + key/2, Y: y})

	s := titleStyle.plain()
	s.color, s.centred = readable(l.look.color), true
	x := x0 + key + keyGap
	write(c, s, vg.Point{X: x, Y: y}, l.name)
	s = noteStyle
	s.centred = true
	write(c, s, vg.Point{X: x, Y: y - (lineStep+noteStep)/2}, l.note)
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
