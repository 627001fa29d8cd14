package idastar

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func TestProofClaimSeesAWorseSolution(t *testing.T) {
	rows := threeBoards(t)
	if c := verdict(t, ProofClaim, rows); c.Holds != reports.Holds {
		t.Fatalf("%v: %s", c.Holds, c.Evidence)
	}
	for i := range rows {
		if len(improvementsOf(&rows[i])) > 1 {
			observed := append([]puzzle.Observation(nil), rows[i].Observed...)
			observed[0].Value = observed[3].Value // the first solution no longer than the second
			rows[i].Observed = observed
			break
		}
	}
	if c := verdict(t, ProofClaim, rows); c.Holds != reports.Fails {
		t.Errorf("with a solution that is no better: %v, %s", c.Holds, c.Evidence)
	}
}

func TestProgressIsInOrder(t *testing.T) {
	for _, h := range memoryHeuristics {
		all := progressOf(frame.Of(threeBoards(t)), h)
		if len(all) != 3 {
			t.Errorf("%s: %d boards, want 3", h, len(all))
		}
		for _, p := range all {
			if p.first < 1 || p.first > p.optimal || p.optimal > p.proved || p.firstRatio < 1 || p.firstRatio > 5 {
				t.Errorf("%s: first after %v, a shortest after %v, proof after %v nodes; first ÷ optimal %v", h, p.first, p.optimal, p.proved, p.firstRatio)
			}
		}
	}
}

// Boards on which A* was stopped have no ratio to it.
func TestProgressIsComparedWhereAStarFinished(t *testing.T) {
	rows := threeBoards(t)
	all, solved := progressOf(frame.Of(rows), "manhattan"), len(finishedBy(memoryTrials(frame.Of(rows)), "astar/manhattan"))
	if n := len(column(all, againstAStar)); n != solved || n == len(all) {
		t.Errorf("%d ratios of %d boards, %d of which A* solved", n, len(all), solved)
	}
}
