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

// axis is one direction of a chart that is drawn.
type axis struct{ chart.Axis }

// linear returns the axis from zero on, if it is logarithmic.
func (a axis) linear() axis {
	if a.Log {
		a.Hi *= 1.04 / math.Pow(a.Hi/a.Lo, 0.037) // the air of a linear axis instead of a logarithmic one
		a.Log, a.Lo, a.Zero, a.Least = false, 0, 0, 0
	}
	return a
}

// style is the style of the labels of its ticks.
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

// share returns where a value is, from 0 to 1, which are also the places of infinite ones.
// Zero and what is below are at the labelled zero of a logarithmic axis, or at its lower end.
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

// tickHeight is what a label takes on a vertical axis.
func tickHeight(string) vg.Length { return tickSize * capHeight }

// most is the largest number of labels on an axis, however long it is.
const most = 11

// data tells programs that read the drawing which values the positions between two have:
// kind of scale, both positions, the values there, the place of the value 0, the value above
// which there is no other (0 for none of either), the unit and the label. It is empty for an
// axis of names.
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

// ticks returns the ticks of an axis of the given length: as many labels as
// keep their distance, which is apart plus half of what extent says of both.
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
	// The places of their own come first; numbers make way for them.
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

// numbers returns the ticks with at most n labels.
func (a axis) numbers(n int) (ticks []tick) {
	unit, name := 1.0, ""
	switch {
	case a.Log:
		ticks = logTicks(cmp.Or(a.Least, a.Lo), a.Hi, n)
		for i, t := range ticks {
			if a.Seconds && !t.minor() {
				unit, name := secondsUnit(t.value)
				ticks[i].label = number.Plain(number.Tidy(t.value/unit, 1e-3)) + number.Thin + name
			}
		}
		return ticks
	case a.Seconds:
		unit, name = secondsUnit(a.Hi)
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

// secondsUnit returns the largest unit of time with an SI prefix, in seconds, that
// is not above a value, and its name.
func secondsUnit(v float64) (unit float64, name string) {
	names := []string{"s", "ms", "µs", "ns"}
	for unit = 1; len(names) > 1 && v < unit*(1-1e-9); unit /= 1000 {
		names = names[1:]
	}
	return unit, names[0]
}

// allApart reports whether neighbouring labels have room.
func allApart(ticks []tick, room func(s, t tick) bool) bool {
	labelled := slices.DeleteFunc(slices.Clone(ticks), tick.minor)
	for i := range labelled {
		if i > 0 && !room(labelled[i-1], labelled[i]) {
			return false
		}
	}
	return true
}

// tick is a place on an axis, minor if it has no label.
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

// linearTicks returns at most n labelled ticks at multiples of 1, 2 or 5 times
// a power of ten of a unit in [lo, hi]; n must be at least 2. The labels are in the
// unit, followed by its name, and all have the same decimals.
func linearTicks(lo, hi float64, n int, unit float64, name string) []tick {
	lo, hi = lo/unit, hi/unit
	step := niceStep(hi-lo, n)
	slack := step * 1e-9
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	var ticks []tick
	first := math.Ceil((lo - slack) / step)
	for k := range 4 * n { // where the next number is too near, i does not move
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

// niceStep returns the smallest step of the form 1, 2 or 5 times a power of ten
// that puts at most n ticks in a range of the given length.
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

// logTicks returns the ticks of a logarithmic axis in [lo, hi], lo > 0: at most
// n labelled ones, which are decades, every second or third decade if there are
// many, 1-2-5 steps if there are few, and linear steps if the range is below a
// decade; and minor ones between.
func logTicks(lo, hi float64, n int) (ticks []tick) {
	kLo := int(math.Ceil(math.Log10(lo) - 1e-9))
	kHi := int(math.Floor(math.Log10(hi) + 1e-9))
	decades := kHi - kLo + 1
	inside := func(v float64) bool { return v >= lo*(1-1e-9) && v <= hi*(1+1e-9) }

	major := map[float64]bool{}
	every := 1
	if decades >= 3 {
		for (decades-1)/every+1 > n {
			every++
		}
		for k := kLo; k <= kHi; k++ {
			if k%every == 0 { // so that 1 is labelled whenever it can be
				major[math.Pow10(k)] = true
			}
		}
	} else {
		// As many labels to a decade as there is room for.
		for _, steps := range [][]int{{1, 2, 5}, {1, 3}, {1}} {
			clear(major)
			for k := kLo - 1; k <= kHi; k++ {
				for _, m := range steps {
					if v := float64(m) * math.Pow10(k); inside(v) {
						major[v] = true
					}
				}
			}
			if len(major) <= n {
				break
			}
		}
	}
	if len(major) < 2 {
		return slices.DeleteFunc(linearTicks(lo, hi, n, 1, ""), func(t tick) bool { return t.value <= 0 })
	}

	powers := hi >= 1e4*(1+1e-9) || lo < 0.999e-3
	for k := kLo - 1; k <= kHi; k++ {
		for m := 1; m <= 9; m++ {
			switch v := float64(m) * math.Pow10(k); {
			case !inside(v):
			case major[v]:
				ticks = append(ticks, tick{value: v, label: logLabel(m, k, powers)})
			case m == 1 || every == 1 && decades <= 2*n:
				ticks = append(ticks, tick{value: v})
			}
		}
	}
	return ticks
}

// logLabel prints m·10^k, as a power of ten if the axis uses powers.
func logLabel(m, k int, powers bool) string {
	if !powers || k == 0 || k == 1 && m == 1 {
		return number.Plain(number.Tidy(float64(m)*math.Pow10(k), math.Pow10(k)))
	}
	if m == 1 {
		return number.Power(k)
	}
	return strconv.Itoa(m) + "×" + number.Power(k)
}
