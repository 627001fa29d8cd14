package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns p-values adjusted for their number, in the order given: the
// smallest is multiplied by their number, the next by one less, and so on; none
// is below the adjusted one before it, or above 1. It controls the probability
// of any false rejection, whatever the tests depend on. A NaN stays one and
// does not count. It does not change p.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6, 1979.
func Holm(p []float64) []float64 {
	return adjust(p, false, func(rank, n int) float64 { return float64(n - rank) })
}

// Hochberg is [Holm] from the largest p-value down: none is above the adjusted
// one after it. It rejects more, and holds for independent tests and some
// dependent ones only.
//
// Source: Y. Hochberg, "A sharper Bonferroni procedure for multiple tests of
// significance", Biometrika 75, 1988.
func Hochberg(p []float64) []float64 {
	return adjust(p, true, func(rank, n int) float64 { return float64(n - rank) })
}

// Bonferroni multiplies the p-values by their number. [Holm] assumes no
// more and rejects at least as much.
func Bonferroni(p []float64) []float64 {
	return adjust(p, false, func(_, n int) float64 { return float64(n) })
}

// BenjaminiHochberg returns p-values adjusted for the share of false ones
// among the rejections, for independent tests. NaN and p are treated as by
// [Holm].
//
// Source: Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate",
// Journal of the Royal Statistical Society B 57, 1995.
func BenjaminiHochberg(p []float64) []float64 {
	return adjust(p, true, func(rank, n int) float64 { return float64(n) / float64(rank+1) })
}

// adjust multiplies the p-value of each rank, 0 for the smallest of n, by its
// factor and keeps the results in order: from the smallest by raising those
// that follow, or from the largest down by lowering them.
func adjust(p []float64, down bool, factor func(rank, n int) float64) []float64 {
	adjusted := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	n, bound := len(order), 0.0
	if down {
		slices.Reverse(order)
		bound = 1
	}
	for k, i := range order {
		if down {
			bound = min(bound, p[i]*factor(n-1-k, n))
		} else {
			bound = max(bound, min(1, p[i]*factor(k, n)))
		}
		adjusted[i] = bound
	}
	return adjusted
}
