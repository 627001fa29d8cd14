package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// axis is one axis of a chart while it is drawn.
type axis struct{ chart.Axis }

// linear returns the axis as a linear one that begins at zero, if it is logarithmic.
func (a axis) linear() axis {
	if a.Log {
		a.Hi *= 1.04 / math.Pow(a.Hi/a.Lo, 0.037) // the space at the end of a linear axis instead of a logarithmic one
		a.Log, a.Lo, a.Zero, a.Least = false, 0, 0, 0
	}
	return a
}

// empty reports whether the axis has no length, or no positions for its values.
func (a axis) empty() bool {
	return !(a.Lo < a.Hi) || math.IsInf(a.Hi-a.Lo, 0) || a.Log && a.Lo <= 0
}

// style returns the style of the tick labels.
func (a axis) style() style {
	if a.Rows != nil {
		return nameStyle
	}
	return tickStyle
}

// widest returns the width of the widest label.
func (a axis) widest(ticks []tick) (w vg.Length) {
	for _, t := range ticks {
		w = max(w, a.style().width(t.label))
	}
	return w
}

// share returns the position of a value on the axis, from 0 to 1; infinite values are at the ends.
// On a logarithmic axis, zero and smaller values are at the labeled zero, or at the lower end.
func (a axis) share(v float64) float64 {
	switch {
	case math.IsInf(v, 1):
		return 1
	case math.IsInf(v, -1):
		return 0
	case !a.Log:
		return (v - a.Lo) / (a.Hi - a.Lo)
	case v <= 0:
		v = cmp.Or(a.Zero, a.Lo)
	}
	return math.Log(v/a.Lo) / math.Log(a.Hi/a.Lo)
}

// tickHeight returns the height that a label needs on a vertical axis.
func tickHeight(string) vg.Length { return tickSize * capHeight }

// most is the maximum number of labels on an axis, however long it is.
const most = 11

// data returns attributes that tell programs how to convert positions in the drawing to values: the
// kind of scale, two positions and their values, the position of the value 0, the largest possible
// value (each 0 if there is none), the unit and the label. It returns "" for an axis of names.
func (a axis) data(from, to vg.Length) string {
	if a.Rows != nil {
		return ""
	}
	kind, unit, label := "lin", "-", ""
	if a.Log {
		kind = "log"
	}
	switch {
	case a.Seconds:
		unit = "s"
	case a.Percent:
		unit = "%"
	}
	for _, r := range titleStyle.runs(a.Label) {
		label += r.text
	}
	return fmt.Sprintf("%s %s %s %.6g %.6g %.4g %.4g %s %s", kind, coarse(from.Points()), coarse(to.Points()), a.Lo, a.Hi, a.Zero, a.Edge, unit, label)
}

// ticks returns the ticks for an axis of the given length, with as many labels as fit. The minimum
// distance between two labels is apart plus half the sum of their extents.
func (a axis) ticks(length, apart vg.Length, extent func(label string) vg.Length) (ticks []tick) {
	if a.Rows != nil {
		for i, name := range a.Rows {
			ticks = append(ticks, tick{value: -float64(i), label: name})
		}
		return ticks
	}
	room := func(s, t tick) bool {
		d := length * vg.Length(math.Abs(a.share(t.value)-a.share(s.value)))
		return d >= apart+(extent(s.label)+extent(t.label))/2
	}
	ticks = a.numbers(most)
	for n := most - 1; n >= 2 && !allApart(ticks, room); n-- {
		ticks = a.numbers(n)
	}
	// Special labels have priority; numbers make room for them.
	unlabel := func(fixed tick) {
		for i, t := range ticks {
			if !t.minor() && !room(t, fixed) {
				ticks[i].label = ""
			}
		}
	}
	if a.Zero > 0 {
		zero := tick{value: 0, label: "0"}
		unlabel(zero)
		ticks = append([]tick{zero}, ticks...)
	}
	if a.Rim > 0 {
		limit := tick{value: a.Rim, label: "limit"}
		ticks = slices.DeleteFunc(ticks, func(t tick) bool { return t.value > a.Edge })
		unlabel(limit)
		ticks = append(ticks, limit)
	}
	return ticks
}

// numbers returns ticks with at most n labels.
func (a axis) numbers(n int) (ticks []tick) {
	unit, name := 1.0, ""
	switch {
	case a.Log:
		ticks = logTicks(cmp.Or(a.Least, a.Lo), a.Hi, n)
		for i, t := range ticks {
			if a.Seconds && !t.minor() {
				unit, name := number.SecondsUnit(t.value)
				ticks[i].label = number.Plain(number.Tidy(t.value/unit, 1e-3)) + number.Thin + name
			}
		}
		return ticks
	case a.Seconds:
		unit, name = number.SecondsUnit(a.Hi)
		name = number.Thin + name
	case a.Percent:
		unit, name = 0.01, number.Thin+"%"
	}
	ticks = linearTicks(a.Lo, a.Hi, n, unit, name)
	if a.Whole {
		ticks = slices.DeleteFunc(ticks, func(t tick) bool { return t.value != math.Trunc(t.value) })
		for i, t := range ticks {
			ticks[i].label = number.Plain(t.value)
		}
	}
	return ticks
}

// allApart reports whether there is enough room between neighboring labels.
func allApart(ticks []tick, room func(s, t tick) bool) bool {
	labelled := slices.DeleteFunc(slices.Clone(ticks), tick.minor)
	for i := range labelled {
		if i > 0 && !room(labelled[i-1], labelled[i]) {
			return false
		}
	}
	return true
}

// tick is a position on an axis; it is minor if it has no label.
type tick struct {
	value float64
	label string
}

func (t tick) minor() bool { return t.label == "" }

func (t tick) length() vg.Length {
	if t.minor() {
		return tickLength / 2
	}
	return tickLength
}

// linearTicks returns at most n labeled ticks in [lo, hi], at multiples of 1, 2 or 5 times a power
// of ten of a unit; n must be at least 2. The labels are in that unit, followed by its name, and
// all have the same number of decimals.
func linearTicks(lo, hi float64, n int, unit float64, name string) []tick {
	lo, hi = lo/unit, hi/unit
	step := niceStep(hi-lo, n)
	slack := step * 1e-9
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	var ticks []tick
	first := math.Ceil((lo - slack) / step)
	for k := range 4 * n { // if the next number is too close, i does not change
		i := first + float64(k)
		if i*step > hi+slack {
			break
		}
		v := number.Tidy(i*step, step)
		label := number.Plain(v)
		if v == 0 && decimals < 10 || math.Abs(v) >= 1e-4 && math.Abs(v) < 1e15 {
			label = number.Fixed(v, decimals)
		}
		ticks = append(ticks, tick{value: v * unit, label: label + name})
	}
	return ticks
}

// niceStep returns the smallest step that gives at most n ticks in a range of the given length. The
// step is 1, 2 or 5 times a power of ten.
func niceStep(length float64, n int) float64 {
	raw := length / float64(n)
	p := math.Pow(10, math.Floor(math.Log10(raw)))
	for {
		for _, m := range []float64{1, 2, 5} {
			if math.Floor(length/(m*p)+1e-9)+1 <= float64(n) {
				return m * p
			}
		}
		p *= 10
	}
}

// logTicks returns the ticks of a logarithmic axis in [lo, hi], with lo > 0. At most n of them are
// labeled: decades, every second or third decade if there are many, 1-2-5 steps if there are few,
// and linear steps if the range is less than a decade. The minor ticks are in between.
func logTicks(lo, hi float64, n int) (ticks []tick) {
	major, every := logMajor(lo, hi, n)
	if len(major) < 2 {
		return slices.DeleteFunc(linearTicks(lo, hi, n, 1, ""), func(t tick) bool { return t.value <= 0 })
	}
	decades := len(roundNumbers(lo, hi, 1))
	powers := hi >= 1e4*(1+1e-9) || lo < 0.999e-3
	for _, d := range roundNumbers(lo, hi, 1, 2, 3, 4, 5, 6, 7, 8, 9) {
		switch {
		case slices.Contains(major, d):
			ticks = append(ticks, tick{d.value(), d.label(powers)})
		case d.m == 1 || every == 1 && decades <= 2*n:
			ticks = append(ticks, tick{value: d.value()})
		}
	}
	return ticks
}

// logMajor returns the labeled numbers on a logarithmic axis, and the distance of decades with
// labels.
func logMajor(lo, hi float64, n int) (major []roundNumber, every int) {
	powers := roundNumbers(lo, hi, 1)
	if len(powers) < 3 {
		// Use as many labels per decade as there is room for.
		for _, steps := range [][]int{{1, 2, 5}, {1, 3}, {1}} {
			if major = roundNumbers(lo, hi, steps...); len(major) <= n {
				break
			}
		}
		return major, 1
	}
	for every = 1; (len(powers)-1)/every+1 > n; {
		every++
	}
	return slices.DeleteFunc(powers, func(d roundNumber) bool { return d.k%every != 0 }), every // labels 1 whenever possible
}

// roundNumber is the number m·10^k.
type roundNumber struct{ m, k int }

func (d roundNumber) value() float64 { return float64(d.m) * math.Pow10(d.k) }

// roundNumbers returns the numbers m·10^k in [lo, hi] with the given m, in order.
func roundNumbers(lo, hi float64, ms ...int) (list []roundNumber) {
	for k := int(math.Ceil(math.Log10(lo)-1e-9)) - 1; k <= int(math.Floor(math.Log10(hi)+1e-9)); k++ {
		for _, m := range ms {
			if d := (roundNumber{m, k}); d.value() >= lo*(1-1e-9) && d.value() <= hi*(1+1e-9) {
				list = append(list, d)
			}
		}
	}
	return list
}

// label prints the number, as a power of ten if powers is set.
func (d roundNumber) label(powers bool) string {
	if !powers || d.k == 0 || d.k == 1 && d.m == 1 {
		return number.Plain(number.Tidy(d.value(), math.Pow10(d.k)))
	}
	if d.m == 1 {
		return number.Power(d.k)
	}
	return strconv.Itoa(d.m) + "×" + number.Power(d.k)
}
