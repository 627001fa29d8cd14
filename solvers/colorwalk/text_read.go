package colorwalk

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Read yields the boards of a stream, one per line, in the format of
// [ParseBoard]; blank lines and comment lines are skipped. A line that cannot
// be parsed is yielded as a [*puzzle.SyntaxError] that names file and line, and
// reading goes on behind it. An error of r itself is yielded last.
//
// It is [LineFormat]'s Read.
func Read(r io.Reader, file string) iter.Seq2[Board, error] {
	return LineFormat.Read(r, file)
}

// readGrids yields boards written with a line for each row and a blank line
// between boards.
func readGrids(r io.Reader, file string, center bool) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		g := gridReader{center: center}
		for l, err := range puzzle.Lines(r, name, file, maxLine) {
			if err != nil {
				yield(Board{}, err)
				return
			}
			line, err := l.Scan(name)
			switch {
			case err != nil || line.Skip():
				if err := g.row(scanner{&line}, l.Number, err); err != nil && !yield(Board{}, puzzle.Locate(err, file, l.Number)) {
					return
				}
			case line.Pos == len(line.Text): // a blank line, no comment
				if g.rows > 0 && !yield(g.end(file)) {
					return
				}
				g = gridReader{center: center}
			}
		}
		if g.rows > 0 {
			yield(g.end(file))
		}
	}
}

// gridReader collects the lines of one board.
type gridReader struct {
	textGrid
	center bool
	bad    bool // an error has been reported, the other lines of the board are passed over
	begin  []textPosition
}

// textPosition is where a row begins, both from 1.
type textPosition struct{ line, column int }

// row reads one line, from its first word, unless there is an error in it.
func (g *gridReader) row(s scanner, number int, err error) error {
	if g.bad {
		return nil
	}
	begin, word := s.Pos, s.Word()
	s.Pos += len(word)
	if err == nil {
		err = s.nothingElse("row", "its colours without spaces")
	}
	if err == nil {
		if offset, msg := g.add(word); msg != "" {
			err = s.Fault(begin+offset, "%s", msg)
		}
	}
	if err != nil {
		g.rows, g.bad = 0, true
	}
	g.begin = append(g.begin, textPosition{number, begin + 1})
	return err
}

// end makes the board when all its lines are read.
func (g *gridReader) end(file string) (Board, error) {
	start := -1
	if g.center {
		start = centerOf(g.rows, g.cols)
	}
	b, cell, msg := g.board(start)
	if msg != "" {
		at := g.begin[cell/g.cols]
		return Board{}, &puzzle.SyntaxError{Puzzle: name, File: file, Line: at.line, Column: at.column + cell%g.cols, Msg: msg}
	}
	return b, nil
}

// centerOf returns the cell in the centre of a board, the lower and right one
// of the two or four.
func centerOf(rows, cols int) int { return rows/2*cols + cols/2 }

// maxLine is the longest line that is kept: that of the largest board, one cell
// in each row. A file that is not text may have no line ends at all.
const maxLine = 2*MaxCells + 1<<10

// Format is a way to write boards in a file. The zero Format is [LineFormat].
type Format uint8

const (
	// LineFormat has one board per line, as [ParseBoard] reads it.
	LineFormat Format = iota
	// ColorFillFormat has one square board per line, its colours row by row
	// without separators, as the data sets of the program ColorFill and of
	// Programming Challenge 19 are written:
	//
	//	233145122   # three rows of three
	ColorFillFormat
	// GridFormat has a line for each row and a blank line between boards:
	//
	//	2331
	//	1451
	//
	//	31
	//	12
	GridFormat
	// CenterGridFormat is GridFormat with boards that start from the centre,
	// the cell ⌊rows/2⌋, ⌊cols/2⌋ counted from 0, as the test cases of the
	// code golf "Create a Flood Paint AI" do.
	CenterGridFormat
)

var formats = [...]struct{ name, doc string }{
	LineFormat:       {"line", "one board a line, rows joined by /: 0 is a blank cell, 1 to 9 and a to z are colours, and a board without a 0 starts in its top left cell"},
	ColorFillFormat:  {"colorfill", "one square board a line without separators (ColorFill's data sets, Programming Challenge 19)"},
	GridFormat:       {"grid", "a line for each row, a blank line between boards"},
	CenterGridFormat: {"grid,start=center", "grid, with the start in the centre (code golf 26232)"},
}

// Formats returns all formats.
func Formats() []Format {
	return []Format{LineFormat, ColorFillFormat, GridFormat, CenterGridFormat}
}

// ParseFormat returns the format of that name: "line", "colorfill", "grid",
// "grid,start=center". The error lists the names there are.
func ParseFormat(name string) (Format, error) {
	if name == "grid,start=top-left" {
		return GridFormat, nil
	}
	names := puzzle.Names(Formats(), Format.String)
	if i := slices.Index(names, name); i >= 0 {
		return Format(i), nil
	}
	return 0, fmt.Errorf("colorwalk: no format is called %s (want %s)%s", puzzle.Quote(name), puzzle.AnyOf(names), search.DidYouMean(name, names))
}

// String returns the name that [ParseFormat] reads.
func (f Format) String() string {
	if int(f) < len(formats) {
		return formats[f].name
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// Doc says in one line how boards are written.
func (f Format) Doc() string {
	if int(f) < len(formats) {
		return formats[f].doc
	}
	return "no format"
}

// Read yields the boards of a stream. Comments are allowed, and comment lines
// skipped, in every format. Text that is no board is yielded as a
// [*puzzle.SyntaxError] that names file and line, and reading goes on behind it: with
// the next line, or the next blank line of a grid. An error of r itself is
// yielded last.
func (f Format) Read(r io.Reader, file string) iter.Seq2[Board, error] {
	switch f {
	case LineFormat:
		return puzzle.ReadEach(r, name, file, maxLine, parseBoard)
	case ColorFillFormat:
		return puzzle.ReadEach(r, name, file, maxLine, parseSquare)
	case GridFormat, CenterGridFormat:
		return readGrids(r, file, f == CenterGridFormat)
	}
	return func(yield func(Board, error) bool) {
		yield(Board{}, errors.New("colorwalk: "+f.String()+" is not a format"))
	}
}

// textGrid collects the rows of a board from any of the formats. Its messages say
// what is wrong, its offsets and cells where; the caller knows which line and
// column that is.
type textGrid struct {
	rows, cols int
	cells      []byte
}

// add reads the next row, a character for each cell. msg is empty if that went
// well.
func (g *textGrid) add(text string) (offset int, msg string) {
	if text == "" {
		return 0, fmt.Sprintf("row %d is empty", g.rows+1)
	}
	for i := range len(text) {
		switch c := colorOf[text[i]]; {
		case c == noColor:
			return i, notAColor(text[i:])
		case len(g.cells) == MaxCells:
			return i, fmt.Sprintf("more than %d cells, which no board has", MaxCells)
		default:
			g.cells = append(g.cells, byte(c))
		}
	}
	g.rows++
	if g.rows == 1 {
		g.cols = len(text)
	}
	if len(text) != g.cols {
		return min(len(text), g.cols), fmt.Sprintf("row %d has %s, but row 1 has %d (want rows of one length)", g.rows, puzzle.Counted(len(text), "cell"), g.cols)
	}
	return 0, ""
}

// board returns the board of the rows, which starts at that cell, −1 for the
// default. If msg is not empty it says what is wrong with the cell bad.
func (g *textGrid) board(start int) (b Board, bad int, msg string) {
	cells := string(g.cells)
	blank := strings.IndexByte(cells, byte(Blank))
	if start < 0 {
		start = max(blank, 0)
	}
	b = Board{rows: int32(g.rows), cols: int32(g.cols), start: int32(start), cells: cells}
	if blank < 0 {
		return b, 0, ""
	}
	if c := b.Color(start); c != Blank {
		return b, start, fmt.Sprintf("the start, cell %s, has colour %v, but cell %s is blank (want a blank start, or no blank cell)", b.place(start), c, b.place(blank))
	}
	if bad = b.strayBlank(); bad >= 0 {
		return b, bad, fmt.Sprintf("cell %s is blank, 0, but not connected to the start, cell %s, through blank cells (colours count from 1)", b.place(bad), b.place(start))
	}
	return b, 0, ""
}

// notAColor says what the first character of a text should be.
func notAColor(text string) string {
	want := fmt.Sprintf("want 0 for blank, 1 to 9, then a for 10 to z for %d, the largest", MaxColors)
	if strings.ContainsAny(text[:1], ",;|") {
		want += "; nothing between cells, / between rows"
	}
	return fmt.Sprintf("%s is not a colour (%s)", puzzle.QuoteFirst(text), want)
}
