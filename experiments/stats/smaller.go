package stats

import "math"

// Smaller tests by resampling whether a statistic is smaller for x than for y, values of
// the same instances in the same order. P is twice the share of resamples in which it is
// not, with one such resample added, and at most 1. P is below 0.05 if the 95 % percentile
// interval of the difference between the two statistics, or of their ratio, leaves out
// equality. Resamples in which they are equal, or one is NaN, count against a difference.
// Values may be infinite. P is NaN without instances and if x and y differ in length. The
// statistic must not keep or change its slice.
//
// Like all percentile intervals it is too sure of few instances. Between equal strategies
// with log-normal work of deviation 1 it finds a difference at 0.05 in 3 % of studies of
// their medians, in 7 % of their totals over 50 instances and in 12 % over 10
// (simulated in 20,000 studies each).
func (b Bootstrap) Smaller(x, y []float64, statistic func([]float64) float64) (p float64) {
	n := len(x)
	if n == 0 || len(y) != n {
		return math.NaN()
	}
	draw, idx, xs, ys := newSampler(b.Seed), make([]int, n), make([]float64, n), make([]float64, n)
	against := 1
	for range b.resamples() {
		draw.fill(idx, n)
		for k, i := range idx {
			xs[k], ys[k] = x[i], y[i]
		}
		if !(statistic(xs) < statistic(ys)) {
			against++
		}
	}
	return min(1, 2*float64(against)/float64(b.resamples()+1))
}
