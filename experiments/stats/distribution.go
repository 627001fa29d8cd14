package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// This file computes the distributions of the tests with the special functions in gonum's mathext.
// Gonum's package distuv would pull in linear algebra, which every cell of a notebook would have to
// link.

// NormalQuantile returns the p-quantile of the standard normal distribution, for p from 0 to 1.
func NormalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

func normalCDF(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }

// BinomialCDF returns the probability of at most k successes in n trials that each succeed with
// probability p.
func BinomialCDF(k, n int, p float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n:
		return 1
	}
	return mathext.RegIncBeta(float64(n-k), float64(k)+1, 1-p)
}

// student is Student's t distribution; the number is its degrees of freedom.
type student float64

func (df student) cdf(t float64) float64 {
	tail := 0.5 * mathext.RegIncBeta(0.5*float64(df), 0.5, float64(df)/(t*t+float64(df)))
	if t > 0 {
		return 1 - tail
	}
	return tail
}

// quantile returns the p-quantile, for p ≥ ½.
func (df student) quantile(p float64) float64 {
	t := mathext.InvRegIncBeta(0.5*float64(df), 0.5, 2*(1-p))
	return math.Sqrt(float64(df) * (1 - t) / t)
}

// StdDev returns the sample standard deviation of x, with divisor n−1. It is NaN for fewer than two
// values.
func StdDev(x []float64) float64 { return math.Sqrt(variance(x)) }

// variance makes two passes over the values and corrects for the rounding of the mean (Chan, Golub
// and LeVeque 1983, 1.7).
func variance(x []float64) float64 {
	n, mean := float64(len(x)), Mean(x)
	squares, rest := 0.0, 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
		rest += v - mean
	}
	return (squares - rest*rest/n) / (n - 1)
}
