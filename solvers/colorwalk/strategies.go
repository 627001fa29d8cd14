package colorwalk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// DefaultStrategy is the name of the strategy that runs if the user does not choose one. It is the
// same for boards of any size.
const DefaultStrategy = "layered/layers"

// pattern is the strategies of one pattern of names.
type pattern = puzzle.Pattern[Board]

// Solve is the type of a function that runs a strategy on a board that is not cleared yet.
type Solve = func(ctx context.Context, b Board, c puzzle.Choice, seed uint64, limits search.Limits) search.Result[Color]

// Bind returns a copy of strategy pattern p. The strategies of the copy call the function run,
// except for boards that are already cleared. If narrow is true, the strategies accept only boards
// with up to 512 regions.
func Bind(p puzzle.Pattern[Board], narrow bool, run Solve) puzzle.Pattern[Board] {
	p.Version = 1
	if narrow {
		p.For = fmt.Sprintf("boards of up to %d regions", narrowRegions)
	}
	slices.SortFunc(p.Options, func(a, b puzzle.Option) int { return strings.Compare(a.Name, b.Name) })
	p.Bind = func(s *puzzle.Strategy[Board], c puzzle.Choice) {
		s.Fits = func(b Board) error { return fits(b, narrow) }
		s.Run = func(ctx context.Context, b Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			if b.Solved() {
				return nothingLeft, nil
			}
			r := run(ctx, b, c, seed, limits)
			return puzzle.Found(r, Path(r.Path)), nil
		}
	}
	return p
}

var nothingLeft = puzzle.Finding{Outcome: search.Solved, Solution: Path{}, Optimal: true, Meter: search.Meter{Stored: 1}}

// fits reports why a board cannot be searched. Searches of package search take
// boards of up to 512 regions (see [New]), the others every board.
func fits(b Board, narrow bool) error {
	if b.Cells() == 0 {
		return errZeroBoard
	}
	if narrow && b.Cells() > narrowRegions {
		_, err := New(b)
		return err
	}
	return nil
}

// Check replays a solution, written as one digit or letter per move, and returns the number of
// moves, including moves that remove nothing. It returns an error if the moves do not clear the
// board.
func Check(b Board, solution string) (cost int, err error) {
	path, err := ParsePath(solution)
	if err != nil {
		return 0, err
	}
	end, _, err := b.Replay(path)
	switch {
	case err != nil:
		return 0, err
	case !end.Solved():
		return 0, errors.New("colorwalk: the path leaves cells behind")
	}
	return len(path), nil
}

// anyEvaluation takes each of the evaluations.
var anyEvaluation = &puzzle.Estimate{Example: "layers", Parse: func(name string) (string, error) {
	if evaluationCalled(name) == nil {
		names := wording.Each(evaluations, func(e evaluation) string { return e.Name })
		return "", fmt.Errorf("colorwalk: no evaluation is called %q (want %s)%s", name, strings.Join(names, ", "), search.DidYouMean(name, names))
	}
	return name, nil
}}
