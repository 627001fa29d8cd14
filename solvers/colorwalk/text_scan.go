package colorwalk

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// noColor is what a character stands for that is no colour.
const noColor Color = 255

// colorOf holds the colour that each byte stands for.
var colorOf = func() (table [256]Color) {
	for i := range table {
		table[i] = noColor
	}
	for c := range len(digits) {
		table[digits[c]] = Color(c)
		table[strings.ToUpper(digits[c : c+1])[0]] = Color(c)
	}
	return table
}()

// scanner reads a board.
type scanner struct{ *puzzle.Scanner }

// parseBoard reads the whole line as a board with its rows separated by /.
func parseBoard(line *puzzle.Scanner) (Board, error) {
	s := scanner{line}
	if !s.Skip() {
		return Board{}, s.Fault(0, "an empty line (want a board: rows of colours joined by /, 0 for blank)")
	}
	var from startCell
	if strings.HasPrefix(s.Word(), startPrefix) {
		var err error
		if from, err = s.start(); err != nil {
			return Board{}, err
		}
	}
	first := s.Pos
	var g textGrid
	for row := range strings.SplitSeq(s.Word(), "/") {
		if offset, msg := g.add(row); msg != "" {
			return Board{}, s.Fault(s.Pos+offset, "%s", msg)
		}
		s.Pos += len(row) + len("/")
	}
	s.Pos--
	if err := s.nothingElse("board", "rows of colours joined by / without spaces"); err != nil {
		return Board{}, err
	}
	if from.row > g.rows || from.col > g.cols {
		return Board{}, s.Fault(from.at, "%s is no cell of a board of %dx%d (want rows 1 to %[3]d and columns 1 to %[2]d)", puzzle.Quote(from.text), g.cols, g.rows)
	}
	cell := from.cell(g.cols)
	b, bad, msg := g.board(cell)
	switch {
	case msg != "" && bad == cell:
		return Board{}, s.Fault(from.at, "%s", msg)
	case msg != "":
		return Board{}, s.Fault(first+bad+bad/g.cols, "%s", msg) // a / behind each row
	}
	return b, nil
}

const startPrefix = "start="

// startCell is the cell that a line names to start from. The zero startCell names none.
type startCell struct {
	row, col int // from 1
	at       int // where it is written
	text     string
}

// cell returns the number of the cell, −1 for none.
func (f startCell) cell(cols int) int {
	if f.row == 0 {
		return -1
	}
	return (f.row-1)*cols + f.col - 1
}

// start reads start=ROW,COL and moves to the word behind it.
func (s scanner) start() (startCell, error) {
	word := s.Word()
	value := word[len(startPrefix):]
	from := startCell{at: s.Pos + len(startPrefix), text: value}
	row, col, hasComma := strings.Cut(value, ",")
	var okRow, okCol bool
	from.row, okRow = puzzle.Digits(row, MaxCells)
	from.col, okCol = puzzle.Digits(col, MaxCells)
	if !hasComma || !okRow || !okCol || from.row < 1 || from.col < 1 {
		return from, s.Fault(from.at, "%s is not a cell to start from (want ROW,COL counted from 1, as in start=1,1)", puzzle.Quote(value))
	}
	s.Pos += len(word)
	if !s.Skip() {
		return from, s.Fault(s.Pos, "no board after %s", puzzle.Quote(word))
	}
	if strings.HasPrefix(s.Word(), startPrefix) {
		return from, s.Fault(s.Pos, "a second start")
	}
	return from, nil
}

// parseSquare reads the whole line as a square board without separators.
func parseSquare(line *puzzle.Scanner) (Board, error) {
	s := scanner{line}
	if !s.Skip() {
		return Board{}, s.Fault(0, "an empty line (want a square board: its colours row by row without separators)")
	}
	first, word := s.Pos, s.Word()
	var g textGrid
	if offset, msg := g.add(word); msg != "" {
		return Board{}, s.Fault(first+offset, "%s", msg)
	}
	s.Pos += len(word)
	if err := s.nothingElse("board", "its colours row by row without separators"); err != nil {
		return Board{}, err
	}
	side := 1
	for (side+1)*(side+1) <= len(word) {
		side++
	}
	if side*side != len(word) {
		return Board{}, s.Fault(first, "%d cells are not a square board (%dx%[2]d has %[3]d, %[4]dx%[4]d has %[5]d)", len(word), side, side*side, side+1, (side+1)*(side+1))
	}
	g.rows, g.cols = side, side
	b, bad, msg := g.board(-1)
	if msg != "" {
		return Board{}, s.Fault(first+bad, "%s", msg)
	}
	return b, nil
}

// nothingElse refuses a word behind a board or a row.
func (s scanner) nothingElse(what, want string) error {
	switch {
	case !s.Skip():
		return nil
	case strings.HasPrefix(s.Word(), startPrefix):
		return s.Fault(s.Pos, "%s behind the %s (want it first on the line)", puzzle.Quote(s.Word()), what)
	}
	return s.Fault(s.Pos, "%s behind the %s (want %s)", puzzle.Quote(s.Word()), what, want)
}
