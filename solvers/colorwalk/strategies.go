package colorwalk

import (
	"context"
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// Strategy is a named way to solve a board. [Strategies] lists what there is;
// [ParseStrategy] makes one that can be run out of a name such as
// "beam-100/layers" or "gla-5,finish-first".
type Strategy struct {
	// Name is canonical: options that have their default value are left out,
	// the others sorted. In the list it is a pattern, in which a capital letter
	// stands for a number, or behind the slash for an evaluation.
	Name       string
	Version    int    // raised when the same name begins to count differently
	Doc        string // one line
	Source     string // who described it
	Options    []Option
	Optimal    bool // finds a shortest solution
	Complete   bool // finds a solution of every board, given enough time and memory
	Randomised bool // draws random numbers: the seed matters

	kind   *kind
	choice choice
}

var errZeroStrategy = errors.New("colorwalk: the zero Strategy is none; make one with ParseStrategy")

// Option is what may follow a strategy's name, after a comma: a word, or a
// word with a value.
type Option = naming.Option

// DefaultStrategy names what a caller without an opinion should use, on boards
// of any size.
const DefaultStrategy = "layered/layers"

// Strategies returns every strategy as shown to a reader: first the programs of
// the write-up, then the searches. The ones whose name is a pattern become
// runnable with [ParseStrategy].
func Strategies() []Strategy {
	var list []Strategy
	for i := range kinds {
		list = append(list, kinds[i].strategy(kinds[i].Name, defaultChoice()))
	}
	return list
}

// ParseStrategy returns the strategy of that name,
//
//	name[-N][/evaluation][,option[=value]]…
//
// as listed by [Strategies]: "greedy", "gla-5+dijkstra", "beam-100/layers". The
// error names the part that is wrong and what would be right.
func ParseStrategy(name string) (Strategy, error) {
	n, err := grammar.Parse(name, defaultChoice())
	if err != nil {
		return Strategy{}, err
	}
	return kinds[n.Kind].strategy(n.Text, n.Choice), nil
}

// Fits reports why the strategy cannot be run on the board; nil if it can. Those
// of package search take boards of up to 512 regions (see [New]), the others
// every board.
func (s Strategy) Fits(b Board) error {
	switch {
	case s.kind == nil:
		return errZeroStrategy
	case b.Cells() == 0:
		return errZeroBoard
	case naming.IsPattern(s.Name):
		return fmt.Errorf("colorwalk: strategy %q is a pattern of names (want one such as %q)", s.Name, s.kind.example())
	}
	if s.kind.narrow && b.Cells() > narrowRegions {
		if g := newGraph(b, false); !g.narrow() {
			return tooManyRegions(g)
		}
	}
	return nil
}

// Solve looks for a solution of the board. The path holds the colours in the
// order they are chosen, and has been replayed cell by cell; its cost is their
// number. A board on which nothing is left needs none, and no search.
//
// A strategy that is Randomised draws from the seed alone, so that one seed
// gives one result; the others do not look at it.
//
// Solve panics if the strategy does not fit the board (see [Strategy.Fits]), and
// if the path does not solve it or a move of it removes nothing (which only
// round-robin, random and what is literal may choose), which would be a fault of
// this package.
func (s Strategy) Solve(ctx context.Context, b Board, seed uint64, limits search.Limits) search.Result[Color] {
	if err := s.Fits(b); err != nil {
		panic(err)
	}
	if b.Solved() {
		return search.Result[Color]{Outcome: search.Solved, Path: []Color{}, Optimal: true, Meter: search.Meter{Stored: 1}}
	}
	r := s.kind.solve(ctx, b, s.choice, seed, limits)
	if r.Path != nil {
		mustSolve(s.Name, s.kind.wasteful || s.choice.literal, b, r)
	}
	return r
}

// mustSolve panics if the result's path does not solve the board at its cost.
// A wasteful one may hold moves that remove nothing.
func mustSolve(strategy string, wasteful bool, b Board, r search.Result[Color]) {
	err := b.Check(r.Path)
	if wasteful {
		var end Board
		if end, _, err = b.Replay(r.Path); err == nil && !end.Solved() {
			err = errors.New("colorwalk: the path leaves cells behind")
		}
	}
	switch {
	case err != nil:
		panic(fmt.Sprintf("colorwalk: strategy %s on a board of %dx%d: path %s: %v", strategy, b.Rows(), b.Cols(), FormatPath(r.Path), err))
	case len(r.Path) != r.Cost:
		panic(fmt.Sprintf("colorwalk: strategy %s on a board of %dx%d: path %s has %d moves, its cost is %d", strategy, b.Rows(), b.Cols(), FormatPath(r.Path), len(r.Path), r.Cost))
	}
}
