package handsoftime

import "github.com/puzzlelab/puzzlelab/solvers/search"

// staticOrder is the order in which one of the write-up's three programs tries
// moves. Their input counts never change during the search. The order at each
// node can therefore be computed in advance, and all three programs use the
// same depth-first loop.
type staticOrder struct {
	prune, sort bool
	literal     bool // test for node 0 instead of the start, as the write-up's program does
}

// movePair holds the moves to try at a node, in order.
type movePair struct{ first, second int32 }

// Values of movePair.second that mean that there is no second move.
const (
	oneTarget = -1 // both moves reach the same node
	// Values from here down mean that the first target was chosen because it
	// has a single input; rejected−second is the rejected target.
	rejected = -2
)

// inputs returns, for every node, the number of nodes that have a move to it.
func (r Ring) inputs() []int32 {
	count := make([]int32, len(r.Values))
	for i := range r.Values {
		a, b := r.Clockwise(i), r.CounterClockwise(i)
		count[a]++
		if a != b {
			count[b]++
		}
	}
	return count
}

func (o staticOrder) moves(r Ring) []movePair {
	inputs := r.inputs()
	start := r.Start
	if o.literal {
		start = 0
	}
	pairs := make([]movePair, len(r.Values))
	for i := range pairs {
		a, b := r.Clockwise(i), r.CounterClockwise(i)
		pair := movePair{int32(a), int32(b)}
		switch {
		case a == b:
			pair.second = oneTarget
		case o.prune && a != start && inputs[a] == 1:
			pair.second = rejected - int32(b)
		case o.prune && b != start && inputs[b] == 1:
			pair = movePair{int32(b), rejected - int32(a)}
		case o.sort && inputs[b] < inputs[a]:
			pair = movePair{int32(b), int32(a)}
		}
		pairs[i] = pair
	}
	return pairs
}

// static is a depth-first search on an explicit stack.
//
//	path[d] node entered at depth d
//	later[d] the second target of path[d] if it is still to be tried, else −1
type static struct {
	moves   []movePair
	visited []bool
	path_   []int32
	later   []int32
	before  uint64 // nodes expanded from other starts
	node    int32  // to enter next, at depth; −1 to backtrack first
	depth   int
}

const staticBytes = 8 + 1 + 4 + 4 // per node

func openStatic(o staticOrder) func(Ring, *search.Guard, *search.Meter) (engine, search.Outcome) {
	return opener(staticBytes, func(r Ring, m *search.Meter) engine {
		n := len(r.Values)
		return &static{
			moves:   o.moves(r),
			visited: make([]bool, n),
			path_:   make([]int32, n),
			later:   make([]int32, n),
			before:  m.Expanded,
			node:    int32(r.Start),
		}
	})
}

func (s *static) path(dst []int32) { copy(dst, s.path_) }

// next is the hot loop of the three baselines. It takes about five nanoseconds
// per node.
func (s *static) next(g *search.Guard, m *search.Meter) search.Outcome {
	var (
		moves, visited = s.moves, s.visited
		path, later    = s.path_, s.later
		node, depth    = s.node, s.depth
		last           = len(moves) - 1
		deepest        = m.MaxDepth
		expanded       = m.Expanded
		poll           = g.Next()
		pruned         uint64
		outcome        search.Outcome
	)
	for {
		if node < 0 { // backtrack to the nearest node with an untried target
			for depth--; depth >= 0 && later[depth] < 0; depth-- {
				visited[path[depth]] = false
			}
			if depth < 0 {
				outcome = search.Unsolvable
				break
			}
			node = later[depth]
			later[depth] = -1
			depth++
		}
		if expanded >= poll {
			if stop, ok := g.Poll(expanded); ok {
				outcome = stop
				break
			}
			poll = g.Next()
		}
		expanded++
		path[depth] = node
		deepest = max(deepest, depth)
		if depth == last {
			outcome = search.Solved
			node = -1 // where to continue for the next solution
			break
		}
		pair := moves[node]
		if pair.second <= rejected && !visited[rejected-pair.second] {
			pruned++
		}
		switch {
		case !visited[pair.first]:
			later[depth] = -1
			if pair.second >= 0 && !visited[pair.second] {
				later[depth] = pair.second
			}
			visited[node] = true
			node = pair.first
			depth++
		case pair.second >= 0 && !visited[pair.second]:
			later[depth] = -1
			visited[node] = true
			node = pair.second
			depth++
		default:
			node = -1
		}
	}
	s.node, s.depth = node, depth
	m.Expanded, m.MaxDepth = expanded, deepest
	m.Pruned += pruned
	s.book(m)
	return outcome
}

// book updates the counts of stored and generated nodes.
func (s *static) book(m *search.Meter) {
	m.Stored = uint64(m.MaxDepth) + 1
	m.Generated = m.Expanded - s.before
	if m.Generated > 0 {
		m.Generated-- // the root
	}
	for d := range max(s.depth, 0) {
		if s.later[d] >= 0 {
			m.Generated++ // generated, but not entered yet
		}
	}
}
