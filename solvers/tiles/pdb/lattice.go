package pdb

import (
	"fmt"
	"math/bits"
	"sync"
)

// MaxTiles is the maximum number of tiles in a table. With more tiles, the number that identifies
// an order of the tiles would not fit into 16 bits.
const MaxTiles = 8

// maxCells is the number of cells of the largest board. A set of cells fits into the mask of a
// [word].
const maxCells = 25

// lattice holds the data shared by all tables for one board size and one number of tiles: all
// places of the tiles and the blank, and the moves between places.
//
// A place consists of three parts. The mask is the set of the tiles' cells. The part is a connected
// set of empty cells, in which the blank can walk. The sequence is the order of the tiles, read row
// by row. A mask with a part is a block; blocks are numbered by mask and then by part. Sequences
// are numbered by their Lehmer codes.
//
//	1 . 2      mask 0 2 4 8, sequence 1 2 4 3
//	. 4 .      parts {1} {3 6 7} {5}: three blocks
//	. . 3
//
// A move along a row keeps the sequence. A move between rows moves a tile past the tiles between
// its two cells, at most width − 1, and so rotates a part of the sequence.
type lattice struct {
	width, height, cells int
	k                    int
	neighbours           [maxCells][]int
	sequences            int      // number of sequences, k!
	words, stride        int      // 64-bit words for one bit per sequence, and for one bit per block
	masks                []uint32 // masks by rank
	first                []int32  // first block by rank of the mask; then the number of blocks
	parts                []uint32 // empty cells of each block's part
	// places has one word per placeCells cells for each mask. From bit placeShift on, the word
	// holds the number of the mask's first block. The bits below hold the part that each cell
	// belongs to, in three bits per cell.
	places                 []uint64
	placeCells, placeShift int
	placeWords             int
	edges                  [maxCells][maxCells]edge // edges by the cell that a tile leaves and the cell that it enters
	steps                  []step
	rotations              []uint16 // new sequence, by offset and number of the old sequence
	rotate                 [MaxTiles][MaxTiles]uint32
}

// edge says where to look up the step of a tile from a cell to a neighbor. The index is base, plus
// the tiles between the two cells as bits, plus the number of tiles before both cells in three
// bits.
type edge struct {
	before  uint32 // cells before both cells
	between uint32 // cells between the two, as bits from 0
	base    uint32
	shift   uint8 // position of the cells between
	word    uint8 // word of places that has the cell that the tile leaves
	place   uint8 // position of that cell in the word
}

// step holds the changes made by a move to a [word] if the move leads to a smaller number of moves.
type step struct {
	change uint64
	rotate uint32 // offset in rotations
}

// binomials[n][k] is the binomial coefficient C(n, k).
var binomials = func() (c [maxCells + 1][MaxTiles + 2]int32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// rank returns the number of a mask among all masks with the same number of cells.
func rank(mask uint32) (r int) {
	for i := 1; mask != 0; i, mask = i+1, mask&(mask-1) {
		r += int(binomials[bits.TrailingZeros32(mask)][i])
	}
	return r
}

var lattices sync.Map // [3]int → func() (*lattice, error)

// latticeOf returns the lattice of k tiles on a board.
func latticeOf(width, height, k int) (*lattice, error) {
	make, _ := lattices.LoadOrStore([3]int{width, height, k}, sync.OnceValues(func() (*lattice, error) {
		return newLattice(width, height, k)
	}))
	return make.(func() (*lattice, error))()
}

func newLattice(width, height, k int) (*lattice, error) {
	n := width * height
	if width < 2 || height < 2 || n > maxCells || k < 1 || k > min(MaxTiles, n-2) {
		return nil, fmt.Errorf("pdb: no table is for %d tiles of a board of %dx%d (want 1 to %d of at most %d cells)", k, width, height, MaxTiles, maxCells)
	}
	l := &lattice{width: width, height: height, cells: n, k: k, sequences: 1}
	for i := 2; i <= k; i++ {
		l.sequences *= i
	}
	l.words = (l.sequences + 63) / 64
	l.placeCells = 16
	if n > l.placeCells {
		l.placeCells = 13
	}
	l.placeShift, l.placeWords = 3*l.placeCells, (n+l.placeCells-1)/l.placeCells
	for cell := range n {
		for _, to := range l.ways(cell) {
			if to >= 0 {
				l.neighbours[cell] = append(l.neighbours[cell], to)
			}
		}
	}
	if err := l.enumerate(); err != nil {
		return nil, err
	}
	l.stride = (len(l.parts) + 63) / 64
	l.rotationTables()
	for from := range n {
		for _, to := range l.neighbours[from] {
			l.addEdge(from, to)
		}
	}
	return l, nil
}

// ways returns the cells above, left, right and below a cell; -1 means that there is none.
func (l *lattice) ways(cell int) [4]int {
	to := [4]int{-1, -1, -1, -1}
	if cell >= l.width {
		to[0] = cell - l.width
	}
	if cell%l.width > 0 {
		to[1] = cell - 1
	}
	if cell%l.width < l.width-1 {
		to[2] = cell + 1
	}
	if cell+l.width < l.cells {
		to[3] = cell + l.width
	}
	return to
}

// enumerate lists all masks and parts.
func (l *lattice) enumerate() error {
	var left, right uint32
	for cell := 0; cell < l.cells; cell += l.width {
		left |= 1 << cell
		right |= 1 << (cell + l.width - 1)
	}
	all := uint32(1)<<l.cells - 1
	l.masks = make([]uint32, 0, binomials[l.cells][l.k])
	l.parts = make([]uint32, 0, 2*cap(l.masks))
	l.places = make([]uint64, 0, cap(l.masks)*l.placeWords)
	for mask := uint32(1)<<l.k - 1; mask <= all; { // in the order of their ranks
		first := len(l.parts)
		l.masks, l.first = append(l.masks, mask), append(l.first, int32(first))
		var places [2]uint64
		for i := range places {
			places[i] = uint64(first) << l.placeShift
		}
		for rest := all &^ mask; rest != 0; {
			part := rest & -rest
			for next := uint32(0); ; part = next {
				next = (part | (part&^right)<<1 | (part&^left)>>1 | part<<l.width | part>>l.width) & all &^ mask
				if next == part {
					break
				}
			}
			number := len(l.parts) - first
			if number > 7 {
				return fmt.Errorf("pdb: %d tiles cut a board of %dx%d into more than 8 parts", l.k, l.width, l.height)
			}
			for cells := part; cells != 0; cells &= cells - 1 {
				cell := bits.TrailingZeros32(cells)
				places[cell/l.placeCells] |= uint64(number) << (3 * (cell % l.placeCells))
			}
			l.parts = append(l.parts, part)
			rest &^= part
		}
		l.places = append(l.places, places[:l.placeWords]...)
		low := mask & -mask // the next larger number with as many bits
		carry := mask + low
		mask = carry | (mask^carry)/low>>2
	}
	l.first = append(l.first, int32(len(l.parts)))
	return nil
}

// block returns the block for a mask, given by its rank, and the part that contains an empty cell.
func (l *lattice) block(rank, cell int) int {
	w := l.places[rank*l.placeWords+cell/l.placeCells]
	return int(w>>l.placeShift + w>>(3*(cell%l.placeCells))&7)
}

// addEdge fills the steps from a cell to a neighbor.
func (l *lattice) addEdge(from, to int) {
	low, high := min(from, to), max(from, to)
	gap := high - low - 1
	e := &l.edges[from][to]
	e.before, e.between = 1<<low-1, 1<<gap-1
	e.base, e.shift = uint32(len(l.steps)), uint8(low+1)
	e.word, e.place = uint8(from/l.placeCells), uint8(3*(from%l.placeCells))
	for between := range uint32(1) << gap {
		passed := bits.OnesCount32(between)
		for before := range 8 {
			if before+passed >= l.k {
				l.steps = append(l.steps, step{})
				continue
			}
			// Of a move from low to high.
			ranks := int64(binomials[high][before+passed+1] - binomials[low][before+1])
			for i, rest := before+1, between; rest != 0; i, rest = i+1, rest&(rest-1) {
				cell := low + 1 + bits.TrailingZeros32(rest)
				ranks += int64(binomials[cell][i] - binomials[cell][i+1])
			}
			i, j := before, before+passed
			if from > to {
				ranks, i, j = -ranks, j, i
			}
			l.steps = append(l.steps, step{
				change: 1<<to - 1<<from + uint64(ranks)<<rankShift - 1<<numberShift,
				rotate: l.rotate[i][j],
			})
		}
	}
}

// rotationTables fills the tables of new sequences after the element at i has moved to j, for all
// distances that a move can pass. Such a move is a chain of swaps of neighbors.
func (l *lattice) rotationTables() {
	swaps := make([][]uint16, l.k) // of the elements at i and i + 1, by number of the sequence
	for i, weight := 0, l.sequences; i < l.k-1; i++ {
		base := l.k - i
		weight /= base
		for number := range l.sequences {
			next := weight / (base - 1)
			first, second := number/weight%base, number/next%(base-1) // digits of the Lehmer code
			change := (second+1-first)*weight + (first-second)*next
			if first > second {
				change -= weight + next
			}
			swaps[i] = append(swaps[i], uint16(number+change))
		}
	}
	for number := range l.sequences {
		l.rotations = append(l.rotations, uint16(number))
	}
	for i := range l.k {
		chain := func(from, to int, swap []uint16) {
			before := l.rotations[l.rotate[i][from]:][:l.sequences]
			l.rotate[i][to] = uint32(len(l.rotations))
			for _, number := range before {
				l.rotations = append(l.rotations, swap[number])
			}
		}
		for j := i + 1; j < min(l.k, i+l.width); j++ {
			chain(j-1, j, swaps[j-1])
		}
		for j := i - 1; j >= max(0, i-l.width+1); j-- {
			chain(j+1, j, swaps[j])
		}
	}
}

// rankSequence returns the number of a sequence of the elements 0 to len(s) − 1.
func rankSequence(s []uint8) (number int) {
	used := uint32(0)
	for i, e := range s {
		number = number*(len(s)-i) + int(e) - bits.OnesCount32(used&(1<<e-1))
		used |= 1 << e
	}
	return number
}
