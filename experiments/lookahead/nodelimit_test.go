package lookahead

import (
	"math"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// limited are searches under a limit on a hundred boards with about so many
// moves.
func limited(nodes int, moves float64) []trial.Trial {
	var each []int
	for i := range batchGames {
		n := math.Floor(moves)
		if float64(i%10) < 10*(moves-n) {
			n++
		}
		each = append(each, int(n)+i/10%3-1)
	}
	return in(seriesSet, gamesOf(limitedName(nodes), each...))
}

func TestLimitsAreThoseOfTheProgramsSearch(t *testing.T) {
	for _, c := range []struct {
		nodes int
		want  string
	}{{1000, "dfs-gla-5,literal,nodes=1000"}, {1_000_000, "dfs-gla-5,literal,nodes=1000000"}} {
		if got := limitedName(c.nodes); got != c.want {
			t.Errorf("%d nodes: %q, want %q", c.nodes, got, c.want)
		}
	}
}

// Nothing found means that the game has 18 moves and then a line of 30 at least.
func TestBoardsWithoutASolutionAreNotDropped(t *testing.T) {
	trials := limited(1000, 35)
	trials[7].Outcome, trials[7].Cost = search.Incomplete, 0
	runs := limitedRuns(frame.Of(trials))
	if len(runs) != 1 || runs[0].none != 1 || runs[0].n != batchGames || runs[0].moves[7] != 48 {
		t.Fatalf("%d runs, %d boards without a solution, board 8 counts %v", len(runs), runs[0].none, runs[0].moves[7])
	}
	table, err := nodeLimitTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"mean": true, "max": true, "min": false} {
		j := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == name })
		if got := table.Rows[0][j].Censored; got != want {
			t.Errorf("%s is a lower bound: %v, want %v", name, got, want)
		}
	}
}
