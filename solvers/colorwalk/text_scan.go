package colorwalk

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// noColor marks a character that is not a color.
const noColor Color = 255

// colorOf is the color of each byte.
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

// rowsOf returns the number of rows and columns of a sheet, whose cells are words, or characters of
// the only word in each row.
func rowsOf(t puzzle.Sheet, characters bool) (rows, cols int, err error) {
	for i, r := range t.Rows {
		first := r.Cells[0]
		length, at := len(r.Cells), r.Cells[min(len(r.Cells)-1, cols)]
		if characters {
			length, at = len(first.Text), first
			at.Column += min(length, cols)
		}
		switch {
		case length == 0:
			return 0, 0, t.Fault(first, "row %d is empty", i+1)
		case i == 0:
			cols = length
		case length != cols:
			return 0, 0, t.Fault(at, "row %d has %s, but row 1 has %d (want rows of one length)", i+1, wording.Counted(length, "cell"), cols)
		}
		if i >= MaxCells/cols {
			return 0, 0, t.Fault(first, "more than %d cells, which no board has", MaxCells)
		}
	}
	return len(t.Rows), cols, nil
}

// parseBoard reads the whole line as a board with its rows separated by /.
func parseBoard(s *puzzle.Scanner) (Board, error) {
	t, err := s.Head("a board: rows of colors joined by /, 0 for blank", map[string]string{"start": startPrefix + "ROW,COL"})
	if err != nil {
		return Board{}, err
	}
	names, at := t.Rows[0].Names, s.Pos
	word := s.Word()
	s.Pos += len(word)
	t.Rows = nil
	for text := range strings.SplitSeq(word, "/") {
		t.Rows = append(t.Rows, puzzle.Row{Names: names, Cells: []puzzle.Cell{{Text: text, Line: s.Line, Column: at + 1}}})
		names, at = nil, at+len(text)+len("/")
	}
	b, err := fromRows(t)
	if err == nil {
		err = nothingElse(s, "board", "rows of colors joined by / without spaces")
	}
	return b, err
}

// fromRows reads a board of a word in each row, with a character for each cell.
func fromRows(t puzzle.Sheet) (Board, error) {
	var cells []byte
	for _, r := range t.Rows {
		word := r.Cells[0]
		for i := range len(word.Text) {
			c := colorOf[word.Text[i]]
			if c == noColor || len(cells) == MaxCells {
				word.Column += i
				what := fmt.Sprintf("more than %d cells, which no board has", MaxCells)
				if c == noColor {
					what = notAColor(word.Text[i:])
				}
				return Board{}, t.Fault(word, "%s", what)
			}
			cells = append(cells, byte(c))
		}
	}
	rows, cols, err := rowsOf(t, true)
	if err != nil {
		return Board{}, err
	}
	return boardOf(t, rows, cols, -1, t.Rows[0].Names["start"], string(cells), func(cell int) puzzle.Cell {
		at := t.Rows[cell/cols].Cells[0]
		at.Column += cell % cols
		return at
	})
}

// boardOf returns the board with those cells, or an error about one that is blank. It starts from the
// cell that is named or, without a name, from start.
func boardOf(t puzzle.Sheet, rows, cols, start int, named puzzle.Cell, cells string, place func(cell int) puzzle.Cell) (Board, error) {
	if named.Text != "" {
		var err error
		if start, err = cellOf(named.Text, rows, cols); err != nil {
			return Board{}, t.Fault(named, "%v", err)
		}
	}
	b, stray := makeBoard(rows, cols, start, cells)
	if stray < 0 {
		return b, nil
	}
	start = b.Start()
	if c := b.Color(start); c != Blank {
		if named.Text == "" {
			named = place(start)
		}
		return Board{}, t.Fault(named, "the start, cell %s, has color %v, but cell %s is blank (want a blank start, or no blank cell)", b.place(start), c, b.place(stray))
	}
	return Board{}, t.Fault(place(stray), "cell %s is blank, 0, but not connected to the start, cell %s, through blank cells (colors count from 1)", b.place(stray), b.place(start))
}

// cellOf returns the cell that is called ROW,COL.
func cellOf(text string, rows, cols int) (int, error) {
	row, col, ok := parseCell(text)
	switch {
	case !ok:
		return 0, fmt.Errorf("%s is not a cell to start from (want ROW,COL counted from 1, as in start=1,1)", wording.Quote(text))
	case row > rows || col > cols:
		return 0, fmt.Errorf("%s is no cell of a board of %dx%d (want rows 1 to %[3]d and columns 1 to %[2]d)", wording.Quote(text), cols, rows)
	}
	return (row-1)*cols + col - 1, nil
}

const startPrefix = "start="

// notAColor explains what the first character of a text should be.
func notAColor(text string) string {
	want := fmt.Sprintf("want 0 for blank, 1 to 9, then a for 10 to z for %d, the largest", MaxColors)
	if strings.ContainsAny(text[:1], ",;|") {
		want += "; nothing between cells, / between rows"
	}
	return fmt.Sprintf("%s is not a color (%s)", wording.QuoteFirst(text), want)
}

// parseCell reads ROW,COL, both from 1.
func parseCell(text string) (row, col int, ok bool) {
	rowText, colText, _ := strings.Cut(text, ",")
	row, okRow := wording.Digits(rowText, MaxCells)
	col, okCol := wording.Digits(colText, MaxCells)
	return row, col, okRow && okCol && row > 0 && col > 0
}

// nothingElse returns an error if a word follows a board or a row.
func nothingElse(s *puzzle.Scanner, what, want string) error {
	if !s.Skip() {
		return nil
	}
	if strings.HasPrefix(s.Word(), startPrefix) {
		want = "it first on the line"
	}
	return s.Fault(s.Pos, "%s behind the %s (want %s)", wording.Quote(s.Word()), what, want)
}
