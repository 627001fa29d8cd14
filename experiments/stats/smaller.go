package stats

import "math"

// Smaller tests by resampling whether a statistic is smaller for x than for y, which hold values
// for the same instances in the same order. P is twice the share of resamples in which the
// statistic is not smaller, with one such resample added, and at most 1. P is below 0.05 if the 95
// % percentile interval of the difference between the two statistics, or of their ratio, excludes
// equality. Resamples in which the statistics are equal, or one is NaN, count against a difference.
// Values may be infinite. P is NaN without instances, or if x and y differ in length. The statistic
// must not keep or change its slice.
//
// Like all percentile intervals it is too confident with few instances. For equal strategies with
// log-normal work of deviation 1 it finds a difference at 0.05 in 3 % of studies of medians, in 7 %
// of studies of totals over 50 instances, and in 12 % over 10 (20,000 simulated studies each).
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
