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

	rain bool // see [Rain]
}

// Box draws a horizontal box for each row, names at the left: the box reaches
// from the lower to the upper quartile with a line at the median, whiskers reach
// to the last value within one and a half box lengths (on a logarithmic axis:
// lengths of the logarithms), and values beyond are small strokes (Tukey,
// Exploratory Data Analysis, 1977). Runs stopped by a limit take part with their
// lower bounds; a quartile that rests on them is only a lower bound itself and
// drawn as an open end with an arrow.
func Box(id, title string, opt BoxOptions, rows []BoxRow) (Figure, error) {
	ch := newChart("Box", id, title, cmp.Or(opt.Width, TwoColumns), 0)
	xs := ch.span(opt.Log)
	var boxes []box
	for _, r := range rows {
		xs.add(fmt.Sprintf("row %q", r.Name), slices.Concat(r.Values, r.Capped)...)
		if len(r.Values)+len(r.Capped) > 0 {
			boxes = append(boxes, newBox(r, opt.Log))
		}
	}
	if len(boxes) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.Height = cmp.Or(opt.Height, rowsHeight(len(boxes)))
	if opt.rain {
		ch.tall = 11
		ch.Height = cmp.Or(opt.Height, rainRow*vg.Length(len(boxes))+rowsHeight(0))
	}
	if opt.Cap > 0 {
		xs.add("Cap", opt.Cap)
		ch.under = append(ch.under, capAbove(opt.Cap, opt.CapLabel))
	}
	capped := slices.ContainsFunc(boxes, func(b box) bool { return b.nCapped > 0 })
	heads := []string{"runs"}
	if capped {
		heads = append(heads, "at limit")
	}
	for i, b := range boxes {
		ch.series = append(ch.series, series{name: b.name, cells: b.cells(capped), draw: func(p pane, l look) { b.row(p, l, i, opt) }})
	}
	ch.x = xs.axis(opt.XLabel)
	ch.rows(heads...)
	ch.Alt, ch.data = describeBoxes(opt, boxes), opt.data(rows)
	ch.Caption = "Boxes reach from the lower to the upper quartile with a line at the median, whiskers to the last value within one and a half box lengths; strokes are values beyond."
	if capped {
		ch.Caption += " Open markers are runs stopped by a limit: their values are lower bounds."
	}
	return ch.figure()
}

// box is what is drawn of a row.
type box struct {
	name             string
	q                [3]float64 // quartiles
	bounded          [3]bool    // the quartile is only a lower bound
	whiskLo, whiskHi float64
	outliers, all    []float64
	capped           []float64 // distinct lower bounds, ascending
	n, nCapped       int
}

func newBox(r BoxRow, log bool) box {
	b := box{name: r.Name, all: slices.Concat(r.Values, r.Capped), n: len(r.Values) + len(r.Capped), nCapped: len(r.Capped)}
	s := newSample(r.Values, r.Capped)
	for i, p := range []float64{0.25, 0.5, 0.75} {
		q := frame.Quantile(s, p)
		b.q[i], b.bounded[i] = q.Value, q.Lower
	}
	b.capped = slices.Compact(slices.Sorted(slices.Values(r.Capped)))

	lo, hi := fences(b.q[0], b.q[2], log)
	b.whiskLo, b.whiskHi = b.q[0], b.q[2]
	for _, v := range r.Values {
		if v < lo || v > hi && !b.bounded[2] {
			b.outliers = append(b.outliers, v)
		} else {
			b.whiskLo, b.whiskHi = min(b.whiskLo, v), max(b.whiskHi, v)
		}
	}
	return b
}

func (b box) row(p pane, l look, i int, opt BoxOptions) {
	cy := p.row(i)
	half := min(7.5, (p.y(0)-p.y(-1))*0.32)
	if opt.rain {
		half = 3.5
		p.cloud(b.all, l, cy+6, opt.Log)
		p.strokes(fade(l.color, 0.6), 5, b.all, cy-10)
	}
	whisker := draw.LineStyle{Color: l.color, Width: 1}
	edge := draw.LineStyle{Color: l.color, Width: 1.1}
	x1, x2, x3 := p.x(b.q[0]), p.x(b.q[1]), p.x(b.q[2])
	reach := func(box vg.Length, to float64) {
		p.StrokeLine2(whisker, min(box, p.x(to)), cy, max(box, p.x(to)), cy)
		p.StrokeLine2(whisker, p.x(to), cy-half/2, p.x(to), cy+half/2)
	}

	reach(x1, b.whiskLo)
	if !b.bounded[2] {
		reach(x3, b.whiskHi)
	}
	p.fill(fade(l.color, 0.16), rectangle(x1, cy-half, x3, cy+half))
	p.StrokeLines(edge, []vg.Point{{X: x3, Y: cy - half}, {X: x1, Y: cy - half}, {X: x1, Y: cy + half}, {X: x3, Y: cy + half}})
	if b.bounded[2] {
		p.arrow(l.color, vg.Point{X: x3, Y: cy}, rightward)
	} else {
		p.StrokeLine2(edge, x3, cy-half, x3, cy+half)
	}
	median := draw.LineStyle{Color: l.color, Width: 2.4}
	if b.bounded[1] {
		median.Dashes = []vg.Length{1.6, 1.6}
	}
	p.StrokeLine2(median, x2, cy-half, x2, cy+half)

	if !opt.rain {
		p.strokes(fade(l.color, 0.6), 6, b.outliers, cy)
	}
	for _, v := range b.capped {
		p.marks(mark{shape: l.shape, size: markSize, color: l.color, open: true}, vg.Point{X: p.x(v), Y: cy})
	}
}

// cells say how many runs there are, and how many of them a limit stopped if that
// is asked for.
func (b box) cells(capped bool) []string {
	if !capped {
		return []string{count(b.n)}
	}
	return []string{count(b.n), count(b.nCapped)}
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
