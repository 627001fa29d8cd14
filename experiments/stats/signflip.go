package stats

import (
	"fmt"
	"math"
	"slices"
)

const (
	// ExactFlips is the largest number of differences other than 0 for which
	// [SignFlip] goes through all signs.
	ExactFlips = 20

	simulatedFlips = 10_000
	// Whole numbers are added up exactly if there are at most maxWhole of them,
	// so that 2⁻ⁿ is a normal number, at a cost of at most maxSteps additions.
	maxWhole = 1000
	maxSteps = 50_000_000
)

// MeanTestResult is the outcome of [SignFlip] and of [MeanTest].
type MeanTestResult struct {
	Mean     float64 // of all values
	P        float64 // two-sided
	StdErr   float64 // of P, for the signs drawn; 0 if Exact
	Exact    bool    // all signs are counted; otherwise P is simulated
	N        int     // values other than the one tested
	Zeros    int     // the others; their sign changes nothing
	Warnings []string
}

// SignFlip is the permutation test of the mean of differences: whether they
// are symmetric about 0, by how many choices of their signs give a mean at
// least as far from 0 (Fisher 1935, Pitman 1937). Unlike [SignedRank] it
// weighs each difference by its size, so it answers for totals, and a few
// large differences decide it. Means that agree up to rounding count as equal.
//
// P is exact, by enumeration, up to [ExactFlips] differences other than 0 and,
// by dynamic programming, for up to 1,000 whole numbers of moderate sum.
// Beyond, 10,000 signs are drawn with the seed, and P = (1+k)/(1+10,000) where
// k of them are as far out (Davison & Hinkley 1997, section 4.2), never 0.
//
// The values must be finite, with a finite sum; otherwise Mean and P are NaN
// and a warning says why. Without a difference P is 1. With fewer than six P
// cannot come below 0.05, which a warning states.
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
	const rounding = 1e-12 // of the sum of sizes; the sums are good to about 1e-14
	least := math.Abs(sum) - rounding*size
	switch r.Exact = true; {
	case r.N == 0:
		r.P = 1
	case whole && r.N <= maxWhole && float64(r.N)*size <= maxSteps:
		r.P = exactP(sizes, int((sum+size)/2))
	case r.N <= ExactFlips:
		// Turning all signs keeps the distance from 0, so the last one stays.
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

// extremes counts how many of the flips have a sum at least so far from 0. A
// set bit turns a sign; next gives those of 64 values. The sums of eight values
// with all choices of their signs are added up once.
func extremes(d []float64, least float64, flips int, next func() uint64) int {
	eights := make([][256]float64, 0, len(d)/8+1)
	for values := range slices.Chunk(d, 8) {
		var sums [256]float64
		for i := range 8 {
			var v float64 // behind the last value
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
