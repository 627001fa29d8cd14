package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// TTestResult is the outcome of [TTest] and [Welch].
type TTestResult struct {
	Mean     float64  // of the sample, or the difference of the two
	Interval Interval // of Mean, at [DefaultLevel]
	T, DF    float64
	P        float64 // two-sided
	N        int     // values in all
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
	return tTest(mean, math.Sqrt(variance/n), n-1, math.Abs(mean), len(x))
}

// Welch is the test of two independent samples with variances of their own:
// whether their means are equal, with the degrees of freedom of Welch (1947).
// Mean is mean(x) − mean(y). The conditions are those of [TTest] for both
// samples, but one of them may be constant.
func Welch(x, y []float64) TTestResult {
	for _, s := range [][]float64{x, y} {
		if w := checkFinite(s); w != "" {
			return noTTest(len(x)+len(y), w)
		}
		if len(s) < 2 {
			return noTTest(len(x)+len(y), "a sample of 1 value (want at least 2)")
		}
	}
	meanX, varX := stat.MeanVariance(x, nil)
	meanY, varY := stat.MeanVariance(y, nil)
	nx, ny := float64(len(x)), float64(len(y))
	ex, ey := varX/nx, varY/ny
	df := (ex + ey) * (ex + ey) / (ex*ex/(nx-1) + ey*ey/(ny-1))
	return tTest(meanX-meanY, math.Sqrt(ex+ey), df, max(math.Abs(meanX), math.Abs(meanY)), len(x)+len(y))
}

// tTest compares a mean with its standard error; size is that of the values.
func tTest(mean, se, df, size float64, n int) TTestResult {
	// Equal values may differ from their computed mean in the last bits.
	if !(df > 0) || !(se > 10*0x1p-52*size) || math.IsInf(se, 1) {
		return noTTest(n, fmt.Sprintf("%s without spread, or too large to add up (want at least 2 that differ)", plural(n, "value")))
	}
	t := distuv.StudentsT{Sigma: 1, Nu: df}
	half := t.Quantile((1+DefaultLevel)/2) * se
	return TTestResult{
		Mean: mean, Interval: Interval{Low: mean - half, High: mean + half, Level: DefaultLevel},
		T: mean / se, DF: df, P: 2 * t.CDF(-math.Abs(mean/se)), N: n,
	}
}

func noTTest(n int, why string) TTestResult {
	nan := math.NaN()
	return TTestResult{Mean: nan, Interval: unknown(DefaultLevel), T: nan, DF: nan, P: nan, N: n, Warnings: []string{"no test: " + why}}
}
