package idastar

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func TestProgressIsInOrder(t *testing.T) {
	runs := each(frame.Of(threeBoards(t)).Where(frame.Strategy.Is(anytime()...)))
	if len(runs) != len(memoryHeuristics) {
		t.Fatalf("%d strategies, want %d", len(runs), len(memoryHeuristics))
	}
	for _, r := range runs {
		first, shortest, proof, ratios := solvedBoards(r, toFirst), solvedBoards(r, toShortest), solvedBoards(r, trial.Expanded), solvedBoards(r, firstRatio)
		if len(first) != 3 {
			t.Errorf("%s: %d boards, want 3", r.Value, len(first))
		}
		for i := range first {
			if first[i] < 1 || first[i] > shortest[i] || shortest[i] > proof[i] || ratios[i] < 1 || ratios[i] > 5 {
				t.Errorf("%s: first after %v, a shortest after %v, proof after %v nodes; first ÷ optimal %v", r.Value, first[i], shortest[i], proof[i], ratios[i])
			}
		}
	}
}

// Boards on which A* was stopped have no ratio to it.
func TestProofsAreComparedWhereAStarFinished(t *testing.T) {
	rows := frame.Of(threeBoards(t))
	want := len(rows.Match("astar/manhattan").Solved())
	if n := len(proofRatios(rows, "manhattan")); n != want || n == 3 {
		t.Errorf("%d ratios of 3 boards, %d of which A* solved", n, want)
	}
}
