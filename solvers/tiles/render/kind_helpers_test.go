package render_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var exhaustive = flag.Bool("exhaustive", false, "also what takes minutes")

// tested is a strategy that reports what tests look at.
type tested struct{ puzzle.Strategy[tiles.Board] }

// Solve returns the result of a run, and panics if the board does not fit.
func (s tested) Solve(ctx context.Context, b tiles.Board, limits search.Limits) search.Result[tiles.Move] {
	f, err := s.Run(ctx, b, 0, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(tiles.Path)
	return search.Result[tiles.Move]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

func mustParse(t testing.TB, name string) tested {
	t.Helper()
	s, err := render.Kind().Strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return tested{s}
}

// wander returns the goal after a random walk that never turns back at once.
func wander(t testing.TB, r *rand.Rand, width, height int, goal tiles.Goal, moves int) tiles.Board {
	t.Helper()
	b, err := tiles.Solved(width, height, goal)
	if err != nil {
		t.Fatal(err)
	}
	for last := tiles.NoMove; moves > 0; {
		m := tiles.Up + tiles.Move(r.IntN(4))
		if next, ok := b.Apply(m); ok && m != last.Inverse() {
			b, last = next, m
			moves--
		}
	}
	return b
}

// nearby returns the distance of a board from its goal, by plain breadth-first
// search on boards.
func nearby(t testing.TB, b tiles.Board) int {
	t.Helper()
	seen := map[tiles.Board]bool{b: true}
	for layer, depth := []tiles.Board{b}, 0; len(layer) > 0; depth++ {
		var next []tiles.Board
		for _, b := range layer {
			if b.Solved() {
				return depth
			}
			for m := tiles.Up; m <= tiles.Right; m++ {
				if child, ok := b.Apply(m); ok && !seen[child] {
					seen[child] = true
					next = append(next, child)
				}
			}
		}
		layer = next
	}
	t.Fatalf("%v is not solvable", b)
	return 0
}

func mustBoard(t testing.TB, line string) tiles.Board {
	t.Helper()
	b, err := tiles.ParseBoard(line, tiles.BlankLast)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fitsSize is Fits of a heuristic as a predicate.
func fitsSize(h tiles.Heuristic) func(width, height int) bool {
	return func(width, height int) bool { return h.Fits(width, height) == nil }
}
