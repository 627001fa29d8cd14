package programs

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// patience is a context that is cancelled when it has been asked so often.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// A game asks its context often enough to end within milliseconds, however
// large the board and however deep the look-ahead.
func TestGamesEndSoonAfterTheyAreCancelled(t *testing.T) {
	small := seriesBoard(t, 0)
	large := someBoard(t, rand.New(rand.NewPCG(1, 6)), 400, 500, 6)
	for _, c := range []struct {
		name     string
		board    colorwalk.Board
		expanded uint64
	}{
		{"gla-9", small, 20_000},
		{"max-perimeter-la-9", small, 20_000},
		{"random", large, 50},
		{"round-robin", large, 50},
		{"gla-2147483647", large, 50},
		{"deep-path-la-9", large, 50},
	} {
		r := mustStrategy(t, c.name).Solve(&patience{Context: t.Context(), left: 3}, c.board, 1, search.Limits{})
		if r.Outcome != search.Cancelled || r.Path != nil || r.Expanded == 0 || r.Expanded > c.expanded {
			t.Errorf("%s: %v after %d positions, want at most %d", c.name, r.Outcome, r.Expanded, c.expanded)
		}
	}
}

func TestMemoryLimitsStopAGame(t *testing.T) {
	b := seriesBoard(t, 0)
	for _, c := range []struct {
		name   string
		stored uint64
	}{{"round-robin", 1}, {"greedy", 1}, {"gla-5", 5}, {"max-perimeter", 2}, {"deep-path-la-3", 4}} {
		s := mustStrategy(t, c.name)
		r := s.Solve(t.Context(), b, 1, search.Limits{})
		if r.Stored != c.stored {
			t.Errorf("%s holds %d positions, want %d", c.name, r.Stored, c.stored)
		}
		for _, limits := range []search.Limits{{Stored: r.Stored}, {Bytes: r.Bytes}} {
			if again := s.Solve(t.Context(), b, 1, limits); again.Outcome != search.Solved {
				t.Errorf("%s under %+v, which it needs: %v", c.name, limits, again.Outcome)
			}
		}
		for _, limits := range []search.Limits{{Stored: r.Stored - 1}, {Bytes: r.Bytes - 1}, {Bytes: 1}} {
			if again := s.Solve(t.Context(), b, 1, limits); limits.Stored+limits.Bytes > 0 && (again.Outcome != search.LimitMemory || again.Path != nil) {
				t.Errorf("%s under %+v: %v", c.name, limits, again.Outcome)
			}
		}
	}
}

// With exact neighbours a program that passes over useless colours makes no
// useless move, whatever it measures.
func TestLookAheadsMakeNoUselessMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for range 60 {
		b := anyBoard(t, rng)
		if b.Solved() {
			continue
		}
		for i := range movers {
			name := grammar.Example(i)
			if slices.Contains([]string{"round-robin", "random", "gla-5"}, name) || movers[i].number != nil && b.Colors() > 6 {
				continue
			}
			if r := mustStrategy(t, name).Solve(t.Context(), b, 1, search.Limits{}); b.Check(r.Path) != nil {
				t.Errorf("%s on %v: %v: %v", name, b, colorwalk.FormatPath(r.Path), b.Check(r.Path))
			}
		}
	}
}
