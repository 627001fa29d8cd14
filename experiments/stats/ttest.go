package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// TTestResult is the outcome of [TTest].
type TTestResult struct {
	Mean     float64  // of the sample
	Interval Interval // of Mean, at [DefaultLevel]
	T, DF    float64
	P        float64 // two-sided
	N        int     // values
	Warnings []string
}

// TTest is Student's test of one sample, such as the differences of pairs:
// whether its mean is 0 (Student 1908). The values must be independent and
// their mean close to normally distributed: with skewed values, as of work that
// spans orders of magnitude, both P and the interval need hundreds of them;
// take logarithms, or [SignedRank].
//
// It needs two finite values that differ; otherwise P is NaN and a warning
// says why.
func TTest(x []float64) TTestResult {
	if w := checkFinite(x); w != "" {
		return noTTest(len(x), w)
	}
	mean, variance := stat.MeanVariance(x, nil)
	n := float64(len(x))
	se := math.Sqrt(variance / n)
	// Equal values may differ from their computed mean in the last bits.
	if n < 2 || !(se > 10*0x1p-52*math.Abs(mean)) || math.IsInf(se, 1) {
		return noTTest(len(x), fmt.Sprintf("%s without spread, or too large to add up (want at least 2 that differ)", plural(len(x), "value")))
	}
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}
	half := t.Quantile((1+DefaultLevel)/2) * se
	return TTestResult{
		Mean: mean, Interval: Interval{Low: mean - half, High: mean + half, Level: DefaultLevel},
		T: mean / se, DF: n - 1, P: 2 * t.CDF(-math.Abs(mean/se)), N: len(x),
	}
}

func noTTest(n int, why string) TTestResult {
	nan := math.NaN()
	return TTestResult{Mean: nan, Interval: unknown(DefaultLevel), T: nan, DF: nan, P: nan, N: n, Warnings: []string{"no test: " + why}}
}
