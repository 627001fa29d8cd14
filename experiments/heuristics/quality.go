package heuristics

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// quality sums up how good an estimate is over all positions.
type quality struct {
	positions        int
	meanH, meanError float64
	largestError     int // of distance − estimate
	over             int // positions at which the estimate exceeds the distance
	exact            float64
	correlation      float64 // Pearson's, of estimate and distance; NaN for a constant
	meanD            float64
	errors           []float64 // errors[e] is the share of positions with that error
}

// quality computes it from the counts.
func (j joint) quality() quality {
	var q quality
	var sumD, sumH, sumDD, sumHH, sumDH float64
	for _, p := range j.pairs {
		d, h, n := float64(p[0]), float64(p[1]), float64(j.counts[p])
		q.positions += j.counts[p]
		sumD, sumH = sumD+n*d, sumH+n*h
		sumDD, sumHH, sumDH = sumDD+n*d*d, sumHH+n*h*h, sumDH+n*d*h
		e := p[0] - p[1]
		if e < 0 {
			q.over += j.counts[p]
			continue
		}
		for len(q.errors) <= e {
			q.errors = append(q.errors, 0)
		}
		q.errors[e] += n
		if e > q.largestError {
			q.largestError = e
		}
	}
	n := float64(q.positions)
	if n == 0 {
		return q
	}
	for e := range q.errors {
		q.errors[e] /= n
	}
	if len(q.errors) > 0 {
		q.exact = q.errors[0]
	}
	q.meanH, q.meanD = sumH/n, sumD/n
	q.meanError = q.meanD - q.meanH
	// Integers below 2^53: the differences are exact.
	q.correlation = math.NaN()
	if v := (n*sumDD - sumD*sumD) * (n*sumHH - sumH*sumH); v > 0 {
		q.correlation = (n*sumDH - sumD*sumH) / math.Sqrt(v)
	}
	return q
}

// meanOf returns the mean of a sample from its sum and its sum of squares, with
// the interval that the normal distribution gives for a sample drawn without
// replacement; none if it is all there is.
func meanOf(sum, squares float64, n, all int) (mean float64, interval stats.Interval) {
	mean = sum / float64(n)
	interval = stats.Interval{Low: math.NaN(), High: math.NaN(), Level: stats.DefaultLevel}
	if n >= 2 && n < all {
		variance := (squares - sum*mean) / float64(n-1)
		rest := 1 - float64(n)/float64(all)
		half := normal975 * math.Sqrt(max(variance, 0)/float64(n)*rest)
		interval.Low, interval.High = mean-half, mean+half
	}
	return mean, interval
}

// normal975 is the quantile of the normal distribution for 95 % intervals.
const normal975 = 1.959963984540054
