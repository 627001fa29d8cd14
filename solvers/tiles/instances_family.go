package tiles

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// families are the generators of solvable boards. Their goal is [BlankLast]; [Board.Turned] makes
// the same problem with the goal [BlankFirst].
var families = []puzzle.Family[Board]{
	{
		Name: "uniform", Version: 1, Generate: uniform,
		Doc:    "all solvable boards with the same probability: random arrangements, with two tiles exchanged if they are not solvable",
		Source: "the model of Korf's 100 and of published means",
	},
	{
		Name: "walk", Version: 1,
		Doc:     "boards after random moves from the goal that never undo the last move; most are near the goal",
		Source:  "the usual way to shuffle",
		Options: []puzzle.Option{walkLength},
		Bind: func(c puzzle.Choice) (func(puzzle.Size, int, *search.Random) (Board, error), error) {
			return walk(c.Int("length")), nil
		},
	},
}

// SizeOf returns the size to pass to [puzzle.Family.Instance] for boards of the given width and
// height.
func SizeOf(width, height int) puzzle.Size {
	return puzzle.Size{Text: fmt.Sprintf("%dx%d", width, height), Cells: width * height, Numbers: []int{width, height}}
}

// parseSize parses WxH, or the number of cells of a square.
func parseSize(text string, _ puzzle.Choice) (puzzle.Size, error) {
	fail := func(format string, args ...any) (puzzle.Size, error) {
		return puzzle.Size{}, fmt.Errorf("%q is not a size: %w", text, fmt.Errorf(format, args...))
	}
	const want = "want WxH, width before height, as in 4x3, or the cells of a square, as in 16"
	width, height, err := wording.WxH(text)
	if cells, ok := wording.Digits(text, 9998); ok && err != nil {
		side := squareSide(cells)
		if other := squareSide(cells + 1); side == 0 && other > 0 && other*other <= MaxCells {
			return fail("the %d-puzzle has %d cells: give %[3]dx%[3]d", cells, cells+1, other)
		}
		if side == 0 {
			return fail("its cells are not a square (" + want + ")")
		}
		width, height, err = side, side, nil
	}
	if err != nil {
		return fail(want)
	}
	if err := checkSize(width, height); err != nil {
		return fail("%w", wording.Unprefixed(name, err))
	}
	return SizeOf(width, height), nil
}

// uniform draws one of all cells! arrangements. If the arrangement is unsolvable, it exchanges
// two tiles. The exchange leaves the blank where it is and joins the arrangements in pairs, one
// from each half, so every solvable board has the same probability, 2/cells!.
func uniform(size puzzle.Size, _ int, random *search.Random) (Board, error) {
	b, err := solvedOf(size)
	if err != nil {
		return Board{}, err
	}
	cells := b.tiles[:b.Cells()]
	search.Shuffle(random, cells)
	if !b.Solvable() {
		i := 0
		if b.Blank() < 2 {
			i = 2
		}
		cells[i], cells[i+1] = cells[i+1], cells[i]
	}
	return b, nil
}

// solvedOf returns the solved board of a size.
func solvedOf(size puzzle.Size) (Board, error) {
	return Solved(size.Numbers[0], size.Numbers[1], BlankLast)
}

const (
	defaultWalk = 100
	longestWalk = 1_000_000
)

// walk returns a generator that makes a number of random moves from the goal. It draws each move
// from all moves except the one that undoes the last move. A solution needs at most that many
// moves, and the numbers have the same parity.
//
// The walk crosses its own path, and later moves undo much of it, so boards are nearer to the
// goal than its length suggests. The default of 100 moves is enough to mix the 8-puzzle: all
// distances are even, but their mean equals the mean over all boards. Larger boards remain near
// the goal and easy: the mean Manhattan distance is 30.7 on 4x4 (37 over all boards, 22 after 40
// moves, 37 after 1000) and 43 on 5x5 (76 over all boards). A mean over short walks says nothing
// about the mean over all boards.
func walk(length int) func(puzzle.Size, int, *search.Random) (Board, error) {
	return func(size puzzle.Size, _ int, random *search.Random) (Board, error) {
		b, err := solvedOf(size)
		if err != nil {
			return Board{}, err
		}
		last := NoMove
		for range length {
			var next [4]Board
			moves := make([]Move, 0, len(next))
			for m := Up; m <= Right; m++ {
				if last != NoMove && m == last.Inverse() {
					continue
				}
				if after, ok := b.Apply(m); ok {
					next[len(moves)] = after
					moves = append(moves, m)
				}
			}
			chosen := random.Below(len(moves))
			b, last = next[chosen], moves[chosen]
		}
		return b, nil
	}
}

var walkLength = puzzle.Option{
	Name: "length", Default: strconv.Itoa(defaultWalk), Want: fmt.Sprintf("1 to %d", longestWalk), Doc: "moves of the walk",
	Parse: func(value string) (string, error) {
		length, ok := wording.Digits(value, longestWalk)
		if !ok || length < 1 || length > longestWalk {
			return "", fmt.Errorf("%s is not a number of moves (want 1 to %d)", wording.Quote(value), longestWalk)
		}
		return strconv.Itoa(length), nil
	},
}
