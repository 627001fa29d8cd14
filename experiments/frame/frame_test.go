package frame

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestSelections(t *testing.T) {
	f := Of([]trial.Trial{
		{Set: "b", Size: 9, Strategy: "z", Outcome: search.Solved, Limits: search.Limits{Expanded: 5}},
		{Set: "a", Size: 16, Strategy: "b", Outcome: search.LimitNodes, Limits: search.Limits{Expanded: 70}},
		{Set: "a", Size: 9, Strategy: "a", Outcome: search.LimitMemory},
		{Set: "a", Size: 9, Strategy: "a", Error: "lost"},
	})
	if got := Strategy.In("z", "unused").Of(f); !slices.Equal(got, []string{"z", "a", "b"}) {
		t.Errorf("strategies %q", got)
	}
	if got := Size.Of(f); !slices.Equal(got, []int{9, 16}) {
		t.Errorf("sizes %v", got)
	}
	if got := Set.Of(f); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("sets %q", got)
	}
	if !f.Has("a", "z") || f.Has("a", "c") {
		t.Error("Has is wrong")
	}
	if f.NodeLimit() != 70 || f.Count(Limited) != 2 || f.Count(Answered) != 1 {
		t.Errorf("limit %d, limited %d, answered %d", f.NodeLimit(), f.Count(Limited), f.Count(Answered))
	}
}
