package lookahead

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Three kinds of trials look into the games of a strategy:
//
//   - "marking/NAME" plays the game and counts what the program of the series
//     would visit if it tried the whole of it before its first move;
//     "marking-18/NAME" if it tried what comes behind the first 18 moves;
//   - "finish-5/NAME" plays the game and looks for the first position from which
//     five moves would be enough;
//   - "after-20/NAME" plays 20 moves of gla-5, and NAME on what is left.
const (
	markingPrefix = "marking"
	finishPrefix  = "finish-"
	afterPrefix   = "after-"
)

// opening is the strategy that plays before another one.
const opening = "gla-5"

// split parts the number and the strategy of "18/NAME".
func split(name, rest string, least int) (n int, s puzzle.Strategy[colorwalk.Board], err error) {
	number, base, _ := strings.Cut(rest, "/")
	if n, err = strconv.Atoi(number); err != nil || n < least {
		return 0, s, fmt.Errorf("lookahead: strategy %q: %q is no number of moves (want %d or more)", name, number, least)
	}
	if s, err = kind.Kind().Strategy(base); err != nil {
		return 0, s, fmt.Errorf("lookahead: strategy %q: %w", name, err)
	}
	return n, s, nil
}

// game plays a strategy, and returns its path; none without a solution.
func game(ctx context.Context, s puzzle.Strategy[colorwalk.Board], b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, colorwalk.Path, error) {
	f, err := s.Run(ctx, b, seed, limits)
	path, _ := f.Solution.(colorwalk.Path)
	return puzzle.Finding{Outcome: f.Outcome, Solution: f.Solution, Cost: f.Cost, Meter: f.Meter}, path, err
}

// Every markedStep-th move is looked at.
const markedStep = 5

// At a move a marking observes the regions that are visited, how many calls are
// inside each other, the regions a walk would visit that knows where it has been,
// and the regions that the move removes.
const (
	visitsSeen  = "visits"
	nestedSeen  = "nested"
	markedSeen  = "marked"
	removedSeen = "removed"
)

func marking(name, rest string) (puzzle.Strategy[colorwalk.Board], error) {
	if rest = strings.TrimPrefix(rest, "-"); strings.HasPrefix(rest, "/") {
		rest = "0" + rest
	}
	from, s, err := split(name, rest, 0)
	return puzzle.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: "what the program of the series visits in a game of " + s.Name, Source: "github.com/koblenski/color_walk",
		Run: func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			f, path, err := game(ctx, s, b, seed, limits)
			if err != nil || path == nil {
				return f, err
			}
			from := min(from, len(path))
			rest, _, err := b.Replay(path[:from])
			if err != nil {
				return f, err
			}
			works, err := programs.Marking(rest, path[from:])
			if err != nil {
				return f, err
			}
			for _, w := range works {
				if w.Move%markedStep == 0 {
					f.Observed = append(f.Observed,
						puzzle.Observation{Name: step(visitsSeen, w.Move), Value: float64(w.Visits)},
						puzzle.Observation{Name: step(nestedSeen, w.Move), Value: float64(w.Nested)},
						puzzle.Observation{Name: step(markedSeen, w.Move), Value: float64(w.Marked)},
						puzzle.Observation{Name: step(removedSeen, w.Move), Value: float64(w.Removed)})
				}
			}
			return f, nil
		},
	}, err
}

// A finish observes how many moves are enough from the first position of the
// game from which no more than its number are, and how many are played.
const (
	enoughSeen = "enough"
	playedSeen = "played"
)

func finish(name, rest string) (puzzle.Strategy[colorwalk.Board], error) {
	depth, s, err := split(name, rest, 1)
	return puzzle.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: "how a game of " + s.Name + " ends once the end is in sight", Source: s.Source, Complete: s.Complete,
		Run: func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			best, err := kind.Kind().Strategy(exact)
			if err != nil {
				return puzzle.Finding{}, err
			}
			f, path, err := game(ctx, s, b, seed, limits)
			if err != nil || path == nil {
				return f, err
			}
			enough, played := 0, 0
			for n := 1; n <= len(path); n++ {
				rest, _, err := b.Replay(path[:len(path)-n])
				if err != nil {
					return f, err
				}
				left, err := best.Run(ctx, rest, 0, search.Limits{})
				if err != nil || !left.Optimal {
					return puzzle.Finding{Outcome: left.Outcome}, err
				}
				if left.Cost > depth {
					break
				}
				enough, played = left.Cost, n
			}
			f.Observed = []puzzle.Observation{{Name: enoughSeen, Value: float64(enough)}, {Name: playedSeen, Value: float64(played)}}
			return f, nil
		},
	}, err
}

func after(name, rest string) (puzzle.Strategy[colorwalk.Board], error) {
	moves, s, err := split(name, rest, 0)
	return puzzle.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: fmt.Sprintf("%d moves of %s, then %s", moves, opening, s.Name), Source: s.Source,
		Run: func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			first, err := kind.Kind().Strategy(opening)
			if err != nil {
				return puzzle.Finding{}, err
			}
			f, begun, err := game(ctx, first, b, seed, limits)
			if err != nil || len(begun) <= moves {
				return f, err
			}
			rest, _, err := b.Replay(begun[:moves])
			if err != nil {
				return f, err
			}
			f, path, err := game(ctx, s, rest, seed, limits)
			if path != nil {
				f.Solution = slices.Concat(begun[:moves], path)
				f.Cost += moves
			}
			return f, err
		},
	}, err
}
