package programs

import (
	"context"
	"slices"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// coursera is the Java program of the Coursera write-up (Algorithms, Part I, 2014),
// for square boards of any size: A* as a tree search. A node consists of a board, the
// number of moves made, and the previous node. The program takes the node with the
// smallest priority, which is the number of moves plus the Hamming or Manhattan
// distance, from a binary heap. It puts the neighbors of the node's board onto the
// heap, except the board of the previous node (the "critical optimization"). It does
// not keep a table of boards, so a board is searched once for every path to it. The
// order of neighbors, in which the blank moves up, left, right, down, is ours; the
// write-up does not specify one.
//
// Options restore earlier stages of the program:
//
//   - closedList: the boards taken from the queue are kept in a list. A neighbor that
//     a search through the list from the front finds is not put onto the queue. (The
//     first version in the write-up compared nodes instead of boards and never found
//     any, which amounts to notCritical.)
//   - notCritical: the board of the previous node is put onto the queue, too.
//   - recomputed: the estimate is computed whenever two nodes are compared, instead
//     of once per node. Counters do not change.
//   - rows: each row of a board is a separate array, as in the interface of the
//     assignment, instead of one array for the whole board. The write-up changed this
//     first. No counter except Bytes changes.
//   - twin: instead of testing the parity, the program also solves the board with two
//     neighboring tiles exchanged, in lockstep and with a separate queue. Exactly one
//     of the two boards is solvable; if it is the twin, the original is not.
//
// Generated counts the nodes put onto the queues, except the two roots; the course
// calls this number enqueued. Stored is the maximum number of nodes on the queues at
// the same time. Bytes counts every node that was ever on a queue: every node taken
// off is still on the path to one that is not, so Java's garbage collector cannot
// free it either.
type coursera[B any] struct {
	choice puzzle.Choice
	boards courseBoards[B]
	// The options that are looked at often.
	closedList, notCritical, recompute bool

	form tiles.Board
	away courseEstimates

	nodes arena[courseNode[B]]
	child courseNode[B] // the one at hand
	sides []*courseSide // the board's, then the twin's

	memory
	bound int // priority of the board's last node
}

// courseNode is a search node.
type courseNode[B any] struct {
	board    B
	blank    uint8
	move     tiles.Move // that led here
	moves    uint16
	estimate uint16
	previous uint32
}

// courseEstimates holds the estimate of a tile on a cell.
type courseEstimates [tiles.MaxCells][tiles.MaxCells]uint8

// courseBoards is the representation of a node's board.
type courseBoards[B any] struct {
	of     func(b tiles.Board) B
	slide  func(b, child *B, from, to, width int) // child is b with a tile moved to the blank's cell
	sum    func(b *B, away *courseEstimates, cells int) uint16
	among  func(b *B, ids []uint32, nodes *arena[courseNode[B]]) bool // whether one of the nodes has that board
	beside func(width int) uint64                                     // bytes held outside the node
}

// courseArray is a board in one array.
type courseArray = [tiles.MaxCells]uint8

// courseFlat keeps it so.
var courseFlat = courseBoards[courseArray]{
	of: func(b tiles.Board) (flat courseArray) {
		for cell, tile := range b.Tiles() {
			flat[cell] = uint8(tile)
		}
		return flat
	},
	slide: func(b, child *courseArray, from, to, _ int) {
		*child = *b
		child[to], child[from] = b[from], 0
	},
	sum: func(b *courseArray, away *courseEstimates, cells int) (sum uint16) {
		for cell, tile := range b[:cells] {
			sum += uint16(away[tile][cell])
		}
		return sum
	},
	among: func(b *courseArray, ids []uint32, nodes *arena[courseNode[courseArray]]) bool {
		return slices.ContainsFunc(ids, func(id uint32) bool { return nodes.at(id).board == *b })
	},
	beside: func(int) uint64 { return 0 },
}

// courseRows keeps a board in an array of rows, with numbers of four bytes as Java's.
var courseRows = courseBoards[[][]int32]{
	of: func(b tiles.Board) [][]int32 {
		rows := make([][]int32, b.Height())
		for cell, tile := range b.Tiles() {
			rows[cell/b.Width()] = append(rows[cell/b.Width()], int32(tile))
		}
		return rows
	},
	slide: func(b, child *[][]int32, from, to, width int) {
		next := make([][]int32, len(*b))
		for y, row := range *b {
			next[y] = append(make([]int32, 0, width), row...)
		}
		next[to/width][to%width], next[from/width][from%width] = next[from/width][from%width], 0
		*child = next
	},
	sum: func(b *[][]int32, away *courseEstimates, _ int) (sum uint16) {
		for y, row := range *b {
			for x, tile := range row {
				sum += uint16(away[tile][y*len(row)+x])
			}
		}
		return sum
	},
	among: func(b *[][]int32, ids []uint32, nodes *arena[courseNode[[][]int32]]) bool {
		return slices.ContainsFunc(ids, func(id uint32) bool { return slices.EqualFunc(nodes.at(id).board, *b, slices.Equal) })
	},
	beside: func(width int) uint64 { return uint64(width) * (uint64(unsafe.Sizeof([]int32{})) + 4*uint64(width)) },
}

// courseSide is the search for one of the two boards.
type courseSide struct {
	queue  queue
	closed []uint32 // nodes, with the option closedList
}

// courseMoves make the blank go up, left, right, down.
var courseMoves = [...]tiles.Move{tiles.Down, tiles.Right, tiles.Left, tiles.Up}

func solveCoursera(ctx context.Context, b tiles.Board, c puzzle.Choice, limits search.Limits) search.Result[tiles.Move] {
	if c.Given("rows") {
		return solveOn(ctx, b, c, limits, courseRows)
	}
	return solveOn(ctx, b, c, limits, courseFlat)
}

func solveOn[B any](ctx context.Context, b tiles.Board, c puzzle.Choice, limits search.Limits, boards courseBoards[B]) search.Result[tiles.Move] {
	form, back := toward(b, tiles.BlankLast)
	var r search.Result[tiles.Move]
	s := &coursera[B]{
		choice: c, boards: boards, closedList: c.Given("closed-list"), notCritical: c.Given("no-critical"), recompute: c.Given("recompute"),
		form: form, memory: memory{guard: search.NewGuard(ctx, limits), meter: &r.Meter},
	}
	s.measure()
	goal, outcome := s.run()
	r.Outcome = outcome
	switch outcome {
	case search.Solved:
		r.Cost, r.Bound, r.Optimal = s.bound, s.bound, true
		r.Path = s.nodes.path(goal, func(n *courseNode[B]) (tiles.Move, uint32) { return n.move, n.previous }, back)
	case search.Unsolvable:
	default:
		r.Bound = s.bound
	}
	s.nodes, s.sides = arena[courseNode[B]]{}, nil
	s.give(s.held)
	return r
}

// measure fills the estimates: distances for Manhattan, 0 and 1 for Hamming.
func (s *coursera[B]) measure() {
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
func (s *coursera[B]) estimate(n *courseNode[B]) uint16 {
	return s.boards.sum(&n.board, &s.away, s.form.Cells())
}

// priority is moves plus estimate, which no solution through the node is
// shorter than.
func (s *coursera[B]) priority(id uint32) uint16 {
	n := s.nodes.at(id)
	if s.recompute {
		return n.moves + s.estimate(n)
	}
	return n.moves + n.estimate
}

// run returns the goal's node if the board is solved.
func (s *coursera[B]) run() (goal uint32, outcome search.Outcome) {
	roots := []tiles.Board{s.form}
	if s.choice.Given("twin") {
		roots = append(roots, twin(s.form))
	}
	less := func(a, b uint32) bool { return s.priority(a) < s.priority(b) }
	if nodes := &s.nodes; !s.recompute {
		less = func(a, b uint32) bool {
			m, n := nodes.at(a), nodes.at(b)
			return m.moves+m.estimate < n.moves+n.estimate
		}
	}
	for _, root := range roots {
		side := &courseSide{queue: queue{Less: less}}
		s.sides = append(s.sides, side)
		n := courseNode[B]{board: s.boards.of(root), blank: uint8(root.Blank())}
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
func (s *coursera[B]) step(side *courseSide, board bool) (id uint32, outcome search.Outcome) {
	if len(side.queue.List) == 0 {
		return 0, search.Unsolvable
	}
	id = side.queue.Pop()
	if board {
		s.bound = int(s.priority(id))
	}
	n := s.nodes.at(id)
	s.meter.MaxDepth = max(s.meter.MaxDepth, int(n.moves))
	if n.estimate == 0 {
		return id, search.Solved
	}
	if s.guard.Stops(s.meter.Expanded) {
		return id, s.guard.Outcome()
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
		child := &s.child
		s.boards.slide(&n.board, &child.board, from, int(n.blank), width)
		child.blank, child.move, child.moves, child.previous = uint8(from), m, n.moves+1, id
		switch {
		case s.closedList:
			known, outcome := s.contains(side, child)
			if outcome != search.Running {
				return id, outcome
			}
			if known {
				continue
			}
		case !s.notCritical && m == n.move.Inverse():
			continue // the board of the node before
		}
		child.estimate = s.estimate(child)
		s.meter.Generated++
		if !s.enqueue(side, child) {
			return id, s.stopped()
		}
	}
	return id, search.Running
}

// enqueue puts a node onto a queue; false if a limit forbids it.
func (s *coursera[B]) enqueue(side *courseSide, n *courseNode[B]) bool {
	queued := uint64(1)
	for _, side := range s.sides {
		queued += uint64(len(side.queue.List))
	}
	if !s.guard.Holds(queued) {
		return false
	}
	if !s.take(s.boards.beside(s.form.Width())) || !put(n, &s.nodes, &side.queue, &s.memory) {
		return false
	}
	s.meter.Stored = max(s.meter.Stored, queued)
	return true
}

// close puts a node onto the closed list; false if there is no memory for it.
func (s *coursera[B]) close(side *courseSide, id uint32) bool {
	if !s.room(&side.closed) {
		return false
	}
	side.closed = append(side.closed, id)
	return true
}

// contains reports whether a board is on the closed list. The list grows long
// enough for the guard to be asked on the way through it.
func (s *coursera[B]) contains(side *courseSide, n *courseNode[B]) (bool, search.Outcome) {
	const stretch = 1 << 12
	for part := range slices.Chunk(side.closed, stretch) {
		if outcome, stop := s.guard.Interrupted(); stop {
			return false, outcome
		}
		if s.boards.among(&n.board, part, &s.nodes) {
			return true, search.Running
		}
	}
	return false, search.Running
}
