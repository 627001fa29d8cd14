package draw

import (
	"math"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// tick is a place on an axis, minor if it has no label.
type tick struct {
	value float64
	label string
}

func (t tick) minor() bool { return t.label == "" }

// linearTicks returns at most n labelled ticks at multiples of 1, 2 or 5 times
// a power of ten of a unit in [lo, hi]; n must be at least 2. The labels are in the
// unit, with its name behind them, and all have the same decimals.
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
func logTicks(lo, hi float64, n int) []tick {
	kLo := int(math.Ceil(math.Log10(lo) - 1e-9))
	kHi := int(math.Floor(math.Log10(hi) + 1e-9))
	decades := kHi - kLo + 1

	major := map[float64]bool{}
	every := 1
	if decades >= 3 {
		for (decades-1)/every+1 > n {
			every++
		}
		for k := kLo; k <= kHi; k++ {
			// Multiples of the step, so that 1 is labelled whenever it can be.
			if mod(k, every) == 0 {
				major[math.Pow10(k)] = true
			}
		}
	} else {
		major = fewDecades(lo, hi, n)
	}
	if len(major) < 2 {
		ticks := linearTicks(lo, hi, n, 1, "")
		return slices.DeleteFunc(ticks, func(t tick) bool { return t.value <= 0 })
	}

	powers := hi >= 1e4*(1+1e-9) || lo < 0.999e-3
	var ticks []tick
	for k := kLo - 1; k <= kHi; k++ {
		for m := 1; m <= 9; m++ {
			v := float64(m) * math.Pow10(k)
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			switch {
			case major[v]:
				ticks = append(ticks, tick{value: v, label: logLabel(m, k, powers)})
			case m == 1 || every == 1 && decades <= 2*n:
				ticks = append(ticks, tick{value: v})
			}
		}
	}
	return ticks
}

// fewDecades returns the labelled values of a short range: 1-2-5 steps, or 1-3
// or 1 steps where there is no room for them.
func fewDecades(lo, hi float64, n int) map[float64]bool {
	var values map[float64]bool
	for _, steps := range [][]int{{1, 2, 5}, {1, 3}, {1}} {
		values = map[float64]bool{}
		for k := int(math.Floor(math.Log10(lo))); math.Pow10(k) <= hi; k++ {
			for _, m := range steps {
				if v := float64(m) * math.Pow10(k); v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
					values[v] = true
				}
			}
		}
		if len(values) <= n {
			break
		}
	}
	return values
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

// mod is the remainder of floored division.
func mod(a, b int) int { return ((a % b) + b) % b }
