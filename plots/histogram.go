package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Counts is one series in a [Histogram]. It holds the number of occurrences of each whole number.
type Counts struct {
	Name   string
	Note   string    // second line below the name; ^{…} makes a superscript, _{…} a subscript
	First  int       // whole number whose occurrences Counts[0] holds
	Counts []float64 // numbers of occurrences of First, First + 1, and so on; not negative
}

// HistogramOptions sets the labels and axes of a [Histogram].
type HistogramOptions struct {
	XLabel, YLabel string // labels of the horizontal (XLabel) and vertical (YLabel) axes, with units
	LogY           bool   // whether the axis of counts is logarithmic; a count of 0 then has no bar
	// Percent replaces each count with its share of the series' total. On a linear axis, shares are
	// shown as percentages.
	Percent bool

	Height Length // height of the figure; 0 means 3.3 inches
}

// Histogram draws counts of whole numbers, such as the number of positions at each depth. For one
// series it draws bars. For several series it draws only their outlines, each with a marker at its
// peak. The names are on the right, in the order of the peaks. Zeros before the first and after the
// last nonzero count are not drawn. If outlines hide each other, use [Histograms] to draw the
// series side by side.
//
// If there are no counts, the figure says so. Histogram returns an error for negative counts and
// for invalid IDs.
func Histogram(id, title string, opt HistogramOptions, counts []Counts) (Figure, error) {
	ch := newDraft("Histogram", id, title, cmp.Or(opt.Height, chart.UsualHeight))
	xs, ys := ch.span(false), ch.span(opt.LogY)
	ch.data = heads("series", cmp.Or(opt.XLabel, "number"), cmp.Or(opt.YLabel, "count"))
	ch.say("%s", opt.title())
	var drawn []histogram
	for _, s := range counts {
		h, err := newHistogram(s, opt)
		ch.keep(err)
		if len(h.values) == 0 {
			continue
		}
		drawn = append(drawn, h)
		xs.add("", float64(h.first), float64(h.last()))
		for i, v := range h.values {
			ch.data.add(h.name, h.first+i, v)
			if v > 0 || !opt.LogY {
				ys.add("", v)
			}
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("no number has a count")
	}
	xs.lo, xs.hi = xs.lo-0.5, xs.hi+0.5
	if !opt.LogY {
		ys.add("", 0)
	}
	ch.X, ch.Y, ch.YGrid = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true
	ch.X.Whole, ch.Y.Percent = true, opt.Percent && !opt.LogY
	if xs.lo >= -0.5 && ch.X.Lo <= 0 {
		ch.X.Lo = min(xs.lo, 0) - 0.01*(ch.X.Hi-xs.lo)
	}
	for _, h := range drawn {
		s := chart.Series{Name: h.name, Note: h.note, Loose: true, Marks: h.bars(), End: []chart.Place{chart.To(chart.Edge, h.values[h.peak()])}}
		if len(drawn) > 1 {
			s.Marks = h.outline()
		}
		ch.Series = append(ch.Series, s)
		ch.say(" For %s, the values range from %d to %d, with a mean of %s and the highest bar (%s) at %d.",
			quoted(cmp.Or(h.name, "all")), h.first, h.last(), number.Spoken(h.mean()), share(h.values[h.peak()], opt.Percent), h.first+h.peak())
	}
	ch.Caption = opt.title()
	return ch.figure()
}

// Histograms draws a [Histogram] for each series, side by side with the same axes.
func Histograms(id, title string, opt HistogramOptions, counts []Counts) (Figure, error) {
	var panels []Figure
	alt := opt.title()
	for _, c := range counts {
		f, err := Histogram(id, c.Name, opt, []Counts{c})
		if err != nil {
			return Figure{}, err
		}
		panels = append(panels, f)
		if of, has := strings.CutPrefix(f.Alt, opt.title()); has {
			alt += of
		}
	}
	f, err := Multiples(id, title, MultiplesOptions{Height: opt.Height}, panels...)
	f.Kind = "Histograms"
	if err == nil && !f.empty() {
		f.Alt, f.Caption = alt, panels[0].Caption
	}
	return f, err
}

// title returns the beginning of the text alternative.
func (opt HistogramOptions) title() string {
	return fmt.Sprintf("This histogram shows the %s by %s.", aloud(cmp.Or(opt.YLabel, "count")), aloud(cmp.Or(opt.XLabel, "number")))
}

// histogram is a series without the zeros at both ends.
type histogram struct {
	name, note string
	first      int
	values     []float64
	total      float64 // sum of the counts
	log        bool
}

func newHistogram(s Counts, opt HistogramOptions) (histogram, error) {
	h := histogram{name: s.Name, note: s.Note, first: s.First, log: opt.LogY}
	for i, v := range s.Counts {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			return h, fmt.Errorf("plots: histogram %q: the count of %d is %v (want a finite number, 0 or more)", s.Name, s.First+i, v)
		}
		h.total += v
		if v > 0 && h.values == nil {
			h.first = s.First + i
		}
		if v > 0 {
			h.values = s.Counts[h.first-s.First : i+1]
		}
	}
	h.values = slices.Clone(h.values)
	if opt.Percent {
		for i := range h.values {
			h.values[i] /= h.total
		}
	}
	return h, nil
}

func (h histogram) last() int { return h.first + len(h.values) - 1 }

// peak returns the index of the largest value; if several are equal, the first.
func (h histogram) peak() int { return slices.Index(h.values, slices.Max(h.values)) }

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

// at returns the place at the middle of the top of a bar.
func (h histogram) at(i int) chart.Place { return chart.To(float64(h.first+i), h.values[i]) }

func (h histogram) bars() chart.Marks {
	var bars chart.Bars
	for i, v := range h.values {
		if v > 0 {
			bars.At = append(bars.At, h.at(i))
		}
	}
	return chart.Marks{bars}
}

// outline returns the outline of the bars, with a marker at the peak. On a logarithmic axis, zeros
// interrupt it.
func (h histogram) outline() (marks chart.Marks) {
	for _, piece := range stretches(len(h.values), func(i int) bool { return !h.log || h.values[i] > 0 }) {
		var corners []chart.Place
		for i := piece[0]; i < piece[1]; i++ {
			corners = append(corners, chart.To(h.at(i).X-0.5, h.values[i]))
		}
		corners = append(corners, chart.To(h.at(piece[1]-1).X+0.5, -chart.Edge))
		marks = append(marks, chart.Line{At: stairs(-chart.Edge, corners...), Width: 1.2, Dashed: true})
	}
	return append(marks, chart.Points{At: []chart.Place{h.at(h.peak())}})
}
