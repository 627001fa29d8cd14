package pdb

import (
	"fmt"
	"slices"
)

// Set is a partition of a board's tiles into groups, with a table for each group. A table counts
// only the moves of its own tiles, so the entries of all tables can be added. On a square board, a
// position and its reflection in the main diagonal need the same number of moves. An estimate
// therefore also looks up the reflection in the same tables, and takes the larger sum.
type Set struct {
	Name          string
	Width, Height int
	Doc, Source   string
	Groups        [][]int
}

// Sets returns the named partitions, such as "pdb-663".
func Sets() []Set {
	const additive = "Korf & Felner 2002"
	return []Set{
		{"pdb-555", 4, 4, "pattern databases of 5, 5 and 5 tiles", additive, [][]int{{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}}},
		{"pdb-663", 4, 4, "pattern databases of 6, 6 and 3 tiles", additive, [][]int{{1, 4, 5, 8, 9, 12}, {2, 3, 6, 7, 10, 11}, {13, 14, 15}}},
		{"pdb-78", 4, 4, "pattern databases of 7 and 8 tiles", additive, [][]int{{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}}},
		{"pdb-55554", 5, 5, "pattern databases of 5, 5, 5, 5 and 4 tiles", additive, [][]int{{1, 2, 5, 6, 7}, {3, 4, 8, 9, 14}, {10, 11, 15, 16, 20}, {12, 13, 17, 18}, {19, 21, 22, 23, 24}}},
		{"pdb-6666", 5, 5, "pattern databases of 6, 6, 6 and 6 tiles", additive, [][]int{{1, 2, 5, 6, 7, 12}, {3, 4, 8, 9, 13, 14}, {10, 11, 15, 16, 20, 21}, {17, 18, 19, 22, 23, 24}}},
	}
}

// part is a group of a set: its table, and how to turn or mirror the board for this table. Groups
// with the same shape in two places of a square share a table.
type part struct {
	tiles []int // tiles of the table
	turn  turn
}

// turn is a symmetry of the board: turn[c] is the image of cell c.
type turn [maxCells]uint8

// parts returns the tables and turns for all groups. It returns an error if the set is not a
// partition.
func (s Set) parts() ([]part, error) {
	var list []part
	all := 0
	for _, group := range s.Groups {
		all += len(group)
		if _, err := latticeOf(s.Width, s.Height, len(group)); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		list = append(list, s.part(group, list))
	}
	cells := slices.Concat(s.Groups...)
	slices.Sort(cells)
	for i := range max(all, s.Width*s.Height-1) {
		if all != s.Width*s.Height-1 || cells[i] != i+1 {
			return nil, fmt.Errorf("pdb: set %s is not a partition of the tiles of a board of %dx%d: %v", s.Name, s.Width, s.Height, s.Groups)
		}
	}
	return list, nil
}

// part finds a table for a group: the table of an earlier group if this one is its image, or a new
// one.
func (s Set) part(group []int, earlier []part) part {
	for _, e := range earlier {
		for _, t := range turns(s.Width, s.Height) {
			var image []int
			for _, tile := range group {
				image = append(image, int(t[tile]))
			}
			if sameTiles(image, e.tiles) && s.goalAt(e.tiles, int(t[0])) {
				return part{e.tiles, t}
			}
		}
	}
	return part{slices.Clone(group), turns(s.Width, s.Height)[0]}
}

// goalAt reports whether the blank can walk from a cell to cell 0 if the given tiles are at home.
// Then a table and its image have the same goal.
func (s Set) goalAt(tiles []int, cell int) bool {
	l, _ := latticeOf(s.Width, s.Height, len(tiles)) // parts has made it
	mask, _ := sequence(tiles)
	return mask>>cell&1 == 0 && l.block(rank(mask), cell) == l.block(rank(mask), 0)
}

func sameTiles(a, b []int) bool {
	var x, y uint32
	for _, tile := range a {
		x |= 1 << tile
	}
	for _, tile := range b {
		y |= 1 << tile
	}
	return x == y
}

// turns returns the symmetries of a board. The first is the identity. For a square, the second is
// the mirror image at the main diagonal.
func turns(width, height int) (list []turn) {
	for _, i := range []int{0, 4, 1, 2, 3, 5, 6, 7} {
		if i&4 != 0 && width != height {
			continue
		}
		var t turn
		for cell := range width * height {
			row, column := cell/width, cell%width
			if i&1 != 0 {
				row = height - 1 - row
			}
			if i&2 != 0 {
				column = width - 1 - column
			}
			if i&4 != 0 {
				row, column = column, row
			}
			t[cell] = uint8(row*width + column)
		}
		list = append(list, t)
	}
	return list
}

// Estimate is a heuristic that sums the tables of a set. It is admissible, consistent, and safe for
// concurrent use.
type Estimate struct {
	Tables []*Table // tables of the set; a table that several groups share is listed once
	views  []view   // views of the groups, then of their mirror images
	groups int
	of     [maxCells][2]uint8  // view of each tile, in the position and in its mirror image
	moves  [maxCells][16][]way // moves by the cell of the blank and the set of moves to try, as bits
}

// way is a move of the blank: the cell that it enters, and its number in the order up, left, right,
// down.
type way struct{ to, number uint8 }

// view is a group of a set in the form in which the search looks it up.
type view struct {
	*Table
	mover

	edges [maxCells * 4]edge // edges by the cell of the blank and the direction of its move
	tiles []int              // tiles of the board, in the order of the table's tiles
	turn  turn
}

// New returns the estimate for a set. It calls the function table once for each table needed by the
// set.
func New(s Set, table func(tiles []int) (*Table, error)) (*Estimate, error) {
	list, err := s.parts()
	if err != nil {
		return nil, err
	}
	e := &Estimate{groups: len(list)}
	made := map[string]*Table{}
	for _, p := range list {
		t := made[fmt.Sprint(p.tiles)]
		if t == nil {
			if t, err = table(p.tiles); err != nil {
				return nil, err
			}
			made[fmt.Sprint(p.tiles)] = t
			e.Tables = append(e.Tables, t)
		}
		e.views = append(e.views, newView(t, p.turn))
	}
	mirror := turns(s.Width, s.Height)[0] // none, but of a square
	if s.Width == s.Height {
		mirror = turns(s.Width, s.Height)[1]
	}
	for i, p := range list {
		var both turn
		for cell := range s.Width * s.Height {
			both[cell] = p.turn[mirror[cell]]
		}
		e.views = append(e.views, newView(e.views[i].Table, both))
	}
	for i := range e.views {
		for _, tile := range e.views[i].tiles {
			e.of[tile][i/e.groups] = uint8(i)
		}
	}
	e.fillMoves()
	return e, nil
}

func newView(t *Table, turn turn) view {
	l := t.lattice
	v := view{
		Table: t, mover: t.mover(), tiles: make([]int, l.k), turn: turn,
	}
	for cell := range l.cells {
		if i := slices.Index(t.tiles, int(turn[cell])); i >= 0 {
			v.tiles[i] = cell // tile t is at home on cell t
		}
		for number, to := range l.ways(cell) {
			if to >= 0 {
				v.edges[cell*4+number] = l.edges[turn[to]][turn[cell]]
			}
		}
	}
	return v
}

// fillMoves fills the lists of moves.
func (e *Estimate) fillMoves() {
	l := e.views[0].lattice
	for cell := range l.cells {
		for tried := range 16 {
			for number, to := range l.ways(cell) {
				if to >= 0 && tried>>number&1 != 0 {
					e.moves[cell][tried] = append(e.moves[cell][tried], way{uint8(to), uint8(number)})
				}
			}
		}
	}
}

// words returns the places of all views for a position, and two sums of their numbers: for the
// position and for its mirror image.
func (e *Estimate) words(tiles []uint8) (words [2 * maxCells]word, sums [2]int, err error) {
	var at [maxCells]int
	for cell, tile := range tiles {
		at[tile] = cell
	}
	cells := make([]int, MaxTiles)
	for i := range e.views {
		v := &e.views[i]
		cells = cells[:len(v.tiles)]
		for j, tile := range v.tiles {
			cells[j] = int(v.turn[at[tile]])
		}
		moves, err := v.Moves(cells, int(v.turn[at[0]]))
		if err != nil {
			return words, sums, err
		}
		words[i] = newWord(cells) | word(moves&3)<<numberShift
		sums[i/e.groups] += moves
	}
	return words, sums, nil
}

// Sums returns two sums of table entries: the sum for a position, and the sum for its mirror image.
// The slice tiles has the same form as in [Estimate.Of].
func (e *Estimate) Sums(tiles []uint8) ([2]int, error) {
	_, sums, err := e.words(tiles)
	return sums, err
}

// Change returns the amount, 1 or −1, by which each of the two [Estimate.Sums] changes when a tile
// slides into the blank. Before the move, the blank is in cell blank and the tile in cell from.
func (e *Estimate) Change(tiles []uint8, blank, from int) (change [2]int) {
	var at [maxCells]uint8
	for cell, tile := range tiles {
		at[tile] = uint8(cell)
	}
	number := 0
	for _, w := range e.moves[blank][15] {
		if int(w.to) == from {
			number = int(w.number)
		}
	}
	for side, i := range e.of[tiles[from]] {
		v := &e.views[i]
		var cells [MaxTiles]int
		for j, tile := range v.tiles {
			cells[j] = int(v.turn[at[tile]])
		}
		e := &v.edges[blank*4+number]
		next, sequence := v.step(v.word(cells[:len(v.tiles)], int(v.turn[blank])), e)
		change[side] = 2*int(v.up(next, sequence, e)) - 1
	}
	return change
}

// Of returns the estimate for a position. The slice tiles holds the tile on each cell, or 0 for the
// blank; the home of tile t is cell t. Of returns an error if a table is damaged.
func (e *Estimate) Of(tiles []uint8) (int, error) {
	_, sums, err := e.words(tiles)
	return max(sums[0], sums[1]), err
}
