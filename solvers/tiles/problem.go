package tiles

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

// New returns board b as a [search.Problem] with heuristic h, which tries moves in [DefaultOrder].
// Actions are moves on the given board. For up to 16 cells, the problem is also a
// [search.Reversible]; for 4x4 boards and some heuristics, it is a [search.Prober]. New returns an
// error if the heuristic does not support the board's size. It accepts unsolvable boards, on which
// a search may never end, so call [Board.Check] first.
func New(b Board, h Heuristic) (search.Problem[State, Move], error) {
	return NewInOrder(b, h, DefaultOrder)
}

// NewInOrder is like [New], but tries moves in the given order.
func NewInOrder(b Board, h Heuristic, order Order) (search.Problem[State, Move], error) {
	p, err := newInOrder(b, h, order)
	if err != nil {
		return nil, err
	}
	if b.Cells() > packedCells {
		return p, nil
	}
	return p.packed(), nil
}

func newInOrder(b Board, h Heuristic, order Order) (*problem, error) {
	if b.Cells() == 0 {
		return nil, errZeroBoard
	}
	order, err := ParseOrder(string(order))
	if err != nil {
		return nil, err
	}
	form, home, v := b.view()
	p, err := newProblem(form, home, h, order, v)
	if err == nil {
		err = h.tables.fitsGoal(h.Name, form, b.goal)
	}
	return p, err
}

// homeFirst is the goal arrangement with the blank first.
var homeFirst = func() (home [MaxCells]uint8) {
	for tile := range home {
		home[tile] = uint8(tile)
	}
	return home
}()

// problem is a search problem: a start position and a goal arrangement, with a heuristic.
type problem struct {
	form          Board // start of the search, in the form of the view
	view          view  // view of the caller's board
	heuristic     Heuristic
	order         Order
	width, height int
	start         State
	startH        int32

	home   [MaxCells]uint8               // home cell of each tile and of the blank
	slides [MaxCells][4]slide            // moves in order, by the cell of the blank
	tries  [MaxCells][8]try              // which of these moves to try, by the cell of the blank and the last move
	summed bool                          // the estimate consists only of distance and conflicts
	away   [MaxCells][MaxCells + 7]uint8 // Manhattan distance by tile and cell; rows of 32
	axes   [2][MaxCells]uint8            // row (axis 0) and column (axis 1) of each cell
	lines  [2][]line                     // rows and columns; only for heuristics with conflicts
	walks  [2]*walkTables                // only for heuristics with walking distance
	rank   [2][MaxCells]uint8            // place of each tile in the goal's reading order, by rows and by columns
	mends  [2][maxInversions + 1]uint16  // moves needed, by number of inversions
	tables *pdb.Estimate                 // only for heuristics with pattern databases
}

func newProblem(form Board, home [MaxCells]uint8, h Heuristic, order Order, v view) (*problem, error) {
	p := &problem{form: form, view: v, heuristic: h, order: order, width: form.Width(), height: form.Height(), home: home}
	if err := h.Fits(p.width, p.height); err != nil {
		return nil, err
	}
	for axis, a := range form.axes() {
		for cell := range form.Cells() {
			line, _ := a.line(cell)
			p.axes[axis][cell] = uint8(line)
		}
	}
	for tile := 1; tile < form.Cells(); tile++ {
		for cell := range form.Cells() {
			p.away[tile][cell] = uint8(form.Apart(int(home[tile]), cell))
		}
	}
	if h.parts&conflict != 0 {
		p.lines = p.newLines()
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
	if h.tables != nil && home == homeFirst { // they know only the way to this goal
		var err error
		if p.tables, err = h.tables.open(context.Background(), nil); err != nil {
			return nil, err
		}
	}
	p.summed = h.estimate == nil && (h.parts == manhattan || h.parts == conflict)
	p.fillSlides()
	p.start = p.evaluate(form.tiles)
	p.startH = p.estimate(&p.start)
	return p, nil
}

func abs(x int) int { return max(x, -x) }

// Start implements [search.Problem].
func (p *problem) Start() (State, int32) { return p.start, p.startH }

// raise makes iterative deepening start at a proved lower bound. It rounds the bound up to the
// parity of the distance, which all solutions have.
func (p *problem) raise(bound int32) {
	if bound > p.startH {
		p.startH = bound + (bound^int32(p.start.distance))&1
	}
}

// Branching implements [search.Problem].
func (p *problem) Branching() int { return 4 }

// Goal implements [search.Problem].
func (p *problem) Goal(s *State) bool { return s.distance == 0 && s.blank == p.home[0] }

// Inverse implements [search.Inverter].
func (p *problem) Inverse(m Move) Move { return m.Inverse() }

// Expand implements [search.Problem]. Searches without a probe spend most of their time in it. It
// stores the fields of a step one by one, because a struct literal was a quarter slower in
// measurements.
func (p *problem) Expand(s *State, via Move, dst []search.Step[State, Move]) int {
	blank := s.blank % MaxCells
	try := &p.tries[blank][via&7]
	dst = dst[:try.n]
	for i := range dst {
		sl := &p.slides[blank][try.slides[i&3]&3]
		from := sl.from % MaxCells
		tile := s.cells[from] % MaxCells
		effect := sl.effects[tile]
		d := &dst[i]
		d.State = *s
		d.State.cells[blank] = tile
		d.State.cells[from] = 0
		d.State.blank = from
		d.State.distance = s.distance + uint8(effect.farther)
		switch {
		case effect.crosses > 0:
			d.State.conflicts = s.conflicts + sl.entered.crossed(s, tile, 1, sl.place)
		case effect.crosses < 0:
			d.State.conflicts = s.conflicts + sl.left.crossed(s, tile, -1, sl.place)
		}
		d.Action = sl.move
		d.Cost = 1
		if p.summed {
			d.H = int32(d.State.distance) + 2*int32(d.State.conflicts)
		} else {
			p.update(s, &d.State, tile, sl)
			d.H = p.estimate(&d.State)
		}
	}
	return len(dst)
}

// update computes those parts of the child's estimate that the heuristic uses, from the parent's,
// except distance and conflicts.
func (p *problem) update(parent, child *State, tile uint8, sl *slide) {
	parts, from, to, axis := p.heuristic.parts, child.blank, parent.blank, sl.axis&1
	if parts&hamming != 0 {
		if p.home[tile] == from {
			child.misplaced++
		} else if p.home[tile] == to {
			child.misplaced--
		}
	}
	if parts&walking != 0 {
		t := p.walks[axis]
		direction := 0
		if from < to {
			direction = 1
		}
		child.walk[axis] = t.next[(int(parent.walk[axis])*2+direction)*t.shape.lines+int(p.axes[axis][p.home[tile]])]
	}
	if p.tables != nil {
		change := p.tables.Change(parent.cells[:p.form.Cells()], int(to), int(from))
		child.walk[0] += uint16(change[0])
		child.walk[1] += uint16(change[1])
	}
	if parts&inversion != 0 {
		child.inversions[axis] = uint16(int(parent.inversions[axis]) + p.passed(parent, axis, tile, from, to))
	}
}

// estimate returns the heuristic's value for a state.
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
	switch {
	case p.heuristic.tables != nil:
		h = int32(max(s.walk[0], s.walk[1]))
	case p.heuristic.estimate != nil:
		h = max(h, p.heuristic.own(p.board(s)))
	}
	return h
}

// board returns the state as a board with the caller's goal.
func (p *problem) board(s *State) Board {
	return p.view.board(s.cells)
}

// evaluate computes the state for an arrangement of tiles from scratch.
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
	for axis := range p.lines {
		for i := range p.lines[axis] {
			s.conflicts += p.lines[axis][i].conflicts(&s)
		}
	}
	if parts&walking != 0 {
		for axis, t := range p.walks {
			s.walk[axis] = t.index[p.countWalk(cells[:n], axis)]
		}
	}
	if p.tables != nil {
		s.walk = p.sums(cells[:n])
	}
	if parts&inversion != 0 {
		for axis := range s.inversions {
			s.inversions[axis] = p.countInversions(cells, axis)
		}
	}
	return s
}

// countWalk counts the tiles by line and home line.
func (p *problem) countWalk(cells []uint8, axis int) (counts walkCounts) {
	for cell, tile := range cells {
		if tile != 0 {
			counts[int(p.axes[axis][cell])*p.walks[axis].shape.lines+int(p.axes[axis][p.home[tile]])]++
		}
	}
	return counts
}
