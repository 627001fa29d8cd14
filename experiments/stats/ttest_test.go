package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTTestsDecideAsTheirIntervalsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 15))
	decided := 0
	const trials = 400
	for range trials {
		x, y := make([]float64, 2+rng.IntN(10)), make([]float64, 2+rng.IntN(10))
		for i := range x {
			x[i] = rng.NormFloat64() + 0.5
		}
		for i := range y {
			y[i] = 3 * rng.NormFloat64()
		}
		for name, r := range map[string]TTestResult{"TTest": TTest(x), "Welch": Welch(x, y)} {
			if (r.P < 0.05) == r.Interval.Contains(0) {
				t.Errorf("%s of %v and %v: p = %v, interval %v", name, x, y, r.P, r.Interval)
			}
			if r.P < 0.05 {
				decided++
			}
		}
		if r, back := Welch(x, y), Welch(y, x); !same(r.P, back.P) || r.Mean != -back.Mean || r.DF < 1-1e-12 || r.DF > float64(r.N-2)+1e-9 {
			t.Errorf("Welch of %v and %v: %+v, exchanged %+v", x, y, r, back)
		}
	}
	if decided == 0 || decided == 2*trials {
		t.Errorf("%d of %d tests reject: the comparison shows nothing", decided, 2*trials)
	}
}

func TestTTestsSayWhatTheyCannotDo(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name string
		r    TTestResult
		want string
	}{
		{"nothing", TTest(nil), "no instances"},
		{"one", TTest([]float64{3}), "1 value without spread"},
		{"zeros", TTest([]float64{0, 0, 0}), "3 values without spread"},
		{"equal up to rounding", TTest([]float64{0.1, 0.1, 0.1}), "3 values without spread"},
		{"NaN", TTest([]float64{1, math.NaN()}), "instance 1"},
		{"infinite", TTest([]float64{1, inf}), "instance 1"},
		{"too large", TTest([]float64{1e308, 1e308, 1.1e308}), "too large to add up"},
		{"Welch of one", Welch([]float64{3}, []float64{1, 2}), "want at least 2"},
		{"Welch of nothing", Welch([]float64{3, 4}, nil), "no instances"},
		{"Welch of constants", Welch([]float64{3, 3}, []float64{2, 2}), "without spread"},
	} {
		if got := strings.Join(c.r.Warnings, "; "); !math.IsNaN(c.r.P) || c.r.Interval.Known() || !strings.Contains(got, c.want) {
			t.Errorf("%s: %+v, want no test and %q", c.name, c.r, c.want)
		}
	}
	if r := Welch([]float64{3, 3}, []float64{1, 2}); !same(r.DF, 1) || !same(r.T, 3) {
		t.Errorf("one constant sample: %+v, want t = 3 with 1 degree of freedom", r)
	}
}

func ExampleTTest() {
	logRatios := []float64{-0.31, -0.12, -0.45, 0.08, -0.22, -0.17}
	r := TTest(logRatios)
	fmt.Printf("t = %.2f with %g degrees of freedom, p = %.3f, mean %s\n", r.T, r.DF, r.P, r.Interval)
	// Output: t = -2.71 with 5 degrees of freedom, p = 0.042, mean -0.386 to -0.0102
}

func ExampleWelch() {
	r := Welch([]float64{5.1, 4.8, 6.0, 5.5}, []float64{4.1, 3.9, 5.2, 4.4, 3.6})
	fmt.Printf("difference %.2f (%s), p = %.3f\n", r.Mean, r.Interval, r.P)
	// Output: difference 1.11 (0.217 to 2), p = 0.022
}
