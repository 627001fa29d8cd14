package lookahead

import (
	"math"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// proofsOf are exact searches that keep and expand so many positions, or a
// little more or less, on boards with the optima of around(29).
func proofsOf(strategy string, positions float64) []trial.Trial {
	trials := in(smallSet, gamesOf(strategy, around(29)...))
	for i := range trials {
		n := uint64(positions * (1 + float64(i%4)/20))
		trials[i].Meter.Stored, trials[i].Meter.Expanded, trials[i].Bound = n, n, trials[i].Cost
	}
	return trials
}

// allProofs are those of all exact searches, by the positions that each keeps.
func allProofs(kept map[string]float64) []trial.Trial {
	var trials []trial.Trial
	for _, s := range proverNames() {
		trials = append(trials, proofsOf(s, kept[s])...)
	}
	return trials
}

// kept changes what the exact searches keep.
func kept(changes map[string]float64) map[string]float64 {
	all := map[string]float64{
		astar: 100_000, exact: 5_000, exact + ",no-order-rule": 5_000, exact + ",no-closure": 20_000, exact + ",no-dominance": 40_000,
		plain: 110_000, plain + ",no-order-rule": 125_000,
	}
	for name, n := range changes {
		all[name] = n
	}
	return all
}

// starting are boards whose layer bound at the start is 29 less a gap, and whose
// optimum is 29, on which A* expands so much for a gap of 2 and a factor of it
// for each move more.
func starting(factor float64) []trial.Trial {
	var trials []trial.Trial
	for i := range leastBoards {
		gap := 2 + i%4
		nodes := uint64(1000 * math.Pow(factor, float64(gap-2)) * (1 + float64(i%3)/10))
		for _, name := range []string{structureName, exact, astar} {
			t := in(smallSet, gamesOf(name, slices.Repeat([]int{29}, i+1)...))[i]
			t.Meter.Expanded = nodes
			if name == structureName {
				t.Bound = 29 - gap
			}
			trials = append(trials, t)
		}
	}
	return trials
}

// Boards that one of the searches did not finish are left out for all, so that
// means are over the same boards.
func TestProofsAreComparedWhereAllFinished(t *testing.T) {
	trials := allProofs(kept(nil))
	for i := range trials {
		if trials[i].Index == 7 && trials[i].Strategy == plain {
			trials[i].Outcome = search.LimitMemory
		}
	}
	list, _ := proofs(frame.Of(trials))
	if len(list) != len(provers) {
		t.Errorf("%d searches, want %d", len(list), len(provers))
	}
	for _, p := range list {
		if len(p.kept) != leastBoards-1 || len(p.expanded) != leastBoards-1 {
			t.Errorf("%s on %d boards, want %d", p.strategy, len(p.kept), leastBoards-1)
		}
	}
}

func TestStructureAgreesWithThePublishedBoards(t *testing.T) {
	for _, board := range []int{1, 8, 16} {
		f, k := found(t, structureName, board), series()[board-1]
		s := result[*shape](t, f)
		if s.Regions != k.Regions || s.Colours != 5 {
			t.Errorf("board %d: %d regions, want %d; %d colors", board, s.Regions, k.Regions, s.Colours)
		}
		if e := s.Eccentricity; e > f.Bound || f.Bound > k.Optimal && k.Optimal > 0 || f.Cost < k.Optimal {
			t.Errorf("board %d: distance %v, bound %d, optimum %d, first solution %d", board, e, f.Bound, k.Optimal, f.Cost)
		}
	}
}

// Board 20 is among the examples of package colorwalk, whose optimum of 26 was
// proved by two programs apart from it.
func TestEveryExactSearchProvesTheOptimumOfBoard20(t *testing.T) {
	const optimum = 26
	for _, name := range append(proverNames(), courseName) {
		if f := found(t, name, 20); f.Cost != optimum || f.Bound != optimum {
			t.Errorf("%s: %d moves, bound %d; want %d", name, f.Cost, f.Bound, optimum)
		}
	}
}
