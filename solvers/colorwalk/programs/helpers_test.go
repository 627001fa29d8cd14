package programs

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// exhaustive asks for the checks that take minutes:
//
//	go test ./solvers/colorwalk/programs -exhaustive -timeout 0
var (
	exhaustive = flag.Bool("exhaustive", false, "run the long checks too")
	update     = flag.Bool("update", false, "rewrite the golden files in testdata")
)

func TestMain(m *testing.M) { searchtest.Main(m) }

var grammar = puzzle.NewGrammar("colorwalk", "evaluation", Strategies())

// tested is a strategy that reports what tests look at.
type tested struct {
	puzzle.Strategy[colorwalk.Board]
}

// Solve returns the result of a run, and panics if the board does not fit.
func (s tested) Solve(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) search.Result[colorwalk.Color] {
	f, err := s.Run(ctx, b, seed, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(colorwalk.Path)
	return search.Result[colorwalk.Color]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

func mustStrategy(t testing.TB, name string) tested {
	t.Helper()
	s, err := grammar.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return tested{s}
}

// seriesBoard returns board number k of the series, from 0.
func seriesBoard(t testing.TB, k int) colorwalk.Board {
	t.Helper()
	return mustSet(t, "series")[k].Board
}

func mustBoard(t testing.TB, line string) colorwalk.Board {
	t.Helper()
	b, err := colorwalk.ParseBoard(line)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// anyBoard draws a board with a blank area that has grown by some moves, or
// with a coloured start anywhere.
func anyBoard(t testing.TB, rng *rand.Rand) colorwalk.Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(9), 1+rng.IntN(9), 1+rng.IntN(int(colorwalk.MaxColors))
	cells := make([]colorwalk.Color, rows*cols)
	for i := range cells {
		cells[i] = colorwalk.Color(1 + rng.IntN(colors))
	}
	b, err := colorwalk.NewBoard(rows, cols, rng.IntN(len(cells)), cells)
	if err != nil {
		t.Fatal(err)
	}
	for range rng.IntN(6) {
		b, _ = b.Apply(colorwalk.Color(1 + rng.IntN(colors)))
	}
	return b
}

func mustSet(t testing.TB, name string) []colorwalk.Known {
	t.Helper()
	known, err := colorwalk.KnownInstances(name)
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// smallBoard draws a board of up to 3x4 cells and 4 colours, with a blank start
// or a coloured one.
func smallBoard(t testing.TB, rng *rand.Rand) colorwalk.Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(3), 1+rng.IntN(4), 1+rng.IntN(4)
	cells := make([]colorwalk.Color, rows*cols)
	for i := range cells {
		cells[i] = colorwalk.Color(1 + rng.IntN(colors))
	}
	start := rng.IntN(len(cells))
	if rng.IntN(2) == 0 {
		cells[start] = colorwalk.Blank
	}
	b, err := colorwalk.NewBoard(rows, cols, start, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// optimum returns the length of a shortest solution, by breadth-first search
// over boards.
func optimum(b colorwalk.Board) int {
	seen := map[colorwalk.Board]bool{b: true}
	for layer, depth := []colorwalk.Board{b}, 0; ; depth++ {
		var next []colorwalk.Board
		for _, b := range layer {
			if b.Solved() {
				return depth
			}
			for c := colorwalk.Color(1); c <= b.Colors(); c++ {
				if child, removed := b.Apply(c); removed > 0 && !seen[child] {
					seen[child] = true
					next = append(next, child)
				}
			}
		}
		layer = next
	}
}
