package tiles

import (
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// flood is a breadth-first search over a whole space. It has one word for each
// order of the tiles, with two bits for each cell of the blank:
//
//	bits  0–15  the position has been reached
//	bits 16–31  the position waits to be expanded
//
// A move changes the color of the blank's cell, as on a chessboard. So the blanks
// of all positions at one depth are on one color, and the blanks of their
// children are on the other color. Therefore one set of waiting bits serves both
// depths, and each depth is one pass over the words. A pass makes all moves along
// rows for an order at once, by shifting bits; see [shift] for moves between
// rows.
type flood struct {
	*space
	guard      *search.Guard
	words      []uint32
	parities   []uint8   // parities of the orders in a block
	downs, ups [16]shift // shifts by the blank's cell before the move
	canRight   uint32    // cells that are not at the end of their row
	canDown    uint32
	canUp      uint32
	colour     [2]uint32 // cells of each color; colour[0] includes the goal's blank
	distance   []uint8   // distance at index order·cells + blank; nil if not wanted

	expanded uint64
	counted  uint64  // number of positions at the depth of the last pass
	first    []found // the first of these positions
}

// found is a position in the space.
type found struct {
	number uint32
	blank  int
}

// newFlood returns a flood, which takes floodBytes of memory.
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

// floodBytes returns the memory in bytes that a flood of the space takes.
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

// pass expands the positions at a depth and counts them. If there are any, it
// stores the first ones in f.first. It returns false if the guard stopped it
// early.
func (f *flood) pass(depth int) bool {
	f.counted, f.first = 0, f.first[:0]
	for from := uint32(0); from < f.orders; from += uint32(len(f.parities)) {
		if _, stop := f.guard.Interrupted(); stop || !f.expand(from, depth) {
			return false
		}
	}
	return true
}

// expand does one block of a pass, beginning with the order from.
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

// measure stores the distance of the positions of an order with the blank on the given cells.
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

// remember adds the positions of an order with the blank on the given cells to f.first, as long as
// there is room.
func (f *flood) remember(number, blanks uint32) {
	for ; blanks != 0 && len(f.first) < cap(f.first); blanks &= blanks - 1 {
		f.first = append(f.first, found{number, bits.TrailingZeros32(blanks)})
	}
}

// maxBlock is the maximum number of orders between two checks of the clock.
const maxBlock = 1 << 15

// blockSize returns the number of orders in a block. The orders of a block have their leading
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
