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

// BoxRow is one row of a [Box] figure. It holds a name, usually of a strategy, and the values from
// which the box is drawn.
type BoxRow struct {
	Name   string
	Values []float64 // values of runs that found an answer, in any order
	Capped []float64 // lower bounds from runs that a limit stopped
}

// BoxOptions sets the label and the limit of a [Box] figure.
type BoxOptions struct {
	XLabel   string // label of the horizontal axis, with its unit
	Log      bool
	Cap      float64 // limit on the values, shown as a labeled line; 0 for no line
	CapLabel string

	rain bool // also draw all values; see [Rain]
}

// Box draws a horizontal box plot for each row, with names on the left. The box extends from the
// lower to the upper quartile, with a line at the median. The whiskers extend to the outermost
// values within one and a half box lengths of the box, measured on the axis. Short strokes show the
// values beyond the whiskers (Tukey, Exploratory Data Analysis, 1977).
//
// Runs stopped by a limit are included at their lower bounds. A quartile that depends on such a run
// is itself only a lower bound. The box then has an open end with an arrow.
func Box(id, title string, opt BoxOptions, rows []BoxRow) (Figure, error) {
	ch := newDraft("Box", id, title, 0)
	xs := ch.span(opt.Log)
	ch.data = heads("row", cmp.Or(opt.XLabel, "value"), "lower bound")
	var boxes []box
	for _, r := range rows {
		b := newBox(r, opt.Log)
		xs.add(fmt.Sprintf("row %q", r.Name), b.all...)
		for i, v := range b.all {
			ch.data.add(r.Name, v, i >= len(r.Values))
		}
		if len(b.all) > 0 {
			boxes = append(boxes, b)
		}
	}
	if len(boxes) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.Height = rowsHeight(len(boxes))
	if opt.rain {
		ch.Tall, ch.Height = 11, rainRow*Length(len(boxes))+rowsHeight(0)
	}
	xs.limit(opt.Cap, opt.CapLabel, opt.XLabel, true)
	heads := []string{"runs", "at limit"}
	capped := slices.ContainsFunc(boxes, func(b box) bool { return len(b.Capped) > 0 })
	if !capped {
		heads = heads[:1]
	}
	for i, b := range boxes {
		b.describe(ch)
		cells := []string{number.Count(len(b.all)), number.Count(len(b.Capped))}
		ch.Series = append(ch.Series, chart.Series{Name: b.Name, Cells: cells[:len(heads)], Marks: b.marks(-float64(i), opt)})
	}
	ch.list("This box plot shows the %s; the medians are", aloud(cmp.Or(opt.XLabel, "value")))
	ch.X = xs.axis(opt.XLabel)
	ch.rows(heads...)
	ch.Caption = "Boxes reach from the lower to the upper quartile, with a line at the median. Whiskers reach to the last value within one and a half box lengths; strokes show values beyond them."
	if capped {
		ch.Caption += " Open markers are runs that a limit stopped, so their values are lower bounds."
	}
	return ch.figure()
}

// box holds the numbers drawn for a row.
type box struct {
	BoxRow
	all              []float64        // the values, followed by the lower bounds
	q                [3]frame.Bounded // quartiles
	whiskLo, whiskHi float64
	outliers         []float64
}

func newBox(r BoxRow, log bool) box {
	b := box{BoxRow: r, all: slices.Concat(r.Values, r.Capped)}
	if len(b.all) == 0 {
		return b
	}
	s := make([]frame.Bounded, len(b.all))
	for i, v := range b.all {
		s[i] = frame.Bounded{Value: v, Lower: i >= len(r.Values)}
	}
	for i := range b.q {
		b.q[i] = frame.Quantile(s, 0.25*float64(i+1))
	}
	b.whiskLo, b.whiskHi = b.q[0].Value, b.q[2].Value
	lo, hi := fences(b.whiskLo, b.whiskHi, log)
	for _, v := range r.Values {
		if v < lo || v > hi && !b.q[2].Lower {
			b.outliers = append(b.outliers, v)
		} else {
			b.whiskLo, b.whiskHi = min(b.whiskLo, v), max(b.whiskHi, v)
		}
	}
	return b
}

// fences returns the range outside which a value is an outlier: one and a half box lengths beyond
// the quartiles.
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

// marks returns the marks for a row: whiskers, the box, the median, and a marker for each value
// beyond the whiskers or at a limit. Vertical distances are in units of half the height of the box.
func (b box) marks(row float64, opt BoxOptions) (marks chart.Marks) {
	half := chart.Size{Most: 7.5, Share: 0.32}
	if opt.rain {
		half = chart.Size{Most: 3}
		marks = append(densityCloud(b.all, row, opt.Log), drops(b.all, row))
	}
	at := func(x, up float64) chart.Place { return chart.To(x, row).Rise(up) }
	line := func(width Length, pts ...chart.Place) {
		marks = append(marks, chart.Line{At: pts, Width: width, Size: half})
	}
	left, median, right := b.q[0].Value, b.q[1].Value, b.q[2].Value
	line(1, at(b.whiskLo, 0), at(left, 0))
	line(1, at(b.whiskLo, -0.5), at(b.whiskLo, 0.5))
	if !b.q[2].Lower {
		line(1, at(right, 0), at(b.whiskHi, 0))
		line(1, at(b.whiskHi, -0.5), at(b.whiskHi, 0.5))
	}
	corners := []chart.Place{at(right, -1), at(left, -1), at(left, 1), at(right, 1)}
	marks = append(marks, chart.Area{At: []chart.Place{corners[1], corners[0], corners[3], corners[2]}, Tone: chart.Tone{Opacity: 0.16}, Size: half})
	line(1.1, corners...)
	if b.q[2].Lower {
		marks = append(marks, chart.Arrow{At: at(right, 0), Right: true})
	} else {
		line(1.1, at(right, -1), at(right, 1))
	}
	middle := chart.Line{At: []chart.Place{at(median, -1), at(median, 1)}, Width: 2.4, Size: half}
	if b.q[1].Lower {
		middle.Dashes = []Length{1.6, 1.6}
	}
	marks = append(marks, middle)
	if !opt.rain {
		outliers := places(b.outliers, func(v float64) chart.Place { return at(v, 0) })
		marks = append(marks, chart.Points{At: outliers, Shape: chart.Tick, Size: chart.Size{Most: 6}, Tone: chart.Tone{Opacity: 0.6}})
	}
	for _, v := range slices.Compact(slices.Sorted(slices.Values(b.Capped))) {
		marks = append(marks, chart.Points{At: []chart.Place{at(v, 0)}, Size: chart.Size{Most: chart.MarkSize}, Open: true})
	}
	return marks
}

// drops returns a dot for each value, below the row. Neighbors are at different heights, so that
// they do not hide each other.
func drops(values []float64, row float64) chart.Points {
	var at []chart.Place
	for i, v := range slices.Sorted(slices.Values(values)) {
		at = append(at, chart.To(v, row).By(0, -7-2.4*Length(i*2%5)/2))
	}
	drops := discs(2.1, "", at...)
	drops.Tone.Opacity = 0.6
	return drops
}

// describe adds the row to the text alternative.
func (b box) describe(ch *draft) {
	var q [3]string
	for i, v := range b.q {
		q[i] = moreThan(v.Lower, number.Spoken(v.Value))
	}
	ch.item("%s for %s (%s with quartiles %s and %s%s)", q[1], quoted(b.Name), runs(len(b.all)), q[0], q[2], []string{"", "; a limit stopped " + number.Count(len(b.Capped))}[min(1, len(b.Capped))])
}

// Rain draws the boxes of [Box] together with all values. A density curve is above each box, and a
// dot for each value is below it (Allen et al., Raincloud plots, Wellcome Open Research 4, 2019).
// Rain reveals features that a box hides, such as two clusters.
//
// The density is a kernel estimate with Silverman's bandwidth (Density Estimation, 1986, equation
// 3.31), cut off at the outermost values. On a logarithmic axis, it is the density of the
// logarithms. Runs stopped by a limit are included with their lower bounds. Rows with fewer than
// five values have no density curve.
func Rain(id, title string, opt BoxOptions, rows []BoxRow) (Figure, error) {
	opt.rain = true
	f, err := Box(id, title, opt, rows)
	f.Kind = "Rain"
	boxes := strings.Replace(f.Caption, "; strokes show values beyond", "", 1)
	return f.Captioned("Above each box is the density of the values, and below it a dot for each value. %s", boxes), err
}

// rainRow is the height of a row with its density and strokes.
const rainRow Length = 44

// densityCloud returns the density of values as an area above a row.
func densityCloud(values []float64, row float64, log bool) chart.Marks {
	scale, unscale := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if log {
		scale, unscale = math.Log, math.Exp
	}
	var at []float64
	for _, v := range slices.Sorted(slices.Values(values)) {
		if !log || v > 0 {
			at = append(at, scale(v))
		}
	}
	if len(at) < 5 || at[0] == at[len(at)-1] {
		return nil
	}
	deviation := stats.StdDev(at)
	h := 0.9 * cmp.Or(min(deviation, (stats.Quantile(at, 0.75)-stats.Quantile(at, 0.25))/1.34), deviation) * math.Pow(float64(len(at)), -0.2)
	const n = 64
	var xs, heights [n + 1]float64
	for i := range xs {
		xs[i] = at[0] + (at[len(at)-1]-at[0])*float64(i)/n
		for _, v := range at {
			z := (xs[i] - v) / h
			heights[i] += math.Exp(-z * z / 2)
		}
	}
	most := slices.Max(heights[:])
	var outline []chart.Place
	for i, x := range xs {
		outline = append(outline, chart.To(unscale(x), row).By(0, Length(5+13*heights[i]/most)))
	}
	base := []chart.Place{chart.To(outline[n].X, row).By(0, 5), chart.To(outline[0].X, row).By(0, 5)}
	return chart.Marks{
		chart.Area{At: slices.Concat(base[1:], outline, base[:1]), Tone: chart.Tone{Opacity: 0.3}, Free: true},
		chart.Line{At: outline, Width: chart.ThinLine, Free: true},
	}
}
