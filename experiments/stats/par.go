package stats

import "math"

// PAR returns the penalised average cost: the mean of x, where a run that did not solve its
// instance counts as k times the limit, whatever it spent. PAR2 and PAR10 are usual (Hutter et al.
// 2009). PAR combines coverage and cost in one number with the weight k, so show it for two values
// of k. len(solved) must equal len(x). PAR is NaN otherwise, without instances, or if a cost is not
// a finite number.
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
