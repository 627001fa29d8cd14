// Package programs provides the programs of three write-ups on sliding tiles as
// strategies: lemtea8's C++ solver for the 15-puzzle, Simon531's C program, and the
// Java program of the Coursera assignment "8 Puzzle". Each strategy reproduces the
// original with its faults. It expands the same nodes in the same order, so its
// counters must equal the published counters exactly.
package programs

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Source is the embedded source of this package; see [tiles.Source].
//
//go:embed *.go
var Source embed.FS

const (
	lemtea8Source  = "lemtea8, 15-puzzle solver in C++, github.com/lemtea8/15puzzle, 2024"
	simon531Source = "Simon531, IDA* for the 15-puzzle in C, github.com/Simon531/15Puzzle-Solver-C-IDAStar-DFS-Heuristic, 2019"
	courseraSource = "write-up of the 8-puzzle assignment of the Coursera course Algorithms, Part I, 2014"
)

// Strategies returns one pattern of strategy names for each program, for use in
// [puzzle.NewGrammar].
func Strategies() []puzzle.Pattern[tiles.Board] {
	astar := program("astar-coursera/H", "the write-up's A* without a table of boards, with hamming or manhattan as its heuristic; only for square boards", courseraSource, square, solveCoursera,
		puzzle.Switch("closed-list", "look up each neighbor in a list of the boards taken from the queue"),
		puzzle.Switch("no-critical", "also enqueue the board from which it reached the current one"),
		puzzle.Switch("recompute", "recompute the estimate at each comparison of two nodes"),
		puzzle.Switch("rows", "keep a board as an array of rows, not as one array"),
		puzzle.Switch("twin", "also solve the board with two tiles exchanged, in lockstep, instead of testing the parity"))
	astar.Estimate = &puzzle.Estimate{Example: tiles.Manhattan.Name, Parse: tiles.CanonicalHeuristic, Only: []string{tiles.Hamming.Name, tiles.Manhattan.Name}}
	astar.Exclusive = []puzzle.Exclusion{{A: "closed-list", B: "no-critical", Why: "the board of the node before is on the list anyway"}}
	findBlank := puzzle.Switch("find-blank", "search the board for the blank before each move")
	recompute := puzzle.Switch("recompute", "compute the sum of distances again on each board")
	deepening := program("idastar-lemtea8", "the write-up's IDA* with Manhattan distance, which skips the boards on the current path; only for 4x4 boards", lemtea8Source, fifteen, solveLemtea8,
		puzzle.Switch("all-moves", "skip no board, not even the one before"), findBlank, recompute,
		puzzle.Switch("root-on-path", "put the start on the list of boards on the path, which the original program forgets to do"),
		puzzle.Switch("undo-only", "skip only the previous board"))
	for _, pair := range [][2]string{{"all-moves", "root-on-path"}, {"all-moves", "undo-only"}, {"root-on-path", "undo-only"}} {
		deepening.Exclusive = append(deepening.Exclusive, puzzle.Exclusion{A: pair[0], B: pair[1], Why: "each is a different rule for what to skip"})
	}
	bestFirst := program("astar-lemtea8", "the write-up's A* with Manhattan distance, a binary heap, and a map from boards to g; only for 4x4 boards", lemtea8Source, fifteen, solveLemtea8AStar,
		puzzle.Switch("buckets", "keep a list for each f instead of the heap"), findBlank,
		puzzle.Switch("no-map", "keep no map: put every child on the heap"), recompute,
		puzzle.Switch("repaired", "compare the child's g with the stored one, not its parent's"))
	bestFirst.Exclusive = []puzzle.Exclusion{{A: "no-map", B: "repaired", Why: "the comparison needs the map"}}
	return []puzzle.Pattern[tiles.Board]{
		deepening, bestFirst,
		program("idastar-simon531", "the write-up's IDA* with Manhattan distance, which modifies a single node and tries the blank's moves in the order left, right, up, down; only for 4x4 boards", simon531Source, fifteen, solveSimon531),
		astar,
	}
}

// program returns the strategy that runs a program on the boards that it supports.
// All programs find a shortest solution. Unsolvable boards are recognized by their
// parity, except with the option twin.
func program(
	name, doc, source string, fits func(name string, b tiles.Board) error,
	solve func(context.Context, tiles.Board, puzzle.Choice, search.Limits) search.Result[tiles.Move], options ...puzzle.Option,
) puzzle.Pattern[tiles.Board] {
	return puzzle.Pattern[tiles.Board]{
		Strategy: puzzle.Strategy[tiles.Board]{Name: name, Version: 1, Doc: doc, Source: source, Options: options, Optimal: true, Complete: true},
		Bind: func(s *puzzle.Strategy[tiles.Board], c puzzle.Choice) {
			called := s.Name
			s.Fits = func(b tiles.Board) error {
				if !slices.Contains(tiles.Goals(), b.Goal()) {
					return fmt.Errorf("tiles: %s knows the goals %v and %v alone, and not %v", called, tiles.BlankLast, tiles.BlankFirst, b.Goal())
				}
				return fits(called, b)
			}
			s.Run = func(ctx context.Context, b tiles.Board, _ uint64, limits search.Limits) (puzzle.Finding, error) {
				if reason := tiles.Refutation(b); reason != "" && !c.Given("twin") {
					return puzzle.Finding{Outcome: search.Unsolvable, Reason: reason}, nil
				}
				r := solve(ctx, b, c, limits)
				return puzzle.Found(r, tiles.Path(r.Path)), nil
			}
		},
	}
}

// fifteen and square report why a program does not fit a board.
func fifteen(program string, b tiles.Board) error {
	return wants(program, b, "4x4", b.Width() == 4 && b.Height() == 4)
}

func square(program string, b tiles.Board) error {
	return wants(program, b, "as many rows as columns", b.Width() == b.Height() && b.Cells() > 0)
}

func wants(program string, b tiles.Board, want string, fits bool) error {
	if fits {
		return nil
	}
	return fmt.Errorf("tiles: strategy %s does not fit a board of %dx%d (want %s)", program, b.Width(), b.Height(), want)
}
