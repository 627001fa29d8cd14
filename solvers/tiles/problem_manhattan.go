package tiles

import "github.com/puzzlelab/puzzlelab/solvers/search"

// byManhattan is a packed problem with Manhattan distance as its estimate, the first
// heuristic in most comparisons. Its Expand copies only the tiles of a state, and finds
// all moves from a cell in one row of a smaller table. On the 15-puzzle, it is a third
// faster than the general Expand.
type byManhattan struct {
	packed
	rows [packedCells * 8]lightRow // moves at index blank·8 + last move
}

// lightRow holds the moves from a cell in order, except the move that undoes the last one.
type lightRow struct {
	slides [4]lightSlide
	n      uint8
}

// lightSlide is a move of the blank.
type lightSlide struct {
	farther [packedCells]int8 // change of the distance, by tile
	from    uint8             // next cell of the blank
	move    Move
}

func newManhattan(p *problem) *byManhattan {
	m := &byManhattan{packed: packed{*p}}
	for blank := range p.form.Cells() {
		for via := NoMove; via <= Right; via++ {
			try, row := &p.tries[blank][via], &m.rows[blank*8+int(via)]
			row.n = try.n
			for i := range try.n {
				sl, light := &p.slides[blank][try.slides[i]], &row.slides[i]
				light.from, light.move = sl.from, sl.move
				for tile := range p.form.Cells() {
					light.farther[tile] = sl.effects[tile].farther
				}
			}
		}
	}
	return m
}

// Expand implements [search.Problem]. It sets only the parts of a state that Manhattan distance
// needs, and leaves the others zero.
func (p *byManhattan) Expand(s *State, via Move, dst []search.Step[State, Move]) int {
	blank := s.blank & (packedCells - 1)
	row := &p.rows[blank*8+uint8(via)&7]
	dst = dst[:row.n]
	for i := range dst {
		sl := &row.slides[i&3]
		from := sl.from & (packedCells - 1)
		tile := s.cells[from] & (packedCells - 1)
		distance := s.distance + uint8(sl.farther[tile])
		d := &dst[i]
		d.State = State{}
		*(*[packedCells]uint8)(d.State.cells[:]) = *(*[packedCells]uint8)(s.cells[:])
		d.State.cells[blank] = tile
		d.State.cells[from] = 0
		d.State.blank = from
		d.State.distance = distance
		d.Action = sl.move
		d.Cost = 1
		d.H = int32(distance)
	}
	return len(dst)
}
