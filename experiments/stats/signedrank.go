package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// ExactPairs is the largest number of differing pairs for which [SignedRank]
// computes the exact null distribution.
const ExactPairs = 200

// SignedRankResult is the outcome of [SignedRank].
type SignedRankResult struct {
	V        float64 // sum of the ranks of the positive differences
	P        float64 // two-sided
	Exact    bool    // P is exact, even with ties; otherwise P is the normal approximation
	N        int     // pairs that differ
	Zeros    int     // equal pairs, which are left out
	Warnings []string
}

// SignedRank is the Wilcoxon signed-rank test for paired values: whether the differences x[i] −
// y[i] are symmetric about 0. For work that spans several orders of magnitude, pass logarithms to
// test the ratios.
//
// Equal pairs are left out (Wilcoxon 1945); equal absolute differences share their mean rank. Up to
// [ExactPairs] differing pairs P is exact: both signs of every rank are equally likely, including
// tied ranks, and P is twice the smaller tail, at most 1. Beyond that, P is the normal
// approximation with the variance corrected for ties and a continuity correction of ½ (Hollander &
// Wolfe 1973). R's wilcox.test gives the same values, except that it uses the approximation
// whenever there is a tie or a zero.
//
// len(x) must equal len(y) and the values must be finite; otherwise V and P are NaN and a warning
// says why. Without a differing pair P is 1. With fewer than six, P cannot be below 0.05; a warning
// says so.
func SignedRank(x, y []float64) SignedRankResult {
	r := SignedRankResult{V: math.NaN(), P: math.NaN()}
	if len(x) != len(y) {
		r.Warnings = []string{fmt.Sprintf("no test: %d values against %d (pairs need equally many)", len(x), len(y))}
		return r
	}
	differences := make([]float64, 0, len(x))
	for i := range x {
		d := x[i] - y[i]
		switch {
		case math.IsNaN(d) || math.IsInf(d, 0):
			r.Warnings = []string{fmt.Sprintf("no test: the difference of pair %d (%v and %v) is not a finite number", i, x[i], y[i])}
			return r
		case d == 0:
			r.Zeros++
		default:
			differences = append(differences, d)
		}
	}
	r.N = len(differences)
	ranks, ties := doubledRanks(mapped(differences, math.Abs))
	positive := 0
	for i, d := range differences {
		if d > 0 {
			positive += ranks[i]
		}
	}
	r.V = float64(positive) / 2
	if r.Exact = r.N <= ExactPairs; r.Exact {
		r.P = exactP(ranks, positive)
	} else {
		r.P = normalP(r.V, r.N, ties)
	}
	r.Warnings = tooFew(r.N, "differing pair")
	return r
}

// doubledRanks returns twice the mean rank of each value, which is a whole number, and Σ(t³−t) over
// groups of t equal values.
func doubledRanks(x []float64) (ranks []int, ties float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(x[i], x[j]), cmp.Compare(i, j))
	})
	ranks = make([]int, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = from + 1 + to // twice the mean of from+1 … to
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return ranks, ties
}

// exactP returns twice the probability that the sum of the ranks with random signs is at least as
// extreme as sum. The distribution is symmetric, even with ties (invert all signs), so the lower
// tail is enough.
func exactP(ranks []int, sum int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	return min(1, 2*Sum(signedSums(ranks, min(sum, total-sum))))
}

// signedSums returns the probabilities that the ranks with a positive sign add up to 0, 1, … most,
// if both signs are equally likely. It uses dynamic programming over the sums: after k ranks, p[s]
// is the probability of the sum s. Cost O(n × most).
func signedSums(ranks []int, most int) []float64 {
	p := make([]float64, most+1)
	p[0] = 1
	for _, r := range ranks {
		for s := most; s >= 0; s-- {
			p[s] /= 2
			if s >= r {
				p[s] += p[s-r] / 2
			}
		}
	}
	return p
}

// normalP returns the p-value of the two-sided normal approximation with continuity correction;
// ties is Σ(t³−t).
func normalP(v float64, pairs int, ties float64) float64 {
	n := float64(pairs)
	distance := math.Abs(v-n*(n+1)/4) - 0.5
	variance := n*(n+1)*(2*n+1)/24 - ties/48
	if distance <= 0 || variance <= 0 {
		return 1
	}
	return 2 * normalCDF(-distance/math.Sqrt(variance))
}
