package draw

import (
	"math"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// labelled joins the labelled ticks, and counts the others.
func labelled(ticks []tick) (labels string, minor int) {
	var out []string
	for _, t := range ticks {
		if t.minor() {
			minor++
		} else {
			out = append(out, strings.ReplaceAll(t.label, number.Thin, " "))
		}
	}
	return strings.Join(out, " | "), minor
}

func TestLinearTicks(t *testing.T) {
	for _, tt := range []struct {
		lo, hi float64
		n      int
		unit   float64
		name   string
		want   string
	}{
		{0, 10, 6, 1, "", "0 | 2 | 4 | 6 | 8 | 10"},
		{0, 10, 5, 1, "", "0 | 5 | 10"},
		{30, 100, 8, 1, "", "30 | 40 | 50 | 60 | 70 | 80 | 90 | 100"},
		{-0.3, 0.3, 4, 1, "", "−0.2 | 0.0 | 0.2"},
		{-5, 5, 3, 1, "", "−5 | 0 | 5"},
		{0.1, 0.35, 6, 1, "", "0.10 | 0.15 | 0.20 | 0.25 | 0.30 | 0.35"},
		{0, 25000, 4, 1, "", "0 | 10 000 | 20 000"},
		{0, 1.03, 6, 0.01, number.Thin + "%", "0 % | 20 % | 40 % | 60 % | 80 % | 100 %"},
		{0.001, 0.0034, 3, 0.01, number.Thin + "%", "0.1 % | 0.2 % | 0.3 %"},
		{0, 0.0031, 4, 1e-3, number.Thin + "ms", "0 ms | 1 ms | 2 ms | 3 ms"},
		{1e16, 3e16, 3, 1, "", "10^{16} | 2×10^{16} | 3×10^{16}"},
	} {
		got, _ := labelled(linearTicks(tt.lo, tt.hi, tt.n, tt.unit, tt.name))
		if got != tt.want {
			t.Errorf("linearTicks(%v, %v, %d, %v, %q) = %s (want %s)", tt.lo, tt.hi, tt.n, tt.unit, tt.name, got, tt.want)
		}
	}
}

func TestSecondsHavePrefixes(t *testing.T) {
	for _, tt := range []struct {
		axis chart.Axis
		n    int
		want string
	}{
		{chart.Axis{Log: true, Lo: 1.3e-8, Hi: 46}, 11, "100 ns | 1 µs | 10 µs | 100 µs | 1 ms | 10 ms | 100 ms | 1 s | 10 s"},
		{chart.Axis{Hi: 0.0044}, 3, "0 ms | 2 ms | 4 ms"},
	} {
		tt.axis.Seconds = true
		if got, _ := labelled(axis{tt.axis}.numbers(tt.n)); got != tt.want {
			t.Errorf("%+v has the ticks %s (want %s)", tt.axis, got, tt.want)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, tt := range []struct {
		lo, hi float64
		n      int
		want   string
		minor  int
	}{
		{1, 1000, 5, "1 | 10 | 100 | 1 000", 24},
		{1, 1e8, 9, "1 | 10 | 10^{2} | 10^{3} | 10^{4} | 10^{5} | 10^{6} | 10^{7} | 10^{8}", 64},
		{1, 1e8, 5, "1 | 10^{2} | 10^{4} | 10^{6} | 10^{8}", 4},
		{3, 2e9, 4, "10^{3} | 10^{6} | 10^{9}", 6},
		{0.02, 5, 8, "0.02 | 0.05 | 0.1 | 0.2 | 0.5 | 1 | 2 | 5", 14},
		{0.02, 5, 3, "0.1 | 1", 20},
		{2e5, 3e6, 6, "2×10^{5} | 5×10^{5} | 10^{6} | 2×10^{6}", 7},
		{1e-6, 1e-2, 5, "10^{−6} | 10^{−5} | 10^{−4} | 10^{−3} | 10^{−2}", 32},
		{0.58, 1.05, 6, "0.6 | 0.7 | 0.8 | 0.9 | 1.0", 0},
		{6.1, 6.4, 4, "6.1 | 6.2 | 6.3 | 6.4", 0},
	} {
		got, minor := labelled(logTicks(tt.lo, tt.hi, tt.n))
		if got != tt.want || minor != tt.minor {
			t.Errorf("logTicks(%v, %v, %d) = %s and %d minor ones (want %s and %d)", tt.lo, tt.hi, tt.n, got, minor, tt.want, tt.minor)
		}
	}
}

func TestTicksLieInTheRange(t *testing.T) {
	for e := -9.0; e < 12; e += 0.37 {
		for _, w := range []float64{0.01, 0.2, 0.9, 1, 2.5, 7, 15} {
			lo := math.Pow(10, e)
			hi := lo * math.Pow(10, w)
			for n := 2; n <= most; n++ {
				for _, ticks := range [][]tick{logTicks(lo, hi, n), linearTicks(lo, hi, n, 1, ""), linearTicks(-hi, lo, n, 1, "")} {
					k := 0
					for _, tk := range ticks {
						if tk.value > hi*(1+1e-6) || tk.value < -hi*(1+1e-6) {
							t.Fatalf("tick %v outside of %v to %v", tk.value, lo, hi)
						}
						if !tk.minor() {
							k++
						}
					}
					if k > n {
						t.Fatalf("%d labels between %v and %v (want at most %d)", k, lo, hi, n)
					}
				}
			}
		}
	}
}

func TestAxisLabelsKeepTheirDistance(t *testing.T) {
	for _, a := range []axis{
		{chart.Axis{Lo: 0, Hi: 12345}}, {chart.Axis{Lo: 0.001, Hi: 1e12, Log: true}}, {chart.Axis{Lo: 3, Hi: 40, Log: true}}, {chart.Axis{Lo: -1, Hi: 1}},
	} {
		for length := 60.0; length < 600; length += 13 {
			last, at := "", math.Inf(-1)
			for _, tk := range a.ticks(lengthOf(length), xApart, tickStyle.width) {
				if tk.minor() {
					continue
				}
				x := length * a.share(tk.value)
				if gap := x - at - (tickStyle.width(last)+tickStyle.width(tk.label)).Points()/2; last != "" && gap < 4 {
					t.Errorf("axis %v to %v on %v pt: labels %q and %q are %.1f pt apart", a.Lo, a.Hi, length, last, tk.label, gap)
				}
				last, at = tk.label, x
			}
			if last == "" {
				t.Errorf("axis %v to %v on %v pt has no label", a.Lo, a.Hi, length)
			}
		}
	}
}
