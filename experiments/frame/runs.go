package frame

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// runs holds the individual runs in a cell, including runs without an answer.
type runs struct {
	costs    []float64 // values of the metric
	answered []bool
	solved   int     // number of answered runs
	limit    float64 // the largest limit on the metric; 0 for none
}

func (r *runs) add(t *trial.Trial, m trial.Metric) {
	r.costs, r.answered = append(r.costs, m.Value(t)), append(r.answered, Answered(t))
	if Answered(t) {
		r.solved++
	}
	if m.Limit != nil {
		r.limit = max(r.limit, m.Limit(t.Limits))
	}
}

// Unanswered returns the number of runs that were stopped by a limit, failed, or gave up. Each
// repeat counts as one run.
func (r *runs) Unanswered() int { return len(r.costs) - r.solved }

// Coverage returns the share of answered runs, or NaN if there are no runs. A strategy that solves
// every instance in one of ten repeats has a coverage of 0.1.
func (r *runs) Coverage() float64 { return float64(r.solved) / float64(len(r.costs)) }

// PAR returns the penalized average of the metric: the mean over all runs, where a run without an
// answer counts as k times the limit on the metric (see [stats.PAR]). PAR is NaN if such a run had
// no limit, or if an answered run has no value.
func (r *runs) PAR(k float64) float64 {
	if r.limit == 0 && r.Unanswered() > 0 {
		return math.NaN()
	}
	return stats.PAR(r.costs, r.answered, r.limit, k)
}

// Flips describes how the ranking of cells c and o depends on how unanswered runs are counted, as
// in "ahead of b by PAR10, behind it by PAR2". It returns "" if coverage, PAR2 and PAR10 agree on
// which of the two strategies is better. Smaller values of the metric must be better.
func (c *Cell) Flips(o Cell) string {
	if c.Unanswered()+o.Unanswered() == 0 {
		return ""
	}
	sides := map[int]string{}
	for _, by := range []struct {
		name string
		side int
	}{
		{"coverage", cmp.Compare(c.Coverage(), o.Coverage())},
		{"PAR2", cmp.Compare(o.PAR(2), c.PAR(2))},
		{"PAR10", cmp.Compare(o.PAR(10), c.PAR(10))},
	} {
		if sides[by.side] != "" {
			sides[by.side] += " and "
		}
		sides[by.side] += by.name
	}
	if sides[1] == "" || sides[-1] == "" || math.IsNaN(c.PAR(2)) || math.IsNaN(o.PAR(2)) {
		return ""
	}
	return fmt.Sprintf("ahead of %s by %s, behind it by %s", o.Strategy, sides[1], sides[-1])
}
