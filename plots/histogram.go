package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Counts is one series of a [Histogram]: how many there are of each whole
// number.
type Counts struct {
	Name   string
	Note   string    // a second line under the name, small; ^{…} raises and _{…} lowers text
	First  int       // what Counts[0] counts
	Counts []float64 // of First, First + 1, …; not negative
}

// HistogramOptions say how a [Histogram] is drawn. The zero value joins the
// counts by lines on linear axes.
type HistogramOptions struct {
	XLabel, YLabel string // with units
	LogY           bool   // on a logarithmic axis, counts of 0 interrupt the line
	Percent        bool   // each count as a share of the sum of its series; percentages on a linear axis
	Steps          bool   // steps as wide as a number, instead of lines from middle to middle

	Width, Height vg.Length // 0 means 7 × 3.3 inches
}

// Histogram draws counts of whole numbers, such as the positions at each depth,
// for one or several series. Names stand at the right in the order of the peaks.
// Counts of zero before the first and after the last are not drawn.
//
// A figure without counts says so. Negative counts and bad IDs are errors.
func Histogram(id, title string, opt HistogramOptions, counts []Counts) (Figure, error) {
	ch := newChart(id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, growthHeight))
	xs, ys := ch.span(false), ch.span(opt.LogY)
	var drawn []histogram
	for _, s := range counts {
		h, err := newHistogram(s, opt)
		ch.keep(err)
		if len(h.values) == 0 {
			continue
		}
		xs.add("", float64(h.first), float64(h.last()))
		for _, v := range h.values {
			if v > 0 || !opt.LogY {
				ys.add("", v)
			}
		}
		drawn = append(drawn, h)
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("no number has a count")
	}
	if opt.Steps {
		xs.lo, xs.hi = xs.lo-0.5, xs.hi+0.5
	}
	if !opt.LogY {
		ys.add("", 0)
	}
	ch.x, ch.y, ch.yGrid = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true
	ch.x.whole, ch.y.percent = true, opt.Percent && !opt.LogY
	if xs.lo >= -0.5 && ch.x.lo <= 0 {
		ch.x.lo = min(xs.lo, 0) - 0.01*(ch.x.hi-xs.lo)
	}
	for i, h := range drawn {
		ch.series = append(ch.series, series{
			name: h.name, note: h.note, loose: true,
			draw: func(p pane, l look) { h.draw(p, l, i) },
			end:  func(p pane) vg.Point { return vg.Point{X: p.Max.X, Y: p.y(h.values[h.peak()])} },
		})
	}
	ch.Alt, ch.data = describeHistograms(opt, drawn), opt.data(drawn)
	ch.Caption = fmt.Sprintf("%s at each %s.", capitalised(cmp.Or(opt.YLabel, "count")), cmp.Or(opt.XLabel, "number"))
	return ch.figure()
}

// histogram is a series without the zeros at its ends.
type histogram struct {
	name, note string
	first      int
	values     []float64
	total      float64 // of the counts
	steps, log bool
}

func newHistogram(s Counts, opt HistogramOptions) (histogram, error) {
	h := histogram{name: s.Name, note: s.Note, first: s.First, steps: opt.Steps, log: opt.LogY}
	lo, hi := len(s.Counts), 0
	for i, v := range s.Counts {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			return h, fmt.Errorf("plots: histogram %q: the count of %d is %v (want a finite number, 0 or more)", s.Name, s.First+i, v)
		}
		if v > 0 {
			lo, hi = min(lo, i), i+1
		}
		h.total += v
	}
	if lo >= hi {
		return h, nil
	}
	h.first += lo
	h.values = slices.Clone(s.Counts[lo:hi])
	if opt.Percent {
		for i := range h.values {
			h.values[i] /= h.total
		}
	}
	return h, nil
}

func (h histogram) last() int { return h.first + len(h.values) - 1 }

// peak returns the index of the largest value, the first of equal ones.
func (h histogram) peak() int {
	best := 0
	for i, v := range h.values {
		if v > h.values[best] {
			best = i
		}
	}
	return best
}

// mean returns the mean of the numbers counted.
func (h histogram) mean() float64 {
	var n, mean float64
	for i, v := range h.values {
		if v > 0 {
			n += v
			mean += (float64(h.first+i) - mean) * v / n
		}
	}
	return mean
}

// pieces returns the stretches to be drawn in one line: on a logarithmic axis
// those between zeros, each as the indices from lo to hi − 1.
func (h histogram) pieces() (out [][2]int) {
	lo := 0
	for i, v := range h.values {
		if h.log && v == 0 {
			if i > lo {
				out = append(out, [2]int{lo, i})
			}
			lo = i + 1
		}
	}
	return append(out, [2]int{lo, len(h.values)})
}

// markersPer is the number of markers along a series: enough to tell it from the
// others, too few to hide its line.
const markersPer = 9

func (h histogram) draw(p pane, l look, row int) {
	at := func(i int, shift float64) vg.Point { return p.at(float64(h.first+i)+shift, h.values[i]) }
	for _, piece := range h.pieces() {
		var pts []vg.Point
		for i := piece[0]; i < piece[1]; i++ {
			if h.steps {
				pts = append(pts, at(i, -0.5), at(i, +0.5))
			} else {
				pts = append(pts, at(i, 0))
			}
		}
		if h.steps {
			floor := func(at vg.Point) vg.Point { return vg.Point{X: at.X, Y: p.Min.Y} }
			pts = slices.Concat([]vg.Point{floor(pts[0])}, pts, []vg.Point{floor(pts[len(pts)-1])})
			p.area(pts, fade(l.color, 0.1))
		}
		p.line(pts, l.color, curveWidth, l.dashes)
	}
	// Both ends and the peak have a marker, and places between them, which
	// differ from series to series. Steps are marked at the peak alone.
	var marks []vg.Point
	every := max(1, (len(h.values)+markersPer-1)/markersPer)
	for i, v := range h.values {
		if i == h.peak() || v > 0 && !h.steps && (i == 0 || i == h.last()-h.first || i%every == row%every) {
			marks = append(marks, at(i, 0))
		}
	}
	p.marks(l.mark(markSize), marks...)
}

// describeHistograms is the text alternative of a histogram.
func describeHistograms(opt HistogramOptions, series []histogram) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Histogram of %s by %s.", cmp.Or(opt.YLabel, "counts"), cmp.Or(opt.XLabel, "number"))
	for _, h := range series {
		value := share(h.values[h.peak()], opt.Percent)
		fmt.Fprintf(&b, " %s: from %d to %d, mean %s, peak of %s at %d.",
			h.name, h.first, h.last(), spoken(h.mean()), value, h.first+h.peak())
	}
	return b.String()
}
