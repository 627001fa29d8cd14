package tiles

import (
	"context"
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// Strategy is a named way to solve a board. [Strategies] lists what there is;
// [ParseStrategy] makes one that can be run out of a name such as
// "astar/linear-conflict,ties=low-g".
type Strategy struct {
	// Name is canonical: options that have their default value are left out,
	// the others sorted. In the list it is a pattern, in which H stands for a
	// heuristic, W for a weight and N for a number.
	Name    string
	Version int    // raised when the same name begins to count differently
	Doc     string // one line
	Source  string // who described it
	Options []Option
	// Optimal strategies find a shortest solution, if their heuristic is
	// admissible, as all of this package are.
	Optimal bool
	// Complete strategies find a solution of every solvable board, given
	// enough time and memory.
	Complete bool

	kind   *kind
	choice choice
}

// Option is what may follow a strategy's name, after a comma: a word, or a
// word with a value.
type Option = naming.Option

// DefaultStrategy names what a caller without an opinion should use for the
// board. It depends on the size alone:
//
//	up to 12 cells    idastar/linear-conflict   needs no tables to speak of
//	13 cells or more  idastar/lc-wd             if walking distance fits the size, as for 4x4
//	                  idastar/linear-conflict   else, as for 5x5
//
// Walking distance fits where its tables are small: 4x4 boards have 24,964
// states in each direction, 5x5 boards have millions. Inversion distance, which
// always fits, is no help beside linear conflict: on 5x5 boards it saves one
// node in a hundred, and costs an iteration more for every other bound. Boards
// that large are seldom solved by any of these; give a limit.
func DefaultStrategy(b Board) string {
	if b.Cells() > 12 && LCWD.Fits(b.Width(), b.Height()) == nil {
		return "idastar/" + LCWD.Name
	}
	return "idastar/" + LinearConflict.Name
}

// Strategies returns every strategy as shown to a reader: those that find a
// shortest solution, those that trade length for work, and the programs of the
// write-ups. The ones whose name is a pattern become runnable with
// [ParseStrategy].
func Strategies() []Strategy {
	var list []Strategy
	for i := range kinds {
		list = append(list, kinds[i].strategy(kinds[i].Name, defaultChoice()))
	}
	return list
}

// Fits reports why the strategy cannot be run on the board; nil if it can.
// Whether the board is solvable is another question: see [Board.Check].
func (s Strategy) Fits(b Board) error {
	switch {
	case s.kind == nil:
		return errors.New("tiles: the zero Strategy is none; make one with ParseStrategy")
	case b.Cells() == 0:
		return errZeroBoard
	case naming.IsPattern(s.Name):
		return fmt.Errorf("tiles: strategy %q is a pattern of names (want one such as %q)", s.Name, s.kind.example())
	}
	if err := s.choice.heuristic.Fits(b.Width(), b.Height()); err != nil {
		return err
	}
	if !s.kind.boards.has(b) {
		return fmt.Errorf("tiles: strategy %s does not fit a board of %dx%d (want %s)", s.Name, b.Width(), b.Height(), s.kind.boards)
	}
	return nil
}

// Solve looks for a solution of the board. An unsolvable board is recognised by
// its parity before any search (see [Board.Check]); only the option twin of
// astar-coursera finds it out by searching. The path holds moves on b as it is
// given, and has been replayed. Solve panics if the strategy does not fit the
// board (see [Strategy.Fits]), and if the path does not solve it, which would
// be a fault of this package or of a heuristic that says 0 too often.
func (s Strategy) Solve(ctx context.Context, b Board, limits search.Limits) search.Result[Move] {
	if err := s.Fits(b); err != nil {
		panic(err)
	}
	if !s.choice.twin && !b.Solvable() {
		return search.Result[Move]{Outcome: search.Unsolvable}
	}
	r := s.kind.solve(ctx, b, s.choice, limits)
	if r.Path != nil {
		mustSolve(s.Name, b, r)
	}
	return r
}

// mustSolve panics if the result's path does not lead to the goal at its cost.
func mustSolve(strategy string, b Board, r search.Result[Move]) {
	end, err := b.Replay(r.Path)
	switch {
	case err != nil:
		panic(fmt.Sprintf("tiles: strategy %s: %v", strategy, err))
	case !end.Solved():
		panic(fmt.Sprintf("tiles: strategy %s: the path %s does not solve %v", strategy, FormatPath(r.Path), b))
	case len(r.Path) != r.Cost:
		panic(fmt.Sprintf("tiles: strategy %s: the path %s has %d moves, its cost is %d", strategy, FormatPath(r.Path), len(r.Path), r.Cost))
	}
}
