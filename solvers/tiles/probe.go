package tiles

import (
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

//go:generate go run ./internal/genprobe
//go:generate go -C internal/genbatch run . -out ../../batch_amd64.s -stubs ../../batch_stub_amd64.go -pkg tiles

// probe is what the generated functions of one f-bounded probe share. The
// functions hold the state in their arguments: the board as [packed.Pack]
// gives it, and half of what is left to the bound, since every move changes f
// by 0 or 2.
type probe struct {
	// count holds the nodes expanded since the last poll in its lower half, and
	// the children generated in its upper half; one addition serves both. The
	// upper half is signed: children counted before the poll may be taken back
	// after it.
	count    uint64
	due      uint32 // the lower half at which the guard is to be asked
	leave    *[1 << (3 * codedCells)]uint8
	downs    *walkWords // of vertical moves
	acrosses *walkWords

	guard *search.Guard
	meter *search.Meter
	path  []Move // from the goal back
	found bool
}

// goalWord is the goal arrangement as the probes hold it.
const goalWord = 0xfedcba9876543210

// reached is called on the goal.
func (p *probe) reached() bool {
	p.found = true
	return true
}

// back is called on the way out of a probe that ends: rest siblings of the
// child it comes from were counted in advance, but never generated.
func (p *probe) back(m Move, rest uint64) bool {
	p.count -= rest << 32
	p.path = append(p.path, m)
	return true
}

// flush brings the counts to the meter.
func (p *probe) flush() {
	p.meter.Expanded += p.count & (1<<32 - 1)
	p.meter.Generated += uint64(int64(p.count) >> 32)
	p.count = 0
}

// poll asks the guard, and says when to ask again.
func (p *probe) poll() bool {
	p.flush()
	if _, stop := p.guard.Poll(p.meter.Expanded); stop {
		return true
	}
	p.due = uint32(p.guard.Next() - p.meter.Expanded)
	return false
}

// usual15 reports whether the board is of 4x4 cells, its goal that of [goalWord], the order
// [DefaultOrder], and the heuristic one of this package. Drains could serve any order, but
// tell no depth and memory, which the engine has always told of searches in the others.
func (p *packed) usual15() bool {
	return p.width == 4 && p.height == 4 && p.order == DefaultOrder && p.form.goal == BlankFirst && p.home == homeFirst && p.heuristic.estimate == nil
}

// Probe implements [search.Prober] for 4x4 boards in [DefaultOrder]. With Manhattan
// distance alone, a drain searches them instead: see [search.Drainer].
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

// probeRun returns the function that searches below a state, whose blank came from a cell
// and whose estimate is h; nil if none is generated.
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

// probe15 returns the generated functions of the heuristic, by their place in the table.
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

// forward turns a path of the probe, which runs from the goal back, into one
// of the caller's.
func (p *packed) forward(back []Move) []Move {
	path := make([]Move, len(back))
	for i, m := range back {
		path[len(back)-1-i] = p.view.move(m)
	}
	return path
}

// Codes of the rows of a 4x4 board in one word, and of its columns in another:
// 12 bits a line, three for each of its cells, as [mustLeave] describes them.
// A tile's part of the two words changes with a move by what these tables say,
// by the cells it comes from and goes to; sums wrap around.
//
// lineShift says where in its word the line is in which a move of the tile may
// change the number of those that must leave: the line of its home if the tile
// enters or leaves it, else any that the move does not change.
var rowsCode, colsCode, lineShift = lineTables()

// tileCode returns the part of a tile on a cell in the words of rows and
// columns.
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

// walkWords is the table of one direction of walking distance as the probes
// use it: at state·8 + direction·4 + home line of the tile, the next state, and
// in the highest bit whether its distance is larger.
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
