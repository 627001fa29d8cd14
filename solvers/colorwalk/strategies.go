package colorwalk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// DefaultStrategy names what a caller without an opinion should use, on boards
// of any size.
const DefaultStrategy = "layered/layers"

// pattern is the strategies of one pattern of names.
type pattern = puzzle.Pattern[Board]

// solve runs a strategy on a board on which something is left.
type solve = func(ctx context.Context, b Board, c puzzle.Choice, seed uint64, limits search.Limits) search.Result[Color]

// patterns are the strategies of the package, in the order they are listed: the
// programs of the write-up, then the searches.
func strategies() []pattern {
	return slices.Concat(kindsOf(writeUpPrograms), kindsOf(writeUpSearchPrograms), searchPatterns())
}

// bound makes run what the strategies of a pattern do. A board on which nothing is
// left needs no search. Those that are narrow take boards of up to 512 regions.
func bound(p pattern, narrow bool, run solve) pattern {
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
		if g := newGraph(b, false); !g.narrow() {
			return tooManyRegions(g)
		}
	}
	return nil
}

// Check replays a solution, digits and letters of colours, and returns its number
// of moves. A move that removes nothing is one all the same.
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

// The numbers that several strategies share.
var (
	depthNumber = puzzle.Count("depth", "5")
	widthNumber = puzzle.Count("width", "100")
)

// anyEvaluation takes each of the evaluations.
var anyEvaluation = &puzzle.Estimate{Example: "layers", Parse: func(name string) (string, error) {
	if evaluationCalled(name) == nil {
		names := puzzle.Names(evaluations, func(e Evaluation) string { return e.Name })
		return "", fmt.Errorf("colorwalk: no evaluation is called %q (want %s)%s", name, strings.Join(names, ", "), search.DidYouMean(name, names))
	}
	return name, nil
}}

// The options that several strategies share.
var (
	finishFirstOption = puzzle.Switch("finish-first", "of lines that clear the board, the one with fewer moves is better")
	literalOption     = puzzle.Switch("literal", "leave out the two edges between cells that the write-up's script leaves out")
	scaleOption       = puzzle.CountOption("scale", "25", "what a move costs, in removed cells")
)
