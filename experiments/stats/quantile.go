package stats

import (
	"math"
	"slices"
)

// Quantile returns the p-quantile of x for p between 0 and 1. It interpolates linearly between the
// order statistics around position 1 + (n−1)p: type 7 of Hyndman & Fan (1996), the default in R. It
// returns NaN if x is empty or contains a NaN, or if p is not between 0 and 1. Infinite values are
// ordered like any other. x need not be sorted, and Quantile does not change it. The cost is O(n
// log n).
func Quantile(x []float64, p float64) float64 {
	return quantileSorted(sorted(x), p)
}

// Median returns the middle value of x, or the mean of the two middle values if len(x) is even. It
// returns NaN if x is empty or contains a NaN.
func Median(x []float64) float64 { return Quantile(x, 0.5) }

// FiveNumbers holds the extremes and quartiles of a sample of N values.
type FiveNumbers struct {
	Min, Q1, Median, Q3, Max float64
	N                        int
}

// Quartiles returns the extremes and quartiles of x; quartiles are defined as in [Quantile].
// Negating x negates the five numbers exactly and reverses their order. All five are NaN if x is
// empty or contains a NaN. The cost is O(n log n).
func Quartiles(x []float64) FiveNumbers {
	s := sorted(x)
	return FiveNumbers{
		Min: quantileSorted(s, 0), Q1: quantileSorted(s, 0.25), Median: quantileSorted(s, 0.5),
		Q3: quantileSorted(s, 0.75), Max: quantileSorted(s, 1), N: len(s),
	}
}

// Sum returns the sum of x, adding from left to right. The sum is 0 if x is empty, and exact for
// whole numbers as long as it stays below 2⁵³.
func Sum(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s
}

// Mean returns the arithmetic mean of x, or NaN if x is empty.
func Mean(x []float64) float64 { return Sum(x) / float64(len(x)) }

// GeoMean returns the geometric mean of x, which is 0 if any value is 0. It returns NaN if x is
// empty or contains a NaN or a negative value, even if another value is 0.
func GeoMean(x []float64) float64 {
	var logs float64
	for _, v := range x {
		logs += math.Log(v) // −Inf for 0, NaN for a negative value
	}
	return math.Exp(logs / float64(len(x)))
}

// sorted returns a sorted copy, with NaNs first.
func sorted(x []float64) []float64 {
	s := slices.Clone(x)
	slices.Sort(s)
	return s
}

// quantileSorted works like [Quantile] for a sample that is already sorted.
func quantileSorted(s []float64, p float64) float64 {
	n := len(s)
	if n == 0 || math.IsNaN(s[0]) || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	return orderStatistic(s, snap(p*float64(n-1)))
}

// orderStatistic returns the value at position h of a sorted sample, counted from 0, by linear
// interpolation. For positions beyond the ends it returns the end values.
func orderStatistic(s []float64, h float64) float64 {
	h = min(max(h, 0), float64(len(s)-1))
	i := int(h)
	f := h - float64(i)
	if f == 0 || s[i] == s[i+1] {
		return s[i]
	}
	// Unlike s[i] + f(s[i+1]−s[i]), this form is symmetric under negation. The conversions keep the
	// compiler from fusing the multiplications with the addition, which it does only on some
	// processors.
	v := float64((1-f)*s[i]) + float64(f*s[i+1])
	return min(max(v, s[i]), s[i+1])
}

// snap returns h, or the nearest whole number if the two differ only by rounding, so that the
// 0.7-quantile of eleven values is the eighth value.
func snap(h float64) float64 {
	const eps = 4 * 0x1p-52
	if r := math.Round(h); math.Abs(h-r) <= eps*max(1, r) {
		return r
	}
	return h
}

// PAR returns the penalized average of the costs x. A run without a solution counts as k times the
// limit, regardless of its cost; every other run counts as its cost. PAR2 (k = 2) and PAR10 (k =
// 10) are common (Hutter et al. 2009). PAR combines coverage and cost into one number, and the
// factor k determines the weight of coverage, so show PAR for two values of k. It returns NaN if
// len(solved) differs from len(x), if there are no runs, or if a cost is not a finite number.
func PAR(x []float64, solved []bool, limit, k float64) float64 {
	if len(solved) != len(x) {
		return math.NaN()
	}
	costs := make([]float64, len(x))
	for i, v := range x {
		if costs[i] = k * limit; solved[i] {
			costs[i] = v
		}
	}
	if checkFinite(costs) != "" {
		return math.NaN()
	}
	return Mean(costs)
}
