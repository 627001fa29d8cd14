package claim

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestBeatenOnTheSameInstances(t *testing.T) {
	// Each list is what a strategy needs on instances 0, 1, …; a negative number is where a limit stopped it.
	times := func(factor int) []int {
		var x []int
		for i := range 12 {
			x = append(x, factor*(10+i))
		}
		return x
	}
	luck := []int{9, 12, 11, 14, 13, 16, 15, 18, 17, 20, 19, 22} // against 10, 11, …: one less, one more
	for _, c := range []struct {
		name    string
		first   []int
		others  [][]int
		want    []bool
		decided bool
	}{
		{"one is worse, one as good", times(1), [][]int{times(3), luck}, []bool{true, false}, true},
		{"the same", times(1), [][]int{times(1)}, []bool{false}, true},
		{"it loses", times(3), [][]int{times(1)}, nil, false},
		{"too few instances", times(1), [][]int{times(3), times(3)[:5]}, nil, false},
		{"five differ", []int{1, 1, 1, 1, 1, 1, 1}, [][]int{{2, 2, 2, 2, 2, 1, 1}}, []bool{false}, true},
		{"six differ", []int{1, 1, 1, 1, 1, 1, 1}, [][]int{{2, 2, 2, 2, 2, 2, 1}}, []bool{true}, true},
		{"six differ, of two others", []int{1, 1, 1, 1, 1, 1, 1}, [][]int{{2, 2, 2, 2, 2, 2, 1}, {2, 2, 2, 2, 2, 2, 1}}, []bool{false, false}, true},
		{"stopped", times(1), [][]int{{-50, -50, -50, -50, -50, -50, -50}}, []bool{true}, true},
		{"zero", []int{0, 0, 0, 0, 0, 0, 0}, [][]int{{2, 2, 2, 2, 2, 2, 2}}, []bool{true}, true},
	} {
		var trials []experiments.Trial
		for s, list := range append([][]int{c.first}, c.others...) {
			for i, n := range list {
				row := experiments.Trial{Set: "s", Size: 3, Index: i, Strategy: string(rune('a' + s)), Outcome: search.Solved}
				if n < 0 {
					n, row.Outcome = -n, search.LimitNodes
				}
				row.Meter.Expanded = uint64(n)
				trials = append(trials, row)
			}
		}
		cells := frame.Of(trials).Summarize(experiments.Expanded)
		if got, decided := Beaten(true, cells[0], cells[1:]...); !slices.Equal(got, c.want) || decided != c.decided {
			t.Errorf("%s: beaten %v, %t; want %v, %t", c.name, got, decided, c.want, c.decided)
		}
	}
	cells := frame.Of([]experiments.Trial{{Strategy: "a"}, {Strategy: "b"}}).Summarize(experiments.Expanded)
	if other := frame.Of([]experiments.Trial{{Strategy: "b"}}).Summary(experiments.Expanded); len(cells[0].Pair(other)) > 0 || len(cells[0].Pair(cells[0])) > 0 || len(cells[0].Pair(cells[1])) != 0 {
		t.Error("summaries of two tables, of one strategy or of failed runs are paired")
	}
}
