package tiles

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Space returns the graph of all positions that can reach the goal with the blank on the given
// cell. Distances are counted from the goal. Use it with package solvers/search/external for boards
// with up to 14 cells.
//
// A state is a number. Its lowest four bits are the cell of the blank, and the other bits are the
// rank of the tiles' order among all orders. Boards that are wider than they are high are
// transposed, because the tables for vertical moves grow with the width.
func Space(width, height, blank int) (search.Space, error) {
	name := fmt.Sprintf("tiles %dx%d, blank on cell %d", width, height, blank)
	if width > height && height > 0 && 0 <= blank && blank < width*height {
		width, height, blank = height, width, blank%width*height+blank/width
	}
	s, err := newSpace(width, height, blank)
	if err != nil {
		return search.Space{}, err
	}
	graph := s.graph()
	graph.Name = name
	return graph, nil
}

// graph returns the graph of the positions.
func (s *space) graph() search.Space {
	// The parity of a number is that of its digits within a block, and of its block.
	block := s.blockSize()
	within, above := s.parities(block, 1), s.parities(s.orders/block, block)
	var downs, ups [maxRanked]shift
	width := s.width
	for cell := range s.cells - width {
		downs[cell], ups[cell+width] = s.shifts(cell)
	}
	graph := search.Space{Start: uint64(s.goal), Bits: 36, States: s.positions(), Inverse: []int{1, 0, 3, 2}}
	if width == 2 {
		graph.Inverse = []int{1, 0, 2} // one operator for both directions of a row
	}
	graph.Expand = func(state uint64, next []uint64) {
		number, cell := uint32(state>>4), int(state&15)
		parity := uint32(within[number%block] ^ above[number/block])
		for i := range next {
			next[i] = state
		}
		if cell >= width {
			next[0] = uint64(ups[cell].apply(number, parity))<<4 | uint64(cell-width)
		}
		if cell+width < s.cells {
			next[1] = uint64(downs[cell].apply(number, parity))<<4 | uint64(cell+width)
		}
		switch column := cell % width; {
		case width == 2:
			next[2] = state ^ 1
		default:
			if column > 0 {
				next[2] = state - 1
			}
			if column+1 < width {
				next[3] = state + 1
			}
		}
	}
	return graph
}

// maxBlock is the maximum number of orders in a block.
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

// parities returns the parities of n orders, from the first one in steps.
func (s *space) parities(n, step uint32) []uint8 {
	list := make([]uint8, n)
	for i := range list {
		list[i] = s.parity(uint32(i) * step)
	}
	return list
}
