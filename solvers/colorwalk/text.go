package colorwalk

import (
	"errors"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// name is the prefix of this package's errors.
const name = "colorwalk"

// digits are the colors as they are written, or 0 for blank.
const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// String returns the digit or letter that stands for the color in text form.
func (c Color) String() string {
	if c <= MaxColors {
		return digits[c : c+1]
	}
	return fmt.Sprintf("color(%d)", uint8(c))
}

// ParseBoard parses a board on one line: the rows from top to bottom, separated by /, with a digit
// or letter for each cell. The line may end with a # comment. 0 is blank; 1 to 9 and a to z are the
// colors 1 to 35; upper case is accepted. The blank area begins at the first blank cell, or at the
// top left cell if none is blank. To choose another start, begin the line with start=ROW,COL; rows
// and columns count from 1.
//
//	012/231/311             # Color Walk: three rows, the top left cell is blank
//	2311/2231/1212          # Flood-It: the top left cell has color 2
//	start=2,2 231/213/122   # Flood-It from the center
//
// The error is a [*puzzle.SyntaxError] with the column of the first mistake. An
// empty line is an error.
func ParseBoard(line string) (Board, error) {
	return puzzle.ParseLine(name, line, "one board", parseBoard)
}

// String returns the board as a line for [ParseBoard]. The line begins with start=ROW,COL if the
// start is not the default. Two boards are equal if and only if their lines are equal.
func (b Board) String() string {
	if b.Cells() == 0 {
		return ""
	}
	text := make([]byte, 0, b.Cells()+b.Rows())
	if b.Start() != max(strings.IndexByte(b.cells, byte(Blank)), 0) {
		text = fmt.Appendf(text, "start=%s ", b.place(b.Start()))
	}
	for row := range b.Rows() {
		if row > 0 {
			text = append(text, '/')
		}
		for _, c := range []byte(b.cells[row*b.Cols() : (row+1)*b.Cols()]) {
			text = append(text, digits[c])
		}
	}
	return string(text)
}

// MarshalText returns the result of [Board.String]. It returns an error for the zero Board, since
// no text could be read back as this board.
func (b Board) MarshalText() ([]byte, error) {
	if b == (Board{}) {
		return nil, errors.New("colorwalk: the zero Board is no board and has no text")
	}
	return []byte(b.String()), nil
}

// UnmarshalText parses text like [ParseBoard]. On error, it does not change b.
func (b *Board) UnmarshalText(text []byte) error {
	read, err := ParseBoard(string(text))
	if err == nil {
		*b = read
	}
	return err
}

// place names a cell as start= does: row and column, counted from 1.
func (b Board) place(cell int) string {
	return fmt.Sprintf("%d,%d", cell/b.Cols()+1, cell%b.Cols()+1)
}

// Path is a solution: the colors to play, in order.
type Path []Color

// String returns the result of [FormatPath] for the path.
func (p Path) String() string { return FormatPath(p) }

// MarshalJSON encodes the path as JSON, with the colors as numbers.
func (p Path) MarshalJSON() ([]byte, error) { return pathJSON(p.String()), nil }

// FormatPath returns one digit or letter for each move, without separators, as in "34512". This is
// the shortest text that [ParsePath] accepts.
func FormatPath(path []Color) string {
	text := make([]byte, len(path))
	for i, c := range path {
		text[i] = '?'
		if c <= MaxColors {
			text[i] = digits[c]
		}
	}
	return string(text)
}

// ParsePath parses a path in the form that [FormatPath] writes. It accepts upper case and spaces;
// the error names the column (counted from 1) of the first invalid character.
func ParsePath(s string) ([]Color, error) {
	path := make([]Color, 0, len(s))
	for i := range len(s) {
		if s[i] == ' ' || s[i] == '\t' || s[i] == '\r' {
			continue
		}
		c := colorOf[s[i]]
		if c == Blank || c == noColor {
			return nil, fmt.Errorf("colorwalk: path %s: column %d: %s is not a move (want 1 to 9, then a for 10 to z for %d)", wording.Quote(s), i+1, wording.QuoteFirst(s[i:]), MaxColors)
		}
		path = append(path, c)
	}
	return path, nil
}
