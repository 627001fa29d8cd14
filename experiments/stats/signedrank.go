package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// ExactPairs is the largest number of differing pairs for which [SignedRank] computes the exact
// null distribution.
const ExactPairs = 200

// SignedRankResult holds the result of [SignedRank].
type SignedRankResult struct {
	V        float64 // sum of the ranks of the positive differences
	P        float64 // two-sided p-value for differences that are symmetric about 0
	Exact    bool    // whether P is exact (which is possible even with ties); if false, P is a normal approximation
	N        int     // number of pairs whose values differ
	Zeros    int     // number of pairs of equal values, which are left out
	Warnings []string
}

// SignedRank computes the Wilcoxon signed-rank test for paired values. It tests whether the
// differences x[i] − y[i] are symmetric about 0. For work that spans several orders of magnitude,
// pass logarithms to test the ratios.
//
// SignedRank leaves out pairs of equal values (Wilcoxon 1945); equal absolute differences share
// their mean rank. For up to [ExactPairs] differing pairs, P is exact, even with ties: both signs
// of every rank are equally likely, and P is twice the smaller tail, at most 1. For more pairs, P
// comes from the normal approximation with a variance corrected for ties and a continuity
// correction of ½ (Hollander & Wolfe 1973). R's wilcox.test gives the same values, except that it
// uses the approximation whenever there is a tie or a zero.
//
// len(x) must equal len(y) and the values must be finite; otherwise V and P are NaN and a warning
// says why. If no pair differs, P is 1. With fewer than six differing pairs, P cannot be below
// 0.05; a warning says so.
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
// extreme as sum. The distribution is symmetric, even with ties, because inverting all signs
// mirrors it, so the lower tail is enough.
func exactP(ranks []int, sum int) float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	return min(1, 2*Sum(signedSums(ranks, min(sum, total-sum))))
}

// signedSums returns the probabilities that the ranks with a positive sign add up to 0, 1, …, most
// if both signs are equally likely. It uses dynamic programming: after k ranks, p[s] is the
// probability that the sum is s. The cost is O(n × most).
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

// SignTest returns the exact two-sided p-value for the given numbers of wins and losses. The null
// hypothesis is that a win and a loss are equally likely. The p-value is twice the smaller tail of
// the binomial distribution with probability ½, at most 1. The caller must leave out ties. The
// p-value is 1 if there are neither wins nor losses, and NaN if a count is negative. Applied to the
// instances that only one of two strategies solved, this is McNemar's exact test. [ClopperPearson]
// gives the interval for the share of wins.
func SignTest(wins, losses int) float64 {
	n := wins + losses
	if wins < 0 || losses < 0 {
		return math.NaN()
	}
	if wins == losses {
		return 1
	}
	tail := BinomialCDF(min(wins, losses), n, 0.5)
	return min(1, 2*tail)
}

// smallestP returns the smallest p-value that the two-sided sign and signed-rank tests can give for
// n differing pairs: 2/2ⁿ, or 1 if n < 2.
func smallestP(n int) float64 { return min(1, math.Ldexp(2, -n)) }

// tooFew returns a warning if n pairs cannot give a p-value below 0.05. noun is the test's name for
// a pair.
func tooFew(n int, noun string) []string {
	if n >= MinPairs {
		return nil
	}
	return []string{fmt.Sprintf("%s cannot give a p-value below %.3g (0.05 needs %d)", plural(n, noun), smallestP(n), MinPairs)}
}

// MinPairs is the smallest number of differing pairs for which the sign and signed-rank tests can
// give a p-value below 0.05.
const MinPairs = 6

// PseudoMedian estimates the center of one sample, such as the differences between pairs. The
// estimate is the median of the means of all pairs of values, including each value paired with
// itself (Hodges & Lehmann 1963). Its interval corresponds to [SignedRank]: the ends are order
// statistics of these means. The ranks of the ends come from the exact distribution for up to
// [ExactPairs] values, and from its normal approximation for more (Hollander & Wolfe 1973). R's
// wilcox.test gives the same interval for up to 49 values.
//
// The values must be independent and symmetric about the center; if they are skewed, the
// pseudo-median is neither the median nor the mean. Ties and zeros stay in the sample and increase
// the coverage of the interval. The values must be finite; otherwise Value is NaN and a warning
// says why. The interval needs at least six values. Percentile and BCa both hold this interval, at
// [DefaultLevel].
func PseudoMedian(x []float64) Estimate {
	if w := checkFinite(x); w != "" {
		return Bootstrap{}.undefined(len(x), w)
	}
	means := pairMeans(sorted(x))
	r := Estimate{Value: means.median(), Percentile: unknown(DefaultLevel), BCa: unknown(DefaultLevel), N: len(x)}
	var rank int
	if r.N <= ExactPairs {
		ranks := make([]int, r.N)
		for i := range ranks {
			ranks[i] = i + 1
		}
		rank = tailRank(signedSums(ranks, means.n()/2), DefaultLevel)
	} else {
		n := float64(r.N)
		rank = int(n*(n+1)/4 - NormalQuantile((1+DefaultLevel)/2)*math.Sqrt(n*(n+1)*(2*n+1)/24))
	}
	if rank < 1 {
		r.warn("no interval from %s (at least %d are needed)", plural(r.N, "value"), MinPairs)
		return r
	}
	r.BCa.Low, r.BCa.High = means.kth(rank), means.kth(means.n()+1-rank) // equally far from both ends
	r.Percentile = r.BCa
	return r
}

// tailRank returns the largest k such that the probability of a value below k is less than
// (1−level)/2; p[i] is the probability of value i.
func tailRank(p []float64, level float64) int {
	var below float64
	for k, v := range p {
		if below += v; below >= (1-level)/2 {
			return k
		}
	}
	return len(p) // not reached: half of the distribution is in p
}

// pairMeans represents the Walsh averages of a sorted sample: all (x[i] + x[j])/2 with i ≤ j, in
// order. There may be too many to list, so its methods find them by counting.
type pairMeans []float64

func (x pairMeans) n() int { return len(x) * (len(x) + 1) / 2 }

// atMost returns how many of the means are at most v.
func (x pairMeans) atMost(v float64) int {
	count, j := 0, len(x)-1
	for i, a := range x {
		for j >= i && a/2+x[j]/2 > v {
			j--
		}
		count += max(j+1-i, 0)
	}
	return count
}

// kth returns the k-th smallest mean, counted from 1, by bisection over all floating-point numbers.
// The result is exact after 64 steps. The bisection works on integers: the bits of a floating-point
// number, inverted if the number is negative, sort in the same order as the numbers.
func (x pairMeans) kth(k int) float64 {
	turn := func(i int64) int64 { return i ^ int64(uint64(i>>63)>>1) } // its own inverse
	number := func(i int64) float64 { return math.Float64frombits(uint64(turn(i))) }
	largest := int64(math.Float64bits(math.Inf(1)))
	low, high := -largest-1, largest
	for low < high {
		if middle := low&high + (low^high)>>1; x.atMost(number(middle)) >= k { // the mean of low and high, rounded down
			high = middle
		} else {
			low = middle + 1
		}
	}
	return number(low) + 0 // not −0
}

func (x pairMeans) median() float64 { return x.kth((x.n()+1)/2)/2 + x.kth(x.n()/2+1)/2 }
