package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Interval is one row of a [Forest] figure: an estimate with its interval.
type Interval struct {
	Name             string
	Value, Low, High float64
	N                int // number of instances; not shown if 0
}

// IntervalOf returns a row with an estimate over n instances and its BCa bootstrap interval.
func IntervalOf(name string, e stats.Estimate, n int) Interval {
	return Interval{Name: name, Value: e.Value, Low: e.BCa.Low, High: e.BCa.High, N: n}
}

// ForestOptions sets the labels, axis and reference of a [Forest] figure. The zero value suits
// ratios with 95 % intervals.
type ForestOptions struct {
	XLabel    string  // label of the horizontal axis, with its unit
	Linear    bool    // whether the axis is linear; on a logarithmic axis, 1/2 and 2 are equally far from 1
	Reference float64 // value that means no effect; 0 means 1, or 0 on a linear axis
	Below     string  // what values below the reference mean, such as "pruning+sorting needs less"
	Above     string

	Height Length // height of the figure; 0 means the height that the rows need
}

// Forest draws estimates with their intervals around a line of no effect. There is one estimate per
// row, with names on the left and numbers on the right. Rows whose interval excludes the reference
// are dark with a filled marker. The other rows are gray with an open marker.
//
// An interval without an end (±Inf, or 0 on a logarithmic axis) extends to the edge of the data
// area. If an interval is too wide to be informative ([stats.Interval.Open]), the figure draws it
// and prints "(open)" instead of its ends. If both ends are NaN, the interval is unknown, and only
// the estimate is drawn.
func Forest(id, title string, opt ForestOptions, rows []Interval) (Figure, error) {
	if opt.Reference == 0 && !opt.Linear {
		opt.Reference = 1
	}
	ch := newDraft("Forest", id, title, cmp.Or(opt.Height, rowsHeight(len(rows))))
	xs := ch.span(!opt.Linear)
	xs.add("Reference", opt.Reference)
	ch.data = heads("row", cmp.Or(opt.XLabel, "value"), "low", "high", "instances")
	var values []float64
	for i, r := range rows {
		where := fmt.Sprintf("interval %q", r.Name)
		xs.positive(where+", Value", r.Value)
		ch.inside(where, "", r.Value, r.ends())
		for _, v := range []float64{r.Low, r.High} {
			if opt.shows(v) {
				xs.add("", v)
			}
		}
		values = append(values, r.Value)
		ch.item("%s for %s%s", number.Spoken(r.Value), quoted(r.Name), r.spoken())
		ch.Series = append(ch.Series, chart.Series{Class: "row", Name: r.Name, Marks: r.marks(-float64(i), opt)})
	}
	if len(rows) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.list("This chart compares the %s with %s:", aloud(cmp.Or(opt.XLabel, "value")), number.Spoken(opt.Reference))
	ch.X = xs.axis(opt.XLabel)
	heads := []string{"estimate", "interval", "n"}
	if !slices.ContainsFunc(rows, func(r Interval) bool { return r.N > 0 }) {
		heads = heads[:2]
	}
	digits := number.Column(values...)
	for i, r := range rows {
		n, cell := any(""), ""
		if r.N > 0 {
			n, cell = r.N, number.Count(r.N)
		}
		ch.Series[i].Cells = []string{digits(r.Value), interval(digits, r.ends()), cell}[:len(heads)]
		ch.data.add(r.Name, r.Value, r.ends(), n)
	}
	ch.rows(heads...)
	ch.behind("", chart.Sides{Value: opt.Reference, Below: opt.Below, Above: opt.Above})
	ch.Caption = fmt.Sprintf("Lines show the intervals of the estimates; hollow gray intervals include %s.", number.Spoken(opt.Reference))
	return ch.figure()
}

// ends returns the interval of the row.
func (r Interval) ends() stats.Interval { return stats.Interval{Low: r.Low, High: r.High} }

// shows reports whether an end of an interval has a place on the axis.
func (opt ForestOptions) shows(v float64) bool {
	return !math.IsInf(v, 0) && !math.IsNaN(v) && (opt.Linear || v > 0)
}

// marks returns the marks for a row: the interval, with a stroke at each end that is on the axis,
// and the point.
func (r Interval) marks(row float64, opt ForestOptions) (marks chart.Marks) {
	point := discs(6, "1", chart.To(r.Value, row))
	if !(r.Low > opt.Reference || r.High < opt.Reference) {
		point.Tone.Color, point.Open = "muted", true
	}
	if r.ends().Known() {
		stroke := func(a, b chart.Place) {
			marks = append(marks, chart.Line{At: []chart.Place{a, b}, Tone: point.Tone, Width: chart.CurveWidth})
		}
		ends := []chart.Place{chart.To(-chart.Edge, row), chart.To(chart.Edge, row)}
		for k, v := range []float64{r.Low, r.High} {
			if opt.shows(v) {
				ends[k].X = v
				stroke(ends[k].By(0, -3), ends[k].By(0, 3))
			}
		}
		stroke(ends[0], ends[1])
	}
	return append(marks, point)
}

// spoken returns the ends of the interval in words, or "" if they are unknown.
func (r Interval) spoken() string {
	switch i := r.ends(); {
	case !i.Known():
		return ""
	case i.Open():
		return " (with an open interval)"
	}
	return " (interval " + number.Spoken(r.Low) + " to " + number.Spoken(r.High) + ")"
}
