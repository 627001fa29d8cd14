package tiles

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Space returns the graph of all positions that can reach the goal whose blank is on the given
// cell. Distances are counted from the goal. Use it with package solvers/search/external for boards
// of up to 14 cells whose positions [Enumerate] cannot hold in memory.
//
// A state is the number of the tiles' order, followed in its lowest four bits by the cell of the
// blank. Boards wider than high are transposed, because the tables of vertical moves grow with the
// width.
func Space(width, height, blank int) (search.Space, error) {
	name := fmt.Sprintf("tiles %dx%d, blank on cell %d", width, height, blank)
	if width > height && height > 0 && 0 <= blank && blank < width*height {
		width, height, blank = height, width, blank%width*height+blank/width
	}
	s, err := newSpace(width, height, blank)
	if err != nil {
		return search.Space{}, err
	}
	// The parity of a number is that of its digits within a block, and of its block.
	block := s.blockSize()
	within := s.parities(block)
	above := make([]uint8, s.orders/block)
	for i := range above {
		above[i] = s.parity(uint32(i) * block)
	}
	var downs, ups [maxRanked]shift
	for cell := range s.cells - width {
		downs[cell], ups[cell+width] = s.shifts(cell)
	}
	space := search.Space{Name: name, Start: uint64(blank), Bits: 36, States: s.positions(), Inverse: []int{1, 0, 3, 2}}
	if width == 2 {
		space.Inverse = []int{1, 0, 2} // one operator for both directions of a row
	}
	space.Expand = func(state uint64, next []uint64) {
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
	return space, nil
}
