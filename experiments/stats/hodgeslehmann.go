package stats

import "math"

// PseudoMedian estimates the centre of one sample, such as the differences of pairs, by the median
// of the means of all pairs of its values, including each value with itself (Hodges & Lehmann
// 1963). Its interval corresponds to [SignedRank]: its ends are order statistics of these means,
// whose rank comes from the exact distribution up to [ExactPairs] values and from its normal
// approximation beyond (Hollander & Wolfe 1973). R's wilcox.test gives the same up to 49.
//
// The values must be independent and symmetric about the centre; if they are skewed, the
// pseudo-median is neither the median nor the mean. Ties and zeros are kept and increase the
// coverage of the interval. The values must be finite; otherwise Value is NaN and a warning says
// why. The interval needs six values. Both intervals of the Estimate are this one, at
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
		r.warn("no interval from %s (want at least %d)", plural(r.N, "value"), MinPairs)
		return r
	}
	r.BCa.Low, r.BCa.High = means.kth(rank), means.kth(means.n()+1-rank) // equally far from both ends
	r.Percentile = r.BCa
	return r
}

// tailRank returns the largest k such that the probability of a value below k
// is less than (1−level)/2; p[i] is the probability of the value i.
func tailRank(p []float64, level float64) int {
	var below float64
	for k, v := range p {
		if below += v; below >= (1-level)/2 {
			return k
		}
	}
	return len(p) // not reached: half of the distribution is in p
}

// pairMeans represents all (x[i] + x[j])/2 with i ≤ j of a sorted sample, the Walsh averages, in
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

// kth returns the k-th smallest mean, counted from 1, by bisection over all floating-point numbers:
// exact after 64 counts. The bits of floating-point numbers, read as integers and inverted for
// negative numbers, are in the order of the numbers.
func (x pairMeans) kth(k int) float64 {
	turn := func(i int64) int64 { return i ^ int64(uint64(i>>63)>>1) } // its own inverse
	number := func(i int64) float64 { return math.Float64frombits(uint64(turn(i))) }
	largest := int64(math.Float64bits(math.Inf(1)))
	low, high := -largest-1, largest
	for low < high {
		if middle := low&high + (low^high)>>1; x.atMost(number(middle)) >= k { // their mean, rounded down
			high = middle
		} else {
			low = middle + 1
		}
	}
	return number(low) + 0 // not −0
}

func (x pairMeans) median() float64 { return x.kth((x.n()+1)/2)/2 + x.kth(x.n()/2+1)/2 }
