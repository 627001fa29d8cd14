package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func tileSolver(cmd *cobra.Command) func(string) (solver, error) {
	return func(name string) (solver, error) {
		if !cmd.Flags().Changed("strategy") {
			return &tileSearch{}, nil
		}
		strategy, err := tiles.ParseStrategy(name)
		return &tileSearch{strategy: &strategy}, err
	}
}

// tileSearch is a solver of boards.
type tileSearch struct {
	strategy *tiles.Strategy // nil for the default one of each board
}

// of returns the strategy for a board.
func (s *tileSearch) of(b tiles.Board) tiles.Strategy {
	if s.strategy != nil {
		return *s.strategy
	}
	strategy, err := tiles.ParseStrategy(tiles.DefaultStrategy(b))
	if err != nil {
		panic(err) // a default that is no strategy
	}
	return strategy
}

func (s *tileSearch) Strategy(inst instance) string {
	switch {
	case s.strategy != nil:
		return s.strategy.Name
	case inst == nil:
		return ""
	}
	return s.of(inst.(tiles.Board)).Name
}

func (s *tileSearch) Adapt(inst instance) (instance, error) {
	b := inst.(tiles.Board)
	return b, s.of(b).Fits(b)
}

func (s *tileSearch) Find(ctx context.Context, inst instance, lim search.Limits) finding {
	b := inst.(tiles.Board)
	res := s.of(b).Solve(ctx, b, lim)
	f := finding{Outcome: res.Outcome, Cost: res.Cost, Optimal: res.Optimal, Meter: res.Meter}
	if res.Path != nil {
		f.Solution = slide{b, res.Path}
	}
	if res.Outcome != search.Unsolvable {
		f.Bound = &res.Bound
	} else if err := b.Check(); err != nil {
		f.Reason = strings.TrimPrefix(err.Error(), "tiles: ")
	}
	return f
}

// slide is a sequence of moves that solves a board.
type slide struct {
	board tiles.Board
	path  []tiles.Move
}

// MarshalJSON writes the letters of the moves, the direction of the tile each.
func (s slide) MarshalJSON() ([]byte, error) { return json.Marshal(tiles.FormatPath(s.path)) }

// slideShown is the number of moves that Describe prints at most.
const slideShown = 250

// Describe prints the letters in groups of five, fifty in a line.
//
//	path  ULLDR DRUUL LDRRU
func (s slide) Describe(w io.Writer) error {
	if len(s.path) == 0 {
		_, err := fmt.Fprintln(w, "  path  no move, the board is solved")
		return err
	}
	const group, perLine = 5, 50
	letters := tiles.FormatPath(s.path[:min(len(s.path), slideShown)])
	for from := 0; from < len(letters); from += group {
		before := " "
		switch {
		case from == 0:
			before = "  path  "
		case from%perLine == 0:
			before = "\n        "
		}
		fmt.Fprint(w, before, letters[from:min(from+group, len(letters))])
	}
	if rest := len(s.path) - slideShown; rest > 0 {
		fmt.Fprintf(w, "\n  … %d more of %d moves, all of them with --json", rest, len(s.path))
	}
	_, err := fmt.Fprintln(w)
	return err
}
