package lookahead

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
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

// kinds are the strategies that are named here, by how their names begin.
var kinds = []struct {
	prefix   string
	strategy func(name, rest string) (puzzle.Strategy[colorwalk.Board], error)
}{
	{batchPrefix, batch},
	{structureName, structure},
	{markingPrefix, marking},
	{finishPrefix, finish},
	{afterPrefix, after},
	{courseName, course},
}

// strategy returns what a name of this study runs: a strategy of package
// colorwalk, or one of the kinds.
func strategy(name string) (puzzle.Strategy[colorwalk.Board], error) {
	for _, k := range kinds {
		if rest, ok := strings.CutPrefix(name, k.prefix); ok {
			return k.strategy(name, rest)
		}
	}
	return kind.Kind().Strategy(name)
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
	s, err := kind.Kind().Strategy(base)
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
