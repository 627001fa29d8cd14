package tiles

import (
	"fmt"
	"math/bits"
)

// maxRanked is the maximum number of cells of a board whose positions are numbered: the 13!/2
// orders of 13 tiles fit into 32 bits.
const maxRanked = 14

// space numbers the positions from which a goal can be reached. The goal has its tiles in order,
// row by row, and its blank on some cell.
//
// A position is the cell of its blank and the order of its tiles, read row by
// row without the blank:
//
//	1 0 2
//	3 5 4   blank 1, order 1 2 3 5 4 6 7 8
//	6 7 8
//
// A move along a row changes only the blank's cell. A move across rows takes one tile past width
// − 1 others, so the cell of the blank determines whether the order is an even or an odd
// permutation. The last two tiles then follow from the tiles before them. The order's number is
// its Lehmer code without the last two digits. Digit i is the number of smaller tiles after
// place i, and has the weight (n−1−i)!/2 in an order of n tiles. There are thus n!/2 numbers for
// each cell of the blank, and all of them are used.
//
// (If the blank were counted as a tile, leaving out the last two digits would not give each
// position its own number, because the blank may be one of the last two.)
type space struct {
	width, height, cells int
	goal                 int               // cell of the blank in the goal
	orders               uint32            // (cells−1)!/2
	weight               [maxRanked]uint32 // weight of digit i; 0 for the last two digits
	odd                  [maxRanked]uint8  // 1 if the order is odd with the blank on that cell
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

// kept returns the number of digits in an order's number.
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

// unrank writes to order the order with the given number. odd is 1 for the odd order with this
// number, and 0 for the even order.
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

// takeTile removes a tile from a set and returns it: the tile with the given number of smaller
// tiles in the set.
func takeTile(left *uint32, smaller int) uint8 {
	rest := *left
	for range smaller {
		rest &= rest - 1
	}
	tile := bits.TrailingZeros32(rest)
	*left &^= 1 << tile
	return uint8(tile)
}

// locate returns the number and the blank of a board in the space. ok is false if the board has
// another size or cannot reach the goal.
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

// board returns the position with the given number and cell of the blank.
func (s *space) board(number uint32, blank int) Board {
	var order [maxRanked]uint8
	s.unrank(number, s.odd[blank], order[:s.tiles()])
	return s.place(order[:s.tiles()], blank)
}

// place returns the board with the tiles in the given order around the blank. Its goal is
// BlankFirst if the space's goal is BlankFirst, and BlankLast otherwise.
func (s *space) place(order []uint8, blank int) Board {
	b := Board{width: uint8(s.width), height: uint8(s.height), goal: BlankLast}
	if s.goal == 0 {
		b.goal = BlankFirst
	}
	copy(b.tiles[:], order[:blank])
	copy(b.tiles[blank+1:], order[blank:])
	return b
}

// shift describes how a move across rows changes the number of an order. If the blank moves down
// from a cell, the tile that comes up passes the width − 1 tiles in between. All changes are in
// a window of width places, which begins at the blank's cell:
//
//	before  … a b c x …      after  … x a b c …
//
// Digits outside the window keep their values, since the same tiles follow their places. The
// changes to the digits inside depend only on these digits. A table can therefore make the move:
// it maps the window's part of the number to the change in the whole number. A window that
// reaches the last two places, which have no digit, also needs one more bit, for the order of
// these two tiles.
type shift struct {
	// The window's part of a number is number/weight mod size. byWeight and bySize turn both
	// divisions into multiplications by 2^63/divisor, rounded up; see [over].
	byWeight, bySize uint64
	size             uint32
	last             uint32   // 1 if the window reaches the last two places; otherwise 0
	odd              uint32   // parity of the order before the move
	difference       []uint32 // difference modulo 2^32, at index window<<last | order of the last two
}

// over divides a number below 2^32 by a divisor, given its reciprocal.
func over(number uint32, reciprocal uint64) uint32 {
	quotient, _ := bits.Mul64(uint64(number)<<1, reciprocal)
	return uint32(quotient)
}

// reciprocal returns the factor with which [over] divides: 2^63/divisor, rounded
// up. The rounding makes a quotient too large by less than number/2^63. It never
// reaches the next whole number if number·divisor is below 2^63.
func reciprocal(divisor uint32) uint64 { return (1<<63-1)/uint64(divisor) + 1 }

// apply returns the number of the order after the move. parity is the parity of the sum of the
// number's digits, which determines the order of the last two tiles.
func (m *shift) apply(number, parity uint32) uint32 {
	q := over(number, m.byWeight)
	window := q - over(q, m.bySize)*m.size
	return number + m.difference[window<<m.last|(parity^m.odd)&m.last]
}

// shifts returns the move of the blank from a cell to the cell below, and the move back.
func (s *space) shifts(cell int) (down, up shift) {
	first, end := cell, cell+s.width // places of the window
	kept := min(end, s.kept())       // its places from here on have no digit
	weight := s.weight[kept-1]
	down.size, down.last = s.windowSize(cell)
	down.byWeight, down.bySize = reciprocal(weight), reciprocal(down.size)
	up = down
	down.odd, up.odd = uint32(s.odd[cell]), uint32(s.odd[cell+s.width])
	down.difference = make([]uint32, down.size<<down.last)
	up.difference = make([]uint32, down.size<<down.last)
	var order, moved [maxRanked]uint8
	for i := range down.difference {
		window, falling := uint32(i)>>down.last, uint32(i)&down.last
		s.readWindow(order[first:end], first, window, falling)
		copy(moved[first+1:end], order[first:end-1])
		moved[first] = order[end-1]
		down.difference[i] = (s.windowOf(moved[first:end], first) - window) * weight
		copy(moved[first:end-1], order[first+1:end])
		moved[end-1] = order[first]
		up.difference[i] = (s.windowOf(moved[first:end], first) - window) * weight
	}
	return down, up
}

// windowSize returns the number of values that the digits of the window at a cell can have
// together. last is the same as in [shift].
func (s *space) windowSize(cell int) (size, last uint32) {
	size = 1
	for place := cell; place < cell+s.width; place++ {
		if place >= s.kept() {
			return size, 1
		}
		size *= uint32(s.after(place) + 1)
	}
	return size, 0
}

// readWindow writes the tiles of a window to order, numbered by size from 1 among all tiles from
// the place first on.
func (s *space) readWindow(order []uint8, first int, window, falling uint32) {
	var digits [maxRanked]int
	for i := len(order) - 1; i >= 0; i-- {
		switch place := first + i; {
		case place == s.kept():
			digits[i] = int(falling)
		case place < s.kept():
			radix := uint32(s.after(place) + 1)
			digits[i] = int(window % radix)
			window /= radix
		}
	}
	left := uint32(1)<<(s.tiles()-first+1) - 2
	for i := range order {
		order[i] = takeTile(&left, digits[i])
	}
}

// windowOf is the inverse of readWindow.
func (s *space) windowOf(order []uint8, first int) (window uint32) {
	left := uint32(1)<<(s.tiles()-first+1) - 2
	for i, tile := range order {
		left &^= 1 << tile
		if place := first + i; place < s.kept() {
			window = window*uint32(s.after(place)+1) + uint32(bits.OnesCount32(left&(1<<tile-1)))
		}
	}
	return window
}
