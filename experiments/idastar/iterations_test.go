package idastar

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// The counts for Korf's second board are those of programs written apart from
// this one; ulrd is Korf's own, as published less the root.
func TestOrdersGenerateTheKnownCounts(t *testing.T) {
	t.Parallel()
	want := map[string]uint64{
		"idastar/manhattan":            15_300_441,
		"idastar/manhattan,order=urld": 15_767_001,
		"idastar/manhattan,order=lrud": 18_983_862,
		"idastar/manhattan,order=udlr": 11_749_617,
		"idastar/manhattan,order=drlu": 21_161_581,
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	rows := swept(t, study.Part{Instances: sliding.Known("korf100", numbers(2)), Strategies: names})
	for i := range rows {
		if got := rows[i].Meter.Generated; got != want[rows[i].Strategy] {
			t.Errorf("%s generates %d nodes, want %d", rows[i].Strategy, got, want[rows[i].Strategy])
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d trials, want %d", len(rows), len(want))
	}
}

func TestAllOrdersAreCompared(t *testing.T) {
	if names := ordered(); len(names) != 24 || names[defaultOrder()] != "idastar/manhattan" {
		t.Errorf("%d orders, the default one named %q", len(names), names[defaultOrder()])
	}
	if len(reordered(frame.Of(threeBoards(t)))) != 3 {
		t.Error("not all boards have all orders")
	}
}

func TestLuckIsInTheLastIteration(t *testing.T) {
	for _, c := range reordered(frame.Of(threeBoards(t))) {
		if all, last := spread(c, generated), spread(c, lastGenerated); all < 1 || last < all {
			t.Errorf("Korf %d: most ÷ fewest %.3f in all, %.3f in the last iteration", c.Index+1, all, last)
		}
	}
}
