package tiles

import "math/bits"

// shift is a move across rows, as it acts on the number of an order. When the
// blank goes down from a cell, the tile that comes up passes the width − 1
// tiles between in the order; all happens in a window of width places, which
// begins at the blank's cell:
//
//	before  … a b c x …      after  … x a b c …
//
// Digits outside the window keep their values: the tiles that follow their
// places are the same. Those in it change in a way that depends on nothing but
// themselves, so a table from the window's part of the number to the
// difference in the whole number makes the move. Only a window that reaches
// the two places that have no digit needs to know their order as well, one
// more bit.
type shift struct {
	target uint32 // bit of the blank's new cell
	// The window's part of a number is number/weight mod size. Both divisions
	// are multiplications by 2^63/divisor, rounded up; see [over].
	byWeight, bySize uint64
	size             uint32
	last             uint32   // 1 if the window reaches the last two places, else 0
	odd              uint32   // parity of the order before the move
	difference       []uint32 // modulo 2^32, by window<<last | order of the last two
}

// over divides a number below 2^32 by the divisor that reciprocal was made for.
func over(number uint32, reciprocal uint64) uint32 {
	quotient, _ := bits.Mul64(uint64(number)<<1, reciprocal)
	return uint32(quotient)
}

// reciprocal returns what [over] divides by: 2^63/divisor, rounded up. A
// quotient is too large by less than number/2^63 for that, which never carries
// it past the next whole number if number·divisor is below 2^63.
func reciprocal(divisor uint32) uint64 { return (1<<63-1)/uint64(divisor) + 1 }

// apply returns the number of the order after the move. parity is that of the
// sum of the number's digits, from which the order of the last two follows.
func (m *shift) apply(number, parity uint32) uint32 {
	q := over(number, m.byWeight)
	window := q - over(q, m.bySize)*m.size
	return number + m.difference[window<<m.last|(parity^m.odd)&m.last]
}

// shifts returns the move of the blank from a cell to the one below, and the
// move back from there.
func (s *space) shifts(cell int) (down, up shift) {
	first, end := cell, cell+s.width // places of the window
	kept := min(end, s.kept())       // its places from here on have no digit
	weight := s.weight[kept-1]
	down.size, down.last = s.windowSize(cell)
	down.byWeight, down.bySize = reciprocal(weight), reciprocal(down.size)
	up = down
	down.target, down.odd = 1<<(cell+s.width), uint32(s.odd[cell])
	up.target, up.odd = 1<<cell, uint32(s.odd[cell+s.width])
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

// windowSize returns how many values the digits of the window that begins at
// a cell can have together, and last as in [shift].
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

// readWindow fills in the tiles of a window, numbered by size from 1 among
// those from place first on.
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
