package programs

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// On the series' boards the write-up gives 31, 39.8 and 48 moves as the
// smallest, mean and largest number for greedy; an independent program with
// exact neighbours finds a mean of 39.75.
func TestGreedyMeetsTheTableOfTheSeries(t *testing.T) {
	boards, err := colorwalk.KnownInstances("series")
	if err != nil {
		t.Fatal(err)
	}
	s := mustStrategy(t, "greedy")
	least, sum, most := 1<<30, 0, 0
	for _, known := range boards {
		r := s.Solve(t.Context(), known.Board, 0, search.Limits{})
		least, sum, most = min(least, r.Cost), sum+r.Cost, max(most, r.Cost)
	}
	if len(boards) != 100 || least != 31 || sum != 3975 || most != 48 {
		t.Errorf("%d boards: %d, %d and %d moves, want 31, 3975 and 48", len(boards), least, sum, most)
	}
}
