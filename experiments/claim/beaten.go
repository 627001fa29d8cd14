package claim

import (
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Beaten reports which of the others lose to the first of several summaries of a
// metric: on the same instances, by Wilcoxon's signed-rank test of the log ratios,
// or of the differences if a value is not positive, with Holm's correction at 5 %.
// Stopped runs count as in [Ratio]. It is false if nothing is decided: if one of the
// others shares fewer than [MinDiffering] instances with the first, or if the first
// loses to it.
func Beaten(smaller bool, first frame.Cell, others ...frame.Cell) (beaten []bool, decided bool) {
	p, worse := make([]float64, len(others)), make([]bool, len(others))
	for i, other := range others {
		pairs := first.Pair(other)
		if len(pairs) < MinDiffering {
			return nil, false
		}
		t := worst(logsOf(pairs), 0)
		p[i], worse[i] = t.P, t.Above == smaller
	}
	beaten = make([]bool, len(others))
	for i, adjusted := range stats.Holm(p) {
		beaten[i] = adjusted <= level && worse[i]
		if adjusted <= level && !worse[i] {
			return nil, false
		}
	}
	return beaten, true
}

// logsOf returns the log ratios of pairs, or their differences.
func logsOf(pairs []frame.Pair) []logRatio {
	positive := !slices.ContainsFunc(pairs, func(p frame.Pair) bool { return !(p.A.Value > 0 && p.B.Value > 0) })
	logs := make([]logRatio, len(pairs))
	for i, p := range pairs {
		d := p.B.Value - p.A.Value
		if positive {
			d = math.Log(p.B.Value / p.A.Value)
		}
		logs[i] = logRatio{d, p.A.Lower, p.B.Lower}
	}
	return logs
}
