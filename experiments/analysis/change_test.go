package analysis

import (
	"fmt"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestChangesAreThoseOfTheTrialsThatBothSetsHave(t *testing.T) {
	set := func(version, n int, expanded func(i int) uint64) (trials []trial.Trial) {
		for i := range n {
			for _, strategy := range []string{"steady", "changed"} {
				row := trial.Trial{
					Study: "s", Set: "x", Index: i, Instance: fmt.Sprint(i), Size: 3, Strategy: strategy, Version: version, Mode: trial.Budget,
					Outcome: search.Solved, Cost: 5, Meter: search.Meter{Expanded: 100 + uint64(i)}, Runs: 1,
				}
				if strategy == "changed" {
					row.Meter.Expanded = expanded(i)
				}
				trials = append(trials, row)
			}
		}
		return trials
	}
	a := set(1, 11, func(i int) uint64 { return 200 + 10*uint64(i) })
	b := set(2, 13, func(i int) uint64 { return 100 + 5*uint64(i) })
	b[1].Outcome, b[1].Meter.Expanded = search.LimitTime, 7 // a trial ended by the clock is not a difference
	b = append(b, set(1, 13, func(int) uint64 { return 1 })...)
	b = append(b, trial.Trial{Study: "s", Set: "x", Strategy: "added", Version: 1, Mode: trial.Budget, Outcome: search.Solved})
	before := slices.Clone(b)

	changes := Changes(a, b, trial.Expanded, "old", "new")
	if len(changes) != 3 {
		t.Fatalf("%d changes, want one for each strategy", len(changes))
	}
	for i, want := range []struct {
		strategy              string
		pairs, onlyA, onlyB   int
		better, worse, differ int
		fails                 bool
	}{
		{"added", 0, 0, 1, 0, 0, 0, true},
		{"changed", 11, 0, 2, 10, 0, 10, false},
		{"steady", 11, 0, 2, 0, 0, 0, false},
	} {
		c := changes[i]
		if c.Strategy != want.strategy || c.N != want.pairs || c.OnlyA != want.onlyA || c.OnlyB != want.onlyB ||
			c.Wins != want.better || c.Losses != want.worse || len(c.Differ) != want.differ || (c.Err != nil) != want.fails {
			t.Errorf("change %d: %+v, want %+v", i, c, want)
		}
	}
	if c := changes[1]; c.Totals.Value != 0.5 || c.Totals.BCa.Low != 0.5 || c.Differ[0].Key.Version != 2 || !slices.Equal(c.Differ[0].Columns, []string{"expanded: 210, 105"}) {
		t.Errorf("ratio %+v, first difference %+v", c.Totals, c.Differ[0])
	}
	if !slices.EqualFunc(b, before, func(x, y trial.Trial) bool { return string(x.Line()) == string(y.Line()) }) {
		t.Error("a set was changed")
	}
}
