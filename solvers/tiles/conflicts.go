package tiles

import "sync"

// Conflicts in one line. A line's code has three bits for each of its cells,
// the first cell lowest: 0 for the blank and for a tile that belongs in another
// line, else 1 + the place in the line where the tile belongs.
//
//	cell      0   1   2   3
//	place     2   –   0   1      tiles of this line; – is anything else
//	code    011 000 001 010      written from the lowest bits on
//
// The smallest number of tiles that must leave the line is the number of tiles
// that belong there less the longest increasing run among them.

// codedCells is the length of the longest lines that use a table. For longer lines, mustLeave
// computes the number each time.
const codedCells = 5

// codes is the number of codes of a line.
const codes = 1 << (3 * codedCells)

// conflictTable has the number of tiles that must leave a line, by code of the line.
var conflictTable = sync.OnceValue(func() *[codes]uint8 {
	table := new([codes]uint8)
	var places [codedCells]uint8
	for code := range table {
		for i := range places {
			places[i] = uint8(code >> (3 * i) & 7)
		}
		table[code], _ = mustLeave(places[:])
	}
	return table
})

// mustLeave returns how many tiles must leave a line, and marks such tiles by their cells. For each
// cell, places has 1 + the place of its tile in the line, or 0 if the tile belongs elsewhere. If
// several longest increasing runs could stay, the run that ends first stays. A tie is broken by
// comparing the runs from the last tile backward: the run whose tile comes first stays.
func mustLeave(places []uint8) (n uint8, leaves [MaxCells]bool) {
	// By the cell where a run ends: the length of the longest run, and 1 + the cell before the last.
	var run, previous [MaxCells]uint8
	best := 0 // 1 + the cell where the longest run ends
	for i, place := range places {
		if place == 0 {
			continue
		}
		n++
		leaves[i], run[i] = true, 1
		for j, earlier := range places[:i] {
			if earlier != 0 && earlier < place && run[j] >= run[i] {
				run[i], previous[i] = run[j]+1, uint8(1+j)
			}
		}
		if best == 0 || run[i] > run[best-1] {
			best = 1 + i
		}
	}
	for ; best > 0; best = int(previous[best-1]) {
		leaves[best-1] = false
		n--
	}
	return n, leaves
}

// line is a row or a column of a problem.
type line struct {
	cells  [MaxCells]uint8 // cells of the line; the elements beyond its length are 0
	length int
	place  [32]uint8     // by tile: 1 + its place in the line, or 0 if it belongs elsewhere
	table  *[codes]uint8 // nil if the line is too long for the table
	mask   uint16        // mask of the bits of a code
}

// newLines returns the rows (axis 0) and the columns of a problem.
func (p *problem) newLines() (lines [2][]line) {
	for axis, a := range p.form.axes() {
		lines[axis] = make([]line, a.lines)
		for i := range lines[axis] {
			l := &lines[axis][i]
			l.length = a.perLine
			for place := range a.perLine {
				l.cells[place] = uint8(a.cell(i, place))
			}
			if l.length <= codedCells {
				l.table, l.mask = conflictTable(), 1<<(3*l.length)-1
			}
		}
		for tile := 1; tile < p.form.Cells(); tile++ {
			home, place := a.line(int(p.home[tile]))
			lines[axis][home].place[tile] = uint8(1 + place)
		}
	}
	return lines
}

// conflicts returns how many tiles must leave the line.
func (l *line) conflicts(s *State) uint8 {
	var array [MaxCells]uint8
	places := l.places(s, &array)
	if l.table == nil {
		n, _ := mustLeave(places)
		return n
	}
	code := uint16(0)
	for i, place := range places {
		code |= uint16(place) << (3 * i)
	}
	return l.table[code%codes]
}

// crossed returns the change in the number of tiles that must leave the line when a tile that
// belongs there enters it (crosses is 1) or leaves it (crosses is −1) at the given place.
func (l *line) crossed(s *State, tile uint8, crosses int8, place uint8) uint8 {
	if l.table == nil {
		return l.crossedLong(s, tile, crosses, place)
	}
	// In a line of fewer cells than a code has room for, the mask takes out
	// what was read of cell 0 instead.
	code := (l.placeOn(s, 0) | l.placeOn(s, 1)<<3 | l.placeOn(s, 2)<<6 | l.placeOn(s, 3)<<9 | l.placeOn(s, 4)<<12) & l.mask
	change := uint16(l.place[tile&31]) << (3 * place & 15)
	if crosses < 0 {
		change = -change
	}
	return l.table[(code+change)%codes] - l.table[code%codes]
}

func (l *line) crossedLong(s *State, tile uint8, crosses int8, place uint8) uint8 {
	var array [MaxCells]uint8
	places := l.places(s, &array)
	before, _ := mustLeave(places)
	places[place] = 0
	if crosses > 0 {
		places[place] = l.place[tile]
	}
	after, _ := mustLeave(places)
	return after - before
}

// places returns the places that a code consists of, cell by cell.
func (l *line) places(s *State, array *[MaxCells]uint8) []uint8 {
	for i, cell := range l.cells[:l.length] {
		array[i] = l.place[s.cells[cell]]
	}
	return array[:l.length]
}

// placeOn returns the place of the tile on a cell of the line, counted from 1.
func (l *line) placeOn(s *State, i int) uint16 {
	return uint16(l.place[s.cells[l.cells[i]%MaxCells]&31])
}
