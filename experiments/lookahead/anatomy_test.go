package lookahead

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// found runs a strategy of this study on a board of the series, numbered from 1.
func found(t *testing.T, name string, board int) puzzle.Finding {
	t.Helper()
	s, err := strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Run(t.Context(), series()[board-1].Board, 0, search.Limits{})
	if err != nil {
		t.Fatalf("%s on board %d: %v", name, board, err)
	}
	return f
}

// result returns what was measured.
func result[T any](t *testing.T, f puzzle.Finding) T {
	t.Helper()
	r, ok := measure.Of[T](&trial.Trial{Result: f.Result})
	if !ok {
		t.Fatalf("no result: %q", f.Result)
	}
	return r
}

// The visits were counted in the published program.
func TestMarkingCountsWhatTheProgramVisits(t *testing.T) {
	works := result[[]work](t, found(t, markedGame, 1))
	for move, want := range map[int]float64{5: 8, 10: 76, 15: 527, 20: 2_398, 25: 8_502, 30: 30_562, 35: 123_472, 40: 504_988} {
		if got := works[move/markedStep-1]; got.Move != move || got.Visits != want {
			t.Errorf("move %d: %+v, want %v visits", move, got, want)
		}
	}
	if whole, behind := works[0].Visits, result[[]work](t, found(t, "marking-18/greedy", 1))[0].Visits; behind <= whole {
		t.Errorf("behind 18 moves the root has more neighbors: %v visits at move 5, %v from the start", behind, whole)
	}
}

func TestAFinishIsLookedAtFromWhereItIsInSight(t *testing.T) {
	for _, depth := range []int{2, 6} {
		for board := 1; board <= 4; board++ {
			f, plain := found(t, endgame(depth, ""), board), found(t, gla(depth), board)
			end := result[*ending](t, f)
			if f.Cost != plain.Cost || end.Enough != depth || end.Played < end.Enough || end.Played > f.Cost {
				t.Errorf("gla-%d on board %d: %d moves, want %d; the end in sight with %d to go, %d played", depth, board, f.Cost, plain.Cost, end.Enough, end.Played)
			}
			first := result[*ending](t, found(t, endgame(depth, finishFirst), board))
			if first.Played != first.Enough {
				t.Errorf("gla-%d%s on board %d plays %d moves where %d are enough", depth, finishFirst, board, first.Played, first.Enough)
			}
		}
	}
}

func TestWhatComesAfterALookAheadBeginsWithIt(t *testing.T) {
	// Not a move of look-ahead, and nothing but look-ahead.
	if a, b := found(t, "after-0/greedy", 1).Cost, found(t, "greedy", 1).Cost; a != b {
		t.Errorf("after no move: %d moves, greedy alone %d", a, b)
	}
	if a, b := found(t, "after-100/greedy", 1).Cost, found(t, opening, 1).Cost; a != b {
		t.Errorf("after 100 moves: %d moves, %s alone %d", a, opening, b)
	}
	// A look-ahead that goes on as it began.
	if a, b := found(t, "after-20/"+opening, 1).Cost, found(t, opening, 1).Cost; a != b {
		t.Errorf("after 20 moves of its own: %d moves, alone %d", a, b)
	}
	if f := found(t, "after-0/dfs,nodes=1", 1); f.Outcome != search.Incomplete || f.Cost != 0 {
		t.Errorf("a search that finds nothing: %v, cost %d", f.Outcome, f.Cost)
	}
}

func TestBadKindsAreRefused(t *testing.T) {
	for _, name := range []string{
		"structures", "marking", "marking/gready", "marking-x/greedy", "marking--1/greedy", "finish-5", "finish-0/greedy", "finish-/greedy",
		"after-20", "after--1/dfs", "after-20/df", "anytime/layers,improvement",
	} {
		if _, err := strategy(name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// strayed are the batches of the breadth-first search with and without the move
// left over.
func strayed(with, without []int) []trial.Trial {
	var trials []trial.Trial
	for _, a := range published {
		if a.clean != breadthFirst {
			continue
		}
		for name, moves := range map[string][]int{a.literal + strayOption: with, a.literal: without} {
			trials = append(trials, trial.Trial{Set: batchSet, Strategy: inBatch(name), Outcome: search.Solved, Result: studytest.Result(moves)})
		}
	}
	return trials
}

// markings are games whose counts multiply by so much from move 5 to 25.
func markings(visits, removed, nested float64) []trial.Trial {
	trials := gamesOf(markedGame, around(39)...)
	for i := range trials {
		each := 100 * (1 + float64(i%3)/10)
		trials[i].Result = studytest.Result([]work{
			{Move: 5, Visits: each, Removed: each, Nested: nested},
			{Move: 25, Visits: each * visits, Removed: each * removed, Nested: nested},
		})
	}
	return trials
}

// beginnings are searches that begin after each number of moves, with so many
// moves above 29, the optimum.
func beginnings(above ...int) []trial.Trial {
	trials := slices.Concat(gamesOf(exact, around(29)...), gamesOf(opening, around(33)...))
	for i, n := range laterMoves {
		trials = append(trials, gamesOf(later(n), around(29+above[i])...)...)
	}
	return trials
}

// Where a search finds nothing, the look-ahead goes on alone.
func TestPresearchThatFindsNothingLeavesTheLookAhead(t *testing.T) {
	trials := beginnings(6, 5, 3, 3, 3, 3)
	for i := range trials {
		if trials[i].Index == 2 && strings.HasPrefix(trials[i].Strategy, afterPrefix) {
			trials[i].Outcome, trials[i].Cost = search.Incomplete, 0
		}
	}
	p := presearches(frame.Of(trials))
	want := slices.Repeat([]float64{3}, leastBoards)
	want[2] = 4
	if !slices.Equal(p.best, want) || !slices.Equal(p.after[3], want) || !slices.Equal(p.alone, slices.Repeat([]float64{4}, leastBoards)) {
		t.Errorf("best %v, after %d moves %v, alone %v; want 3 but for 4 on board 3, and 4 alone", p.best, laterMoves[3], p.after[3], p.alone)
	}
}

func Example_markingTable() {
	trials := []trial.Trial{{Set: seriesSet, Strategy: markedGame, Mode: trial.Budget, Outcome: search.Solved, Result: studytest.Result([]work{{5, 8, 5, 8, 6}})}}
	table, err := markingTable(frame.Of(trials))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range table.Print() {
		for _, cell := range row {
			fmt.Print(cell.Text, " ")
		}
		fmt.Println()
	}
	// Output: 5 8 5 8 8 6 –
}
