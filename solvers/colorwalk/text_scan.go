package colorwalk

import (
	"fmt"
	"strings"
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

// scanner cuts a line into words. Positions are byte offsets; they become a
// column only when an error needs one.
type scanner struct {
	text string
	pos  int
}

// skip moves to the next word, past space, and reports whether there is one
// before the end or a comment.
func (s *scanner) skip() bool {
	for s.pos < len(s.text) && isSpace(s.text[s.pos]) {
		s.pos++
	}
	return s.pos < len(s.text) && s.text[s.pos] != '#'
}

// word returns the word that begins here, without moving.
func (s *scanner) word() string {
	end := s.pos
	for end < len(s.text) && !isSpace(s.text[end]) && s.text[end] != '#' {
		end++
	}
	return s.text[s.pos:end]
}

// board reads the whole line as a board with its rows separated by /.
func (s *scanner) board() (Board, error) {
	if !s.skip() {
		return Board{}, s.fault(0, "an empty line (want a board: rows of colours joined by /, 0 for blank)")
	}
	var from startCell
	if strings.HasPrefix(s.word(), startPrefix) {
		var err error
		if from, err = s.start(); err != nil {
			return Board{}, err
		}
	}
	first := s.pos
	var g textGrid
	for row := range strings.SplitSeq(s.word(), "/") {
		if offset, msg := g.add(row); msg != "" {
			return Board{}, s.fault(s.pos+offset, "%s", msg)
		}
		s.pos += len(row) + len("/")
	}
	s.pos--
	if err := s.nothingElse("board", "rows of colours joined by / without spaces"); err != nil {
		return Board{}, err
	}
	if from.row > g.rows || from.col > g.cols {
		return Board{}, s.fault(from.at, "%s is no cell of a board of %dx%d (want rows 1 to %[2]d and columns 1 to %[3]d)", quote(from.text), g.rows, g.cols)
	}
	cell := from.cell(g.cols)
	b, bad, msg := g.board(cell)
	switch {
	case msg != "" && bad == cell:
		return Board{}, s.fault(from.at, "%s", msg)
	case msg != "":
		return Board{}, s.fault(first+bad+bad/g.cols, "%s", msg) // a / behind each row
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
func (s *scanner) start() (startCell, error) {
	word := s.word()
	value := word[len(startPrefix):]
	from := startCell{at: s.pos + len(startPrefix), text: value}
	row, col, hasComma := strings.Cut(value, ",")
	var okRow, okCol bool
	from.row, okRow = decimal(row)
	from.col, okCol = decimal(col)
	if !hasComma || !okRow || !okCol || from.row < 1 || from.col < 1 {
		return from, s.fault(from.at, "%s is not a cell to start from (want ROW,COL counted from 1, as in start=1,1)", quote(value))
	}
	s.pos += len(word)
	if !s.skip() {
		return from, s.fault(s.pos, "no board after %s", quote(word))
	}
	if strings.HasPrefix(s.word(), startPrefix) {
		return from, s.fault(s.pos, "a second start")
	}
	return from, nil
}

// square reads the whole line as a square board without separators.
func (s *scanner) square() (Board, error) {
	if !s.skip() {
		return Board{}, s.fault(0, "an empty line (want a square board: its colours row by row without separators)")
	}
	first, word := s.pos, s.word()
	var g textGrid
	if offset, msg := g.add(word); msg != "" {
		return Board{}, s.fault(first+offset, "%s", msg)
	}
	s.pos += len(word)
	if err := s.nothingElse("board", "its colours row by row without separators"); err != nil {
		return Board{}, err
	}
	side := 1
	for (side+1)*(side+1) <= len(word) {
		side++
	}
	if side*side != len(word) {
		return Board{}, s.fault(first, "%d cells are not a square board (%dx%[2]d has %[3]d, %[4]dx%[4]d has %[5]d)", len(word), side, side*side, side+1, (side+1)*(side+1))
	}
	g.rows, g.cols = side, side
	b, bad, msg := g.board(-1)
	if msg != "" {
		return Board{}, s.fault(first+bad, "%s", msg)
	}
	return b, nil
}

// nothingElse refuses a word behind a board or a row.
func (s *scanner) nothingElse(what, want string) error {
	switch {
	case !s.skip():
		return nil
	case strings.HasPrefix(s.word(), startPrefix):
		return s.fault(s.pos, "%s behind the %s (want it first on the line)", quote(s.word()), what)
	}
	return s.fault(s.pos, "%s behind the %s (want %s)", quote(s.word()), what, want)
}

func (s *scanner) fault(at int, format string, args ...any) error {
	return &SyntaxError{Column: at + 1, Msg: fmt.Sprintf(format, args...)}
}

// decimal reads decimal digits; a number too large for any board is read as
// some number that is.
func decimal(word string) (value int, ok bool) {
	for i := range len(word) {
		d := int(word[i]) - '0'
		if d < 0 || d > 9 {
			return 0, false
		}
		value = min(10*value+d, 10*MaxCells)
	}
	return value, word != ""
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
