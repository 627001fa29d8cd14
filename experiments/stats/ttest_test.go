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
		x := make([]float64, 2+rng.IntN(10))
		for i := range x {
			x[i] = rng.NormFloat64() + 0.5
		}
		r := TTest(x)
		if (r.P < 0.05) == r.Interval.Contains(0) {
			t.Errorf("%v: p = %v, interval %v", x, r.P, r.Interval)
		}
		if r.P < 0.05 {
			decided++
		}
	}
	if decided == 0 || decided == trials {
		t.Errorf("%d of %d tests reject: the comparison shows nothing", decided, trials)
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
	} {
		if got := strings.Join(c.r.Warnings, "; "); !math.IsNaN(c.r.P) || c.r.Interval.Known() || !strings.Contains(got, c.want) {
			t.Errorf("%s: %+v, want no test and %q", c.name, c.r, c.want)
		}
	}
}

func ExampleTTest() {
	logRatios := []float64{-0.31, -0.12, -0.45, 0.08, -0.22, -0.17}
	r := TTest(logRatios)
	fmt.Printf("t = %.2f with %g degrees of freedom, p = %.3f, mean %s\n", r.T, r.DF, r.P, r.Interval)
	// Output: t = -2.71 with 5 degrees of freedom, p = 0.042, mean -0.386 to -0.0102
}
