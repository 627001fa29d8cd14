package colorwalk

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

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
	var names []string
	for _, f := range Formats() {
		if name == f.String() {
			return f, nil
		}
		names = append(names, f.String())
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
