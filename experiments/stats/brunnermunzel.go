package stats

import (
	"fmt"
	"math"
	"slices"
)

// BrunnerMunzelResult holds the result of [BrunnerMunzel].
type BrunnerMunzelResult struct {
	A12      float64  // probability that an x is larger than a y, counting ties as half
	Interval Interval // confidence interval for A12 at [DefaultLevel]
	P        float64  // two-sided p-value of the hypothesis A12 = ½; see PAt for other values
	// test statistic and its degrees of freedom; NaN if the samples do not overlap or if all values
	// are equal
	T, DF    float64
	N        int // total number of values in both samples
	Warnings []string

	pairs  int // number of values in the smaller sample
	stdErr float64
}

// BrunnerMunzel tests whether values of one distribution tend to be larger than values of another,
// given an independent sample of each (Brunner & Munzel 2000). Unlike the Mann-Whitney test, it
// keeps its error rate if the distributions differ only in spread or shape. For paired values use
// [SignedRank].
//
// A12 is the share of pairs (x, y) in which x is larger. P and Interval come from Student's
// t-distribution with the degrees of freedom of Welch and Satterthwaite; SciPy gives the same
// values. The error rate was simulated with two normal distributions of equal median, one with
// three times the standard deviation of the other, and samples of 10 to 90 values. P is below 0.05
// in 5.0 to 5.4 % of 20,000 studies. The normal approximation of the Mann-Whitney test gives a
// p-value below 0.05 in 1.4 to 12.1 %.
//
// If the samples do not overlap or if all values are equal, A12 has no standard error. P and
// Interval then come from disjoint pairs (x, y), one for each value of the smaller sample. All
// these pairs have the same outcome. This method is conservative, and a warning says that it was
// used.
//
// Each sample needs at least two values, and all values must be finite; otherwise the numbers are
// NaN and a warning says why. The cost is O(n log n) for n values in both samples together.
func BrunnerMunzel(x, y []float64) BrunnerMunzelResult {
	nan := math.NaN()
	r := BrunnerMunzelResult{A12: nan, Interval: unknown(DefaultLevel), P: nan, T: nan, DF: nan, N: len(x) + len(y), pairs: min(len(x), len(y)), stdErr: nan}
	if checkFinite(slices.Concat(x, y)) != "" || r.pairs < 2 {
		r.Warnings = []string{fmt.Sprintf("no test of %d against %d values (at least 2 of each are needed, all finite)", len(x), len(y))}
		return r
	}
	below, above := placements(x, y), placements(y, x)
	varX, varY := variance(below), variance(above)
	m, n := float64(len(x)), float64(len(y))
	varX, varY = varX/m, varY/n
	r.A12, r.stdErr = Mean(below), math.Sqrt(varX+varY)
	half := 1 - math.Pow((1-DefaultLevel)/2, 1/float64(r.pairs))
	if r.stdErr > 0 {
		r.T, r.DF = (r.A12-0.5)/r.stdErr, (varX+varY)*(varX+varY)/(varX*varX/(m-1)+varY*varY/(n-1))
		half = student(r.DF).quantile((1+DefaultLevel)/2) * r.stdErr
	} else {
		r.Warnings = []string{fmt.Sprintf("the samples do not overlap, or all values are equal: p-value and interval come from %s", plural(r.pairs, "separate pair"))}
	}
	r.Interval.Low, r.Interval.High = max(0, r.A12-half), min(1, r.A12+half)
	r.P = r.PAt(0.5)
	return r
}

// PAt returns the two-sided p-value of the hypothesis that A12 equals the given probability. The
// p-value is below 0.05 for probabilities outside Interval.
func (r BrunnerMunzelResult) PAt(chance float64) float64 {
	if r.stdErr > 0 {
		return 2 * student(r.DF).cdf(-math.Abs(r.A12-chance)/r.stdErr)
	}
	// All pairs had the same outcome; this is the largest probability of that outcome in one pair.
	return min(1, 2*math.Pow(1-math.Abs(r.A12-chance), float64(r.pairs)))
}

// placements returns, for each x, the share of y values below it, counting ties as half.
func placements(x, y []float64) []float64 {
	s, shares := sorted(y), make([]float64, len(x))
	for i, v := range x {
		below, _ := slices.BinarySearch(s, v)
		upTo, _ := slices.BinarySearch(s, math.Nextafter(v, math.Inf(1)))
		shares[i] = float64(below+upTo) / 2 / float64(len(s))
	}
	return shares
}
