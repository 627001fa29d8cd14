package trial

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestMetricsOfATrial(t *testing.T) {
	solved := sampleTrials()[0] // timed
	budget := solved
	budget.Mode = Budget
	limited := solved
	limited.Outcome = search.LimitNodes
	budget.Bound, limited.Bound = 47, 47
	unsolvable := solved
	unsolvable.Outcome = search.Unsolvable
	failed := sampleTrials()[2]
	nan := math.NaN()
	for _, c := range []struct {
		metric Metric
		// of solved, budget, limited, unsolvable, failed
		want [5]float64
	}{
		{Outcome, [5]float64{1, 1, 0, 1, 0}},
		{Cost, [5]float64{49, 49, nan, nan, nan}},
		{LowerBound, [5]float64{nan, 47, 47, nan, nan}},
		{Expanded, [5]float64{1234567, 1234567, 1234567, 1234567, nan}},
		{Generated, [5]float64{2345678, 2345678, 2345678, 2345678, nan}},
		{Reopened, [5]float64{3, 3, 3, 3, nan}},
		{Stored, [5]float64{4, 4, 4, 4, nan}},
		{Pruned, [5]float64{5, 5, 5, 5, nan}},
		{MaxDepth, [5]float64{49, 49, 49, 49, nan}},
		{Memory, [5]float64{1 << 40, 1 << 40, 1 << 40, 1 << 40, nan}},
		{Seconds, [5]float64{0.001234567, nan, 0.001234567, 0.001234567, nan}},
		{WallSeconds, [5]float64{1.5e-7, nan, 1.5e-7, 1.5e-7, nan}},
		{NodesPerSecond, [5]float64{1e9, nan, 1e9, 1e9, nan}},
		{Observed("solutions", "", ""), [5]float64{2, 2, 2, 2, nan}},
	} {
		for i, trial := range []Trial{solved, budget, limited, unsolvable, failed} {
			got := c.metric.Value(&trial)
			if got != c.want[i] && !(math.IsNaN(got) && math.IsNaN(c.want[i])) && math.Abs(got/c.want[i]-1) > 1e-12 {
				t.Errorf("%s of trial %d = %g, want %g", c.metric.Name, i, got, c.want[i])
			}
		}
	}
}

func TestMetricsSayWhatTheyAre(t *testing.T) {
	names := make(map[string]bool)
	timing := false
	for _, m := range Metrics() {
		if m.Name == "" || m.Doc == "" || m.Value == nil || m.Aggregate == "" || names[m.Name] {
			t.Errorf("metric %+v lacks something or comes twice", m)
		}
		if timing && !m.Timing {
			t.Errorf("%s comes after timing metrics", m.Name)
		}
		timing = m.Timing
		names[m.Name] = true
	}
}

func TestCountersThatAProgramDoesNotGiveHaveNoValue(t *testing.T) {
	trial := Trial{Outcome: search.Solved, Meter: search.Meter{Generated: 7}, Code: "source:1 program:2"}
	if got := Expanded.Value(&trial); !math.IsNaN(got) {
		t.Errorf("%g nodes expanded, want none known", got)
	}
	if got := Generated.Value(&trial); got != 7 {
		t.Errorf("%g nodes generated, want 7", got)
	}
	trial.Code = "source:1"
	if got := Expanded.Value(&trial); got != 0 {
		t.Errorf("%g nodes expanded by a strategy of ours, want 0", got)
	}
}
