package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// BoxRow is one row of a [Box] figure: the values of one strategy.
type BoxRow struct {
	Name   string
	Values []float64 // answered runs, in any order
	Capped []float64 // runs stopped by a limit: lower bounds
}

// BoxOptions say how a [Box] figure is drawn.
type BoxOptions struct {
	XLabel   string // with the unit
	Log      bool
	Cap      float64 // the limit on the values, drawn as a labelled line; 0 for none
	CapLabel string

	Width, Height vg.Length // 0 means 7 inches and what the rows need
}

// Box draws a horizontal box for each row, names at the left: the box reaches
// from the lower to the upper quartile with a line at the median, whiskers reach
// to the last value within one and a half box lengths (on a logarithmic axis:
// lengths of the logarithms), and values beyond are small strokes (Tukey,
// Exploratory Data Analysis, 1977). Runs stopped by a limit take part with their
// lower bounds; a quartile that rests on them is only a lower bound itself and
// drawn as an open end with an arrow.
func Box(id, title string, opt BoxOptions, rows []BoxRow) (Figure, error) {
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	var boxes []box
	var names []string
	var xs span
	for _, r := range rows {
		for _, v := range [][]float64{r.Values, r.Capped} {
			if err := checkValues(fmt.Sprintf("row %q", r.Name), opt.Log, v...); err != nil {
				return Figure{}, err
			}
			xs.collect(opt.Log, v...)
		}
		if len(r.Values)+len(r.Capped) == 0 {
			continue
		}
		boxes, names = append(boxes, newBox(r, opt.Log)), append(names, r.Name)
	}
	if len(boxes) == 0 {
		return noData(id, title, opt.Width)
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	if opt.Cap > 0 {
		xs.add(opt.Cap)
	}
	if opt.Height == 0 {
		opt.Height = rowsHeight(len(boxes))
	}

	ch := chart{x: xs.axis(opt.XLabel, opt.Log), y: rowAxis(names), xGrid: true}
	ch.right = columnRoom("n", boxNotes(boxes))
	look := looks(names)
	if opt.Cap > 0 {
		ch.add(capAbove(opt.Cap, opt.CapLabel))
	}
	for i, b := range boxes {
		ch.add(b.layer(i, look[b.name]))
	}
	ch.add(column("n", boxNotes(boxes)))
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeBoxes(opt, boxes)
	f.Caption = "Boxes reach from the lower to the upper quartile with a line at the median, whiskers to the last value within one and a half box lengths; strokes are values beyond."
	if slices.ContainsFunc(boxes, func(b box) bool { return b.nCapped > 0 }) {
		f.Caption += " Open markers are runs stopped by a limit: their values are lower bounds."
	}
	return f, err
}

// box is what is drawn of a row.
type box struct {
	name             string
	q                [3]float64 // quartiles
	bounded          [3]bool    // the quartile is only a lower bound
	whiskLo, whiskHi float64
	outliers         []float64
	capped           []float64 // distinct lower bounds, ascending
	n, nCapped       int
}

func newBox(r BoxRow, log bool) box {
	b := box{name: r.Name, n: len(r.Values) + len(r.Capped), nCapped: len(r.Capped)}
	s := newSample(r.Values, r.Capped)
	for i, p := range []float64{0.25, 0.5, 0.75} {
		q := frame.Quantile(s, p)
		b.q[i], b.bounded[i] = q.Value, q.Lower
	}
	b.capped = slices.Compact(slices.Sorted(slices.Values(r.Capped)))

	lo, hi := fences(b.q[0], b.q[2], log)
	b.whiskLo, b.whiskHi = b.q[0], b.q[2]
	for _, v := range r.Values {
		switch {
		case v < lo || v > hi && !b.bounded[2]:
			b.outliers = append(b.outliers, v)
		default:
			b.whiskLo, b.whiskHi = min(b.whiskLo, v), max(b.whiskHi, v)
		}
	}
	return b
}

// rowHeight is the height of a row of boxes or intervals.
const rowHeight vg.Length = 24

func rowsHeight(n int) vg.Length {
	return rowHeight*vg.Length(n) + outer + labelSize + labelGap + tickLength + tickGap + tickSize + labelGap + labelSize + 2*outer
}

// rowAxis is the vertical axis with names: row i stands at −i.
func rowAxis(names []string) axis {
	return axis{rows: names, lo: -float64(len(names)) + 0.5, hi: 0.5}
}

func (b box) layer(row int, l look) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", b.name)
		defer endGroup(c)
		cy := y(-float64(row))
		half := min(7.5, (y(0)-y(-1))*0.32)
		whisker := draw.LineStyle{Color: l.color, Width: 1}
		edge := draw.LineStyle{Color: l.color, Width: 1.1}
		x1, x2, x3 := x(b.q[0]), x(b.q[1]), x(b.q[2])

		c.StrokeLine2(whisker, x(b.whiskLo), cy, x1, cy)
		c.StrokeLine2(whisker, x(b.whiskLo), cy-half/2, x(b.whiskLo), cy+half/2)
		if !b.bounded[2] {
			c.StrokeLine2(whisker, x3, cy, x(b.whiskHi), cy)
			c.StrokeLine2(whisker, x(b.whiskHi), cy-half/2, x(b.whiskHi), cy+half/2)
		}
		c.FillPolygon(fade(l.color, 0.16), []vg.Point{{X: x1, Y: cy - half}, {X: x3, Y: cy - half}, {X: x3, Y: cy + half}, {X: x1, Y: cy + half}})
		c.StrokeLines(edge, []vg.Point{{X: x3, Y: cy - half}, {X: x1, Y: cy - half}, {X: x1, Y: cy + half}, {X: x3, Y: cy + half}})
		if b.bounded[2] {
			rightArrow(c, l, vg.Point{X: x3, Y: cy})
		} else {
			c.StrokeLine2(edge, x3, cy-half, x3, cy+half)
		}
		median := draw.LineStyle{Color: l.color, Width: 2.4}
		if b.bounded[1] {
			median.Dashes = []vg.Length{1.6, 1.6}
		}
		c.StrokeLine2(median, x2, cy-half, x2, cy+half)

		strokes := make([]vg.Point, len(b.outliers))
		for i, v := range b.outliers {
			strokes[i] = vg.Point{X: x(v), Y: cy}
		}
		drawMarks(c, mark{shape: tick, size: 6, color: fade(l.color, 0.6)}, strokes...)
		for _, v := range b.capped {
			drawMarks(c, mark{shape: l.shape, size: markSize, color: l.color, open: true}, vg.Point{X: x(v), Y: cy})
		}
		return nil
	}
}

// rightArrow begins at the end of a box whose upper quartile is a lower bound.
func rightArrow(c draw.Canvas, l look, at vg.Point) {
	tip := at.X + 13
	c.StrokeLine2(draw.LineStyle{Color: l.color, Width: 1}, at.X, at.Y, tip-2, at.Y)
	c.FillPolygon(l.color, []vg.Point{{X: tip - 4, Y: at.Y - 2.2}, {X: tip - 4, Y: at.Y + 2.2}, {X: tip, Y: at.Y}})
}

func boxNotes(boxes []box) []string {
	notes := make([]string, len(boxes))
	for i, b := range boxes {
		notes[i] = count(b.n)
		if b.nCapped > 0 {
			notes[i] += " (" + count(b.nCapped) + " at limit)"
		}
	}
	return notes
}

// column prints a note per row to the right of the data area, under a heading.
func column(heading string, notes []string) layer {
	return func(c draw.Canvas, _, y func(float64) vg.Length) error {
		s := noteStyle
		write(c, s, vg.Point{X: c.Max.X + leader, Y: c.Max.Y + 2}, heading)
		s.centred = true
		for i, n := range notes {
			write(c, s, vg.Point{X: c.Max.X + leader, Y: y(-float64(i))}, n)
		}
		return nil
	}
}

func columnRoom(heading string, notes []string) vg.Length {
	w := noteStyle.width(heading)
	for _, n := range notes {
		w = max(w, noteStyle.width(n))
	}
	return leader + w + outer
}

func describeBoxes(opt BoxOptions, boxes []box) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Box plot of %s.", cmp.Or(opt.XLabel, "a value"))
	for _, x := range boxes {
		q := func(i int) string {
			if x.bounded[i] {
				return "more than " + spoken(x.q[i])
			}
			return spoken(x.q[i])
		}
		fmt.Fprintf(&b, " %s: median %s, quartiles %s and %s, %s runs", x.name, q(1), q(0), q(2), count(x.n))
		if x.nCapped > 0 {
			fmt.Fprintf(&b, ", %s of them stopped by the limit", count(x.nCapped))
		}
		b.WriteByte('.')
	}
	return b.String()
}
