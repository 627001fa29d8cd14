package tiles

import (
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

//go:generate go run ./internal/genprobe
//go:generate go -C internal/genbatch run . -out ../../batch_amd64.s -stubs ../../batch_stub_amd64.go -pkg tiles

// probe holds the data shared by the generated functions of one f-bounded probe. The functions keep
// the state in their arguments: the board as returned by [packed.Pack], and half of the remaining
// slack, since every move changes f by 0 or 2.
type probe struct {
	// count holds the number of nodes expanded since the last poll in its lower half, and the
	// number of children generated in its upper half, so that one addition increases both. The
	// upper half is signed, because children counted before a poll may be subtracted after it.
	count    uint64
	due      uint32 // value of the lower half at which to poll the guard
	leave    *[1 << (3 * codedCells)]uint8
	downs    *walkWords // tables for vertical moves
	acrosses *walkWords

	guard *search.Guard
	meter *search.Meter
	path  []Move // path in reverse, from the goal
	found bool
}

// goalWord is the goal arrangement in the form used by the probes.
const goalWord = 0xfedcba9876543210

// reached records that the probe has reached the goal.
func (p *probe) reached() bool {
	p.found = true
	return true
}

// back is called on the way out of a probe that ends. It subtracts the rest siblings of the last
// child, which were counted in advance but never generated.
func (p *probe) back(m Move, rest uint64) bool {
	p.count -= rest << 32
	p.path = append(p.path, m)
	return true
}

// flush adds the counts to the meter.
func (p *probe) flush() {
	p.meter.Expanded += p.count & (1<<32 - 1)
	p.meter.Generated += uint64(int64(p.count) >> 32)
	p.count = 0
}

// poll polls the guard and sets the time of the next poll.
func (p *probe) poll() bool {
	p.flush()
	if _, stop := p.guard.Poll(p.meter.Expanded); stop {
		return true
	}
	p.due = uint32(p.guard.Next() - p.meter.Expanded)
	return false
}

// usual15 reports whether the board has 4x4 cells, the goal [goalWord], [DefaultOrder], and a
// heuristic of this package. Drains could support any order, but they do not report depth and
// memory, which the engine has always reported for the other orders.
func (p *packed) usual15() bool {
	return p.width == 4 && p.height == 4 && p.order == DefaultOrder && p.form.goal == BlankFirst && p.home == homeFirst && p.heuristic.estimate == nil
}

// Probe implements [search.Prober] for linear conflict, walking distance and [LCWD] on 4x4 boards
// in [DefaultOrder], and for heuristics with pattern databases. For Manhattan distance alone, a
// drain does the work instead; see [search.Drainer].
func (p *packed) Probe() search.Probe[Move] {
	if p.tables != nil {
		return p.problem.Probe()
	}
	run := p.probeRun()
	if run == nil {
		return nil
	}
	return func(bound int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		if bound < p.startH {
			return p.startH, nil, search.Running
		}
		next, path, outcome := run(&p.start, int(p.start.blank), bound, p.startH, g, m)
		m.MaxDepth = max(m.MaxDepth, len(path))
		return next, path, outcome
	}
}

// Drain implements [search.Drainer] for the heuristics of [packed.Probe].
func (p *packed) Drain() search.Drain[State, Move] {
	if p.tables != nil {
		return p.problem.Drain()
	}
	run := p.probeRun()
	if run == nil {
		return nil
	}
	return func(root *search.Step[State, Move], bound int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		return run(&root.State, p.cameFrom(&root.State, root.Action), bound, root.H, g, m)
	}
}

// probeRun returns the function that searches the subtree below a state, or nil if no function was
// generated for the heuristic. The function's arguments include the cell from which the blank
// came, and the estimate h for the state.
func (p *packed) probeRun() func(s *State, from int, bound, h int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
	search15 := p.probe15()
	if search15 == nil {
		return nil
	}
	return func(s *State, from int, bound, h int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		pr := &probe{guard: g, meter: m, leave: conflictTable()}
		if p.heuristic.parts&walking != 0 {
			pr.downs, pr.acrosses = walkWordsOf(p.walks[0]), walkWordsOf(p.walks[1])
		}
		if pr.poll() {
			return 0, nil, g.Outcome()
		}
		stopped := search15(pr, s, 16*int(s.blank)+from, bound)
		pr.flush()
		switch {
		case pr.found:
			return bound, p.forward(pr.path), search.Solved
		case stopped:
			return bound, nil, g.Outcome()
		}
		// Every child that was rejected is 2 above the bound, or above the
		// last f of the bound's parity; and without one no probe ends.
		return bound + 2 - (bound-h)%2, nil, search.Running
	}
}

// probe15 returns a function that calls the generated function of the heuristic for a place in the
// table.
func (p *packed) probe15() func(pr *probe, s *State, at int, bound int32) bool {
	if !p.usual15() {
		return nil
	}
	switch p.heuristic.parts {
	case conflict:
		return func(pr *probe, s *State, at int, bound int32) bool {
			rows, cols := lineWords(s)
			return conflictProbes[at](pr, p.Pack(s), rows, cols, int(bound-s.conflictDistance())/2)
		}
	case walking:
		return func(pr *probe, s *State, at int, bound int32) bool {
			return walkingProbes[at](pr, p.Pack(s), uint32(s.walk[0]), uint32(s.walk[1]), int(bound-p.walkingDistance(s))/2)
		}
	case conflict | walking:
		return func(pr *probe, s *State, at int, bound int32) bool {
			rows, cols := lineWords(s)
			return lcwdProbes[at](pr, p.Pack(s), rows, cols, uint32(s.walk[0]), uint32(s.walk[1]),
				int(bound-s.conflictDistance())/2, int(bound-p.walkingDistance(s))/2)
		}
	}
	return nil
}

func (s *State) conflictDistance() int32 { return int32(s.distance) + 2*int32(s.conflicts) }

func (p *problem) walkingDistance(s *State) int32 {
	return int32(p.walks[0].dist[s.walk[0]]) + int32(p.walks[1].dist[s.walk[1]])
}

// forward converts a path of the probe, which is in reverse, to a path of the caller.
func (p *packed) forward(back []Move) []Move {
	path := make([]Move, len(back))
	for i, m := range back {
		path[len(back)-1-i] = p.view.move(m)
	}
	return path
}

// The codes of the rows of a 4x4 board are in one word, and the codes of its columns are in
// another. A code has 12 bits per line, three for each cell, as [mustLeave] describes. rowsCode
// and colsCode hold the amounts by which the move of a tile changes the two words, depending on
// the cells that it leaves and enters; sums wrap around.
//
// lineShift gives the position, in its word, of the line in which a move of the
// tile may change the number of tiles that must leave. This is the tile's home
// line if the tile enters or leaves it, and otherwise any line that the move does
// not change.
var rowsCode, colsCode, lineShift = lineTables()

// tileCode returns the part of a tile on a cell in the words of rows and of columns.
func tileCode(tile, cell int) (row, col uint64) {
	if tile == 0 {
		return 0, 0
	}
	if tile/4 == cell/4 {
		row = uint64(tile%4+1) << (12*(cell/4) + 3*(cell%4))
	}
	if tile%4 == cell%4 {
		col = uint64(tile/4+1) << (12*(cell%4) + 3*(cell/4))
	}
	return row, col
}

// lineWords returns the words of rows and of columns.
func lineWords(s *State) (rows, cols uint64) {
	for cell, tile := range s.cells[:16] {
		row, col := tileCode(int(tile), cell)
		rows, cols = rows|row, cols|col
	}
	return rows, cols
}

func lineTables() (rows, cols [16][16][16]uint64, shifts [16][16][16]uint8) {
	for i := range 16 * 16 * 16 {
		from, to, tile := i>>8, i>>4&15, i&15
		rowFrom, colFrom := tileCode(tile, from)
		rowTo, colTo := tileCode(tile, to)
		rows[from][to][tile], cols[from][to][tile] = rowTo-rowFrom, colTo-colFrom
		home, line := tile/4, to/4 // a vertical move
		if from/4 == to/4 {
			home, line = tile%4, to%4
		}
		if home == from/4 && from/4 != to/4 || home == from%4 && from/4 == to/4 {
			line = home
		}
		shifts[from][to][tile] = uint8(12 * line)
	}
	return rows, cols, shifts
}

// walkWords is the table for one direction of walking distance, in the form that the probes use.
// Entry state·8 + direction·4 + home line of the tile holds the next state; its highest bit says
// whether the distance of the next state is larger.
type walkWords [1 << 18]uint16

var walkWordsCache sync.Map // *walkTables → func() *walkWords

func walkWordsOf(t *walkTables) *walkWords {
	build, _ := walkWordsCache.LoadOrStore(t, sync.OnceValue(func() *walkWords {
		words := new(walkWords)
		for state, dist := range t.dist {
			for i := range 8 {
				next := t.next[state*8+i]
				word := next
				if t.dist[next] > dist {
					word |= 1 << 15
				}
				words[state*8+i] = word
			}
		}
		return words
	}))
	return build.(func() *walkWords)()
}
