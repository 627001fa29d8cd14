package lookahead

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
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
func split(name, rest string, least int) (n int, s colorwalk.Strategy, err error) {
	number, base, _ := strings.Cut(rest, "/")
	if n, err = strconv.Atoi(number); err != nil || n < least {
		return 0, s, fmt.Errorf("lookahead: strategy %q: %q is no number of moves (want %d or more)", name, number, least)
	}
	if s, err = colorwalk.ParseStrategy(base); err != nil {
		return 0, s, fmt.Errorf("lookahead: strategy %q: %w", name, err)
	}
	return n, s, nil
}

// game plays a strategy; without a path the result says why.
func game(ctx context.Context, s colorwalk.Strategy, b colorwalk.Board, seed uint64, limits search.Limits) (search.Result[colorwalk.Color], error) {
	if err := s.Fits(b); err != nil {
		return search.Result[colorwalk.Color]{}, err
	}
	return s.Solve(ctx, b, seed, limits), nil
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

func marking(name, rest string) (experiments.Strategy[colorwalk.Board], error) {
	if rest = strings.TrimPrefix(rest, "-"); strings.HasPrefix(rest, "/") {
		rest = "0" + rest
	}
	from, s, err := split(name, rest, 0)
	return experiments.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: "what the program of the series visits in a game of " + s.Name, Source: "github.com/koblenski/color_walk",
		Run: func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (experiments.Finding, error) {
			r, err := game(ctx, s, b, seed, limits)
			f := experiments.Finding{Outcome: r.Outcome, Cost: r.Cost, Meter: r.Meter}
			if err != nil || r.Path == nil {
				return f, err
			}
			from := min(from, len(r.Path))
			rest, _, err := b.Replay(r.Path[:from])
			if err != nil {
				return f, err
			}
			works, err := colorwalk.Marking(rest, r.Path[from:])
			if err != nil {
				return f, err
			}
			for _, w := range works {
				if w.Move%markedStep == 0 {
					f.Observed = append(f.Observed,
						experiments.Observation{Name: step(visitsSeen, w.Move), Value: float64(w.Visits)},
						experiments.Observation{Name: step(nestedSeen, w.Move), Value: float64(w.Nested)},
						experiments.Observation{Name: step(markedSeen, w.Move), Value: float64(w.Marked)},
						experiments.Observation{Name: step(removedSeen, w.Move), Value: float64(w.Removed)})
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

func finish(name, rest string) (experiments.Strategy[colorwalk.Board], error) {
	depth, s, err := split(name, rest, 1)
	return experiments.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: "how a game of " + s.Name + " ends once the end is in sight", Source: s.Source, Complete: s.Complete,
		Run: func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (experiments.Finding, error) {
			best, err := colorwalk.ParseStrategy(exact)
			if err != nil {
				return experiments.Finding{}, err
			}
			r, err := game(ctx, s, b, seed, limits)
			f := experiments.Finding{Outcome: r.Outcome, Cost: r.Cost, Meter: r.Meter}
			if err != nil || r.Path == nil {
				return f, err
			}
			enough, played := 0, 0
			for n := 1; n <= len(r.Path); n++ {
				rest, _, err := b.Replay(r.Path[:len(r.Path)-n])
				if err != nil {
					return f, err
				}
				left := best.Solve(ctx, rest, 0, search.Limits{})
				if !left.Optimal {
					return experiments.Finding{Outcome: left.Outcome}, nil
				}
				if left.Cost > depth {
					break
				}
				enough, played = left.Cost, n
			}
			f.Observed = []experiments.Observation{{Name: enoughSeen, Value: float64(enough)}, {Name: playedSeen, Value: float64(played)}}
			return f, nil
		},
	}, err
}

func after(name, rest string) (experiments.Strategy[colorwalk.Board], error) {
	moves, s, err := split(name, rest, 0)
	return experiments.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: fmt.Sprintf("%d moves of %s, then %s", moves, opening, s.Name), Source: s.Source,
		Run: func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (experiments.Finding, error) {
			first, err := colorwalk.ParseStrategy(opening)
			if err != nil {
				return experiments.Finding{}, err
			}
			begun, err := game(ctx, first, b, seed, limits)
			f := experiments.Finding{Outcome: begun.Outcome, Cost: begun.Cost, Meter: begun.Meter}
			if err != nil || len(begun.Path) <= moves {
				return f, err
			}
			rest, _, err := b.Replay(begun.Path[:moves])
			if err != nil {
				return f, err
			}
			r, err := game(ctx, s, rest, seed, limits)
			f.Outcome, f.Cost, f.Meter = r.Outcome, moves+r.Cost, r.Meter
			if r.Path == nil {
				f.Cost = 0
			}
			return f, err
		},
	}, err
}
