package colorwalk

import (
	"io"
	"iter"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
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
