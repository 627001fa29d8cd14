package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// floodStart is the value of --start, counted from 1; the zero value is none.
type floodStart struct{ row, col int }

func (s *floodStart) Set(text string) error {
	rowText, colText, _ := strings.Cut(text, ",")
	row, err1 := strconv.Atoi(rowText)
	col, err2 := strconv.Atoi(colText)
	if err1 != nil || err2 != nil || row < 1 || col < 1 {
		return fmt.Errorf("%q is not a cell (want ROW,COL counted from 1, as in 10,10)", text)
	}
	*s = floodStart{row, col}
	return nil
}

func (s *floodStart) String() string {
	if s.row == 0 {
		return ""
	}
	return fmt.Sprintf("%d,%d", s.row, s.col)
}

func (s *floodStart) Type() string { return "ROW,COL" }

// of returns the board with this start.
func (s *floodStart) of(b colorwalk.Board) (colorwalk.Board, error) {
	if s.row == 0 {
		return b, nil
	}
	if s.row > b.Rows() || s.col > b.Cols() {
		return b, fmt.Errorf("no cell %v to start from on a board of %dx%d (want rows 1 to %d and columns 1 to %d)", s, b.Rows(), b.Cols(), b.Rows(), b.Cols())
	}
	start := (s.row-1)*b.Cols() + s.col - 1
	if blank := b.Start(); b.Color(blank) == colorwalk.Blank && b.Color(start) != colorwalk.Blank {
		return b, fmt.Errorf("cannot start from cell %v, of colour %v: cell %d,%d is blank (want a blank start, or a board without a blank cell)",
			s, b.Color(start), blank/b.Cols()+1, blank%b.Cols()+1)
	}
	cells := make([]colorwalk.Color, b.Cells())
	for i := range cells {
		cells[i] = b.Color(i)
	}
	return colorwalk.NewBoard(b.Rows(), b.Cols(), start, cells)
}

func floodSolver(cmd *cobra.Command) func(string) (solver, error) {
	start, seed := new(floodStart), new(seedFlag)
	*seed = 1
	cmd.Flags().Var(start, "start", "start from this cell, `ROW,COL` counted from 1, instead of the board's own")
	cmd.Flags().Var(seed, "seed", "root seed of strategies that draw at random")
	complete(cmd, "start")
	complete(cmd, "seed")
	return func(name string) (solver, error) {
		strategy, err := colorwalk.ParseStrategy(name)
		return &floodSearch{strategy: strategy, start: *start, seed: uint64(*seed)}, err
	}
}

// floodSearch is a solver of boards.
type floodSearch struct {
	strategy colorwalk.Strategy
	start    floodStart
	seed     uint64
}

var _ teller = (*floodSearch)(nil)

func (s *floodSearch) Strategy(instance) string { return s.strategy.Name }

func (s *floodSearch) Adapt(inst instance) (instance, error) {
	b, err := s.start.of(inst.(colorwalk.Board))
	if err != nil {
		return nil, err
	}
	return b, s.strategy.Fits(b)
}

func (s *floodSearch) Find(ctx context.Context, inst instance, lim search.Limits) finding {
	return s.FindTelling(ctx, inst, lim, nil)
}

// FindTelling tells of each better solution, and each better bound, that
// anytime finds. The other strategies have nothing to tell.
func (s *floodSearch) FindTelling(ctx context.Context, inst instance, lim search.Limits, tell func(string)) finding {
	b := inst.(colorwalk.Board)
	if tell != nil && s.strategy.Name == "anytime/layers" {
		return floodFinding(b, colorwalk.Anytime(ctx, b, func(i colorwalk.Improvement) {
			tell(fmt.Sprintf("%s, at least %d (%.2f s)", plural(uint64(i.Cost), "move", "moves"), i.Bound, i.Elapsed.Seconds()))
		}, lim))
	}
	// Each board has draws of its own, whatever its place in the input.
	seed := experiments.TrialSeed(s.seed, "solve", experiments.Digest(b.String()), 0)
	return floodFinding(b, s.strategy.Solve(ctx, b, seed, lim))
}

func floodFinding(b colorwalk.Board, r search.Result[colorwalk.Color]) finding {
	f := finding{Outcome: r.Outcome, Cost: r.Cost, Optimal: r.Optimal, Meter: r.Meter}
	if r.Path != nil {
		f.Solution = flooding{b, r.Path}
	}
	if r.Bound > 0 || r.Optimal { // else the strategy does not ask for one
		f.Bound = &r.Bound
	}
	return f
}
