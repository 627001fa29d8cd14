package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
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

	Width, Height Length // 0 means 7 inches and what the rows need

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
	ch := newDraft("Box", id, title, cmp.Or(opt.Width, TwoColumns), 0)
	xs := ch.span(opt.Log)
	ch.data = heads("row", cmp.Or(opt.XLabel, "value"), "lower bound")
	ch.say("Box plot of %s.", cmp.Or(opt.XLabel, "a value"))
	var boxes []box
	for _, r := range rows {
		for i, v := range slices.Concat(r.Values, r.Capped) {
			ch.data.add(r.Name, v, i >= len(r.Values))
		}
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
		ch.Tall = 11
		ch.Height = cmp.Or(opt.Height, rainRow*Length(len(boxes))+rowsHeight(0))
	}
	xs.limit(opt.Cap, opt.CapLabel, true)
	capped := slices.ContainsFunc(boxes, func(b box) bool { return b.nCapped > 0 })
	heads := []string{"runs"}
	if capped {
		heads = append(heads, "at limit")
	}
	for i, b := range boxes {
		b.describe(ch)
		ch.Series = append(ch.Series, chart.Series{Name: b.name, Cells: b.cells(capped), Marks: b.marks(-float64(i), opt)})
	}
	ch.X = xs.axis(opt.XLabel)
	ch.rows(heads...)
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
	s := make([]frame.Bounded, b.n)
	for i, v := range b.all {
		s[i] = frame.Bounded{Value: v, Lower: i >= len(r.Values)}
	}
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

// fences returns the ends of the range in which a value is not an outlier: one
// and a half box lengths beyond the quartiles.
func fences(q1, q3 float64, log bool) (lo, hi float64) {
	if !log {
		return q1 - 1.5*(q3-q1), q3 + 1.5*(q3-q1)
	}
	if q1 <= 0 {
		return 0, math.Inf(1) // the box begins at zero, which has no logarithm
	}
	r := math.Pow(q3/q1, 1.5)
	return q1 / r, q3 * r
}

// marks are the marks of a row, in units of half the height of its box.
func (b box) marks(row float64, opt BoxOptions) chart.Marks {
	half := chart.Size{Most: 7.5, Share: 0.32}
	var marks chart.Marks
	stroke := func(width Length, dashes []Length, pts ...chart.Place) {
		marks = append(marks, chart.Line{At: pts, Width: width, Dashes: dashes, Size: half})
	}
	upright := func(width Length, dashes []Length, x, reach float64) {
		stroke(width, dashes, chart.To(x, row).Rise(-reach), chart.To(x, row).Rise(reach))
	}
	strokes := func(at []float64, high, up Length) {
		m := chart.Points{Shape: chart.Tick, Size: chart.Size{Most: high}, Tone: chart.Tone{Opacity: 0.6}}
		for _, v := range at {
			m.At = append(m.At, chart.To(v, row).By(0, up))
		}
		marks = append(marks, m)
	}
	if opt.rain {
		half = chart.Size{Most: 3.5}
		marks = densityCloud(b.all, row, opt.Log)
		strokes(b.all, 5, -10)
	}
	left, right := b.q[0], b.q[2]
	stroke(1, nil, chart.To(b.whiskLo, row), chart.To(left, row))
	upright(1, nil, b.whiskLo, 0.5)
	if !b.bounded[2] {
		stroke(1, nil, chart.To(right, row), chart.To(b.whiskHi, row))
		upright(1, nil, b.whiskHi, 0.5)
	}
	top, bottom := []chart.Place{chart.To(left, row).Rise(1), chart.To(right, row).Rise(1)}, []chart.Place{chart.To(left, row).Rise(-1), chart.To(right, row).Rise(-1)}
	marks = append(marks, chart.Area{At: []chart.Place{bottom[0], bottom[1], top[1], top[0]}, Tone: chart.Tone{Opacity: 0.16}, Size: half})
	stroke(1.1, nil, bottom[1], bottom[0], top[0], top[1])
	if b.bounded[2] {
		marks = append(marks, chart.Arrow{At: chart.To(right, row), Right: true})
	} else {
		upright(1.1, nil, right, 1)
	}
	var median []Length
	if b.bounded[1] {
		median = []Length{1.6, 1.6}
	}
	upright(2.4, median, b.q[1], 1)
	if !opt.rain {
		strokes(b.outliers, 6, 0)
	}
	for _, v := range b.capped {
		marks = append(marks, chart.Points{At: []chart.Place{chart.To(v, row)}, Size: chart.Size{Most: chart.MarkSize}, Open: true})
	}
	return marks
}

// cells say how many runs there are, and how many of them a limit stopped if that
// is asked for.
func (b box) cells(capped bool) []string {
	if !capped {
		return []string{number.Count(b.n)}
	}
	return []string{number.Count(b.n), number.Count(b.nCapped)}
}

// describe adds to the text alternative.
func (b box) describe(ch *draft) {
	var q [3]string
	for i, v := range b.q {
		if q[i] = number.Spoken(v); b.bounded[i] {
			q[i] = "more than " + q[i]
		}
	}
	ch.say(" %s: median %s, quartiles %s and %s, %s runs", b.name, q[1], q[0], q[2], number.Count(b.n))
	if b.nCapped > 0 {
		ch.say(", %s of them stopped by the limit", number.Count(b.nCapped))
	}
	ch.say(".")
}

// Rain draws rows as [Box] does, with all of the values: above each box the density
// of its values, below it a stroke for each (Allen et al., Raincloud plots, Wellcome
// Open Research 4, 2019). It shows what a box hides, such as two heaps. The density
// is a kernel estimate, on a logarithmic axis of the logarithms, with the bandwidth of
// Silverman (Density Estimation, 1986, equation 3.31), and ends at the outermost
// values; it counts runs stopped by a limit with their lower bounds, and rows of fewer
// than five values have none.
func Rain(id, title string, opt BoxOptions, rows []BoxRow) (Figure, error) {
	opt.rain = true
	f, err := Box(id, title, opt, rows)
	f.Kind = "Rain"
	if err == nil && !f.empty() {
		f.Caption = "Above each box the density of the values, below it a stroke for each. " + strings.Replace(f.Caption, "; strokes are values beyond", "", 1)
	}
	return f, err
}

// rainRow is the height of a row with its cloud and its rain.
const rainRow Length = 44

// densityCloud is the density of values, above a row.
func densityCloud(values []float64, row float64, log bool) chart.Marks {
	at := slices.Clone(values)
	if log {
		at = slices.DeleteFunc(at, func(v float64) bool { return v <= 0 })
		for i, v := range at {
			at[i] = math.Log(v)
		}
	}
	if len(at) < 5 || slices.Min(at) == slices.Max(at) {
		return nil
	}
	slices.Sort(at)
	deviation := stats.StdDev(at)
	h := 0.9 * cmp.Or(min(deviation, (stats.Quantile(at, 0.75)-stats.Quantile(at, 0.25))/1.34), deviation) * math.Pow(float64(len(at)), -0.2)
	const n = 64
	heights, most := make([]float64, n+1), 0.0
	lo, hi := at[0], at[len(at)-1]
	for i := range heights {
		x := lo + (hi-lo)*float64(i)/n
		for _, v := range at {
			z := (x - v) / h
			heights[i] += math.Exp(-z * z / 2)
		}
		most = max(most, heights[i])
	}
	var pts []chart.Place
	for i, d := range heights {
		x := lo + (hi-lo)*float64(i)/n
		if log {
			x = math.Exp(x)
		}
		pts = append(pts, chart.To(x, row).By(0, Length(6+12*d/most)))
	}
	base := func(pt chart.Place) []chart.Place { return []chart.Place{chart.To(pt.X, row).By(0, 6)} }
	return chart.Marks{
		chart.Area{At: slices.Concat(base(pts[0]), pts, base(pts[n])), Tone: chart.Tone{Opacity: 0.3}, Free: true},
		chart.Line{At: pts, Width: chart.ThinLine, Free: true},
	}
}
