package plots

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Interval is one row of a [Forest] figure: an estimate and its interval.
type Interval struct {
	Name             string
	Value, Low, High float64
	N                int // instances behind it; 0 is not printed
}

// IntervalOf is an estimate over n instances with its BCa interval.
func IntervalOf(name string, e stats.Estimate, n int) Interval {
	return Interval{Name: name, Value: e.Value, Low: e.BCa.Low, High: e.BCa.High, N: n}
}

// ForestOptions say how a [Forest] figure is drawn. The zero value suits ratios
// with 95 % intervals.
type ForestOptions struct {
	XLabel    string  // with the unit
	Linear    bool    // a linear axis; logarithmic if not set, so that 1/2 and 2 are equally far from 1
	Reference float64 // where there is no effect; 0 means 1, or 0 on a linear axis
	Below     string  // what values below the reference mean, such as "pruning+sorting needs less"
	Above     string

	Width, Height vg.Length // 0 means 7 inches and what the rows need
}

// Forest draws estimates with their intervals, one to a row, names at the left
// and the numbers at the right, around a line of no effect. Rows whose interval
// excludes the reference are dark with a filled marker; the others are grey with
// an open one.
//
// An interval without end (±Inf, or 0 on a logarithmic axis) is drawn up to the
// edge of the data area. One that is too wide to say anything ([stats.Interval.Open]) is
// drawn, and labelled "(open)" instead of with its ends. An estimate whose interval is
// not known (both ends NaN) is drawn alone.
func Forest(id, title string, opt ForestOptions, rows []Interval) (Figure, error) {
	if opt.Reference == 0 && !opt.Linear {
		opt.Reference = 1
	}
	ch := newChart("Forest", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, rowsHeight(len(rows))))
	xs := ch.span(!opt.Linear)
	xs.add("Reference", opt.Reference)
	var values []float64
	counted := false
	for i, r := range rows {
		xs.add(fmt.Sprintf("interval %q, Value", r.Name), r.Value)
		ch.check(opt.Linear || r.Value != 0, "interval %q: Value 0 has no place on a logarithmic axis; set Linear", r.Name)
		ch.check(math.IsNaN(r.Low) == math.IsNaN(r.High),
			"interval %q: its ends are %v and %v; give both, infinite ones if need be, or neither", r.Name, r.Low, r.High)
		ch.check(!r.known() || r.Low <= r.Value && r.Value <= r.High,
			"interval %q: Value %v is not between Low %v and High %v", r.Name, r.Value, r.Low, r.High)
		for _, v := range []float64{r.Low, r.High} {
			if opt.ends(v) {
				xs.add("", v)
			}
		}
		values = append(values, r.Value)
		counted = counted || r.N > 0
		ch.series = append(ch.series, series{class: "row", name: r.Name, draw: func(p pane, _ look) { r.row(p, i, opt) }})
	}
	if len(rows) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.x = xs.axis(opt.XLabel)
	number := column(values...)
	for i, r := range rows {
		ch.series[i].cells = []string{number(r.Value), interval(number, r.Low, r.High)}
		if counted {
			n := ""
			if r.N > 0 {
				n = count(r.N)
			}
			ch.series[i].cells = append(ch.series[i].cells, n)
		}
	}
	ch.rows([]string{"estimate", "interval", "n"}[:len(ch.series[0].cells)]...)
	ch.under = append(ch.under, opt.reference)
	ch.Alt, ch.data = describeIntervals(opt, rows), opt.data(rows)
	ch.Caption = fmt.Sprintf("Estimates with their intervals; hollow grey ones include %s.", spoken(opt.Reference))
	return ch.figure()
}

// known reports whether the row has an interval.
func (r Interval) known() bool { return !math.IsNaN(r.Low) }

// ends reports whether an end of an interval is a number that has a place on the
// axis.
func (opt ForestOptions) ends(v float64) bool {
	return !math.IsInf(v, 0) && !math.IsNaN(v) && (opt.Linear || v > 0)
}

// reference draws the line of no effect and says what its sides mean.
func (opt ForestOptions) reference(p pane) {
	px := p.x(opt.Reference)
	p.upright(draw.LineStyle{Color: ink, Width: thinLine}, px)
	below, above := noteStyle.from(end), noteStyle
	left, right := vg.Point{X: px - 5, Y: p.Max.Y + 2}, vg.Point{X: px + 5, Y: p.Max.Y + 2}
	fits := px-5-noteStyle.width("← "+opt.Below) >= p.sheet.Min.X && px+5+noteStyle.width(opt.Above+" →") <= p.sheet.Max.X
	if p.narrow || !fits { // to either side of the reference
		below, above = noteStyle, noteStyle.from(end)
		left.X, right.X = p.Min.X, p.Max.X
	}
	if opt.Below != "" {
		p.write(below, left, "← "+opt.Below)
	}
	if opt.Above != "" {
		p.write(above, right, opt.Above+" →")
	}
}

func (r Interval) row(p pane, i int, opt ForestOptions) {
	at := vg.Point{X: p.x(r.Value), Y: p.row(i)}
	m := mark{shape: disc, size: 6, color: muted, open: true}
	if r.Low > opt.Reference || r.High < opt.Reference {
		m.color, m.open = palette[0], false
	}
	if r.known() {
		s := draw.LineStyle{Color: m.color, Width: curveWidth}
		ends := []vg.Length{p.Min.X, p.Max.X}
		for k, v := range []float64{r.Low, r.High} {
			if opt.ends(v) {
				ends[k] = p.x(v)
				p.StrokeLine2(s, ends[k], at.Y-3, ends[k], at.Y+3)
			}
		}
		p.StrokeLine2(s, ends[0], at.Y, ends[1], at.Y)
	}
	p.marks(m, at)
}

func describeIntervals(opt ForestOptions, rows []Interval) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Estimates of %s with intervals, around %s.", cmp.Or(opt.XLabel, "a value"), spoken(opt.Reference))
	for _, r := range rows {
		ends := infinite(r.Low) + " to " + infinite(r.High)
		switch {
		case !r.known():
			ends = "interval not known"
		case stats.Interval{Low: r.Low, High: r.High}.Open():
			ends = "interval open"
		}
		fmt.Fprintf(&b, " %s: %s, %s.", r.Name, spoken(r.Value), ends)
	}
	return b.String()
}

func infinite(v float64) string {
	if math.IsInf(v, 0) {
		return sign(v) + "infinity"
	}
	return spoken(v)
}
