package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
func Histogram(id, title string, opt HistogramOptions, series []Counts) (Figure, error) {
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	opt.Height = cmp.Or(opt.Height, growthHeight)
	var drawn []histogram
	var names []string
	var xs, ys span
	for _, s := range series {
		h, err := newHistogram(s, opt)
		if err != nil {
			return Figure{}, err
		}
		if len(h.values) == 0 {
			continue
		}
		xs.add(float64(h.first), float64(h.last()))
		for _, v := range h.values {
			if v > 0 || !opt.LogY {
				ys.add(v)
			}
		}
		drawn, names = append(drawn, h), append(names, h.name)
	}
	if len(drawn) == 0 {
		return missing(id, title, opt.Width, "no number has a count")
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	if opt.Steps {
		xs.lo, xs.hi = xs.lo-0.5, xs.hi+0.5
	}
	if !opt.LogY {
		ys.add(0)
	}

	ch := chart{x: xs.axis(opt.XLabel, false), y: ys.axis(opt.YLabel, opt.LogY), yGrid: true}
	ch.x.whole, ch.y.percent = true, opt.Percent && !opt.LogY
	if xs.lo >= -0.5 && ch.x.lo <= 0 {
		ch.x.lo = min(xs.lo, 0) - 0.01*(ch.x.hi-xs.lo)
	}
	look := looks(names)
	var labels []endLabel
	for i, h := range drawn {
		ch.add(h.layer(look[h.name], i))
		labels = append(labels, endLabel{name: h.name, note: h.note, look: look[h.name], loose: true})
	}
	ch.name(labels, func(i int, c draw.Canvas, _, y func(float64) vg.Length) vg.Point {
		return vg.Point{X: c.Max.X, Y: y(drawn[i].values[drawn[i].peak()])}
	})
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeHistograms(opt, drawn)
	f.Caption = fmt.Sprintf("%s at each %s.", capitalised(cmp.Or(opt.YLabel, "count")), cmp.Or(opt.XLabel, "number"))
	return f, err
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

func (h histogram) layer(l look, row int) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", h.name)
		defer endGroup(c)
		at := func(i int, shift float64) vg.Point {
			return vg.Point{X: x(float64(h.first+i) + shift), Y: y(h.values[i])}
		}
		for _, p := range h.pieces() {
			var pts []vg.Point
			floor := func(i int, shift float64) vg.Point { return vg.Point{X: at(i, shift).X, Y: c.Min.Y} }
			if h.steps {
				pts = append(pts, floor(p[0], -0.5))
			}
			for i := p[0]; i < p[1]; i++ {
				if h.steps {
					pts = append(pts, at(i, -0.5), at(i, +0.5))
				} else {
					pts = append(pts, at(i, 0))
				}
			}
			if h.steps {
				pts = append(pts, floor(p[1]-1, +0.5))
				area(c, pts, fade(l.color, 0.1))
			}
			line(c, pts, l.color, curveWidth, l.dashes)
		}
		// Both ends and the peak have a marker, and places between them, which
		// differ from series to series.
		var marks []vg.Point
		every := max(1, (len(h.values)+markersPer-1)/markersPer)
		for i, v := range h.values {
			if v > 0 && (i == 0 || i == h.last()-h.first || i == h.peak() || i%every == row%every && every > 1) || every == 1 && v > 0 {
				marks = append(marks, at(i, 0))
			}
		}
		if !h.steps || len(h.values) == 1 {
			drawMarks(c, mark{shape: l.shape, size: markSize, color: l.color}, marks...)
		} else {
			drawMarks(c, mark{shape: l.shape, size: markSize, color: l.color}, at(h.peak(), 0))
		}
		return nil
	}
}

// describeHistograms is the text alternative of a histogram.
func describeHistograms(opt HistogramOptions, series []histogram) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Histogram of %s by %s.", cmp.Or(opt.YLabel, "counts"), cmp.Or(opt.XLabel, "number"))
	for _, h := range series {
		value := spoken(h.values[h.peak()])
		if opt.Percent {
			value = spoken(100*h.values[h.peak()]) + thin + "%"
		}
		fmt.Fprintf(&b, " %s: from %d to %d, mean %s, peak of %s at %d.",
			h.name, h.first, h.last(), spoken(h.mean()), value, h.first+h.peak())
	}
	return b.String()
}
