package stats

import (
	"cmp"
	"slices"
)

// Holm returns p-values adjusted for their number, in the order given: the
// smallest is multiplied by their number, the next by one less, and so on; none
// is below the adjusted one before it, or above 1. It controls the probability
// of any false rejection, whatever the tests depend on. It does not change p.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6, 1979.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = least
	}
	return adjusted
}
