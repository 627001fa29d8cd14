package tiles

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tested is a strategy that reports what tests look at.
type tested struct{ puzzle.Strategy[Board] }

// Solve returns the result of a run, and panics if the board does not fit.
func (s tested) Solve(ctx context.Context, b Board, limits search.Limits) search.Result[Move] {
	f, err := s.Run(ctx, b, 0, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(Path)
	return search.Result[Move]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

func mustParse(t testing.TB, name string) tested {
	t.Helper()
	s, err := Core().Strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return tested{s}
}

// wander returns the goal after a random walk that never turns back at once.
func wander(t testing.TB, r *rand.Rand, width, height int, goal Goal, moves int) Board {
	t.Helper()
	b, err := Solved(width, height, goal)
	if err != nil {
		t.Fatal(err)
	}
	for last := NoMove; moves > 0; {
		m := Up + Move(r.IntN(4))
		if next, ok := b.Apply(m); ok && m != last.Inverse() {
			b, last = next, m
			moves--
		}
	}
	return b
}

// listed returns the goal that a list names.
func listed(list string) Goal {
	g, err := ParseGoal(list)
	if err != nil {
		panic(err)
	}
	return g
}

// nearby returns the distance of a board from its goal, by plain breadth-first
// search on boards.
func nearby(t testing.TB, b Board) int {
	t.Helper()
	seen := map[Board]bool{b: true}
	for layer, depth := []Board{b}, 0; len(layer) > 0; depth++ {
		var next []Board
		for _, b := range layer {
			if b.Solved() {
				return depth
			}
			for m := Up; m <= Right; m++ {
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

func knownBoards(t testing.TB, set string) []Known {
	t.Helper()
	known, err := KnownInstances(set)
	if err != nil || len(known) == 0 {
		t.Fatalf("set %s: %d boards, %v", set, len(known), err)
	}
	return known
}
