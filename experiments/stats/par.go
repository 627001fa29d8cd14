package stats

import "math"

// PAR returns the penalised average cost: the mean of x where a run that did
// not solve its instance counts k times the limit, whatever it spent. PAR2 and
// PAR10 are usual (Hutter et al. 2009). It answers for coverage and cost in one
// number whose weight k sets, so show two of them. len(solved) must equal
// len(x); PAR is NaN otherwise, without instances, or with a cost that is not a
// finite number.
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
