package tiles

import (
	"io"
	"iter"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Read yields the boards of a stream, one per line, in the format of
// [ParseBoard]; blank lines and comment lines are skipped. A line that cannot be parsed is yielded as a [*puzzle.SyntaxError] that
// names file and line, and reading goes on behind it. An error of r itself is
// yielded last.
func Read(r io.Reader, file string, goal Goal) iter.Seq2[Board, error] {
	return puzzle.ReadEach(r, name, file, maxLine, func(line *puzzle.Scanner) (Board, error) { return parseBoard(line, goal) })
}

// ReadGrid reads the file format of the Coursera assignment "8 Puzzle": the
// side n of a square board on a line of its own, then n lines of n numbers;
// one board per file. Blank lines and # comments are skipped. The error is a
// [*puzzle.SyntaxError], or an error of r.
//
//	3
//	 0  1  3
//	 4  2  5
//	 7  8  6
func ReadGrid(r io.Reader, file string, goal Goal) (Board, error) {
	g := grid{scanner: scanner{goal: goal}}
	last := 0
	for line, err := range puzzle.Lines(r, name, file, maxLine) {
		if err != nil {
			return Board{}, err
		}
		last = line.Number
		if g.Scanner, err = line.Scan(name); err == nil {
			err = g.line(last)
		}
		if err != nil {
			return Board{}, puzzle.Locate(err, file, last)
		}
	}
	board, err := g.end()
	return board, puzzle.Locate(err, file, last)
}

// grid collects the lines of a grid file.
type grid struct {
	scanner
	rows  int
	cells []int
	seen  [MaxCells]struct{ line, column int } // where each tile was read, line 0 if it was not
}

// line reads one line. Columns count within it.
func (g *grid) line(number int) error {
	if !g.Skip() {
		return nil
	}
	if g.width == 0 {
		return g.side()
	}
	if g.rows == g.height {
		return g.Fault(g.Pos, "a row too many (want %d rows)", g.height)
	}
	g.rows++
	for column := range g.width {
		if !g.Skip() {
			return g.Fault(g.Pos, "row %d has %d of %d numbers", g.rows, column, g.width)
		}
		word := g.Word()
		value, ok := puzzle.Digits(word, 999)
		switch {
		case !ok:
			return g.notANumber(word, 0)
		case value >= g.width*g.height:
			return g.Fault(g.Pos, "tile %s is out of range on a board of %dx%d (want 0 to %d)", quoteless(word), g.width, g.height, g.width*g.height-1)
		case g.seen[value].line > 0:
			return g.Fault(g.Pos, "tile %d a second time (the first is at line %d, column %d)", value, g.seen[value].line, g.seen[value].column)
		}
		g.seen[value].line, g.seen[value].column = number, g.Pos+1
		g.cells = append(g.cells, value)
		g.Pos += len(word)
	}
	if g.Skip() {
		return g.Fault(g.Pos, "row %d has more than %d numbers", g.rows, g.width)
	}
	return nil
}

// side reads the line before the rows.
func (g *grid) side() error {
	if g.goal > BlankFirst {
		return g.Fault(g.Pos, "%v is not a goal (want %v or %v)", g.goal, BlankLast, BlankFirst)
	}
	begin, word := g.Pos, g.Word()
	n, ok := puzzle.Digits(word, 999)
	g.Pos += len(word)
	if !ok || g.Skip() {
		return g.Fault(begin, "%s is not the side of a square board alone on its line (the grid format begins with n and has n rows of n numbers)", puzzle.Quote(strings.TrimRight(g.Text[begin:], " \t\r")))
	}
	if err := checkSize(n, n); err != nil {
		return g.Fault(begin, "%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	g.width, g.height = n, n
	return nil
}

// end makes the board when all lines are read.
func (g *grid) end() (Board, error) {
	switch {
	case g.width == 0:
		return Board{}, g.Fault(0, "an empty file (want n, then n rows of n numbers)")
	case g.rows < g.height:
		return Board{}, g.Fault(0, "the file ends after %d of %d rows", g.rows, g.height)
	}
	return NewBoard(g.width, g.height, g.goal, g.cells)
}

// maxLine is the longest line that is kept: no board is nearly as long, but a
// file that is not text may have no line ends at all.
const maxLine = 1 << 20
