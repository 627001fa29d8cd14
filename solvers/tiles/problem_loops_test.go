package tiles

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Of all shortest solutions the one that comes first is never left out, and is found with
// fewer nodes; by the tables' own probe, by workers and by the engine alike.
func TestLeavingOutLoopsKeepsTheFirstSolution(t *testing.T) {
	t.Parallel()
	h := additive(t, 4, 4, []int{1, 2, 3, 6, 7}, []int{4, 5, 8, 9, 12}, []int{10, 11, 13, 14, 15})
	for _, k := range knownBoards(t, "korf100") {
		if !slices.Contains([]int{2, 38, 75}, k.Number) { // some fifty thousand nodes each
			continue
		}
		if k.Number%3 == 0 {
			k.Board = k.Board.Turned()
		}
		plain, err := New(k.Board, h)
		if err != nil {
			t.Fatal(err)
		}
		without, err := newLooped(k.Board, h, DefaultOrder)
		if err != nil {
			t.Fatal(err)
		}
		want, got := search.IDAStar(t.Context(), plain, search.Limits{}), search.IDAStar(t.Context(), without, search.Limits{})
		if !reflect.DeepEqual(got.Path, want.Path) || got.Cost != k.Optimal || got.Generated >= want.Generated {
			t.Errorf("number %d: %v, %d generated, want %v and fewer than %d", k.Number, Path(got.Path), got.Generated, Path(want.Path), want.Generated)
		}
		half := search.Limits{Expanded: got.Expanded/2 + 1}
		for limits, want := range map[search.Limits]search.Result[Move]{{}: got, half: search.IDAStar(t.Context(), without, half)} {
			for _, workers := range []int{2, 3, 7} {
				if got := search.ParallelIDAStar(t.Context(), without, workers, limits); !reflect.DeepEqual(got, want) {
					t.Errorf("number %d, %d workers, limit %d:\n%+v\nwant\n%+v", k.Number, workers, limits.Expanded, got, want)
				}
			}
		}
		engine := search.IDAStar(t.Context(), struct {
			search.Problem[loopedState, Move]
		}{without}, search.Limits{})
		if engine.Expanded != got.Expanded || engine.Generated != got.Generated || !reflect.DeepEqual(engine.Path, got.Path) {
			t.Errorf("number %d: the engine expands %d and generates %d, the tables %d and %d", k.Number, engine.Expanded, engine.Generated, got.Expanded, got.Generated)
		}
	}
}

// A search that begins at the bound where a limit ended another one goes on as that would
// have: its iterations are the last ones of a search without limits.
func TestASearchGoesOnFromItsBound(t *testing.T) {
	t.Parallel()
	board := knownBoards(t, "korf100")[11].Board
	for _, name := range []string{"idastar/manhattan", "idastar/linear-conflict,fsm", "idastar/lc-wd", "idastar/manhattan,workers=2"} {
		all := mustParse(t, name).Solve(t.Context(), board, search.Limits{})
		stopped := mustParse(t, name).Solve(t.Context(), board, search.Limits{Expanded: all.Expanded / 2})
		for _, from := range []int{stopped.Bound, stopped.Bound - 1} {
			r := mustParse(t, name+",from="+strconv.Itoa(from)).Solve(t.Context(), board, search.Limits{})
			if n := len(all.Iterations) - len(r.Iterations); !slices.Equal(r.Path, all.Path) || n <= 0 || !reflect.DeepEqual(r.Iterations, all.Iterations[n:]) {
				t.Errorf("%s from %d: %+v\nwant the end of %+v", name, from, r.Iterations, all.Iterations)
			}
		}
		if stopped.Bound < 3 {
			t.Errorf("%s stops at bound %d", name, stopped.Bound)
		}
	}
}
