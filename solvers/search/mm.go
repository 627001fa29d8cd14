package search

import (
	"context"
	"slices"
)

// MM runs bidirectional heuristic search that meets in the middle. It searches from the start and
// from the goal in the order of max(g + h, 2g + 1), so neither side expands a node whose g exceeds
// half the optimal cost.
//
// Source: R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant and J. Chen, MM: a bidirectional
// search algorithm that is guaranteed to meet in the middle, Artificial Intelligence 252 (2017).
// This is the version with epsilon, the smallest cost of an action; here, epsilon is 1. Ties are
// broken by the smaller g, then by the order of generation; in a tie between the two sides, the
// forward side goes first.
//
// Guarantee: the path is optimal if the estimates of both sides are admissible. With inconsistent
// estimates, closed nodes are reopened.
//
// Cost: the search stores every state generated on either side.
//
// Expanded, Generated, Reopened and Stored are sums over both sides. MaxDepth is the largest depth
// of a node on either side, or the length of the path. If a limit ends the search, Bound is the
// proved lower bound.
//
// MM panics if its path cannot be replayed, which shows that the problem's Reverse or Inverse
// method is wrong.
func MM[S, A comparable](ctx context.Context, p Reversible[S, A], limits Limits) Result[A] {
	start, _ := p.Start()
	if p.Goal(&start) {
		return atGoal[A]()
	}
	m := &meeting[S, A]{
		guard:   NewGuard(ctx, limits),
		forward: newMMSide[S, A](p),
		back:    newMMSide[S, A](p.Reverse()),
		best:    int64(Infinite),
	}
	m.run()
	if m.Outcome == Solved {
		path := m.path(p)
		m.solved(path, replay[S, A](p, path))
		m.Optimal, m.Bound = true, m.Cost
	}
	return m.Result
}

// meeting is a running [MM].
type meeting[S, A comparable] struct {
	Result[A]
	guard         *Guard
	forward, back *mmSide[S, A]
	best          int64  // cost of the cheapest path known
	ahead, behind uint32 // nodes of the two sides at which they meet
	bound         int64
}

// run searches until the best path is proved optimal, a side is empty or a limit
// ends the search. An empty side has met every state that it can reach, so there
// is no better path.
func (m *meeting[S, A]) run() {
	if !m.forward.begin(m.fits) || !m.back.begin(m.fits) {
		m.Outcome = LimitMemory
		return
	}
	for {
		forward, ok := m.forward.front()
		backward, alsoOK := m.back.front()
		if !ok || !alsoOK {
			break
		}
		least := min(forward, backward)
		m.bound = max(m.bound, least, m.forward.leastF(), m.back.leastF(), m.forward.leastG()+m.back.leastG()+1)
		m.Bound = int(min(m.bound, m.best))
		if m.best <= m.bound {
			break
		}
		if m.guard.Stops(m.Expanded) {
			m.Outcome = m.guard.Outcome()
			return
		}
		if !m.expand(forward == least) {
			m.Outcome = LimitMemory
			return
		}
	}
	m.Outcome = Solved
	if m.best >= int64(Infinite) {
		m.Outcome, m.Bound = Unsolvable, 0
	}
}

// expand expands the front node of one side, and reports whether the children fit into memory.
func (m *meeting[S, A]) expand(forward bool) bool {
	side, other := m.forward, m.back
	if !forward {
		side, other = other, side
	}
	from := side.take()
	node := &side.nodes[from]
	state := side.p.Unpack(node.key)
	g, depth := int64(node.g), node.depth
	n := side.p.Expand(&state, node.action, side.steps)
	m.Expanded++
	m.Generated += uint64(n)
	for i := range n {
		step := &side.steps[i]
		cost := g + int64(step.Cost)
		if step.H == Infinite || cost >= int64(Infinite) {
			continue
		}
		key := side.p.Pack(&step.State)
		child, found := side.find(key)
		switch {
		case !found:
			var ok bool
			if child, ok = side.add(key, m.fits); !ok {
				return false
			}
		case cost >= int64(side.nodes[child].g):
			continue
		case side.nodes[child].closed:
			m.Reopened++
		default:
			side.retire(child)
		}
		c := &side.nodes[child]
		c.g, c.h, c.parent, c.action, c.depth = int32(cost), step.H, from, step.Action, depth+1
		m.MaxDepth = max(m.MaxDepth, int(c.depth))
		if !side.open(child, m.fits) {
			return false
		}
		if met, ok := other.find(key); ok && cost+int64(other.nodes[met].g) < m.best {
			m.best = cost + int64(other.nodes[met].g)
			m.ahead, m.behind = child, met
			if !forward {
				m.ahead, m.behind = met, child
			}
		}
	}
	return true
}

// fits reports whether the limits allow the given number of additional nodes and bytes on both
// sides together.
func (m *meeting[S, A]) fits(nodes int, bytes uint64) bool {
	total := m.forward.bytes + m.back.bytes + bytes
	stored := uint64(len(m.forward.nodes) + len(m.back.nodes) + nodes)
	if !m.guard.Holds(stored) || !m.guard.Fits(total) {
		return false
	}
	m.Bytes = max(m.Bytes, total)
	m.Stored = max(m.Stored, stored)
	return true
}

// path joins the two halves of the path. It inverts the actions of the search from the goal.
func (m *meeting[S, A]) path(p Inverter[A]) []A {
	path := []A{}
	for i := m.ahead; i != 0; i = m.forward.nodes[i].parent {
		path = append(path, m.forward.nodes[i].action)
	}
	slices.Reverse(path)
	for i := m.behind; i != 0; i = m.back.nodes[i].parent {
		path = append(path, p.Inverse(m.back.nodes[i].action))
	}
	return path
}
