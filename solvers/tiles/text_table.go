package tiles

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// headed joins each table of one or two cells, which is a size, with the next table.
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

// fromTable parses a board that is written as a table: as rows, or with all cells in one row or
// column. Its width and height may come first.
func fromTable(t puzzle.Sheet, c puzzle.Choice) (Board, error) {
	silent := c
	silent.Say = nil
	first := t.Rows[0].Cells
	_, err := fromRows(t, puzzle.Cell{}, silent)
	if n := len(first); err != nil && len(t.Rows) == 1 && squareSide(n) == 0 && squareSide(n-1) > 2 {
		if _, ok := wording.Digits(first[0].Text, 0); ok {
			t.Rows = []puzzle.Row{{Cells: first[1:], Names: t.Rows[0].Names}}
			c.Assume("number: %s in front of %d others is left out; it counts boards, or is the side", first[0].Text, n-1)
		}
	} else if err != nil && len(t.Rows) > 1 && (n < 3 || n == 3 && strings.Contains("x×X*", first[1].Text)) {
		rest := t
		rest.Rows = t.Rows[1:]
		a, okA := wording.Digits(first[0].Text, MaxCells)
		b, okB := wording.Digits(first[len(first)-1].Text, MaxCells)
		w, size := rest.Width(), puzzle.Cell{}
		if a == b {
			size = first[0]
			size.Text = fmt.Sprintf("%dx%d", a, b)
		}
		if okA && okB && a > 1 && b > 1 && (a == b || w == a || w == b) {
			return fromRows(rest, size, c)
		}
	}
	return fromRows(t, puzzle.Cell{}, c)
}

// fromRows parses a board without a size in front; the size may be known.
func fromRows(t puzzle.Sheet, size puzzle.Cell, c puzzle.Choice) (Board, error) {
	if s, ok := t.Spread(); ok {
		t = s
	}
	if err := fillGap(&t); err != nil {
		return Board{}, err
	}
	b, err := read(t, size, goalOf(c), loosely(c))
	if _, named := t.Rows[0].Names["goal"]; err == nil && !named {
		assumeGoal(c)
	}
	return b, err
}

// fillGap inserts an empty cell into the only row that is one cell shorter than the others. It puts
// the cell where the columns of all other rows show a gap.
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
		fits := gap < 0
		for _, r := range t.Rows {
			for i := range cells {
				k := i
				if i >= place {
					k++
				}
				fits = fits && (len(r.Cells) < len(long) || meets(cells[i], r.Cells[k]))
			}
		}
		if fits {
			gap = place
		}
	}
	if gap < 0 {
		return t.Fault(cells[0], "row %d has %d of %d cells (write _ for the blank)", short+1, len(cells), len(long))
	}
	t.Rows[short].Cells = slices.Insert(slices.Clone(cells), gap, puzzle.Cell{Line: cells[0].Line, Column: 1})
	return nil
}

// blank matches the words that mean the blank, besides 0: anything without letters and digits, and these.
var blank = regexp.MustCompile(`(?i)^(?:[^\pL\pN]*|-1|x|xx|b|o|none|null|nil|nothing|na|nan|blank|empty|space|gap|hole)$`)

// alphabets are the ways to write tiles: as numbers, as hexadecimal and further digits, and as
// letters, with a for 1.
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

// numbersIn returns the tiles of all cells in an alphabet, and the cells that do not fit into it.
func numbersIn(alphabet int, cells []puzzle.Cell) (tiles, odd []int) {
	tiles = make([]int, len(cells))
	for i, cell := range cells {
		tile, ok := alphabets[alphabet](strings.ToLower(cell.Text), len(cells))
		if !ok {
			odd = append(odd, i)
			tile = 0
		}
		tiles[i] = tile
	}
	return tiles, odd
}

// strictly returns a numbering that accepts numbers in one alphabet, and 0 for the blank.
func strictly(alphabet int) numbering {
	return func(cells []puzzle.Cell) ([]int, int, string) {
		tiles, odd := numbersIn(alphabet, cells)
		return tiles, append(odd, -1)[0], ""
	}
}

// loosely returns a numbering that uses the first alphabet that fits all cells except the blank. If
// there is no other blank, the largest number is the blank; letters need one.
func loosely(c puzzle.Choice) numbering {
	return func(cells []puzzle.Cell) ([]int, int, string) {
		n := len(cells)
		for alphabet := range alphabets {
			tiles, odd := numbersIn(alphabet, cells)
			if len(odd) > 1 || len(odd) == 1 && !blank.MatchString(cells[odd[0]].Text) {
				if len(odd) > 1 || len(cells[odd[0]].Text) > 1 || !complete(tiles) {
					continue
				}
				c.Assume("blank: it is %s, since all other tiles are there", cells[odd[0]].Text)
			}
			switch missing := !slices.Contains(tiles, 0) && slices.Max(tiles) == n; {
			case missing && alphabet == len(alphabets)-1:
				return nil, 0, "letters with _ for the blank, or numbers"
			case missing:
				last := slices.Index(tiles, n)
				tiles[last] = 0
				c.Assume("blank: it is %s, since there is no 0", cells[last].Text)
			}
			return tiles, -1, ""
		}
		_, odd := numbersIn(0, cells)
		return nil, odd[0], fmt.Sprintf("0 to %d, or 1 to %[1]d and _ for the blank", n-1)
	}
}

// complete reports whether the tiles are 0, 1, 2, … in any order, so that no other tile is missing.
func complete(tiles []int) bool {
	return slices.Max(tiles) == len(tiles)-1 && len(slices.Compact(slices.Sorted(slices.Values(tiles)))) == len(tiles)
}

// assumeGoal reports which goal is assumed for a board that names none.
func assumeGoal(c puzzle.Choice) {
	if !c.Given("goal") {
		c.Assume("goal: none is given, so it is %v, 1 2 3 … 0 (%s chooses another)", goalOf(c), c.Chooses("goal", "goal=…"))
	}
}
