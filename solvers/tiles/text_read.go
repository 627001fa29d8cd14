package tiles

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Read yields the boards of a stream, one per line, in the format of
// [ParseBoard]; blank lines and comment lines are skipped. A line that cannot be parsed is yielded as a [*SyntaxError] that
// names file and line, and reading goes on behind it. An error of r itself is
// yielded last.
func Read(r io.Reader, file string, goal Goal) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		lines := bufio.NewReaderSize(r, 1<<16)
		skipByteOrderMark(lines)
		var long []byte
		for number := 1; ; number++ {
			line, cut, err := readLine(lines, &long)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Board{}, fmt.Errorf("tiles: read %s: line %d: %w", nameOf(file), number, err))
				return
			}
			s := scanner{text: string(line), goal: goal}
			if s.skip() {
				board, bad := s.board()
				if cut {
					board, bad = Board{}, s.fault(0, "a line of more than %d bytes is no board", maxLine)
				}
				if !yield(board, locate(bad, file, number)) {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
}

// ReadGrid reads the file format of the Coursera assignment "8 Puzzle": the
// side n of a square board on a line of its own, then n lines of n numbers;
// one board per file. Blank lines and # comments are skipped. The error is a
// [*SyntaxError], or an error of r.
//
//	3
//	 0  1  3
//	 4  2  5
//	 7  8  6
func ReadGrid(r io.Reader, file string, goal Goal) (Board, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	skipByteOrderMark(lines)
	g := grid{scanner: scanner{goal: goal}}
	var long []byte
	for number := 1; ; number++ {
		line, cut, err := readLine(lines, &long)
		if err != nil && !errors.Is(err, io.EOF) {
			return Board{}, fmt.Errorf("tiles: read %s: line %d: %w", nameOf(file), number, err)
		}
		bad := g.line(string(line))
		if bad == nil && cut && !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#")) {
			bad = g.fault(0, "a line of more than %d bytes is no row", maxLine)
		}
		if bad != nil {
			return Board{}, locate(bad, file, number)
		}
		if err != nil {
			board, bad := g.end()
			return board, locate(bad, file, number)
		}
	}
}

// grid collects the lines of a grid file.
type grid struct {
	scanner
	number int // of the line
	rows   int
	cells  []int
	seen   [MaxCells]struct{ line, column int } // where each tile was read, line 0 if it was not
}

// line reads one line. Columns count within it.
func (g *grid) line(text string) error {
	g.text, g.pos = text, 0
	g.number++
	if !g.skip() {
		return nil
	}
	if g.width == 0 {
		return g.side()
	}
	if g.rows == g.height {
		return g.fault(g.pos, "a row too many (want %d rows)", g.height)
	}
	g.rows++
	for column := range g.width {
		if !g.skip() {
			return g.fault(g.pos, "row %d has %d of %d numbers", g.rows, column, g.width)
		}
		word := g.word()
		value, ok := digits(word)
		switch {
		case !ok:
			return g.notANumber(word, 0)
		case value >= g.width*g.height:
			return g.fault(g.pos, "tile %s is out of range on a board of %dx%d (want 0 to %d)", quoteless(word), g.width, g.height, g.width*g.height-1)
		case g.seen[value].line > 0:
			return g.fault(g.pos, "tile %d a second time (the first is at line %d, column %d)", value, g.seen[value].line, g.seen[value].column)
		}
		g.seen[value].line, g.seen[value].column = g.number, g.pos+1
		g.cells = append(g.cells, value)
		g.pos += len(word)
	}
	if g.skip() {
		return g.fault(g.pos, "row %d has more than %d numbers", g.rows, g.width)
	}
	return nil
}

// side reads the line before the rows.
func (g *grid) side() error {
	if g.goal > BlankFirst {
		return g.fault(g.pos, "%v is not a goal (want %v or %v)", g.goal, BlankLast, BlankFirst)
	}
	begin, word := g.pos, g.word()
	n, ok := digits(word)
	g.pos += len(word)
	if !ok || g.skip() {
		return g.fault(begin, "%s is not the side of a square board alone on its line (the grid format begins with n and has n rows of n numbers)", quote(strings.TrimRight(g.text[begin:], " \t\r")))
	}
	if err := checkSize(n, n); err != nil {
		return g.fault(begin, "%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	g.width, g.height = n, n
	return nil
}

// end makes the board when all lines are read.
func (g *grid) end() (Board, error) {
	switch {
	case g.width == 0:
		return Board{}, g.fault(0, "an empty file (want n, then n rows of n numbers)")
	case g.rows < g.height:
		return Board{}, g.fault(0, "the file ends after %d of %d rows", g.rows, g.height)
	}
	return NewBoard(g.width, g.height, g.goal, g.cells)
}

// locate adds file and line to a syntax error.
func locate(err error, file string, line int) error {
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		syntax.File, syntax.Line = file, line
	}
	return err
}

// maxLine is the longest line that is kept: no board is nearly as long, but a
// file that is not text may have no line ends at all.
const maxLine = 1 << 20

// readLine returns the next line without its end, cut to maxLine bytes. The
// bytes are valid until the next call, which may use long to hold a line longer
// than the buffer.
func readLine(r *bufio.Reader, long *[]byte) (line []byte, cut bool, err error) {
	line, err = r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		*long = append((*long)[:0], line...)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = r.ReadSlice('\n')
			if cut = cut || len(*long)+len(line) > maxLine+1; !cut {
				*long = append(*long, line...)
			}
		}
		line = *long
	}
	return bytes.TrimSuffix(line, []byte("\n")), cut, err
}

// skipByteOrderMark drops the mark that some editors put before UTF-8 text.
func skipByteOrderMark(r *bufio.Reader) {
	const mark = "\ufeff"
	if head, _ := r.Peek(len(mark)); string(head) == mark {
		_, _ = r.Discard(len(mark))
	}
}

func nameOf(file string) string {
	if file == "" {
		return "input"
	}
	return file
}
