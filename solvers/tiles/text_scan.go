package tiles

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// name is the prefix of this package's errors.
const name = "tiles"

// numbering converts cells to tile numbers, which may be too large. If a cell is not a number, it
// returns the index of the first such cell, and what would be right there.
type numbering func(cells []puzzle.Cell) (tiles []int, wrong int, want string)

// parseBoard parses a whole line.
func parseBoard(line *puzzle.Scanner, goal Goal) (Board, error) {
	t, err := line.Head("a board's numbers row by row, 0 for the blank", map[string]string{"goal": "goal=blank-last or goal=blank-first", ":": "4x3:"})
	if err != nil {
		return Board{}, err
	}
	t.Rows[0].Cells = make([]puzzle.Cell, 0, line.Count())
	for word := range line.Words() {
		t.Rows[0].Cells = append(t.Rows[0].Cells, word)
	}
	cells, number, size := t.Cells(), strictly(0), t.Rows[0].Names["size"]
	if size.Column > 0 && !strings.Contains(size.Text, "x") { // not a side or a count, as in a sheet
		_, _, err := sizeOf(t, size)
		return Board{}, err
	}
	if word := cells[0].Text; len(word) > 2 && strings.Trim(strings.ToLower(word), "0123456789abcdef") == "" {
		switch {
		case len(cells) > 1:
			return Board{}, t.Fault(cells[0], "%s is neither a tile number nor a board of hexadecimal digits alone on its line", wording.Quote(word))
		case size.Text != "" && size.Text != "4x4":
			return Board{}, t.Fault(cells[0], "hexadecimal digits for a board of %s (want numbers separated by spaces; only 4x4 is written with digits)", size.Text)
		case len(word) != 16:
			return Board{}, t.Fault(cells[0], "%d hexadecimal digits (want 16, or numbers separated by spaces)", len(word))
		}
		t, _ = t.Spread()
		number = strictly(1)
	}
	return read(t, puzzle.Cell{}, goal, number)
}

// read parses a board from rows, or from all its cells in a single row or column. size is "" if the
// size is unknown.
func read(t puzzle.Sheet, size puzzle.Cell, goal Goal, number numbering) (Board, error) {
	names, err := t.Names("goal", "size")
	if err != nil {
		return Board{}, err
	}
	if named, ok := names["goal"]; ok {
		if goal, err = ParseGoal(named.Text); err != nil {
			return Board{}, t.Fault(named, "%s", notAGoal(named.Text))
		}
	}
	if named, ok := names["size"]; ok {
		size = named
	}
	cells := t.Cells()
	width, height, err := sizeOf(t, size)
	tiles, wrong, want := number(cells)
	if wrong >= 0 && len(cells) <= MaxCells {
		return Board{}, t.Fault(cells[wrong], "%s", notATile(cells[wrong:], want, width*height))
	}
	if err != nil {
		return Board{}, err
	}
	var seen [MaxCells]puzzle.Cell
	for i, tile := range tiles {
		if tile >= len(tiles) {
			return Board{}, t.Fault(cells[i], "tile %s is out of range on a board of %dx%d (want 0 to %d)", quoteless(cells[i].Text), width, height, len(tiles)-1)
		}
		if first := seen[tile]; first.Column > 0 {
			place := fmt.Sprintf("column %d", first.Column)
			if first.Line != cells[i].Line {
				place = fmt.Sprintf("line %d, %s", first.Line, place)
			}
			return Board{}, t.Fault(cells[i], "tile %d a second time (the first is at %s)", tile, place)
		}
		seen[tile] = cells[i]
	}
	b, err := NewBoard(width, height, goal, tiles)
	if err != nil {
		return Board{}, t.Fault(cells[0], "%v", wording.Unprefixed(name, err))
	}
	return b, nil
}

// sizeOf returns the size of the board in a sheet, or an error. A size without text is unknown.
func sizeOf(t puzzle.Sheet, size puzzle.Cell) (width, height int, err error) {
	cells := t.Cells()
	fail := func(at puzzle.Cell, format string, args ...any) (int, int, error) {
		return 0, 0, t.Fault(at, format, args...)
	}
	n, rows, perRow := len(cells), len(t.Rows), t.Width()
	single := rows == 1 || perRow == 1
	switch {
	case size.Column > 0:
		w, h, _ := strings.Cut(size.Text, "x")
		var okWidth, okHeight bool
		width, okWidth = wording.Digits(w, 999)
		height, okHeight = wording.Digits(h, 999)
		switch {
		case !okWidth || !okHeight:
			return fail(size, "%s is not a size (want WxH:, width before height, as in 4x3:)", wording.Quote(size.Text+":"))
		case width > MaxCells || height > MaxCells:
			return fail(size, "a board of %s has more than %d cells", quoteless(size.Text), MaxCells)
		}
	case single:
		if width = squareSide(n); width == 0 || n > MaxCells {
			return fail(cells[0], "%s", countWithoutSize(n))
		}
		height, size = width, cells[0]
	case perRow == 0:
		return fail(cells[0], "rows of different lengths (write _ for the blank)")
	default:
		width, height, size = perRow, rows, cells[0]
	}
	if err := checkSize(width, height); err != nil {
		return fail(size, "%v", wording.Unprefixed(name, err))
	}
	switch want := width * height; {
	case n > want:
		return width, height, t.Fault(cells[want], "number %s is one too many for a board of %dx%d (want %d numbers)", quoteless(cells[want].Text), width, height, want)
	case n < want:
		last := cells[n-1]
		last.Column += len(last.Text)
		return width, height, t.Fault(last, "%d numbers for a board of %dx%d (want %d)", n, width, height, want)
	case !single && (perRow != width || rows != height):
		return width, height, t.Fault(cells[0], "%d rows of %d cells for a board of %dx%d", rows, perRow, width, height)
	}
	return width, height, nil
}

// notATile explains what is wrong with the first of the words in front of a board. cells is the
// number of cells of the board, or 0 if it is unknown.
func notATile(words []puzzle.Cell, want string, cells int) string {
	word := words[0].Text
	size, _, hasColon := strings.Cut(word, ":")
	_, _, notASize := wording.WxH(size)
	switch {
	case strings.HasPrefix(word, "goal="):
		return wording.Quote(word) + " behind a number (want it first on the line)"
	case notASize == nil && hasColon:
		return wording.Quote(word) + " behind a number (want the size in front of the numbers)"
	case notASize == nil:
		return fmt.Sprintf("%s is not a tile number (want %s: in front of the numbers if it is the size)", wording.Quote(word), word)
	case want == "" && cells == 0:
		want = "numbers"
	case want == "":
		want = fmt.Sprintf("0 to %d", cells-1)
	}
	switch {
	case strings.ContainsAny(word, ",;"):
		want += ", separated by spaces"
	case strings.Trim(word, "_.-") == "":
		want += ", 0 for the blank"
	}
	return fmt.Sprintf("%s is not a tile number (want %s)", wording.Quote(word), want)
}

// quoteless quotes a word like [wording.Quote], but leaves short numbers unquoted.
func quoteless(word string) string {
	if len(word) > 6 {
		return wording.Quote(word)
	}
	return word
}
