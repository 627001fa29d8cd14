package tiles

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// DefaultStrategy returns the name of the strategy that is used by default. It depends only on the
// size of the board:
//
//	up to 12 cells    idastar/linear-conflict   its tables are tiny
//	13 cells or more  idastar/lc-wd             if walking distance supports the size, as for 4x4
//	                  idastar/linear-conflict   otherwise, as for 5x5
//
// Walking distance is available if its tables are small: 4x4 boards have 24,964 states in each
// direction, and 5x5 boards have millions. Inversion distance is always available, but adds little
// to linear conflict: on 5x5 boards, it saves only about one node in a hundred, and needs an extra
// iteration for every other bound. The default strategies rarely solve 5x5 boards, so set a limit.
func DefaultStrategy(b Board) string {
	if b.Cells() > 12 && LCWD.Fits(b.Width(), b.Height()) == nil {
		return "idastar/" + LCWD.Name
	}
	return "idastar/" + LinearConflict.Name
}

// Strategies returns the algorithms of package search as strategies. Package programs provides
// the write-ups' programs as strategies. All strategies recognize unsolvable boards by their
// parity before any search; see [Board.Check].
func Strategies() []puzzle.Pattern[Board] {
	patterns := searches(NewInOrder)
	deepening := deepeningOf(patterns)
	plain, without := deepening.Bind, deepeningOf(searches(newLooped)).Bind
	deepening.Options = append([]puzzle.Option{fromOption, loopsOption}, deepening.Options...) // by name
	deepening.Bind = func(s *puzzle.Strategy[Board], c puzzle.Choice) {
		if c.Given(loopsOption.Name) {
			without(s, c)
		} else {
			plain(s, c)
		}
	}
	return patterns
}

// deepeningOf returns the pattern for iterative deepening.
func deepeningOf(patterns []puzzle.Pattern[Board]) *puzzle.Pattern[Board] {
	return &patterns[slices.IndexFunc(patterns, func(p puzzle.Pattern[Board]) bool { return p.Name == "idastar/H" })]
}

var (
	loopsOption = puzzle.Switch("fsm", "skip a move if it completes a sequence of up to 12 moves that another sequence of the same length or less can replace")
	fromOption  = puzzle.CountOption("from", "1", "first bound, if an earlier run proved that no solution is shorter")
)

// searches returns strategies that search the problems made by the given function.
func searches[S comparable, P search.Problem[S, Move]](problem func(Board, Heuristic, Order) (P, error)) []puzzle.Pattern[Board] {
	return puzzle.Searches[Board, S, Move]{
		Problem: func(b Board, c puzzle.Choice) (search.Problem[S, Move], error) {
			h := None
			if c.Estimate != "" {
				var err error
				if h, err = ParseHeuristic(c.Estimate); err != nil {
					return nil, err
				}
			}
			p, err := problem(b, h, Order(c.Value("order")))
			if c.Given(fromOption.Name) && err == nil {
				any(p).(interface{ raise(bound int32) }).raise(int32(c.Int(fromOption.Name)))
			}
			return p, err
		},
		Prepare: func(ctx context.Context, c puzzle.Choice, say func(string)) error {
			h, err := ParseHeuristic(cmp.Or(c.Estimate, None.Name))
			if err != nil {
				return err
			}
			return h.prepare(ctx, say)
		},
		Solution:  func(path []Move) fmt.Stringer { return Path(path) },
		Heuristic: &puzzle.Estimate{Example: Manhattan.Name, Parse: CanonicalHeuristic},
		Options: []puzzle.Option{{
			Name: "order", Default: string(DefaultOrder), Want: "the letters u, l, r, d in any order",
			Doc: "the order in which the blank's moves are tried, on the board in blank-first form",
			Parse: func(value string) (string, error) {
				order, err := ParseOrder(value)
				return string(order), err
			},
		}},
		Fits: fits,
		Reverse: func(b Board) error {
			if b.Cells() > packedCells {
				return fmt.Errorf("tiles: a board of %dx%d cannot be searched from both ends (want at most %d cells)", b.Width(), b.Height(), packedCells)
			}
			return nil
		},
		ReverseFor: fmt.Sprintf("boards of up to %d cells", packedCells),
		Refute:     Refutation,
	}.Patterns()
}

// CanonicalHeuristic returns the canonical form of a heuristic's name, or an error if
// [ParseHeuristic] does not accept the name.
func CanonicalHeuristic(name string) (string, error) {
	h, err := ParseHeuristic(name)
	return h.Name, err
}

// fits returns an error if a board cannot be searched with a heuristic; heuristic "" means none.
func fits(b Board, heuristic string) error {
	if b.Cells() == 0 {
		return errZeroBoard
	}
	if heuristic == "" {
		return nil
	}
	h, err := ParseHeuristic(heuristic)
	if err != nil {
		return err
	}
	form, _, _ := b.view()
	return cmp.Or(h.Fits(b.Width(), b.Height()), h.tables.fitsGoal(h.Name, form, b.goal))
}

// Refutation explains why a board has no solution. It returns "" if the board is solvable.
func Refutation(b Board) string {
	if err := b.Check(); err != nil {
		return strings.TrimPrefix(err.Error(), name+": ")
	}
	return ""
}
