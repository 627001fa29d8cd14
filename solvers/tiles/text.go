package tiles

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// ParseBoard parses a board on one line: the tiles row by row, separated by spaces or tabs, with 0
// for the blank. The line may end with a # comment. A line of 4, 9, 16 or 25 numbers is a square
// board. For any other size, the line must begin with WxH:, the width and the height. A 4x4 board
// may also be written as 16 hexadecimal digits. The board has the given goal unless the line names
// a different one.
//
//	1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0
//	4x3: 1 2 3 4 5 6 7 8 9 10 0 11   # four columns, three rows
//	goal=blank-first 8 0 6 5 4 7 2 3 1
//	2348170c56ab9def
//
// The error is a [*puzzle.SyntaxError] with the column of the first mistake. An empty line is an
// error. An unsolvable board is not; see [Board.Check].
func ParseBoard(line string, goal Goal) (Board, error) {
	return puzzle.ParseLine(name, line, "one board", func(s *puzzle.Scanner) (Board, error) { return parseBoard(s, goal) })
}

// String returns the board as a line for [ParseBoard] with the goal [BlankLast]. The line names
// any other goal, and the size of a board that is not square. Two boards are equal if and only if
// their lines are equal.
func (b Board) String() string {
	text, _ := b.AppendText(nil)
	return string(text)
}

// AppendText appends the result of [Board.String] to text. The error is always nil.
func (b Board) AppendText(text []byte) ([]byte, error) {
	if b.goal != BlankLast {
		text = append(text, "goal="+b.goal.String()+" "...)
	}
	if b.width != b.height {
		text = fmt.Appendf(text, "%dx%d: ", b.width, b.height)
	}
	for cell := range b.Cells() {
		if cell > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendUint(text, uint64(b.tiles[cell]), 10)
	}
	return text, nil
}

// MarshalText returns the result of [Board.String]. It returns an error for the zero Board, since
// no text could be read back as this board.
func (b Board) MarshalText() ([]byte, error) {
	if b == (Board{}) {
		return nil, errors.New("tiles: the zero Board is no board and has no text")
	}
	return b.AppendText(nil)
}

// UnmarshalText parses text like [ParseBoard] with the goal [BlankLast]. On error, it does not
// change b.
func (b *Board) UnmarshalText(text []byte) error {
	read, err := ParseBoard(string(text), BlankLast)
	if err == nil {
		*b = read
	}
	return err
}

// Hex returns the tiles of a 4x4 board as 16 lower-case hexadecimal digits, without the goal. It
// returns false for any other size.
func (b Board) Hex() (string, bool) {
	if b.width != 4 || b.height != 4 {
		return "", false
	}
	digits := make([]byte, 16)
	for cell := range digits {
		digits[cell] = "0123456789abcdef"[b.tiles[cell]&15]
	}
	return string(digits), true
}

// sizesOf returns the sizes with the given number of cells as prefixes of a line, widest first:
// "6x2:", "4x3:", "3x4:", "2x6:".
func sizesOf(cells int) []string {
	var sizes []string
	for height := 2; height <= cells/2; height++ {
		if width := cells / height; width*height == cells {
			sizes = append(sizes, fmt.Sprintf("%dx%d:", width, height))
		}
	}
	return sizes
}

// squareSide returns the side, at least 2, of a square with the given number of cells, or 0 if
// there is none.
func squareSide(cells int) int {
	for side := 2; side*side <= cells; side++ {
		if side*side == cells {
			return side
		}
	}
	return 0
}

// countWithoutSize explains why the given count of numbers needs a size in front, or cannot be a
// board.
func countWithoutSize(n int) string {
	numbers, fill := "numbers", "fill"
	if n == 1 {
		numbers, fill = "number", "fills"
	}
	const square = "want 4, 9, 16 or 25"
	switch sizes := sizesOf(n); {
	case n > 3 && squareSide(n+1) > 0 && n < MaxCells:
		return fmt.Sprintf("%d numbers are one short of a square board: write 0 or _ for the blank%s", n, strings.TrimSuffix(", or "+wording.AnyOf(sizes)+" in front", ", or  in front"))
	case n > MaxCells:
		return fmt.Sprintf("%d numbers, but a board has at most %d cells", n, MaxCells)
	case len(sizes) > 0:
		return fmt.Sprintf("%d numbers are not a square board (%s, or write %s in front)", n, square, wording.AnyOf(sizes))
	default:
		return fmt.Sprintf("%d %s %s no board (%s, or another size with WxH: in front)", n, numbers, fill, square)
	}
}

// Read yields the boards of a stream, which has one board per line in the format
// of [ParseBoard]. It skips blank lines and comments. For a line that cannot be
// parsed, it yields a [*puzzle.SyntaxError] with file and line, and continues. If
// r fails, it yields r's error last.
func Read(r io.Reader, file string, goal Goal) iter.Seq2[Board, error] {
	return puzzle.ReadEach(r, name, file, maxLine, func(line *puzzle.Scanner) (Board, error) { return parseBoard(line, goal) })
}

// maxLine is the maximum length of a line in bytes. Every board is far shorter, but a file that is
// not text may have no line ends.
const maxLine = 1 << 20
