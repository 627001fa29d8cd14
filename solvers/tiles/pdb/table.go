package pdb

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Table holds, for every placement of some tiles and the blank, the smallest number of moves that
// bring these tiles home. Moves of other tiles do not count. A placement is an assignment of the
// tiles and the blank to cells.
//
// A move of one of these tiles changes the number by 1. If the cells are colored like a chessboard,
// the colors of the tiles' cells determine whether the number is odd. The table therefore stores
// only the second bit of each number, which decides between two neighboring numbers with the same
// parity:
//
//	number       0  1  2  3  4  5 …
//	second bit   0  0  1  1  0  0 …
//
// To find the number for a placement, Moves follows a path to the goal on which each step leads to a
// smaller number, and counts the steps.
type Table struct {
	Unkept error // reason why the table could not be stored in a file, or nil

	lattice      *lattice
	tiles        []int
	blank        int // home cell of the blank
	goalMask     uint32
	goalSequence int
	light        uint32   // cells that have the same color as cell 0
	bits         []uint64 // second bits, by sequence and then by block
}

func newTable(width, height int, tiles []int) (*Table, error) {
	l, err := latticeOf(width, height, len(tiles))
	if err != nil {
		return nil, err
	}
	t := &Table{lattice: l, tiles: slices.Clone(tiles)}
	for i, tile := range tiles {
		if tile < 1 || tile >= l.cells || slices.Contains(tiles[:i], tile) {
			return nil, fmt.Errorf("pdb: %d, one of the tiles %v, is not a tile of its own of a board of %dx%d (want 1 to %d)", tile, tiles, width, height, l.cells-1)
		}
	}
	for cell := range l.cells {
		if (cell/width+cell%width)%2 == 0 {
			t.light |= 1 << cell
		}
	}
	t.goalMask, t.goalSequence = sequence(t.tiles)
	return t, nil
}

// String returns a name made from the board's size and the tiles, such as "4x4:13.14.15".
func (t *Table) String() string {
	return fmt.Sprintf("%dx%d:%s", t.lattice.width, t.lattice.height, strings.Trim(strings.ReplaceAll(fmt.Sprint(t.tiles), " ", "."), "[]"))
}

// Tiles returns the tiles of the table in a new slice.
func (t *Table) Tiles() []int { return slices.Clone(t.tiles) }

// Bytes returns the size of the table in memory, in bytes.
func (t *Table) Bytes() int64 { return 8 * int64(t.lattice.sequences) * int64(t.lattice.stride) }

// odd returns 1 if a mask is at an odd number of moves, and 0 otherwise.
func (t *Table) odd(mask uint32) int {
	return bits.OnesCount32((mask^t.goalMask)&t.light) & 1
}

// sequence returns the mask of the tiles on the given cells, and the number of their sequence.
func sequence(cells []int) (mask uint32, number int) {
	for _, cell := range cells {
		mask |= 1 << cell
	}
	var s [MaxTiles]uint8
	for tile, cell := range cells {
		s[bits.OnesCount32(mask&(1<<cell-1))] = uint8(tile)
	}
	return mask, rankSequence(s[:len(cells)])
}

// word is a place during a search. It holds the mask from bit 0, its rank from rankShift, the
// number of the sequence from sequenceShift, and the lowest bits of the number of moves from
// numberShift.
type word = uint64

const (
	rankShift     = maxCells
	sequenceShift = rankShift + 18
	numberShift   = sequenceShift + 16
	two           = 2 << numberShift // what two moves add to a word
)

// newWord returns the word of tiles on the given cells, with 0 as the number of moves.
func newWord(cells []int) word {
	mask, number := sequence(cells)
	return word(mask) | word(rank(mask))<<rankShift | word(number)<<sequenceShift
}

// word returns the word of tiles on the given cells, with the lowest two bits of the number of
// moves.
func (t *Table) word(cells []int, blank int) word {
	l, w := t.lattice, newWord(cells)
	at := int(w>>sequenceShift)*l.stride*64 + l.block(int(w>>rankShift&(1<<18-1)), blank)
	odd := word(t.odd(uint32(w) & (1<<l.cells - 1)))
	return w | odd<<numberShift | t.bits[at>>6]>>(at&63)&1<<(numberShift+1)
}

// step returns the step of a tile between two cells.
func (l *lattice) step(mask uint32, from, to int) *step {
	e := &l.edges[from][to]
	return &l.steps[e.base+(mask>>e.shift&e.between)<<3+uint32(bits.OnesCount32(mask&e.before))]
}

// Moves returns the number of moves that bring the table's tiles home. The slice cells holds the
// cell of each of these tiles, in the order of [Table.Tiles], and blank is the cell of the blank.
// Moves returns an error if the table is damaged.
func (t *Table) Moves(cells []int, blank int) (int, error) {
	l, m := t.lattice, t.mover()
	w := t.word(cells, blank)
	block, home := l.block(rank(uint32(w)&(1<<l.cells-1)), blank), l.block(rank(t.goalMask), t.blank)
	for moves := 0; ; moves++ {
		mask, number := uint32(w)&(1<<l.cells-1), int(w>>sequenceShift&0xffff)
		if block == home && number == t.goalSequence {
			return moves, nil
		}
		next, to := w, block
		for tiles := mask; tiles != 0 && next == w; tiles &= tiles - 1 {
			from := bits.TrailingZeros32(tiles)
			for _, cell := range l.neighbours[from] {
				if l.parts[block]>>cell&1 == 0 {
					continue
				}
				e := &l.edges[from][cell]
				moved, number := m.step(w, e)
				if m.up(moved, number, e) == 0 {
					next = moved
					to = l.block(int(moved>>rankShift&(1<<18-1)), from)
					break
				}
			}
		}
		if next == w {
			return 0, fmt.Errorf("pdb: table %v is damaged: no move leads on from mask %b, sequence %d", t, mask, number)
		}
		w, block = next, to
	}
}

// mover holds copies of the parts of a table and its lattice needed by a move, to avoid pointers.
type mover struct {
	steps     []step
	rotations []uint16
	places    []uint64
	second    []uint64 // bits of the table

	wordsPlace, shift, stride uint64
}

func (t *Table) mover() mover {
	l := t.lattice
	return mover{l.steps, l.rotations, l.places, t.bits, uint64(l.placeWords), uint64(l.placeShift), uint64(l.stride)}
}

// A move along an edge to a cell of the blank's part has two halves, step and up, each small enough
// to be copied into the loop that searches.

// step returns the place after a move, as if it needed fewer moves, and the number of its sequence.
func (m *mover) step(w word, e *edge) (next word, number uint64) {
	st := &m.steps[e.base+(uint32(w)>>(e.shift&31)&e.between)<<3+uint32(bits.OnesCount32(uint32(w)&e.before))]
	old := w >> sequenceShift & 0xffff
	number = uint64(m.rotations[uint64(st.rotate)+old])
	return w + st.change + (number-old)<<sequenceShift, number
}

// up returns 1 if a place returned by step needs more moves, in which case [two] must be added to
// it. The second bits of the smaller and of the larger number differ.
func (m *mover) up(next word, number uint64, e *edge) uint64 {
	places := m.places[next>>rankShift&(1<<18-1)*m.wordsPlace+uint64(e.word)]
	block := places>>(m.shift&63) + places>>(e.place&63)&7
	return (m.second[number*m.stride+block>>6]>>(block&63) ^ next>>(numberShift+1)) & 1
}
