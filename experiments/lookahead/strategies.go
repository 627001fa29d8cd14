package lookahead

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A trial whose strategy is called "batch-N/NAME" plays N games of the series as
// its program did; "batch-N/NAME,stray" with the move left over from one game to
// the next. It observes the moves of each game.
const (
	batchPrefix = "batch-"
	strayOption = ",stray"
)

// gameNumber names the observation of a batch: the moves of a game, from 1.
func gameNumber(n int) string { return "game-" + strconv.Itoa(n) }

// kinds are the strategies that are named here with another one, by how their names begin.
var kinds = []struct {
	prefix   string
	strategy func(name, rest string) (puzzle.Strategy[colorwalk.Board], error)
}{
	{batchPrefix, batch},
	{markingPrefix, marking},
	{finishPrefix, finish},
	{afterPrefix, after},
}

// strategy returns what a name of this study runs: a strategy of package
// colorwalk, or one of those named here.
func strategy(name string) (puzzle.Strategy[colorwalk.Board], error) {
	switch name {
	case structureName:
		return structure, nil
	case courseName:
		return course()
	}
	for _, k := range kinds {
		if rest, ok := strings.CutPrefix(name, k.prefix); ok {
			return k.strategy(name, rest)
		}
	}
	return render.Kind().Strategy(name)
}

// batch returns the strategy that plays a batch of games. Its cost is the sum
// of all moves, its counters are the sums over the games.
func batch(name, rest string) (puzzle.Strategy[colorwalk.Board], error) {
	fail := func(err error) (puzzle.Strategy[colorwalk.Board], error) {
		return puzzle.Strategy[colorwalk.Board]{}, fmt.Errorf("lookahead: batch %q: %w", name, err)
	}
	number, base, ok := strings.Cut(rest, "/")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 {
		return fail(fmt.Errorf("%q is not a number of games and a strategy (want %s100/gla-5)", rest, batchPrefix))
	}
	base, stray := strings.CutSuffix(base, strayOption)
	s, err := render.Kind().Strategy(base)
	if err != nil {
		return fail(err)
	}
	played := programs.Batch{Strategy: s.Name, Games: n, Stray: stray}
	return puzzle.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: "a batch of games of " + base, Source: s.Source, Complete: s.Complete,
		Run: func(ctx context.Context, _ colorwalk.Board, _ uint64, limits search.Limits) (puzzle.Finding, error) {
			list, err := played.Play(ctx, limits)
			if err != nil {
				return puzzle.Finding{}, err
			}
			f := puzzle.Finding{Outcome: search.Measured}
			for i, g := range list {
				if g.Outcome != search.Solved {
					f.Outcome = g.Outcome
					break
				}
				f.Cost += g.Cost
				f.Meter.Expanded += g.Expanded
				f.Meter.Generated += g.Generated
				f.Meter.MaxDepth = max(f.Meter.MaxDepth, g.MaxDepth)
				f.Observed = append(f.Observed, puzzle.Observation{Name: gameNumber(i + 1), Value: float64(g.Cost)})
			}
			return f, nil
		},
	}, nil
}

// A trial whose strategy is called structureName tells what is known of a board
// before any search: its bound is the layer bound at the start, its cost that of
// a beam of one position.
const structureName = "structure"

// What such a trial observes.
const (
	regionsSeen      = "regions"
	colorsSeen       = "colours"
	eccentricitySeen = "eccentricity"
)

// structure is the strategy of that name.
var structure = puzzle.Strategy[colorwalk.Board]{
	Name: structureName, Version: 1, Doc: "regions of the board, and bounds at the start", Source: "colorwalk.Analyze", Complete: true,
	Run: func(_ context.Context, b colorwalk.Board, _ uint64, _ search.Limits) (puzzle.Finding, error) {
		a := colorwalk.Analyze(b)
		if a.Upper < 0 {
			return puzzle.Finding{}, fmt.Errorf("lookahead: a board of %d regions is too large for %s (want at most %d)", a.Regions, structureName, colorwalk.MaxUpperRegions)
		}
		return puzzle.Finding{Outcome: search.Measured, Cost: a.Upper, Bound: a.LayerBound, Observed: []puzzle.Observation{
			{Name: regionsSeen, Value: float64(a.Regions)},
			{Name: colorsSeen, Value: float64(len(a.Colors))},
			{Name: eccentricitySeen, Value: float64(a.Eccentricity)},
		}}, nil
	},
}

// A trial whose strategy is called courseName is one of anytime/layers that
// observes everything it learns on the way: the cost of the best solution as
// "cost-1", "cost-2", …, the bound proved by then as "bound-1" and the nodes
// expanded as "nodes-1".
const courseName = "anytime/layers,improvements"

// step numbers such an observation, from 1.
func step(name string, n int) string { return name + "-" + strconv.Itoa(n) }

// course returns the strategy of that name.
func course() (puzzle.Strategy[colorwalk.Board], error) {
	s, err := render.Kind().Strategy("anytime/layers")
	s.Name = courseName
	s.Run = func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		var observed []puzzle.Observation
		n := 0
		f, err := s.Improve(ctx, b, seed, limits, func(i search.Improvement) {
			n++
			observed = append(observed,
				puzzle.Observation{Name: step("cost", n), Value: float64(i.Cost)},
				puzzle.Observation{Name: step("bound", n), Value: float64(i.Bound)},
				puzzle.Observation{Name: step("nodes", n), Value: float64(i.Expanded)})
		})
		f.Observed = observed
		return f, err
	}
	return s, err
}

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
	if s, err = render.Kind().Strategy(base); err != nil {
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
			best, err := render.Kind().Strategy(exact)
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
			first, err := render.Kind().Strategy(opening)
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
