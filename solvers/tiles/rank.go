package tiles

import (
	"fmt"
	"math/bits"
)

// maxRanked is the largest number of cells for which positions are numbered:
// the 13!/2 orders of 13 tiles fit 32 bits.
const maxRanked = 14

// space numbers the positions from which a goal can be reached. The goal has
// its tiles in order, row by row, and the blank on any one cell.
//
// A position is the cell of its blank and the order of its tiles, read row by
// row without the blank:
//
//	1 0 2
//	3 5 4   blank 1, order 1 2 3 5 4 6 7 8
//	6 7 8
//
// A move along a row changes only the blank's cell. A move across rows takes
// one tile past width − 1 others, so the cell of the blank fixes whether the
// order is an even or an odd permutation; the last two tiles then follow from
// those before them. The order's number is its Lehmer code without the last
// two digits: digit i says how many of the tiles after place i are smaller,
// and weighs (n−1−i)!/2 in an order of n tiles. So there are n!/2 numbers for
// each cell of the blank, each of which is taken.
//
// (Counting the blank as a tile and leaving out the last two would not give
// each position its own number: the blank may be one of the two.)
type space struct {
	width, height, cells int
	goal                 int               // cell of the blank in the goal
	orders               uint32            // (cells−1)!/2
	weight               [maxRanked]uint32 // of digit i; 0 for the last two
	odd                  [maxRanked]uint8  // 1 where the order is odd with the blank on that cell
}

func newSpace(width, height, goalBlank int) (*space, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	s := &space{width: width, height: height, cells: width * height, goal: goalBlank}
	if s.cells > maxRanked {
		return nil, fmt.Errorf("tiles: the positions of %dx%d are too many to enumerate (want at most %d cells)", width, height, maxRanked)
	}
	if goalBlank < 0 || goalBlank >= s.cells {
		return nil, fmt.Errorf("tiles: the blank of the goal on cell %d: a board of %dx%d has cells 0 to %d", goalBlank, width, height, s.cells-1)
	}
	weight := uint32(1)
	for i := s.kept() - 1; i >= 0; i-- {
		s.weight[i] = weight
		weight *= uint32(s.after(i) + 1)
	}
	s.orders = weight
	for cell := range s.cells {
		rows := cell/width - goalBlank/width
		s.odd[cell] = uint8(rows * (width - 1) & 1)
	}
	return s, nil
}

// tiles returns the number of tiles.
func (s *space) tiles() int { return s.cells - 1 }

// kept returns the number of digits that make up an order's number.
func (s *space) kept() int { return s.tiles() - 2 }

// after returns how many tiles follow place i of an order.
func (s *space) after(i int) int { return s.tiles() - 1 - i }

// positions returns the size of the space: cells!/2.
func (s *space) positions() uint64 { return uint64(s.cells) * uint64(s.orders) }

// rank returns the number of an order of the tiles, and 1 if it is odd.
func (s *space) rank(order []uint8) (number uint32, odd uint8) {
	left := uint32(1)<<s.cells - 2 // tiles 1 to cells−1
	for i, tile := range order {
		left &^= 1 << tile
		digit := bits.OnesCount32(left & (1<<tile - 1))
		number += uint32(digit) * s.weight[i]
		odd ^= uint8(digit & 1)
	}
	return number, odd
}

// unrank fills in the order with that number that is odd if odd is 1, else
// the even one.
func (s *space) unrank(number uint32, odd uint8, order []uint8) {
	left := uint32(1)<<s.cells - 2
	for i := range s.kept() {
		digit := number / s.weight[i]
		number -= digit * s.weight[i]
		odd ^= uint8(digit & 1)
		order[i] = takeTile(&left, int(digit))
	}
	order[s.kept()] = takeTile(&left, int(odd))
	order[s.kept()+1] = takeTile(&left, 0)
}

// parity returns 1 if the sum of a number's digits is odd.
func (s *space) parity(number uint32) (odd uint8) {
	for _, weight := range s.weight[:s.kept()] {
		digit := number / weight
		number -= digit * weight
		odd ^= uint8(digit & 1)
	}
	return odd
}

// takeTile removes from a set of tiles the one that has so many smaller ones
// in it.
func takeTile(left *uint32, smaller int) uint8 {
	rest := *left
	for range smaller {
		rest &= rest - 1
	}
	tile := bits.TrailingZeros32(rest)
	*left &^= 1 << tile
	return uint8(tile)
}

// locate returns the place of a board in the space; ok is false if it has
// another size, or cannot reach the goal.
func (s *space) locate(b Board) (number uint32, blank int, ok bool) {
	if b.Width() != s.width || b.Height() != s.height {
		return 0, 0, false
	}
	var order [maxRanked]uint8
	n := 0
	for cell, tile := range b.tiles[:s.cells] {
		if tile == 0 {
			blank = cell
			continue
		}
		order[n] = tile
		n++
	}
	number, odd := s.rank(order[:n])
	return number, blank, odd == s.odd[blank]
}

// board returns the position with that number and cell of the blank.
func (s *space) board(number uint32, blank int) Board {
	var order [maxRanked]uint8
	s.unrank(number, s.odd[blank], order[:s.tiles()])
	return s.place(order[:s.tiles()], blank)
}

// place returns the board with the tiles in that order around the blank. Its
// goal is the space's, if it is one that boards have.
func (s *space) place(order []uint8, blank int) Board {
	b := Board{width: uint8(s.width), height: uint8(s.height), goal: BlankLast}
	if s.goal == 0 {
		b.goal = BlankFirst
	}
	copy(b.tiles[:], order[:blank])
	copy(b.tiles[blank+1:], order[blank:])
	return b
}
