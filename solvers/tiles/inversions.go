package tiles

// Inversion distance in one direction. Read the tiles line by line, leaving
// out the blank: a move across lines carries one tile past perLine − 1 others,
// so the number of inversions changes by an amount of the parity of perLine − 1
// and at most that size. Moves along a line change nothing.

// inversionMoves returns the smallest number of moves across lines that can remove the given number
// of inversions.
func inversionMoves(inversions, perLine int) int {
	most := perLine - 1
	moves := (inversions + most - 1) / most
	if most%2 == 1 && moves%2 != inversions%2 {
		moves++ // each move changes the number by an odd amount
	}
	return moves
}

// maxInversions is the number of pairs of tiles on the largest board.
const maxInversions = (MaxCells - 1) * (MaxCells - 2) / 2

// rankTiles numbers the tiles in the goal's reading orders.
func (p *problem) rankTiles() {
	var tileAt [MaxCells]uint8
	for tile := 1; tile < p.form.Cells(); tile++ {
		tileAt[p.home[tile]] = uint8(tile)
	}
	var next [2]uint8
	for i := range p.form.Cells() {
		for axis, cell := range [2]int{i, i%p.height*p.width + i/p.height} {
			if tile := tileAt[cell]; tile != 0 {
				p.rank[axis][tile] = next[axis]
				next[axis]++
			}
		}
	}
	for axis, perLine := range [2]int{p.width, p.height} {
		for inversions := range p.mends[axis] {
			p.mends[axis][inversions] = uint16(inversionMoves(inversions, perLine))
		}
	}
}

// passed returns by how much the number of inversions changes if a tile moves across lines. It
// passes the tiles between the two cells in reading order.
func (p *problem) passed(s *State, axis uint8, tile, from, to uint8) int {
	change, sign := 0, 1 // moving on in reading order, it inverts with those that come later in the goal
	rank := &p.rank[axis]
	i, j := from, to
	if from > to {
		i, j, sign = to, from, -1
	}
	stride, perLine := uint8(1), p.width
	if axis == 1 {
		stride, perLine = uint8(p.width), p.height
	}
	for cell := i; ; {
		if cell = p.after(cell, stride, perLine); cell == j {
			return sign * change
		}
		if rank[s.cells[cell]] > rank[tile] {
			change++
		} else {
			change--
		}
	}
}

// after returns the next cell in reading order by rows (stride 1) or columns.
func (p *problem) after(cell, stride uint8, perLine int) uint8 {
	if stride == 1 {
		return cell + 1
	}
	if int(cell)/p.width == perLine-1 {
		return cell - uint8((perLine-1)*p.width) + 1
	}
	return cell + stride
}

// countInversions counts the pairs of tiles in the wrong order when read by
// rows (axis 0) or columns.
func (p *problem) countInversions(cells [MaxCells]uint8, axis int) uint16 {
	var inversions uint16
	var seen []uint8
	for i := range p.form.Cells() {
		cell := i
		if axis == 1 {
			cell = i%p.height*p.width + i/p.height
		}
		tile := cells[cell]
		if tile == 0 {
			continue
		}
		for _, earlier := range seen {
			if p.rank[axis][earlier] > p.rank[axis][tile] {
				inversions++
			}
		}
		seen = append(seen, tile)
	}
	return inversions
}
