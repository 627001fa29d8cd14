package tiles

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// headed joins each table of one or two cells, a size, with the one behind it.
func headed(tables []puzzle.Sheet) (all []puzzle.Sheet) {
	for i, t := range tables {
		if i > 0 && len(tables[i-1].Cells()) < 3 {
			all[len(all)-1] = puzzle.Together([]puzzle.Sheet{tables[i-1], t})[0]
			continue
		}
		all = append(all, t)
	}
	return all
}

// fromTable reads a board that is written as a table: rows, or all cells in one row or
// column. Its sides may stand in front.
func fromTable(t puzzle.Sheet, c puzzle.Choice) (Board, error) {
	silent := c
	silent.Say = nil
	first := t.Rows[0].Cells
	if _, err := fromRows(t, "", silent); err != nil && len(t.Rows) > 1 && len(first) < 3 {
		rest := t
		rest.Rows = t.Rows[1:]
		a, okA := wording.Digits(first[0].Text, MaxCells)
		b, okB := wording.Digits(first[len(first)-1].Text, MaxCells)
		w, size := rest.Width(), ""
		if a == b {
			size = fmt.Sprintf("%dx%d", a, b)
		}
		if okA && okB && a > 1 && b > 1 && (a == b || w == a || w == b) {
			return fromRows(rest, size, c)
		}
	}
	return fromRows(t, "", c)
}

// fromRows reads a board without its sides in front, which may be known.
func fromRows(t puzzle.Sheet, size string, c puzzle.Choice) (Board, error) {
	names, err := t.Names("goal", "size")
	if err != nil {
		return Board{}, err
	}
	if s, ok := t.Spread(); ok {
		t = s
	}
	goal := goalOf(c)
	if named, ok := names["goal"]; ok {
		if goal, err = ParseGoal(named); err != nil {
			return Board{}, t.Fault(t.Rows[0].Cells[0], "%s", notAGoal(named))
		}
	}
	size = cmp.Or(names["size"], size)
	if err := fillGap(&t); err != nil {
		return Board{}, err
	}
	cells, s := t.Cells(), scanner{Scanner: &puzzle.Scanner{Puzzle: name}, goal: goal}
	fail := func(err error) (Board, error) {
		return Board{}, t.Fault(cells[0], "%s", strings.TrimPrefix(err.Error(), "tiles: "))
	}
	width, height := t.Width(), len(t.Rows)
	switch {
	case size != "":
		if err := s.size(size); err != nil {
			return Board{}, t.Fault(cells[0], "%s is not the size of a board of %d to %d cells", wording.Quote(size), 4, MaxCells)
		}
		if width > 1 && height > 1 && (width != s.width || height != s.height) || s.width*s.height != len(cells) {
			return Board{}, t.Fault(cells[0], "%d cells in %d rows for a board of %s", len(cells), height, size)
		}
		width, height = s.width, s.height
	case height == 1 || width == 1:
		if width = squareSide(len(cells)); width == 0 {
			return Board{}, t.Fault(cells[0], "%s", countWithoutSize(len(cells)))
		}
		height = width
	case width == 0:
		return Board{}, t.Fault(cells[0], "rows of different lengths (write _ for the blank)")
	}
	if err := checkSize(width, height); err != nil {
		return fail(err)
	}
	tiles, err := numbersOf(t, cells, c)
	if err != nil {
		return Board{}, err
	}
	b, err := NewBoard(width, height, goal, tiles)
	if err != nil {
		return fail(err)
	}
	if _, ok := names["goal"]; !ok {
		assumeGoal(c)
	}
	return b, nil
}

// fillGap puts an empty cell into the one row that is a cell shorter than the others, where
// its cells stand below or above theirs and leave a gap.
func fillGap(t *puzzle.Sheet) error {
	long := slices.MaxFunc(t.Rows, func(a, b puzzle.Row) int { return len(a.Cells) - len(b.Cells) }).Cells
	short := slices.IndexFunc(t.Rows, func(r puzzle.Row) bool { return len(r.Cells) == len(long)-1 })
	if short < 0 || len(t.Cells()) != len(long)*len(t.Rows)-1 {
		return nil
	}
	meets := func(a, b puzzle.Cell) bool {
		return a.Column < b.Column+len(b.Text) && b.Column < a.Column+len(a.Text)
	}
	cells, gap := t.Rows[short].Cells, -1
	for place := range long {
		fits := true
		for i, cell := range long {
			if i != place {
				k := i
				if i > place {
					k--
				}
				fits = fits && meets(cell, cells[k])
			}
		}
		if fits && gap < 0 {
			gap = place
		}
	}
	if gap < 0 {
		return t.Fault(cells[0], "row %d has %d of %d cells (write _ for the blank)", short+1, len(cells), len(long))
	}
	t.Rows[short].Cells = slices.Insert(slices.Clone(cells), gap, puzzle.Cell{Line: cells[0].Line, Column: 1})
	return nil
}

// blanks are the words for the blank, beside 0 and nothing at all.
var blanks = []string{"", "_", "__", ".", "..", "-", "--", "·", "*", "x", "xx", "b", "o", "?", "~", "□", "■", "⬜", "⬛", "◻", "◼", "░", "█", "none", "null", "nil", "nan", "blank", "empty", "space", "gap", "hole"}

// alphabets are the ways to write tiles: numbers, hexadecimal and further digits, and
// letters from a for 1.
var alphabets = []func(word string, n int) (int, bool){
	func(word string, _ int) (int, bool) { return wording.Digits(word, 999) },
	func(word string, n int) (int, bool) {
		v := strings.Index("0123456789abcdefghijklmno", word)
		return v, len(word) == 1 && v >= 0 && v < n && n > 10
	},
	func(word string, n int) (int, bool) {
		return int((word + "?")[0]) - 'a' + 1, len(word) == 1 && word[0] >= 'a' && int(word[0]) < 'a'+n
	},
}

// numbersOf returns the tiles of cells, in the first alphabet that all but the blank are in.
func numbersOf(t puzzle.Sheet, cells []puzzle.Cell, c puzzle.Choice) ([]int, error) {
	n := len(cells)
	for _, alphabet := range alphabets {
		tiles, odd, zero := make([]int, n), []int{}, false
		for i, cell := range cells {
			var ok bool
			if tiles[i], ok = alphabet(strings.ToLower(cell.Text), n); !ok {
				odd = append(odd, i)
				tiles[i] = 0
			}
			zero = zero || tiles[i] == 0
		}
		switch {
		case len(odd) > 1 || len(odd) == 1 && !slices.Contains(blanks, strings.ToLower(cells[odd[0]].Text)):
			continue
		case !zero && slices.Max(tiles) == n:
			tiles[slices.Index(tiles, n)] = 0
			c.Assume("blank: it is %s, since there is no 0", cells[slices.Index(tiles, 0)].Text)
		}
		seen := make([]bool, n)
		for i, tile := range tiles {
			switch {
			case tile >= n:
				return nil, t.Fault(cells[i], "tile %s is out of range on a board of %d cells (want 0 to %d)", quoteless(cells[i].Text), n, n-1)
			case seen[tile] && tile == 0:
				return nil, t.Fault(cells[i], "a second blank")
			case seen[tile]:
				return nil, t.Fault(cells[i], "tile %s a second time", quoteless(cells[i].Text))
			}
			seen[tile] = true
		}
		return tiles, nil
	}
	_, wrong := wording.Digits(cells[0].Text, 999)
	at := slices.IndexFunc(cells, func(cell puzzle.Cell) bool { _, ok := wording.Digits(cell.Text, 999); return !ok })
	if wrong && at < 0 {
		at = 0
	}
	return nil, t.Fault(cells[max(at, 0)], "%s is not a tile number (want 0 to %d, or 1 to %[2]d and _ for the blank)", wording.Quote(cells[max(at, 0)].Text), n-1)
}

// assumeGoal says which goal a board has that names none.
func assumeGoal(c puzzle.Choice) {
	if !c.Given("goal") {
		c.Assume("goal: none given, so it is %v, 1 2 3 … 0 (%s says another)", goalOf(c), c.Chooses("goal", "goal=…"))
	}
}
