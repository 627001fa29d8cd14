package stats_test

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Two strategies on the same twelve instances.
var (
	plain  = []float64{212, 95, 1430, 388, 77, 5210, 640, 152, 903, 2750, 311, 118}
	sorted = []float64{190, 60, 1010, 402, 51, 3890, 477, 160, 655, 2480, 207, 96}
)

func ExampleBootstrap_RatioOfTotals() {
	e := stats.Bootstrap{Seed: 1}.RatioOfTotals(sorted, plain)
	fmt.Printf("%.3f (95 %% interval %s, %d pairs)\n", e.Value, e.BCa, e.N)
	for _, w := range e.Warnings {
		fmt.Println("warning:", w)
	}
	// Output:
	// 0.788 (95 % interval 0.737 to 0.883, 12 pairs)
	// warning: only about 3 of 12 instances determine the ratio, so the interval is probably too narrow (at least 10 are needed)
}

func ExampleBootstrap_Of() {
	e := stats.Bootstrap{Seed: 1, Resamples: 2000}.Of(len(plain), func(idx []int) float64 {
		ahead := 0
		for _, i := range idx {
			if sorted[i] < plain[i] {
				ahead++
			}
		}
		return float64(ahead) / float64(len(idx))
	})
	fmt.Printf("ahead on %.2f of the instances (%s)\n", e.Value, e.BCa)
	// Output:
	// ahead on 0.83 of the instances (0.5 to 1.0)
}

func ExampleSignedRank() {
	logs := func(x []float64) []float64 {
		l := make([]float64, len(x))
		for i, v := range x {
			l[i] = math.Log(v)
		}
		return l
	}
	r := stats.SignedRank(logs(sorted), logs(plain))
	fmt.Printf("V = %g, p = %.5f, exact: %t\n", r.V, r.P, r.Exact)
	// Output:
	// V = 3, p = 0.00244, exact: true
}

func ExampleSignedRank_tooFewPairs() {
	r := stats.SignedRank([]float64{1, 2, 3, 4}, []float64{2, 4, 6, 8})
	fmt.Println(r.P, r.Warnings[0])
	// Output:
	// 0.125 4 differing pairs cannot give a p-value below 0.125 (0.05 needs 6)
}

func ExampleQuartiles() {
	fmt.Println(stats.Quartiles([]float64{4, 1, 3, 2}))
	// Output:
	// {1 1.75 2.5 3.25 4 4}
}

func ExampleWilson() {
	// 18 of 20 instances solved.
	fmt.Println(stats.Wilson(18, 20, 0.95))
	// Output:
	// 0.699 to 0.972
}

func ExampleSignTest() {
	fmt.Printf("%.3f\n", stats.SignTest(10, 2))
	// Output:
	// 0.039
}

func ExampleFitExponential() {
	sizes := []float64{30, 40, 50, 60}
	medians := []float64{440, 2160, 16200, 98000}
	f := stats.FitExponential(sizes, medians)
	p := f.Predict(70, 0.95)
	fmt.Printf("× %.3f per unit (%s), AIC %.1f against %.1f for a power\n", f.B, f.BInterval, f.AIC, stats.FitPower(sizes, medians).AIC)
	fmt.Printf("at 70: %.2g (%s)\n", p.Value, p.Interval)
	// Output:
	// × 1.200 per unit (1.17 to 1.23), AIC -2.0 against 7.0 for a power
	// at 70: 5.9e+05 (253 864 to 1 392 878)
}
