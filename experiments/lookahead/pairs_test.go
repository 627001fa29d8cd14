package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// games of a strategy with so many moves on boards 1, 2, …; none where it is 0.
func gamesOf(strategy string, moves ...int) []trial.Trial {
	var trials []trial.Trial
	for i, n := range moves {
		t := trial.Trial{
			Set: drawnSet, Index: i, Size: 600, Instance: fmt.Sprint("game ", i), Strategy: strategy, Mode: trial.Budget,
			Outcome: search.Solved, Cost: n, Bound: 1,
		}
		t.Meter.Expanded, t.Meter.Generated = uint64(n), uint64(10*n)
		if n == 0 {
			t.Outcome = search.LimitNodes
		}
		if strategy == exact {
			t.Bound = n
		}
		trials = append(trials, t)
	}
	return trials
}

// in moves trials to another set.
func in(set string, trials []trial.Trial) []trial.Trial {
	trials = slices.Clone(trials)
	for i := range trials {
		trials[i].Set = set
	}
	return trials
}

// around is a list of moves around a mean, of leastBoards boards.
func around(mean int) []int {
	var moves []int
	for i := range leastBoards {
		moves = append(moves, mean+i%5-2)
	}
	return moves
}

func TestMovesAboveAreOnCommonBoards(t *testing.T) {
	trials := slices.Concat(gamesOf("a", 30, 0, 34, 29), gamesOf("b", 31, 33, 30))
	rows := frame.Of(trials)
	if got := above(rows, "b", "a"); !slices.Equal(got, []float64{-1, 4}) {
		t.Errorf("a above b: %v, want -1 and 4", got)
	}
	if got := above(rows, "a", "b"); !slices.Equal(got, []float64{1, -4}) {
		t.Errorf("b above a: %v, want 1 and -4", got)
	}
	if got := movesOf(rows, "a"); !slices.Equal(got, []float64{30, 34, 29}) {
		t.Errorf("moves of a: %v", got)
	}
}

// J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988, table
// 2.4.1: for a power of 80 % at a two-sided 5 %, groups of 64 show half a standard
// deviation; the normal approximation is a little below.
func TestDetectableDifferenceHasTheTabledPower(t *testing.T) {
	if got := detectable(math.Sqrt2, 64); math.Abs(got-0.5) > 0.01 {
		t.Errorf("two groups of 64: %v standard deviations, want 0.5", got)
	}
}

func TestDifferencesCountBoardsByBoards(t *testing.T) {
	trials := slices.Concat(gamesOf("gla-5", 33, 33, 33, 33, 0), gamesOf("gla-6", 34, 33, 31, 36, 30))
	list := differences(frame.Of(trials))
	if len(list) != 1 || list[0].name != "gla-6 − gla-5" {
		t.Fatalf("%+v; want the one comparison that has trials", list)
	}
	if d := list[0]; d.fewer != 1 || d.same != 1 || d.more != 2 || d.mean.Value != 0.5 {
		t.Errorf("%d fewer, %d same, %d more, mean %v; want 1, 1, 2 and 0.5", d.fewer, d.same, d.more, d.mean.Value)
	}
}

func TestMatrixCountsBoardsWithFewerMoves(t *testing.T) {
	trials := slices.Concat(gamesOf(exact, 29, 29, 29, 29), gamesOf("gla-5", 29, 33, 29, 33), gamesOf("greedy", 40, 40, 30, 30))
	v := victoriesOf(frame.Of(trials))
	if want := []string{optimum, "gla-5", "greedy"}; !slices.Equal(v.names, want) || v.most != 4 {
		t.Fatalf("%q on %d boards, want %q on 4", v.names, v.most, want)
	}
	for i, want := range [][]float64{{0, 2, 4}, {0, 0, 3}, {0, 1, 0}} {
		for j := range want {
			if got := v.fewer[i][j]; i == j != math.IsNaN(got) || i != j && got != want[j] {
				t.Errorf("%s: fewer moves on %v boards, want %v", v.names[i], v.fewer[i], want)
			}
		}
	}
	f, err := matrixFigure(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	if want := "3 for gla-5 against greedy (and more on 1)."; !strings.HasSuffix(f.Alt, want) {
		t.Errorf("alt %q, want it to end in %q", f.Alt, want)
	}
}

func TestAlgorithmsStandInTheOrderOfTheirMeans(t *testing.T) {
	trials := slices.Concat(gamesOf("greedy", 40, 41), gamesOf("gla-5", 33, 32), gamesOf(exact, 29, 29))
	list := ranked(frame.Of(trials), "greedy", exact, "gla-2", "gla-5")
	if len(list) != 3 || list[0].name != exact || list[1].name != "gla-5" || list[2].name != "greedy" {
		t.Errorf("%+v", list)
	}
}
