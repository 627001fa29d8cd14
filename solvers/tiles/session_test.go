package tiles

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

// Many boards are solved by the default and then with tables, from the bound of the board
// that it is worth it on; answers are the same, and say what ran.
func TestTheDefaultGoesOnWithTables(t *testing.T) {
	t.Setenv(pdb.Variable, t.TempDir())
	s := &sessionOf{say: func(string) {}, worth: 300_000}
	var ran []string
	for _, k := range knownBoards(t, "korf100")[:8] {
		limits := search.Limits{Expanded: 1_500_000}
		f, err := s.run(t.Context(), k.Board, 0, limits)
		if err != nil {
			t.Fatal(err)
		}
		ran = append(ran, f.Ran)
		want, err := runNamed(t.Context(), "idastar/"+pdb663, k.Board, 0, limits)
		if err != nil || f.Cost != want.Cost || f.Solution.String() != want.Solution.String() || !f.Optimal {
			t.Errorf("number %d: %d moves, %v, want %d, %v: %v", k.Number, f.Cost, f.Solution, want.Cost, want.Solution, err)
		}
		last := -1
		for _, i := range f.Meter.Iterations {
			if i.Bound < last {
				t.Errorf("number %d: iterations %v", k.Number, f.Meter.Iterations)
			}
			last = i.Bound
		}
	}
	if want := []string{"idastar/lc-wd+pdb-663", "idastar/pdb-663"}; !slices.Equal(slices.Compact(ran), want) {
		t.Errorf("ran %v, want %v", ran, want)
	}
}

func TestTheDefaultKeepsLimits(t *testing.T) {
	t.Setenv(pdb.Variable, t.TempDir())
	hard := knownBoards(t, "korf100")[87].Board
	for _, limit := range []uint64{100, 1000, 1500, 50_000} {
		s := &sessionOf{say: func(string) {}, worth: 1000}
		f, err := s.run(t.Context(), hard, 0, search.Limits{Expanded: limit})
		if err != nil || f.Outcome != search.LimitNodes || f.Meter.Expanded != limit || f.Bound == 0 {
			t.Errorf("limit %d: %v after %d, bound %d: %v", limit, f.Outcome, f.Meter.Expanded, f.Bound, err)
		}
	}
}

func TestTheDefaultOfOtherBoardsHasNoTables(t *testing.T) {
	t.Setenv(pdb.Variable, t.TempDir())
	s := &sessionOf{say: func(string) {}}
	for text, want := range map[string]string{"1 2 3 4 5 6 8 7 0": "idastar/linear-conflict", "8 1 3 4 0 2 7 6 5": "idastar/linear-conflict"} {
		b, err := Core().Instance(text)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := s.run(t.Context(), b, 0, search.Limits{}); err != nil || f.Ran != want {
			t.Errorf("%s: %s ran, want %s: %v", text, f.Ran, want, err)
		}
	}
	t.Setenv(pdb.Variable, "none")
	k := knownBoards(t, "korf100")[0]
	if f, err := s.run(t.Context(), k.Board, 0, search.Limits{Expanded: 1000}); err != nil || f.Ran != "idastar/lc-wd" {
		t.Errorf("without a folder %s ran: %v", f.Ran, err)
	}
}

func TestTablesAreKeptWhereTheVariableOfPuzzlesSays(t *testing.T) {
	if pdb.Variable != puzzle.TablesVariable {
		t.Errorf("%s and %s", pdb.Variable, puzzle.TablesVariable)
	}
}
