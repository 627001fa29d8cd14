package stats

import (
	"fmt"
	"math"
	"slices"
)

const (
	// ExactFlips is the largest number of non-zero differences for which [SignFlip] enumerates all
	// choices of signs.
	ExactFlips = 20

	simulatedFlips = 10_000
	// For whole numbers, SignFlip computes the exact distribution if there are at most maxWhole of
	// them and if this takes at most maxSteps additions. Up to maxWhole, 2⁻ⁿ is a normal
	// floating-point number.
	maxWhole = 1000
	maxSteps = 50_000_000
)

// MeanTestResult holds the result of [SignFlip] or [MeanTest].
type MeanTestResult struct {
	Mean     float64 // mean of all values
	P        float64 // two-sided p-value for the hypothesized mean
	StdErr   float64 // standard error of P due to drawing signs at random; 0 if Exact
	Exact    bool    // whether P counts all choices of signs; if false, P is simulated
	N        int     // number of values that differ from the hypothesized mean
	Zeros    int     // number of values equal to the hypothesized mean; sign flips do not affect them
	Warnings []string
}

// SignFlip computes the permutation test for the mean of differences. It tests whether the
// differences are symmetric about 0. P is the share of sign choices that give a mean at least as
// far from 0 as the observed mean (Fisher 1935, Pitman 1937). Unlike [SignedRank], SignFlip weighs
// each difference by its size. So it tests totals, and a few large differences can decide the
// result. Means that agree up to rounding count as equal.
//
// P is exact for up to [ExactFlips] non-zero differences (by enumeration) and for up to 1,000 whole
// numbers with a moderate sum (by dynamic programming). Otherwise SignFlip draws 10,000 choices of
// signs with the seed, and P = (1+k)/(1+10,000), where k is the number of choices that are at least
// as extreme as the observed signs (Davison & Hinkley 1997, section 4.2). P is never 0.
//
// The values and their sum must be finite; otherwise Mean and P are NaN and a warning says why. If
// all differences are zero, P is 1. With fewer than six non-zero differences, P cannot be below
// 0.05; a warning says so.
func SignFlip(x []float64, seed uint64) MeanTestResult {
	r := MeanTestResult{Mean: math.NaN(), P: math.NaN()}
	var differences []float64
	var sizes []int
	var sum, size float64
	whole := true
	for i, v := range x {
		size += math.Abs(v)
		if math.IsNaN(size) || math.IsInf(size, 0) {
			r.Warnings = []string{fmt.Sprintf("no test: the value %v of instance %d, or the sum up to it, is not a finite number", v, i)}
			return r
		}
		if v != 0 {
			sum += v
			differences, sizes = append(differences, v), append(sizes, int(math.Abs(v)))
			whole = whole && v == math.Trunc(v)
		}
	}
	r.N = len(differences)
	r.Zeros = len(x) - r.N
	r.Mean = sum / float64(len(x))
	const rounding = 1e-12 // relative to the sum of absolute values; the sums are accurate to about 1e-14
	least := math.Abs(sum) - rounding*size
	switch r.Exact = true; {
	case r.N == 0:
		r.P = 1
	case whole && r.N <= maxWhole && float64(r.N)*size <= maxSteps:
		r.P = exactP(sizes, int((sum+size)/2))
	case r.N <= ExactFlips:
		// Inverting all signs does not change the distance from 0, so the last sign can be fixed.
		all, signs := 1<<(r.N-1), ^uint64(0)
		r.P = float64(extremes(differences, least, all, func() uint64 { signs++; return signs })) / float64(all)
	default:
		r.Exact = false
		r.P = float64(1+extremes(differences, least, simulatedFlips, newSampler(seed).pcg.Uint64)) / (1 + simulatedFlips)
		r.StdErr = math.Sqrt(r.P * (1 - r.P) / simulatedFlips)
	}
	r.Warnings = tooFew(r.N, "non-zero difference")
	return r
}

// extremes counts the choices of signs for which the absolute value of the sum is not below the
// argument least. A set bit inverts a sign; next returns the bits for 64 values. For every group of
// eight values, extremes computes the sums for all choices of signs once.
func extremes(d []float64, least float64, flips int, next func() uint64) int {
	eights := make([][256]float64, 0, len(d)/8+1)
	for values := range slices.Chunk(d, 8) {
		var sums [256]float64
		for i := range 8 {
			var v float64 // 0 after the last value
			if i < len(values) {
				v = values[i]
			}
			for signs := range 1 << i {
				sums[signs], sums[signs|1<<i] = sums[signs]+v, sums[signs]-v
			}
		}
		eights = append(eights, sums)
	}
	count := 0
	for range flips {
		var sum float64
		var signs uint64
		for i := range eights {
			if i%8 == 0 {
				signs = next()
			}
			sum += eights[i][signs&255]
			signs >>= 8
		}
		if math.Abs(sum) >= least {
			count++
		}
	}
	return count
}
