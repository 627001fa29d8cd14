package colorwalk

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

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
