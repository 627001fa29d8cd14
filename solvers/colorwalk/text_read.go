package colorwalk

import (
	"io"
	"iter"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// formats are the ways to write boards in a file. Comments are allowed, and
// comment lines skipped, in each. Reading goes on behind text that is no board:
// with the next line, or the next blank line of a grid. Grids are written
//
//	2331
//	1451
//
//	31
//	12
//
// and their centre is the cell ⌊rows/2⌋, ⌊columns/2⌋ counted from 0.
var formats = []puzzle.Format[Board]{
	{Name: "line", Doc: "one board a line, rows joined by /: 0 is a blank cell, 1 to 9 and a to z are colours, and a board without a 0 starts in its top left cell", Read: lines(parseBoard)},
	{Name: "colorfill", Doc: "one square board a line without separators (ColorFill's data sets, Programming Challenge 19)", Read: lines(parseSquare)},
	{Name: "grid", Doc: "a line for each row, a blank line between boards", Read: grids(false)},
	{Name: "grid,start=center", Doc: "grid, with the start in the centre (code golf 26232)", Read: grids(true)},
}

// maxLine is the longest line that is kept: that of the largest board, one cell
// in each row. A file that is not text may have no line ends at all.
const maxLine = 2*MaxCells + 1<<10

// reader is [puzzle.Format.Read].
type reader = func(r io.Reader, file string, _ puzzle.Choice) iter.Seq2[Board, error]

// lines reads a board a line.
func lines(parse func(*puzzle.Scanner) (Board, error)) reader {
	return func(r io.Reader, file string, _ puzzle.Choice) iter.Seq2[Board, error] {
		return puzzle.ReadEach(r, name, file, maxLine, parse)
	}
}

// grids reads boards that start from the centre or, if not, from their default.
func grids(center bool) reader {
	return func(r io.Reader, file string, _ puzzle.Choice) iter.Seq2[Board, error] {
		return func(yield func(Board, error) bool) {
			var g textGrid
			for s, err := range puzzle.Lines(r, name, file, maxLine) {
				switch {
				case s == nil:
					if g.wrong == nil || yield(Board{}, g.wrong) {
						yield(Board{}, err)
					}
					return
				case err != nil || s.Skip():
					g.line(s, err)
				case s.Pos == len(s.Text): // a blank line, no comment
					if !g.end(center, yield) {
						return
					}
					g = textGrid{}
				}
			}
			g.end(center, yield)
		}
	}
}

// centerOf returns the cell in the centre of a board, the lower and right one
// of the two or four.
func centerOf(rows, cols int) int { return rows/2*cols + cols/2 }
