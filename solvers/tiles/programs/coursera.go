package programs

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// coursera is the Java program of the Coursera write-up (Algorithms, Part I,
// 2014), on square boards of any size: A* as a tree search. A node is a board,
// the moves made and the node before; the node of smallest priority, moves plus
// Hamming or Manhattan, is taken from a binary heap, and the neighbours of its
// board go onto it, but for the board of the node before (the "critical
// optimisation"). No table of boards is kept, so that a board is searched once
// for every way to it. The neighbours come in the order in which the blank
// goes up, left, right, down; the write-up leaves it open.
//
// Options lead back to the stages before:
//
//   - closedList: the boards taken from the queue are kept in a list, and a
//     neighbour that is found in it, by looking through it from the front, does
//     not go onto the queue. (The first version of the write-up compared nodes
//     instead of boards, which never found one: that is notCritical.)
//   - notCritical: the board of the node before goes onto the queue too.
//   - recomputed: the estimate is computed at each comparison of two nodes, and
//     not once for each. Counters do not change.
//   - twin: instead of a test of the parity, the board with two neighbouring
//     tiles exchanged is solved in lockstep, on a queue of its own. One of the
//     two is solvable; if it is the twin, the board is not.
//
// Generated counts the nodes put onto the queues but for the two roots, so
// that it is what the course calls enqueued; Stored the most that were on them
// at one time. Bytes counts every node that was ever on a queue: all those
// taken off are still on the way to one that is not, which is why Java's
// collector cannot free them either.
type coursera struct {
	choice puzzle.Choice
	// The options that are looked at often.
	closedList, notCritical, recompute bool

	form tiles.Board
	away [tiles.MaxCells][tiles.MaxCells]uint8 // estimate of a tile on a cell

	nodes arena[courseNode]
	sides []*courseSide // the board's, then the twin's

	memory
	bound int // priority of the board's last node
}

// courseNode is a search node.
type courseNode struct {
	tiles    [tiles.MaxCells]uint8
	blank    uint8
	move     tiles.Move // that led here
	moves    uint16
	estimate uint16
	previous uint32
}

// courseSide is the search for one of the two boards.
type courseSide struct {
	queue  queue
	closed []uint32 // nodes, with the option closedList
}

// courseMoves make the blank go up, left, right, down.
var courseMoves = [...]tiles.Move{tiles.Down, tiles.Right, tiles.Left, tiles.Up}

func solveCoursera(ctx context.Context, b tiles.Board, c puzzle.Choice, limits search.Limits) search.Result[tiles.Move] {
	form, back := toward(b, tiles.BlankLast)
	var r search.Result[tiles.Move]
	s := &coursera{choice: c, closedList: c.Given("closed-list"), notCritical: c.Given("no-critical"), recompute: c.Given("recompute"), form: form, memory: memory{guard: search.NewGuard(ctx, limits), meter: &r.Meter}}
	s.measure()
	goal, outcome := s.run()
	r.Outcome = outcome
	switch outcome {
	case search.Solved:
		r.Cost, r.Bound, r.Optimal = s.bound, s.bound, true
		r.Path = s.nodes.path(goal, func(n *courseNode) (tiles.Move, uint32) { return n.move, n.previous }, back)
	case search.Unsolvable:
	default:
		r.Bound = s.bound
	}
	s.nodes, s.sides = arena[courseNode]{}, nil
	s.give(s.held)
	return r
}

// measure fills the estimates: distances for Manhattan, 0 and 1 for Hamming.
func (s *coursera) measure() {
	n := s.form.Width()
	for tile := 1; tile < n*n; tile++ {
		home := s.form.Home(tile)
		for cell := range n * n {
			switch {
			case s.choice.Estimate == tiles.Manhattan.Name:
				s.away[tile][cell] = uint8(s.form.Apart(home, cell))
			case home != cell:
				s.away[tile][cell] = 1
			}
		}
	}
}

// estimate is the Hamming or Manhattan estimate of a board, from scratch.
func (s *coursera) estimate(n *courseNode) uint16 {
	sum := uint16(0)
	for cell, tile := range n.tiles[:s.form.Cells()] {
		sum += uint16(s.away[tile][cell])
	}
	return sum
}

// priority is moves plus estimate, which no solution through the node is
// shorter than.
func (s *coursera) priority(id uint32) uint16 {
	n := s.nodes.at(id)
	if s.recompute {
		return n.moves + s.estimate(n)
	}
	return n.moves + n.estimate
}

// run returns the goal's node if the board is solved.
func (s *coursera) run() (goal uint32, outcome search.Outcome) {
	roots := []tiles.Board{s.form}
	if s.choice.Given("twin") {
		roots = append(roots, twin(s.form))
	}
	for _, root := range roots {
		side := &courseSide{queue: queue{less: func(a, b uint32) bool { return s.priority(a) < s.priority(b) }}}
		s.sides = append(s.sides, side)
		n := courseNode{blank: uint8(root.Blank())}
		for cell, tile := range root.Tiles() {
			n.tiles[cell] = uint8(tile)
		}
		n.estimate = s.estimate(&n)
		if !s.enqueue(side, &n) {
			return 0, s.stopped()
		}
	}
	for {
		for i, side := range s.sides {
			goal, outcome := s.step(side, i == 0)
			switch {
			case outcome == search.Solved && i == 1:
				return 0, search.Unsolvable
			case outcome == search.Unsolvable && i == 1: // the twin's space is exhausted
			case outcome != search.Running:
				return goal, outcome
			}
		}
	}
}

// twin returns the board with the first two tiles that stand side by side in
// one of the first two rows exchanged: it is solvable if b is not.
func twin(b tiles.Board) tiles.Board {
	cell := 0
	if b.Tile(0) == 0 || b.Tile(1) == 0 {
		cell = b.Width()
	}
	order := b.Tiles()
	order[cell], order[cell+1] = order[cell+1], order[cell]
	other, err := tiles.NewBoard(b.Width(), b.Height(), b.Goal(), order)
	if err != nil {
		panic(err) // the same tiles
	}
	return other
}

// step takes one node from a side's queue. It returns Solved if that is the
// goal, and Unsolvable if there is none left.
func (s *coursera) step(side *courseSide, board bool) (id uint32, outcome search.Outcome) {
	if len(side.queue.ids) == 0 {
		return 0, search.Unsolvable
	}
	id = side.queue.pop()
	if board {
		s.bound = int(s.priority(id))
	}
	n := s.nodes.at(id)
	s.meter.MaxDepth = max(s.meter.MaxDepth, int(n.moves))
	if n.estimate == 0 {
		return id, search.Solved
	}
	if outcome, stop := s.polled(); stop {
		return id, outcome
	}
	s.meter.Expanded++
	if s.closedList && !s.close(side, id) {
		return id, s.stopped()
	}
	width, height := s.form.Width(), s.form.Height()
	for _, m := range courseMoves {
		from, ok := m.From(int(n.blank), width, height)
		if !ok {
			continue
		}
		child := courseNode{tiles: n.tiles, blank: uint8(from), move: m, moves: n.moves + 1, previous: id}
		child.tiles[n.blank], child.tiles[from] = n.tiles[from], 0
		switch {
		case s.closedList:
			known, outcome := s.contains(side, &child)
			if outcome != search.Running {
				return id, outcome
			}
			if known {
				continue
			}
		case !s.notCritical && m == n.move.Inverse():
			continue // the board of the node before
		}
		child.estimate = s.estimate(&child)
		s.meter.Generated++
		if !s.enqueue(side, &child) {
			return id, s.stopped()
		}
	}
	return id, search.Running
}

// enqueue puts a node onto a queue; false if a limit forbids it.
func (s *coursera) enqueue(side *courseSide, n *courseNode) bool {
	queued := uint64(1)
	for _, side := range s.sides {
		queued += uint64(len(side.queue.ids))
	}
	if !s.guard.Holds(queued) {
		return false
	}
	if !put(n, &s.nodes, &side.queue, &s.memory) {
		return false
	}
	s.meter.Stored = max(s.meter.Stored, queued)
	return true
}

// close puts a node onto the closed list; false if there is no memory for it.
func (s *coursera) close(side *courseSide, id uint32) bool {
	if !s.room(&side.closed) {
		return false
	}
	side.closed = append(side.closed, id)
	return true
}

// contains reports whether a board is on the closed list. The list grows long
// enough for the guard to be asked on the way through it.
func (s *coursera) contains(side *courseSide, n *courseNode) (bool, search.Outcome) {
	for i, id := range side.closed {
		if outcome, stop := s.guard.Pass(i); stop {
			return false, outcome
		}
		if s.nodes.at(id).tiles == n.tiles {
			return true, search.Running
		}
	}
	return false, search.Running
}
