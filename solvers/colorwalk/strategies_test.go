package colorwalk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tested is a strategy that reports what tests look at.
type tested struct{ puzzle.Strategy[Board] }

// Solve returns the result of a run, and panics if the board does not fit.
func (s tested) Solve(ctx context.Context, b Board, seed uint64, limits search.Limits) search.Result[Color] {
	f, err := s.Run(ctx, b, seed, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(Path)
	return search.Result[Color]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

func mustStrategy(t testing.TB, name string) tested {
	t.Helper()
	s, err := Core().Strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return tested{s}
}

// smallBoard draws a board of up to 3x4 cells and 4 colours, with a blank start
// or a coloured one.
func smallBoard(t testing.TB, rng *rand.Rand) Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(3), 1+rng.IntN(4), 1+rng.IntN(4)
	cells := make([]Color, rows*cols)
	for i := range cells {
		cells[i] = Color(1 + rng.IntN(colors))
	}
	start := rng.IntN(len(cells))
	if rng.IntN(2) == 0 {
		cells[start] = Blank
	}
	b, err := NewBoard(rows, cols, start, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// optimum returns the length of a shortest solution, by breadth-first search
// over boards.
func optimum(b Board) int {
	seen := map[Board]bool{b: true}
	for layer, depth := []Board{b}, 0; ; depth++ {
		var next []Board
		for _, b := range layer {
			if b.Solved() {
				return depth
			}
			for c := Color(1); c <= b.Colors(); c++ {
				if child, removed := b.Apply(c); removed > 0 && !seen[child] {
					seen[child] = true
					next = append(next, child)
				}
			}
		}
		layer = next
	}
}

func TestCheckReplaysASolution(t *testing.T) {
	b := mustBoard(t, "012/333")
	for _, c := range []struct {
		path string
		cost int
		want string
	}{
		{"123", 3, "<nil>"},
		{"1123", 4, "<nil>"}, // a useless move is one
		{"12", 0, "leaves cells behind"},
		{"1x?", 0, `column 3: "?" is not a move`},
	} {
		if cost, err := Check(b, c.path); cost != c.cost || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: cost %d, %v; want %d, %s", c.path, cost, err, c.cost, c.want)
		}
	}
}
