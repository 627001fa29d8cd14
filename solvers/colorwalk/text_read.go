package colorwalk

import (
	"cmp"
	"io"
	"iter"
	"regexp"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// formats are the ways to write boards in a file. All of them allow comments. After text that is
// not a board, reading continues with the next line, or after the next blank line of a grid. Grids
// are written in the form
//
//	2331
//	1451
//
//	31
//	12
//
// and the center of a grid is the cell in row ⌊rows/2⌋ and column ⌊columns/2⌋, counted from 0.
var formats = []puzzle.Format[Board]{
	{Name: "line", Doc: "one board per line, with a / between rows; 0 is a blank cell, 1 to 9 and a to z are colors, and a board without a 0 starts in its top left cell", Example: "012/121/221", Read: lines(parseBoard)},
	{Name: "colorfill", Doc: "one square board per line without separators (ColorFill's data sets, Programming Challenge 19)", Example: "123121221", Read: puzzle.Sheets(name, puzzle.Apart, fromSquare), Unlikely: likelyRows},
	{Name: "grid", Doc: "one row per line, in digits, letters, words or emoji, with a blank line between boards; the numbers of rows and columns may come first", Example: "1 2 3\n1 2 1\n2 2 1", Read: puzzle.Sheets(name, nil, fromTable(false)), Unlikely: severalRows},
	{Name: "grid,start=center", Doc: "grid, with the start in the center (code golf 26232)", Example: "123\n121\n221", Read: puzzle.Sheets(name, nil, fromTable(true)), Unlikely: func([]Board) bool { return true }},
	{Name: "tatham", Doc: "one game ID per line, from Flood in Simon Tatham's collection", Example: "3x3c3m0:012010110,3", Read: lines(parseTatham)},
}

// maxLine is the maximum length of a line in bytes: the largest board with one cell in each row. A
// file that is not text may have no line ends.
const maxLine = 2*MaxCells + 1<<10

// lines reads a board a line.
func lines(parse func(*puzzle.Scanner) (Board, error)) func(r io.Reader, file string, c puzzle.Choice) iter.Seq2[Board, error] {
	return func(r io.Reader, file string, c puzzle.Choice) iter.Seq2[Board, error] {
		return puzzle.ReadEach(r, name, file, maxLine, func(s *puzzle.Scanner) (Board, error) {
			if randomID.MatchString(s.Text) {
				return Board{}, s.Fault(0, noBoard)
			}
			b, err := parse(s)
			if err == nil && !strings.Contains(s.Text, startPrefix) {
				assumeStart(b, c)
			}
			return b, err
		})
	}
}

// randomID matches a game ID with a random seed, from which only Simon Tatham's collection makes a
// board. The seed follows a #, and so is a comment here. Nobody writes a row of colors like that.
var randomID = regexp.MustCompile(`^\s*\d{1,20}x\d{1,20}c\d{1,20}m\d{1,20}\s*(?:#|$)`) // bounded, since a line may have 33 MB of digits

const noBoard = `a random game ID, which has no board (copy the specific game ID, as in "3x3c3m0:012010110,3")`

// assumeStart reports the start of a board that does not name one.
func assumeStart(b Board, c puzzle.Choice) {
	what := "no cell is blank, so it is the top left one"
	if b.Color(b.Start()) == Blank {
		if b.Start() == 0 {
			return
		}
		what = "it is the blank cell, 0"
	}
	c.Assume("start: %s, %s (%s chooses another)", b.place(b.Start()), what, c.Chooses("start ROW,COL", "start=ROW,COL"))
}

var gameID = regexp.MustCompile(`^(?:(\d+)x(\d+)|(\d+))(?:c(\d+))?(?:m\d+)?:([0-9A-Za-z]+)(?:,\d+)?$`)

// parseTatham reads a game ID: the size, colors from 0 row by row, and the moves allowed.
func parseTatham(s *puzzle.Scanner) (Board, error) {
	s.Skip()
	at, word := s.Pos, s.Word()
	s.Pos += len(word)
	m := gameID.FindStringSubmatch(word)
	if m == nil {
		return Board{}, s.Fault(at, "%s is not a game ID such as 3x3c3m0:012010110,3 (one with # in it names a random seed, not a board)", wording.Quote(word))
	}
	cols, _ := wording.Digits(cmp.Or(m[1], m[3]), MaxCells)
	rows, _ := wording.Digits(cmp.Or(m[2], m[3]), MaxCells)
	if rows == 0 || cols == 0 || rows > MaxCells/cols || rows*cols != len(m[5]) {
		return Board{}, s.Fault(at, "%d cells for a board of %dx%d", len(m[5]), cols, rows)
	}
	colors := make([]Color, len(m[5]))
	for i := range m[5] {
		colors[i] = colorOf[m[5][i]] + 1
		if most, ok := wording.Digits(m[4], int(MaxColors)); ok && int(colors[i]) > most {
			return Board{}, s.Fault(at+len(word), "%c is not one of %d colors, which count from 0", m[5][i], most)
		}
	}
	b, err := NewBoard(rows, cols, -1, colors)
	if err == nil {
		err = nothingElse(s, "board", "a game ID a line")
	}
	return b, err
}

// centerOf returns the cell in the center of a board, the lower and right one
// of the two or four.
func centerOf(rows, cols int) int { return rows/2*cols + cols/2 }
