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
// edge of the data area. An estimate whose interval is not known (both ends NaN)
// is drawn alone.
func Forest(id, title string, opt ForestOptions, rows []Interval) (Figure, error) {
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	if opt.Reference == 0 && !opt.Linear {
		opt.Reference = 1
	}
	if len(rows) == 0 {
		return noData(id, title, opt.Width)
	}
	if opt.Height == 0 {
		opt.Height = rowsHeight(len(rows))
	}
	var xs span
	xs.add(opt.Reference)
	names := make([]string, len(rows))
	for i, r := range rows {
		if err := r.check(opt); err != nil {
			return Figure{}, err
		}
		names[i] = r.Name
		for _, v := range []float64{r.Low, r.Value, r.High} {
			if !math.IsInf(v, 0) && !math.IsNaN(v) && (opt.Linear || v > 0) {
				xs.add(v)
			}
		}
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}

	notes := make([]string, len(rows))
	for i, r := range rows {
		notes[i] = estimate(r.Value)
		if r.known() {
			notes[i] += fmt.Sprintf(" [%s, %s]", estimate(r.Low), estimate(r.High))
		}
		if r.N > 0 {
			notes[i] += fmt.Sprintf(", n = %s", count(r.N))
		}
	}
	ch := chart{x: xs.axis(opt.XLabel, !opt.Linear), y: rowAxis(names), xGrid: true}
	ch.right = columnRoom("", notes)
	ch.add(reference(opt))
	for i, r := range rows {
		ch.add(r.layer(i, opt))
	}
	ch.add(column("", notes))
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeIntervals(opt, rows)
	f.Caption = fmt.Sprintf("Estimates with their intervals; open grey ones include %s.", spoken(opt.Reference))
	return f, err
}

// known reports whether the row has an interval.
func (r Interval) known() bool { return !math.IsNaN(r.Low) }

func (r Interval) check(opt ForestOptions) error {
	if err := checkValues(fmt.Sprintf("interval %q, Value", r.Name), !opt.Linear, r.Value); err != nil {
		return err
	}
	switch {
	case !opt.Linear && r.Value == 0:
		return fmt.Errorf("plots: interval %q: Value 0 has no place on a logarithmic axis; set Linear", r.Name)
	case math.IsNaN(r.Low) != math.IsNaN(r.High):
		return fmt.Errorf("plots: interval %q: its ends are %v and %v; give both, infinite ones if need be, or neither", r.Name, r.Low, r.High)
	case r.known() && !(r.Low <= r.Value && r.Value <= r.High):
		return fmt.Errorf("plots: interval %q: Value %v is not between Low %v and High %v", r.Name, r.Value, r.Low, r.High)
	}
	return nil
}

// reference draws the line of no effect and says what its sides mean.
func reference(opt ForestOptions) layer {
	return func(c draw.Canvas, x, _ func(float64) vg.Length) error {
		px := x(opt.Reference)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thinLine}, px, c.Min.Y, px, c.Max.Y)
		s := noteStyle
		at := vg.Point{X: px, Y: c.Max.Y + 2}
		if opt.Below != "" {
			s.anchor = end
			write(c, s, vg.Point{X: at.X - 5, Y: at.Y}, "← "+opt.Below)
		}
		if opt.Above != "" {
			s.anchor = start
			write(c, s, vg.Point{X: at.X + 5, Y: at.Y}, opt.Above+" →")
		}
		return nil
	}
}

func (r Interval) layer(row int, opt ForestOptions) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", r.Name)
		defer endGroup(c)
		clear := r.Low > opt.Reference || r.High < opt.Reference
		clr := muted
		if clear {
			clr = palette[0]
		}
		cy := y(-float64(row))
		if !r.known() {
			drawMarks(c, mark{shape: disc, size: 6, color: clr, open: true}, vg.Point{X: x(r.Value), Y: cy})
			return nil
		}
		low, high := c.Min.X, c.Max.X
		s := draw.LineStyle{Color: clr, Width: curveWidth}
		if lowEnd := r.Low; !math.IsInf(lowEnd, 0) && (opt.Linear || lowEnd > 0) {
			low = x(lowEnd)
			c.StrokeLine2(s, low, cy-3, low, cy+3)
		}
		if !math.IsInf(r.High, 0) {
			high = x(r.High)
			c.StrokeLine2(s, high, cy-3, high, cy+3)
		}
		c.StrokeLine2(s, low, cy, high, cy)
		drawMarks(c, mark{shape: disc, size: 6, color: clr, open: !clear}, vg.Point{X: x(r.Value), Y: cy})
		return nil
	}
}

// estimate prints a number with three significant digits, trailing zeros kept.
func estimate(v float64) string {
	a := math.Abs(v)
	switch {
	case math.IsInf(v, 0):
		return sign(v) + "∞"
	case a == 0:
		return "0"
	case a >= 1000 || a < 0.001:
		return shortNumber(v)
	}
	return sign(v) + strings.TrimSuffix(fmt.Sprintf("%#.3g", a), ".")
}

func describeIntervals(opt ForestOptions, rows []Interval) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Estimates of %s with intervals, around %s.", cmp.Or(opt.XLabel, "a value"), spoken(opt.Reference))
	for _, r := range rows {
		if !r.known() {
			fmt.Fprintf(&b, " %s: %s, interval not known.", r.Name, spoken(r.Value))
			continue
		}
		fmt.Fprintf(&b, " %s: %s, %s to %s.", r.Name, spoken(r.Value), infinite(r.Low), infinite(r.High))
	}
	return b.String()
}

func infinite(v float64) string {
	if math.IsInf(v, 0) {
		return sign(v) + "infinity"
	}
	return spoken(v)
}
