package tiles

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Korf's hundred boards under IDA* with Manhattan, as verified by two programs:
// the ten easiest, or all with -exhaustive.
func TestKorf100CountsUnderManhattan(t *testing.T) {
	t.Parallel()
	known := knownBoards(t, "korf100")
	if len(known) != 100 {
		t.Fatalf("the set has %d boards", len(known))
	}
	slices.SortStableFunc(known, func(a, b Known) int { return cmp.Compare(a.Manhattan.Generated, b.Manhattan.Generated) })
	if !*exhaustive {
		known = known[:10]
	}
	s := mustParse(t, "idastar/manhattan")
	for _, k := range known {
		r := s.Solve(t.Context(), k.Board, search.Limits{})
		got := Counts{Generated: r.Generated, Expanded: r.Expanded, Iterations: len(r.Iterations)}
		if r.Cost != k.Optimal || got != k.Manhattan {
			t.Errorf("number %d: %d moves, %+v, want %d, %+v", k.Number, r.Cost, got, k.Optimal, k.Manhattan)
		}
	}
}

// Every verified board of the sets that fits is solved, at the known length,
// with the default strategy: the ones within 200,000 expansions, or all with
// -exhaustive. Of the others the limit and a right bound are checked.
func TestKnownBoardsAreSolvedOptimally(t *testing.T) {
	t.Parallel()
	solved := make(map[string]int)
	for _, set := range knownSets {
		if set.Name == "korf24" {
			continue // see TestTwentyFourPuzzleBoundsHold
		}
		for _, k := range set.Instances() {
			s := mustParse(t, DefaultStrategy(k.Board))
			limits := search.Limits{Expanded: 200_000}
			if *exhaustive {
				limits = search.Limits{}
			}
			r := s.Solve(t.Context(), k.Board, limits)
			switch {
			case k.Optimal == 0 && r.Outcome == search.Unsolvable && !k.Board.Solvable():
				solved[set.Name]++
			case k.Optimal == 0:
				t.Errorf("%s, number %d: %v, want unsolvable", set.Name, k.Number, r.Outcome)
			case r.Outcome == search.Solved && r.Cost == k.Optimal && r.Optimal:
				solved[set.Name]++
				if end, err := k.Board.Replay(k.Path); k.Path != nil && (err != nil || !end.Solved() || len(k.Path) != r.Cost) {
					t.Errorf("%s, number %d: the known path of %d moves does not solve it in %d: %v", set.Name, k.Number, len(k.Path), r.Cost, err)
				}
			case r.Outcome == search.LimitNodes && !*exhaustive && r.Bound <= k.Optimal && r.Expanded == limits.Expanded:
			default:
				t.Errorf("%s, number %d, with %s: %v, cost %d, bound %d, want %d", set.Name, k.Number, s.Name, r.Outcome, r.Cost, r.Bound, k.Optimal)
			}
		}
		t.Logf("%s: %d of %d solved", set.Name, solved[set.Name], len(set.Instances()))
	}
	for set, least := range map[string]int{"korf100": 10, "simon531": 0, "lemtea8": 4, "coursera": 20, "hardest8": 2, "hardest15": 0} {
		if solved[set] < least {
			t.Errorf("%s: only %d boards were solved, want at least %d", set, solved[set], least)
		}
	}
}

// The 24-puzzle is out of reach here; what a limited run proves must be true.
func TestTwentyFourPuzzleBoundsHold(t *testing.T) {
	t.Parallel()
	limits := search.Limits{Expanded: 5_000}
	if *exhaustive {
		limits.Expanded = 20_000_000
	}
	for _, name := range []string{"idastar/linear-conflict", "astar/manhattan"} {
		if name != "idastar/linear-conflict" {
			limits.Expanded = min(limits.Expanded, 100_000)
		}
		s := mustParse(t, name)
		for _, k := range knownBoards(t, "korf24") {
			if strings.HasSuffix(s.Name, "/manhattan") && k.Number > 5 {
				continue // as slow, in the same code
			}
			r := s.Solve(t.Context(), k.Board, limits)
			start := LinearConflict.Of(k.Board)
			if strings.HasSuffix(s.Name, "/manhattan") {
				start = Manhattan.Of(k.Board)
			}
			if r.Outcome != search.LimitNodes || r.Expanded != limits.Expanded || r.Bound < start || r.Bound > k.Optimal || r.Path != nil || r.Optimal {
				t.Errorf("%s on number %d: %v after %d, bound %d, want limit-nodes after %d, a bound of %d to %d", name, k.Number, r.Outcome, r.Expanded, r.Bound, limits.Expanded, start, k.Optimal)
			}
		}
	}
}
