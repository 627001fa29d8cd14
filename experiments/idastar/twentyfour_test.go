package idastar

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestTwentyFourProvesBoundsBelowThePublishedLengths(t *testing.T) {
	rows := swept(t, study.Part{
		Instances: sliding.Known(twentyFourSet, numbers(1, 25, 40)), Strategies: twentyFourStrategies,
		Limits: search.Limits{Expanded: 30_000},
	})
	if len(rows) != 6 {
		t.Fatalf("%d trials, want 6", len(rows))
	}
	for i := range rows {
		if g := gap(&rows[i]); !(g > 0) || math.Mod(g, 2) != 0 {
			t.Errorf("board %d, %s: bound %d, gap %v; want an even number of moves above 0", rows[i].Index+1, rows[i].Strategy, rows[i].Bound, g)
		}
	}
	table, err := twentyFourBoardsTable(frame.Of(rows))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 3 || table.Rows[1][1].Number != 81 {
		t.Errorf("%d rows; board 25 is published with %v moves, want 3 and 81", len(table.Rows), table.Rows[1][1].Number)
	}
}

func TestTwentyFourIsEmptyWhereItWasNotRun(t *testing.T) {
	summary, err := twentyFourTable(frame.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	boards, err := twentyFourBoardsTable(frame.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(summary.Rows) + len(boards.Rows); n > 0 {
		t.Errorf("%d rows without a trial", n)
	}
}

// The mean is that of R. E. Korf and A. Felner, Artificial Intelligence 134
// (2002).
func TestTwentyFourHasThePublishedMean(t *testing.T) {
	sum := 0
	boards := sliding.Boards(twentyFourSet)
	for i := range boards {
		sum += boards[i].Optimal
	}
	if mean := float64(sum) / float64(len(boards)); math.Abs(mean-100.78) > 0.005 {
		t.Errorf("mean published length %.3f, want 100.78", mean)
	}
}
