package handsoftime

import "github.com/puzzlelab/puzzlelab/solvers/search"

// dynamic is a depth-first search that counts the inputs of every unvisited
// node. Its inputs are the nodes, unvisited or current, that can still move to
// it. The move x→y removes x from the inputs of x's other target z. If z has no
// inputs left, it can never be visited, and the move is rejected. This includes
// the write-up's rule, for any start and for both targets.
//
// The search undoes the change to the count when it returns to x. At that time,
// z is unvisited if and only if z was unvisited before the move, so no trail is
// needed.
type dynamic struct {
	ring    Ring
	sorted  bool
	inputs  []int32
	visited []bool
	path_   []int32
	later   []int32 // second target to be tried at this depth, or −1
	depth   int
	resumed bool
	doomed  bool // a node other than the start has no inputs
}

const dynamicBytes = 4 + 1 + 4 + 4 // per node

func openDynamic(sorted bool) func(Ring, *search.Guard, *search.Meter) (engine, search.Outcome) {
	return opener(dynamicBytes, func(r Ring, _ *search.Meter) engine {
		n := len(r.Values)
		d := &dynamic{
			ring: r, sorted: sorted,
			inputs:  r.inputs(),
			visited: make([]bool, n),
			path_:   make([]int32, n),
			later:   make([]int32, n),
		}
		for t, k := range d.inputs {
			d.doomed = d.doomed || k == 0 && t != r.Start
		}
		return d
	})
}

func (d *dynamic) path(dst []int32) { copy(dst, d.path_) }

// leave updates the input counts for the move from x to y. It returns false,
// without changes, if the move leaves a node without inputs.
func (d *dynamic) leave(x, y int32) bool {
	z := d.other(x, y)
	if z == y || d.visited[z] {
		return true
	}
	if d.inputs[z] == 1 {
		return false
	}
	d.inputs[z]--
	return true
}

// comeBack undoes leave.
func (d *dynamic) comeBack(x, y int32) {
	if z := d.other(x, y); z != y && !d.visited[z] {
		d.inputs[z]++
	}
}

// other returns the target of x that is not y; y itself if x has only one.
func (d *dynamic) other(x, y int32) int32 {
	a, b := int32(d.ring.Clockwise(int(x))), int32(d.ring.CounterClockwise(int(x)))
	if y == a {
		return b
	}
	return a
}

func (d *dynamic) next(g *search.Guard, m *search.Meter) search.Outcome {
	var (
		depth    = d.depth
		last     = len(d.path_) - 1
		node     = int32(d.ring.Start)
		expanded = m.Expanded
		outcome  search.Outcome
		forward  = !d.resumed
	)
	d.resumed = true
	if d.doomed {
		return search.Unsolvable
	}
search:
	for {
		var try int32 // the next target of node, or −1
		if forward {
			if g.Stops(expanded) {
				outcome = g.Outcome()
				break
			}
			expanded++
			d.path_[depth] = node
			m.MaxDepth = max(m.MaxDepth, depth)
			if depth == last {
				outcome = search.Solved
				break
			}
			d.visited[node] = true
			try, d.later[depth] = d.children(node)
			m.Generated += b2u(try >= 0) + b2u(d.later[depth] >= 0)
		} else {
			// Return from path[depth], which becomes unvisited.
			depth--
			if depth < 0 {
				outcome = search.Unsolvable
				break
			}
			node = d.path_[depth]
			d.comeBack(node, d.path_[depth+1])
			try, d.later[depth] = d.later[depth], -1
		}
		for ; try >= 0; try, d.later[depth] = d.later[depth], -1 {
			if d.leave(node, try) {
				node, forward = try, true
				depth++
				continue search
			}
			m.Pruned++
			m.Generated--
		}
		d.visited[node], forward = false, false
	}
	d.depth = depth
	m.Expanded = expanded
	m.Stored = uint64(m.MaxDepth) + 1
	return outcome
}

// children returns the unvisited targets of node in the order in which to try
// them, −1 for each missing one.
func (d *dynamic) children(node int32) (first, second int32) {
	a, b := int32(d.ring.Clockwise(int(node))), int32(d.ring.CounterClockwise(int(node)))
	first, second = -1, -1
	if !d.visited[a] {
		first = a
	}
	if a == b || d.visited[b] {
		return first, second
	}
	if first < 0 {
		return b, -1
	}
	// Both counts still include node, so their order does not depend on it.
	if d.sorted && d.inputs[b] < d.inputs[a] {
		return b, a
	}
	return a, b
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
