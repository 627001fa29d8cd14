package lookahead

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// anyStrategy is a strategy in the form that sweeps use.
type anyStrategy = puzzle.Strategy[puzzle.Instance]

// Four kinds of trials examine the games of a strategy:
//
//   - "batch-N/NAME" plays N games of the blog series as its program did, and records the number of
//     moves in each game; with ",stray" at the end, each game begins with the move left over from
//     the previous game;
//   - "marking/NAME" plays the game and counts the nodes that the series' program would visit if it
//     tried the whole game before its first move; "marking-18/NAME" counts the nodes for the part
//     after the first 18 moves;
//   - "finish-5/NAME" plays the game and looks for the first position from which five moves would
//     be enough;
//   - "after-20/NAME" plays 20 moves of the strategy gla-5, and then continues with NAME.
const (
	batchPrefix   = "batch-"
	strayOption   = ",stray"
	markingPrefix = "marking"
	finishPrefix  = "finish-"
	afterPrefix   = "after-"
)

// opening is the strategy that plays before another one.
const opening = "gla-5"

// kinds lists the prefixes of the strategies that this package adds, whose names contain a number
// and another strategy.
var kinds = []struct {
	prefix string
	least  int // smallest number
	of     func(name string, n int, s anyStrategy) anyStrategy
}{
	{batchPrefix, 1, batch},
	{markingPrefix, 0, marking},
	{finishPrefix, 1, finish},
	{afterPrefix, 0, after},
}

// strategy returns the strategy that a name of this study stands for: one of package colorwalk, or
// one that this package adds.
func strategy(name string) (anyStrategy, error) {
	switch name {
	case structureName:
		return structure.As(anyStrategy{Name: name, Version: 1, Doc: "regions of the board, and bounds at the start", Source: "colorwalk.Analyze", Complete: true}), nil
	case courseName:
		s, err := render.Puzzle().Strategy("anytime/layers")
		s.Name = name
		return course(s.Improve).As(s), err
	}
	for _, k := range kinds {
		rest, ok := strings.CutPrefix(name, k.prefix)
		if !ok {
			continue
		}
		number, base, _ := strings.Cut(rest, "/")
		if k.prefix == markingPrefix {
			number = cmp.Or(strings.TrimPrefix(number, "-"), "0")
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < k.least {
			return anyStrategy{}, fmt.Errorf("lookahead: strategy %q: %q is not a number (want %d or more)", name, number, k.least)
		}
		if k.prefix == batchPrefix {
			base = strings.TrimSuffix(base, strayOption)
		}
		s, err := render.Puzzle().Strategy(base)
		if err != nil {
			return s, fmt.Errorf("lookahead: strategy %q: %w", name, err)
		}
		return k.of(name, n, s), nil
	}
	return render.Puzzle().Strategy(name)
}

// batch plays n games. The cost and the counters are sums over the games.
func batch(name string, n int, s anyStrategy) anyStrategy {
	played := programs.Batch{Strategy: s.Name, Games: n, Stray: strings.HasSuffix(name, strayOption)}
	return playing(played).As(anyStrategy{Name: name, Version: s.Version, Doc: "a batch of games of " + s.Name, Source: s.Source, Complete: s.Complete})
}

// playing measures the moves of each game in a batch.
func playing(played programs.Batch) measure.Measurement[colorwalk.Board, []int] {
	return func(ctx context.Context, _ colorwalk.Board, _ uint64, limits search.Limits) (moves []int, f puzzle.Finding, err error) {
		list, err := played.Play(ctx, limits)
		if err != nil {
			return nil, f, err
		}
		for _, g := range list {
			if g.Outcome != search.Solved {
				f.Outcome = g.Outcome
				return nil, f, nil
			}
			f.Cost += g.Cost
			f.Meter.Expanded += g.Expanded
			f.Meter.Generated += g.Generated
			f.Meter.MaxDepth = max(f.Meter.MaxDepth, g.MaxDepth)
			moves = append(moves, g.Cost)
		}
		return moves, f, nil
	}
}

// The strategy structureName measures what is known about a board before any search. Its bound is
// the layer bound at the start, and its cost is that of a beam of width one.
const structureName = "structure"

// shape is what the strategy structureName measures.
type shape struct{ Regions, Colours, Eccentricity int }

var structure measure.Measurement[colorwalk.Board, *shape] = func(_ context.Context, b colorwalk.Board, _ uint64, _ search.Limits) (*shape, puzzle.Finding, error) {
	a := colorwalk.Analyze(b)
	if a.Upper < 0 {
		return nil, puzzle.Finding{}, fmt.Errorf("lookahead: a board of %d regions is too large for %s (want at most %d)", a.Regions, structureName, colorwalk.MaxUpperRegions)
	}
	return &shape{a.Regions, len(a.Colors), a.Eccentricity}, puzzle.Finding{Cost: a.Upper, Bound: a.LayerBound}, nil
}

// The strategy courseName is anytime/layers that also measures everything it finds on the way.
const courseName = "anytime/layers,improvements"

// moment is what an anytime search knows after a number of nodes.
type moment struct{ Nodes, Cost, Bound float64 }

// course measures the moments of a search.
func course(improve func(context.Context, puzzle.Instance, uint64, search.Limits, func(search.Improvement)) (puzzle.Finding, error)) measure.Measurement[colorwalk.Board, []moment] {
	return func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (moments []moment, f puzzle.Finding, err error) {
		f, err = improve(ctx, b, seed, limits, func(i search.Improvement) {
			moments = append(moments, moment{float64(i.Expanded), float64(i.Cost), float64(i.Bound)})
		})
		return moments, f, err
	}
}

// game plays a strategy and returns its path, or none if it found no solution.
func game(ctx context.Context, s anyStrategy, b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, colorwalk.Path, error) {
	f, err := s.Run(ctx, b, seed, limits)
	path, _ := f.Solution.(colorwalk.Path)
	return puzzle.Finding{Outcome: f.Outcome, Solution: f.Solution, Cost: f.Cost, Meter: f.Meter}, path, err
}

// Every move whose number is divisible by markedStep is examined.
const markedStep = 5

// work holds the counts at a move: the regions visited, the depth of nested calls, the regions that
// a traversal would visit if it remembered where it has been, and the regions that the move
// removes.
type work struct {
	Move                            int
	Visits, Nested, Marked, Removed float64
}

func marking(name string, from int, s anyStrategy) anyStrategy {
	return marks(from, s).As(anyStrategy{Name: name, Version: s.Version, Doc: "what the program of the series visits in a game of " + s.Name, Source: "github.com/koblenski/color_walk"})
}

// marks counts the work at the moves of a game, after the first from moves.
func marks(from int, s anyStrategy) measure.Measurement[colorwalk.Board, []work] {
	return func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (all []work, f puzzle.Finding, err error) {
		f, path, err := game(ctx, s, b, seed, limits)
		if err != nil || path == nil {
			return nil, f, err
		}
		from := min(from, len(path))
		rest, _, err := b.Replay(path[:from])
		if err != nil {
			return nil, f, err
		}
		works, err := programs.Marking(rest, path[from:])
		for _, w := range works {
			if w.Move%markedStep == 0 {
				all = append(all, work{w.Move, float64(w.Visits), float64(w.Nested), float64(w.Marked), float64(w.Removed)})
			}
		}
		return all, f, err
	}
}

func finish(name string, depth int, s anyStrategy) anyStrategy {
	return ends(depth, s).As(anyStrategy{Name: name, Version: s.Version, Doc: "how a game of " + s.Name + " ends once the end is in sight", Source: s.Source, Complete: s.Complete})
}

// ending is about the first position in a game from which a given number of moves is enough: how
// many moves are enough from there, and how many were played.
type ending struct{ Enough, Played int }

// ends measures the end of a game.
func ends(depth int, s anyStrategy) measure.Measurement[colorwalk.Board, *ending] {
	return func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (*ending, puzzle.Finding, error) {
		best, err := render.Puzzle().Strategy(exact)
		if err != nil {
			return nil, puzzle.Finding{}, err
		}
		f, path, err := game(ctx, s, b, seed, limits)
		if err != nil || path == nil {
			return nil, f, err
		}
		var end ending
		for n := 1; n <= len(path); n++ {
			rest, _, err := b.Replay(path[:len(path)-n])
			if err != nil {
				return nil, f, err
			}
			left, err := best.Run(ctx, rest, 0, search.Limits{})
			if err != nil || !left.Optimal {
				return nil, puzzle.Finding{Outcome: left.Outcome}, err
			}
			if left.Cost > depth {
				break
			}
			end = ending{left.Cost, n}
		}
		return &end, f, nil
	}
}

func after(name string, moves int, s anyStrategy) anyStrategy {
	return anyStrategy{Name: name, Version: s.Version, Doc: fmt.Sprintf("%d moves of %s, then %s", moves, opening, s.Name), Source: s.Source, Run: continuing(moves, s)}
}

// continuing plays a number of moves of the opening and then another strategy.
func continuing(moves int, s anyStrategy) func(context.Context, puzzle.Instance, uint64, search.Limits) (puzzle.Finding, error) {
	return func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		first, err := render.Puzzle().Strategy(opening)
		if err != nil {
			return puzzle.Finding{}, err
		}
		b := inst.(colorwalk.Board)
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
	}
}
