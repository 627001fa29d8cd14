package colorwalk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// fromTable returns a function that reads a board from a table with one cell per
// character or per word. The board's size and its number of colors may precede the table.
// The board starts from its center if center is true; otherwise it starts from the cell
// that the text names, or from the default.
func fromTable(center bool) func(t puzzle.Sheet, c puzzle.Choice) (Board, error) {
	return func(t puzzle.Sheet, c puzzle.Choice) (Board, error) {
		if first := t.Rows[0].Cells[0]; randomID.MatchString(first.Text) {
			return Board{}, t.Fault(first, noBoard)
		}
		headed := t
		n, first := len(t.Rows), t.Rows[0].Cells
		if n > 1 && len(first) < 4 && first[0].Line < t.Rows[1].Cells[0].Line {
			headed.Rows = t.Rows[1:]
			b, err := grid(headed, center, puzzle.Choice{})
			if err == nil && heads(first, b) {
				if t.Width() != len(first) || len(first) == 1 && len(first[0].Text) < b.Cols() {
					return grid(headed, center, c)
				}
				return Board{}, t.Fault(headed.Rows[0].Cells[0], "the row before may be one of the board, or its size (leave it out, or write the board as %v)", b)
			}
			headed.Rows = t.Rows[1:2] // all cells on one line, and the number of moves below it
			if b, err := fromSquare(headed, puzzle.Choice{}); err == nil && !center && len(first) > 1 && (n == 2 || n == 3 && len(t.Rows[2].Cells) == 1) && heads(first, b) {
				if n == 3 {
					c.Assume("number: %s behind the board is left out; it counts moves", t.Rows[2].Cells[0].Text)
				}
				return fromSquare(headed, c)
			}
		}
		return grid(t, center, c)
	}
}

// heads reports whether numbers in front of a board are its side, its rows and columns or
// columns and rows, or those and at least its number of colors.
func heads(cells []puzzle.Cell, b Board) bool {
	n := make([]int, len(cells))
	for i, c := range cells {
		var ok bool
		if n[i], ok = wording.Digits(c.Text, MaxCells); !ok {
			return false
		}
	}
	seen := map[Color]bool{Blank: false}
	for cell := range b.Cells() {
		seen[b.Color(cell)] = true
	}
	rows, cols, colors := b.Rows(), b.Cols(), n[len(n)-1]
	switch len(n) {
	case 1:
		return n[0] == rows && rows == cols
	case 2:
		return sides(n, rows, cols) || n[0] == rows && rows == cols && colors >= len(seen)-1
	}
	return sides(n, rows, cols) && colors >= len(seen)-1
}

// sides reports whether the first two numbers are the rows and columns of a board, in any order.
func sides(n []int, rows, cols int) bool {
	return n[0] == rows && n[1] == cols || n[0] == cols && n[1] == rows
}

// grid reads a table without anything in front.
func grid(t puzzle.Sheet, center bool, c puzzle.Choice) (Board, error) {
	if first := t.Rows[0].Cells[0]; utf8.RuneCountInString(first.Text)*len(t.Rows) > MaxCells {
		return Board{}, t.Fault(first, "more than %d cells, which no board has", MaxCells)
	}
	if cells := t.Rows[0].Cells; len(t.Rows) == 1 && cells[0].Line < cells[len(cells)-1].Line { // a list whose lines are rows
		names := t.Rows[0].Names
		t.Rows = nil
		for i, cell := range cells {
			if i == 0 || cell.Line > cells[i-1].Line {
				t.Rows = append(t.Rows, puzzle.Row{Names: names})
			}
			last := &t.Rows[len(t.Rows)-1]
			last.Cells = append(last.Cells, cell)
		}
	}
	characters := t.Width() == 1 || len(t.Rows) == 1
	if s, ok := t.Spread(); ok {
		t, characters = s, false
	} else if characters && len(t.Cells()) > 1 {
		rows := t
		rows.Rows = nil
		for _, cell := range t.Cells() {
			rows.Rows = append(rows.Rows, puzzle.Row{Cells: []puzzle.Cell{cell}})
		}
		if _, _, err := rowsOf(rows, true); err != nil {
			return Board{}, err
		}
	}
	rows, cols, err := rowsOf(t, false)
	if err != nil {
		return Board{}, err
	}
	return tabled(t, rows, cols, center, c)
}

// fromSquare reads all cells of a table as a square board.
func fromSquare(t puzzle.Sheet, c puzzle.Choice) (Board, error) {
	if first := t.Rows[0].Cells[0]; randomID.MatchString(first.Text) {
		return Board{}, t.Fault(first, noBoard)
	}
	if s, ok := t.Spread(); ok {
		t = s
	}
	cells, side := t.Cells(), 1
	for (side+1)*(side+1) <= len(cells) {
		side++
	}
	if side*side != len(cells) {
		return Board{}, t.Fault(cells[0], "%d cells are not a square board (%dx%[2]d has %[3]d, %[4]dx%[4]d has %[5]d)", len(cells), side, side*side, side+1, (side+1)*(side+1))
	}
	return tabled(t, side, side, false, c)
}

// likelyRows reports whether square boards a line are more likely the rows of one board.
func likelyRows(boards []Board) bool {
	return len(boards) > 1 && (boards[0].Cols() < 6 || len(boards) == boards[0].Cells())
}

// severalRows reports whether one of several boards has one row, and so is a row, a size or a remark.
func severalRows(boards []Board) bool {
	return len(boards) > 1 && slices.ContainsFunc(boards, func(b Board) bool { return b.Rows() == 1 })
}

// tabled returns the board of that size with the cells of a table.
func tabled(t puzzle.Sheet, rows, cols int, center bool, c puzzle.Choice) (Board, error) {
	names, err := t.Names("start", "size", "colors", "colours")
	if err != nil {
		return Board{}, err
	}
	cells := t.Cells()
	if size := names["size"].Text; size != "" && size != fmt.Sprintf("%dx%d", cols, rows) && size != fmt.Sprintf("%dx%d", rows, cols) {
		return Board{}, t.Fault(names["size"], "the board is %dx%d, and not %s", cols, rows, size)
	}
	colors, err := colorsOf(t, cells, c)
	if err != nil {
		return Board{}, err
	}
	start := -1
	if center {
		start = centerOf(rows, cols)
	}
	board := func(more Color) (Board, error) {
		text := wording.Each(colors, func(c Color) byte { return byte(c + more) })
		return boardOf(t, rows, cols, start, names["start"], string(text), func(cell int) puzzle.Cell { return cells[cell] })
	}
	b, err := board(0)
	if err != nil && names["start"].Text == "" && fromZero(colors, cells) {
		b, err = board(1)
		c.Assume("colors: they count from 0, since cells of color 0 are apart; each is read as one more")
	}
	if err != nil {
		return Board{}, err
	}
	if names["start"].Text == "" && !center {
		isWhite := func(cell puzzle.Cell) bool { return cell.Text == "⬜" }
		if white := slices.IndexFunc(cells, isWhite); white > 0 && !slices.ContainsFunc(cells[white+1:], isWhite) {
			return Board{}, t.Fault(cells[white], "⬜ may be a color, or the blank start (write start=1,1 in front if it is a color, or _ for a blank cell)")
		}
		assumeStart(b, c)
	}
	return b, nil
}

// fromZero reports whether all colors from 0 to the largest occur, and 0 is written as a number.
func fromZero(colors []Color, cells []puzzle.Cell) bool {
	var seen [MaxColors + 1]bool
	for i, c := range colors {
		seen[c] = true
		if c == Blank && strings.Trim(cells[i].Text, "0") != "" {
			return false
		}
	}
	most := slices.Max(colors)
	return most < MaxColors && !slices.Contains(seen[:most+1], false)
}

var named = regexp.MustCompile(`^(?:dark|light)?(?:red|orange|yellow|green|blue|indigo|violet|purple|pink|magenta|cyan|brown|black|white|gr[ae]y|teal|lime|navy|maroon|turquoise|gold|silver|beige|olive|aqua|(?:#|0x)[0-9a-f]{3,8}|bg[\dx]+)$`)

// colorsOf returns the colors of cells: numbers, digits and letters, or words and emoji,
// which are numbered as they come.
func colorsOf(t puzzle.Sheet, cells []puzzle.Cell, c puzzle.Choice) ([]Color, error) {
	colors, words := make([]Color, len(cells)), map[string]Color{}
	var list []string
	written := false
	for i, cell := range cells {
		word := strings.ToLower(cell.Text)
		number, isNumber := wording.Digits(word, 999)
		switch {
		case word == "_" || word == "." || word == "·" || word == "blank" || word == "empty":
		case isNumber && number <= int(MaxColors):
			colors[i], written = Color(number), true
		case len(word) == 1 && colorOf[word[0]] != noColor:
			colors[i], written = colorOf[word[0]], true
		case named.MatchString(word) || word > "\u2190" && !strings.ContainsAny(word, ".,:!?"):
			if words[word] == 0 {
				words[word] = Color(len(words) + 1)
				list = append(list, fmt.Sprintf("%s is %v", word, words[word]))
			}
			colors[i] = words[word]
		default:
			return nil, t.Fault(cell, "%s", notAColor(cell.Text+" "))
		}
		if len(words) > int(MaxColors) || written && len(words) > 0 {
			return nil, t.Fault(cell, "%s is not a color beside the others (want numbers, letters, or at most %d different words or emoji)", wording.Quote(cell.Text), MaxColors)
		}
	}
	if len(list) > 0 {
		c.Assume("colors: %s", strings.Join(list, ", "))
	}
	return colors, nil
}

// partly reports whether a line is a board of one row, which may be a row of another.
func partly(b Board, line string) bool {
	return b.Rows() == 1 && !strings.Contains(line, startPrefix)
}

// full is the text of a board that names its start if it has one row.
func full(b Board) string {
	if text := b.String(); !partly(b, text) {
		return text
	}
	return startPrefix + b.place(b.Start()) + " " + strings.TrimPrefix(b.String(), "start="+b.place(b.Start())+" ")
}
