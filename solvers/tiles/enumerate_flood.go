package tiles

import (
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// flood is a breadth-first search over a whole space. It has one word for each
// order of the tiles, with a bit for each cell that the blank may be on:
//
//	bits  0–15  the position was reached
//	bits 16–31  it waits to be expanded
//
// A move changes the color of the blank's cell, as on a chessboard, so the
// positions at one depth have blanks on one color, and their children on the
// other: one row of waiting bits serves both depths, and each depth is one
// pass over the words. A pass makes all moves along rows of an order at once,
// by shifting bits; see [shift] for the others.
type flood struct {
	*space
	guard      *search.Guard
	words      []uint32
	parities   []uint8   // of the orders of a block
	downs, ups [16]shift // by the blank's cell before the move
	canRight   uint32    // cells that are not the last of their row
	canDown    uint32
	canUp      uint32
	colour     [2]uint32 // cells; [0] has the goal's
	distance   []uint8   // of each position, by order·cells + blank; nil if not asked for

	expanded uint64
	counted  uint64  // positions at the depth of the last pass
	first    []found // the first of them
}

// found is a position in the space.
type found struct {
	number uint32
	blank  int
}

// newFlood takes floodBytes.
func newFlood(s *space, guard *search.Guard, distances bool) *flood {
	f := &flood{space: s, guard: guard, words: make([]uint32, s.orders), parities: s.parities(s.blockSize())}
	if distances {
		f.distance = make([]uint8, s.positions())
	}
	for cell := range s.cells {
		row, col := cell/s.width, cell%s.width
		bit := uint32(1) << cell
		f.colour[(row+col+s.goal/s.width+s.goal%s.width)&1] |= bit
		if col+1 < s.width {
			f.canRight |= bit
		}
		if row > 0 {
			f.canUp |= bit
		}
		if row+1 < s.height {
			f.canDown |= bit
			f.downs[cell], f.ups[cell+s.width] = s.shifts(cell)
		}
	}
	f.words[0] = 1 << s.goal * (1 | 1<<16)
	return f
}

// floodBytes is what a flood of the space takes.
func floodBytes(s *space, distances bool) uint64 {
	bytes := 4*uint64(s.orders) + uint64(s.blockSize())
	if distances {
		bytes += s.positions()
	}
	for cell := range s.cells - s.width {
		size, last := s.windowSize(cell)
		bytes += 2 * 4 * uint64(size) << last
	}
	return bytes
}

// pass expands the positions at a depth and counts them. If there were any,
// it leaves the first ones in f.first. It returns false if the guard stopped
// it before the end.
func (f *flood) pass(depth int) bool {
	f.counted, f.first = 0, f.first[:0]
	for from := uint32(0); from < f.orders; from += uint32(len(f.parities)) {
		if _, stop := f.guard.Interrupted(); stop || !f.expand(from, depth) {
			return false
		}
	}
	return true
}

// expand is the part of a pass over the block of orders from one on.
func (f *flood) expand(from uint32, depth int) bool {
	var (
		parities = f.parities
		words    = f.words
		colour   = f.colour[depth&1]
		canRight = f.canRight
		above    = uint32(f.parity(from)) // of the digits that are the same in all these orders
		expanded = f.expanded
		next     = f.guard.Next()
	)
	for i := 0; i < len(parities); {
		number := from + uint32(i)
		word := words[number]
		wait := word >> 16 & colour
		if wait == 0 {
			i++
			continue
		}
		if expanded+uint64(bits.OnesCount32(wait)) > next {
			if expanded == next {
				if _, stop := f.guard.Poll(expanded); stop {
					f.expanded = expanded
					return false
				}
				next = f.guard.Next()
				continue
			}
			// The others wait until the guard has been asked.
			wait = lowest(wait, int(next-expanded))
		}
		n := uint64(bits.OnesCount32(wait))
		expanded += n
		f.counted += n
		if len(f.first) < cap(f.first) {
			f.remember(number, wait)
		}

		fresh := (wait&canRight<<1 | wait>>1&canRight) &^ word
		words[number] = word&^(wait<<16) | fresh | fresh<<16
		parity := above ^ uint32(parities[i])
		for rest := wait & f.canDown; rest != 0; rest &= rest - 1 {
			m := &f.downs[bits.TrailingZeros32(rest)&15]
			to := &words[m.apply(number, parity)]
			fresh := m.target &^ *to
			*to |= fresh | fresh<<16
		}
		for rest := wait & f.canUp; rest != 0; rest &= rest - 1 {
			m := &f.ups[bits.TrailingZeros32(rest)&15]
			to := &words[m.apply(number, parity)]
			fresh := m.target &^ *to
			*to |= fresh | fresh<<16
		}
		if f.distance != nil {
			f.measure(number, wait, depth)
		}
	}
	f.expanded = expanded
	return true
}

// measure notes the distance of the positions of an order with the blank on those cells.
func (f *flood) measure(number, blanks uint32, depth int) {
	at := f.distance[uint64(number)*uint64(f.cells):]
	for ; blanks != 0; blanks &= blanks - 1 {
		at[bits.TrailingZeros32(blanks)] = uint8(depth)
	}
}

// lowest returns the n lowest bits of a set.
func lowest(set uint32, n int) uint32 {
	rest := set
	for range n {
		rest &= rest - 1
	}
	return set &^ rest
}

// remember keeps the positions of an order with the blank on those cells, as
// far as there is room.
func (f *flood) remember(number, blanks uint32) {
	for ; blanks != 0 && len(f.first) < cap(f.first); blanks &= blanks - 1 {
		f.first = append(f.first, found{number, bits.TrailingZeros32(blanks)})
	}
}

// maxBlock is the largest number of orders gone through between two looks at
// the clock.
const maxBlock = 1 << 15

// blockSize is the number of orders in a block: of all that have some leading
// digits in common.
func (s *space) blockSize() uint32 {
	size := s.orders
	for _, weight := range s.weight {
		if size <= maxBlock {
			break
		}
		size = weight
	}
	return size
}

// parities returns the parities of the first n orders.
func (s *space) parities(n uint32) []uint8 {
	list := make([]uint8, n)
	for i := range list {
		list[i] = s.parity(uint32(i))
	}
	return list
}
