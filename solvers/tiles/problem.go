package tiles

import (
	"errors"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// New returns the board as a [search.Problem], with successors in
// [DefaultOrder]. Actions are moves on the board as it is given. Boards of up
// to 16 cells are also a [search.Reversible]; those of 4x4 have a
// [search.Prober] for some heuristics. The error is for a heuristic that does
// not fit the board's size. An unsolvable board is a problem too, one whose
// search may never end: ask [Board.Check] first.
func New(b Board, h Heuristic) (search.Problem[State, Move], error) {
	return NewInOrder(b, h, DefaultOrder)
}

// NewInOrder is [New] with successors in an order of one's own.
func NewInOrder(b Board, h Heuristic, order Order) (search.Problem[State, Move], error) {
	if b.Cells() == 0 {
		return nil, errors.New("tiles: the zero Board is no board; make one with NewBoard or a parser")
	}
	order, err := ParseOrder(string(order))
	if err != nil {
		return nil, err
	}
	form, turned := b.blankFirst()
	p, err := newProblem(form, homeFirst, h, order, turned)
	if err != nil {
		return nil, err
	}
	if b.Cells() > packedCells {
		return p, nil
	}
	return p.packed(), nil
}

// homeFirst is the goal arrangement with the blank first.
var homeFirst = func() (home [MaxCells]uint8) {
	for tile := range home {
		home[tile] = uint8(tile)
	}
	return home
}()

// problem is a position to be brought to a goal arrangement.
type problem struct {
	form          Board // where the search starts, in blank-first form
	turned        bool  // actions are turned for a board in blank-last form
	heuristic     Heuristic
	order         Order
	width, height int
	start         State
	startH        int32

	home  [MaxCells]uint8                   // of each tile in the goal arrangement, and of the blank
	steps [MaxCells][4]step                 // moves by the blank's cell, in order
	count [MaxCells]uint8                   // number of steps
	away  [MaxCells][MaxCells + 7]uint8     // Manhattan distance by tile and cell; rows of 32
	conf  *[1 << (3 * codedCells)]uint8     // of heuristics with conflicts
	lines [2][MaxCells]uint8                // row (axis 0) and column (axis 1) of each cell
	place [2][MaxCells][MaxCells]uint8      // by axis, line and tile: 1 + its place in the line, if it belongs there, or 0
	walks [2]*walkTables                    // of heuristics with walking distance
	rank  [2][MaxCells]uint8                // place of each tile in the goal's reading order, by rows and by columns
	mends [2][MaxCells*MaxCells/2 + 1]uint8 // moves needed by number of inversions
}

// step is one move of the blank from a cell.
type step struct {
	to       uint8 // the blank's next cell, where the tile comes from
	move     Move  // as the caller sees it
	vertical bool
}

func newProblem(form Board, home [MaxCells]uint8, h Heuristic, order Order, turned bool) (*problem, error) {
	p := &problem{form: form, turned: turned, heuristic: h, order: order, width: form.Width(), height: form.Height(), home: home}
	if err := h.Fits(p.width, p.height); err != nil {
		return nil, err
	}
	for blank := range form.Cells() {
		for _, m := range order.moves() {
			to, ok := m.from(blank, p.width, p.height)
			if !ok {
				continue
			}
			s := step{to: uint8(to), move: m, vertical: m == Up || m == Down}
			if turned {
				s.move = m.Inverse()
			}
			p.steps[blank][p.count[blank]] = s
			p.count[blank]++
		}
	}
	for tile := 1; tile < form.Cells(); tile++ {
		for cell := range form.Cells() {
			goal := int(home[tile])
			p.away[tile][cell] = uint8(abs(goal/p.width-cell/p.width) + abs(goal%p.width-cell%p.width))
		}
	}
	for cell := range form.Cells() {
		p.lines[0][cell], p.lines[1][cell] = uint8(cell/p.width), uint8(cell%p.width)
	}
	if h.parts&conflict != 0 {
		p.conf = conflictTable()
		for tile := 1; tile < form.Cells(); tile++ {
			row, col := p.lines[0][home[tile]], p.lines[1][home[tile]]
			p.place[0][row][tile], p.place[1][col][tile] = col+1, row+1
		}
	}
	if h.parts&walking != 0 {
		blank := int(home[0])
		var err error
		if p.walks[0], err = walkTable(walkShape{p.height, p.width, blank / p.width}); err != nil {
			return nil, err
		}
		if p.walks[1], err = walkTable(walkShape{p.width, p.height, blank % p.width}); err != nil {
			return nil, err
		}
	}
	if h.parts&inversion != 0 {
		p.rankTiles()
	}
	p.start = p.evaluate(form.tiles)
	p.startH = p.estimate(&p.start)
	return p, nil
}

func abs(x int) int { return max(x, -x) }

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
			p.mends[axis][inversions] = uint8(inversionMoves(inversions, perLine))
		}
	}
}

// Start implements [search.Problem].
func (p *problem) Start() (State, int32) { return p.start, p.startH }

// Branching implements [search.Problem].
func (p *problem) Branching() int { return 4 }

// Goal implements [search.Problem].
func (p *problem) Goal(s *State) bool { return s.distance == 0 && s.blank == p.home[0] }

// Inverse implements [search.Inverter].
func (p *problem) Inverse(m Move) Move { return m.Inverse() }

// Expand implements [search.Problem]. It is the one hot function of the
// package; a step's fields are stored one by one because a struct literal was
// measured a quarter slower.
func (p *problem) Expand(s *State, via Move, dst []search.Step[State, Move]) int {
	undo := via.Inverse()
	blank := s.blank % MaxCells
	n := 0
	for i := range p.count[blank] {
		st := &p.steps[blank][i&3]
		if st.move == undo {
			continue
		}
		to := st.to % MaxCells
		tile := s.cells[to] % MaxCells
		d := &dst[n]
		n++
		d.State = *s
		d.State.cells[blank] = tile
		d.State.cells[to] = 0
		d.State.blank = to
		distance := s.distance + p.away[tile][blank] - p.away[tile][to]
		d.State.distance = distance
		d.Action = st.move
		d.Cost = 1
		p.update(s, &d.State, tile, to, st.vertical)
		d.H = p.estimate(&d.State)
	}
	return n
}

// update brings the parts that the heuristic uses from the parent to its
// child, whose tile has moved from a cell to where the blank was.
func (p *problem) update(parent, child *State, tile, from uint8, vertical bool) {
	parts, to := p.heuristic.parts, parent.blank
	axis := 1
	if vertical {
		axis = 0
	}
	if parts&hamming != 0 {
		if p.home[tile] == from {
			child.misplaced++
		} else if p.home[tile] == to {
			child.misplaced--
		}
	}
	if parts&conflict != 0 {
		// Only the line the tile belongs in can change, when it enters or
		// leaves it; a tile that moves along a line passes nobody.
		if home := p.line(axis, p.home[tile]); home == p.line(axis, from) || home == p.line(axis, to) {
			child.conflicts += p.conflictsIn(child, axis, home) - p.conflictsIn(parent, axis, home)
		}
	}
	if parts&walking != 0 {
		t := p.walks[axis]
		direction := 0
		if from < to {
			direction = 1
		}
		child.walk[axis] = t.next[(int(parent.walk[axis])*2+direction)*t.shape.lines+p.line(axis, p.home[tile])]
	}
	if parts&inversion != 0 {
		child.inversions[axis] = uint16(int(parent.inversions[axis]) + p.passed(parent, axis, tile, from, to))
	}
}

// line returns the row (axis 0) or column (axis 1) of a cell.
func (p *problem) line(axis int, cell uint8) int { return int(p.lines[axis][cell]) }

// conflictsIn returns how many tiles must leave a row (axis 0) or column.
func (p *problem) conflictsIn(s *State, axis, line int) uint8 {
	first, stride, length := line*p.width, 1, p.width
	if axis == 1 {
		first, stride, length = line, p.width, p.height
	}
	place := &p.place[axis][line]
	if length > codedCells {
		var places [MaxCells]uint8
		for i := range length {
			places[i] = place[s.cells[first+i*stride]]
		}
		return mustLeave(places[:length])
	}
	code := 0
	for i := range length {
		code |= int(place[s.cells[first+i*stride]]) << (3 * i)
	}
	return p.conf[code]
}

// passed returns by how much the number of inversions changes when a tile moves
// across lines: it passes the tiles between the two cells in reading order.
func (p *problem) passed(s *State, axis int, tile, from, to uint8) int {
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

// estimate returns the heuristic's value.
func (p *problem) estimate(s *State) int32 {
	var h int32
	parts := p.heuristic.parts
	if parts&hamming != 0 {
		h = int32(s.misplaced)
	}
	if parts&manhattan != 0 {
		h = max(h, int32(s.distance))
	}
	if parts&conflict != 0 {
		h = max(h, int32(s.distance)+2*int32(s.conflicts))
	}
	if parts&walking != 0 {
		h = max(h, int32(p.walks[0].dist[s.walk[0]])+int32(p.walks[1].dist[s.walk[1]]))
	}
	if parts&inversion != 0 {
		h = max(h, int32(p.mends[0][s.inversions[0]])+int32(p.mends[1][s.inversions[1]]))
	}
	for _, estimate := range p.heuristic.estimate {
		h = max(h, int32(estimate(p.board(s))))
	}
	return h
}

// board returns the state as a board with the caller's goal.
func (p *problem) board(s *State) Board {
	b := p.form
	b.tiles = s.cells
	if p.turned {
		return b.Turned()
	}
	return b
}

// evaluate returns the state of an arrangement of tiles, from scratch.
func (p *problem) evaluate(cells [MaxCells]uint8) State {
	s := State{cells: cells}
	n := p.form.Cells()
	parts := p.heuristic.parts
	for cell, tile := range cells[:n] {
		if tile == 0 {
			s.blank = uint8(cell)
			continue
		}
		s.distance += p.away[tile][cell]
		if parts&hamming != 0 && int(p.home[tile]) != cell {
			s.misplaced++
		}
	}
	if parts&conflict != 0 {
		for axis, lines := range [2]int{p.height, p.width} {
			for line := range lines {
				s.conflicts += p.conflictsIn(&s, axis, line)
			}
		}
	}
	if parts&walking != 0 {
		for axis, t := range p.walks {
			var counts walkCounts
			for cell, tile := range cells[:n] {
				if tile != 0 {
					counts[p.line(axis, uint8(cell))*t.shape.lines+p.line(axis, p.home[tile])]++
				}
			}
			s.walk[axis] = t.index[counts]
		}
	}
	if parts&inversion != 0 {
		for axis := range s.inversions {
			s.inversions[axis] = p.countInversions(cells, axis)
		}
	}
	return s
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
