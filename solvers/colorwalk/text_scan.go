package colorwalk

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
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

// textGrid collects the rows of a board from a line. It knows where they are written, so
// that its errors name the place.
type textGrid struct {
	*puzzle.Scanner
	begin []int // offset of each row
	named int   // the offset at which the start is named, 0 if it is not
	cols  int
	cells []byte
}

// add reads the next row, a character for each cell.
func (g *textGrid) add(at int, text string) error {
	g.begin = append(g.begin, at)
	if text == "" {
		return g.Fault(at, "row %d is empty", len(g.begin))
	}
	for i := range len(text) {
		switch c := colorOf[text[i]]; {
		case c == noColor:
			return g.Fault(at+i, "%s", notAColor(text[i:]))
		case len(g.cells) == MaxCells:
			return g.Fault(at+i, "more than %d cells, which no board has", MaxCells)
		default:
			g.cells = append(g.cells, byte(c))
		}
	}
	if len(g.begin) == 1 {
		g.cols = len(text)
	}
	if len(text) != g.cols {
		return g.Fault(at+min(len(text), g.cols), "row %d has %s, but row 1 has %d (want rows of one length)", len(g.begin), wording.Counted(len(text), "cell"), g.cols)
	}
	return nil
}

// board returns the board of the rows, which starts at that cell, −1 for the
// default.
func (g *textGrid) board(start int) (Board, error) {
	b, stray := makeBoard(len(g.begin), g.cols, start, string(g.cells))
	if stray < 0 {
		return b, nil
	}
	place := func(cell int) int { return g.begin[cell/g.cols] + cell%g.cols }
	start = b.Start()
	if c := b.Color(start); c != Blank {
		at := place(start)
		if g.named > 0 {
			at = g.named
		}
		return Board{}, g.Fault(at, "the start, cell %s, has colour %v, but cell %s is blank (want a blank start, or no blank cell)", b.place(start), c, b.place(stray))
	}
	return Board{}, g.Fault(place(stray), "cell %s is blank, 0, but not connected to the start, cell %s, through blank cells (colours count from 1)", b.place(stray), b.place(start))
}

// notAColor says what the first character of a text should be.
func notAColor(text string) string {
	want := fmt.Sprintf("want 0 for blank, 1 to 9, then a for 10 to z for %d, the largest", MaxColors)
	if strings.ContainsAny(text[:1], ",;|") {
		want += "; nothing between cells, / between rows"
	}
	return fmt.Sprintf("%s is not a colour (%s)", wording.QuoteFirst(text), want)
}

const startPrefix = "start="

// parseBoard reads the whole line as a board with its rows separated by /.
func parseBoard(s *puzzle.Scanner) (Board, error) {
	if !s.Skip() {
		return Board{}, s.Fault(0, "an empty line (want a board: rows of colours joined by /, 0 for blank)")
	}
	g := textGrid{Scanner: s}
	word := s.Word()
	cell, named := strings.CutPrefix(word, startPrefix)
	var row, col int
	if named {
		g.named = s.Pos + len(startPrefix)
		var ok bool
		if row, col, ok = parseCell(cell); !ok {
			return Board{}, s.Fault(g.named, "%s is not a cell to start from (want ROW,COL counted from 1, as in start=1,1)", wording.Quote(cell))
		}
		s.Pos += len(word)
		if !s.Skip() {
			return Board{}, s.Fault(s.Pos, "no board after %s", wording.Quote(word))
		}
		if word = s.Word(); strings.HasPrefix(word, startPrefix) {
			return Board{}, s.Fault(s.Pos, "a second start")
		}
	}
	at := s.Pos
	s.Pos += len(word)
	for text := range strings.SplitSeq(word, "/") {
		if err := g.add(at, text); err != nil {
			return Board{}, err
		}
		at += len(text) + len("/")
	}
	if err := nothingElse(s, "board", "rows of colours joined by / without spaces"); err != nil {
		return Board{}, err
	}
	if !named {
		return g.board(-1)
	}
	if rows := len(g.begin); row > rows || col > g.cols {
		return Board{}, s.Fault(g.named, "%s is no cell of a board of %dx%d (want rows 1 to %[3]d and columns 1 to %[2]d)", wording.Quote(cell), g.cols, rows)
	}
	return g.board((row-1)*g.cols + col - 1)
}

// parseCell reads ROW,COL, both from 1.
func parseCell(text string) (row, col int, ok bool) {
	rowText, colText, _ := strings.Cut(text, ",")
	row, okRow := wording.Digits(rowText, MaxCells)
	col, okCol := wording.Digits(colText, MaxCells)
	return row, col, okRow && okCol && row > 0 && col > 0
}

// nothingElse refuses a word behind a board or a row.
func nothingElse(s *puzzle.Scanner, what, want string) error {
	if !s.Skip() {
		return nil
	}
	if strings.HasPrefix(s.Word(), startPrefix) {
		want = "it first on the line"
	}
	return s.Fault(s.Pos, "%s behind the %s (want %s)", wording.Quote(s.Word()), what, want)
}
