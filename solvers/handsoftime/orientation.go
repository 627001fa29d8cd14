package handsoftime

import "github.com/puzzlelab/puzzlelab/solvers/search"

// linker joins chains of segments end to end, and can undo the joins in reverse
// order.
//
//	tailOf[h]  the tail of the chain whose head is h
//	headOf[j]  the head of the chain whose tail is j
type linker struct{ tailOf, headOf []int32 }

func newLinker(m int) linker {
	buffer := make([]int32, 2*m)
	l := linker{buffer[:m:m], buffer[m:]}
	for j := range m {
		l.tailOf[j], l.headOf[j] = int32(j), int32(j)
	}
	return l
}

// link lets tail j move to head t. It returns false, without changes, if that
// would close a cycle.
func (l linker) link(j, t int32) bool {
	h := l.headOf[j]
	if h == t {
		return false
	}
	last := l.tailOf[t]
	l.tailOf[h], l.headOf[last] = last, h
	return true
}

// unlink undoes the latest remaining link, which must be link(j, t).
func (l linker) unlink(j, t int32) {
	l.tailOf[l.headOf[j]], l.headOf[l.tailOf[t]] = j, t
}

// orienter enumerates the orientations of some free cycles depth-first, and
// backtracks as soon as one closes a loop. After advance returns Running, all
// cycles are oriented.
type orienter struct {
	linker
	cycles []cycle
	way    []int8 // orientation of the cycles decided so far: 0, 1
	leaf   bool
}

// target returns the vertex to which edge i points in an orientation.
func (c cycle) target(i int, way int8) int32 {
	if way == 0 {
		if i++; i == len(c.vertex) {
			i = 0
		}
	}
	return c.vertex[i]
}

// orient links a whole cycle. It returns false, without changes, if that closes a
// loop.
func (o *orienter) orient(c cycle, way int8) bool {
	for i, j := range c.edge {
		if !o.link(j, c.target(i, way)) {
			o.turnBack(c, way, i)
			return false
		}
	}
	return true
}

// turnBack unlinks the first k edges of a cycle.
func (o *orienter) turnBack(c cycle, way int8, k int) {
	for i := k - 1; i >= 0; i-- {
		o.unlink(c.edge[i], c.target(i, way))
	}
}

// advance moves to the next complete orientation and returns Running. It returns
// Unsolvable if there are no more, or the guard's outcome.
func (o *orienter) advance(g *search.Guard, m *search.Meter) search.Outcome {
	way := int8(0)
	if o.leaf {
		way = o.retreat()
		o.leaf = false
	}
	for way >= 0 {
		depth := len(o.way)
		if way == 0 { // entered for the first time
			if g.Stops(m.Expanded) {
				return g.Outcome()
			}
			m.Expanded++
			m.MaxDepth = max(m.MaxDepth, depth)
			m.Stored = uint64(m.MaxDepth) + 1
			if depth == len(o.cycles) {
				o.leaf = true
				return search.Running
			}
		}
		for way < 2 && !o.orient(o.cycles[depth], way) {
			m.Pruned++
			way++
		}
		if way < 2 {
			m.Generated++
			o.way = append(o.way, way)
			way = 0
		} else {
			way = o.retreat()
		}
	}
	return search.Unsolvable
}

// retreat undoes the last decision and returns the orientation to try next, −1 if
// there was no decision.
func (o *orienter) retreat() int8 {
	depth := len(o.way) - 1
	if depth < 0 {
		return -1
	}
	way := o.way[depth]
	o.way = o.way[:depth]
	o.turnBack(o.cycles[depth], way, len(o.cycles[depth].edge))
	return way + 1
}

// orientation enumerates the orientations of the free cycles and, for each, the
// states of the special component.
type orientation struct {
	contracted
	orienter
	hole  *holeWalk
	order []int32 // next segment after each, for path
	state orientationState
	odd   bool // the number of closed loops is odd in the current state of the hole
}

type orientationState uint8

const (
	needOrientation orientationState = iota
	walking
	finished
)

func openOrientation(r Ring, g *search.Guard, m *search.Meter) (engine, search.Outcome) {
	c, graph, outcome := openContracted(r, g, m, 10*4)
	if outcome != search.Running {
		return nil, outcome
	}
	o := &orientation{contracted: c, state: finished}
	if graph != nil {
		o.state = needOrientation
		o.orienter = orienter{linker: newLinker(len(c.head)), cycles: graph.cycles}
		o.hole = newHoleWalk(graph)
	}
	return o, search.Running
}

func (o *orientation) next(g *search.Guard, m *search.Meter) search.Outcome {
	for {
		switch o.state {
		case finished:
			return search.Unsolvable
		case needOrientation:
			if outcome := o.advance(g, m); outcome != search.Running {
				o.state = finished
				return outcome
			}
			o.hole.reset()
			o.state = walking
			loops := o.hole.loops(o.linker)
			o.odd = loops%2 == 1
			if loops == 0 {
				return search.Solved
			}
		case walking:
			if outcome := o.walk(g, m); outcome != search.Running {
				return outcome
			}
		}
	}
}

// walk moves the hole by one step, and returns Solved if there are no closed
// loops.
func (o *orientation) walk(g *search.Guard, m *search.Meter) search.Outcome {
	if !o.hole.step() {
		o.state = needOrientation
		return search.Running
	}
	// Each step exchanges two successors, so the number of closed
	// loops changes by one, and only every second state can have none.
	if o.odd = !o.odd; o.odd {
		return search.Running
	}
	if g.Stops(m.Expanded) {
		return g.Outcome()
	}
	m.Expanded++
	m.Generated++
	if o.hole.single(o.linker) {
		return search.Solved
	}
	return search.Running
}

func (o *orientation) path(dst []int32) {
	if o.order == nil {
		o.order = make([]int32, len(o.head))
	}
	for j := range o.order {
		o.order[j] = -1
	}
	for depth, c := range o.cycles {
		for i, j := range c.edge {
			o.order[j] = c.target(i, o.way[depth])
		}
	}
	for _, t := range o.hole.vertices {
		o.order[o.hole.server[t]] = t
	}
	o.expand(o.order, dst)
}
