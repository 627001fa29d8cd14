package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts p-values for multiple tests and returns them in the order of p. It multiplies the
// smallest p-value by the number of tests, the next smallest by one less than that number, and so
// on. An adjusted value is at most 1, and never less than the adjusted value of a smaller p-value.
// Holm's method controls the probability of any false rejection, even if the tests depend on each
// other. A NaN stays NaN and does not count as a test. Holm does not change p.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
// of Statistics 6, 1979.
func Holm(p []float64) []float64 {
	adjusted := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	bound := 0.0
	for k, i := range order {
		bound = max(bound, min(1, p[i]*float64(len(order)-k)))
		adjusted[i] = bound
	}
	return adjusted
}
