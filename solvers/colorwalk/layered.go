package colorwalk

import (
	"math"
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// layered is breadth-first search by layers for a solution of at most limit
// moves. It keeps, of each layer, the closures that no other one dominates and
// that the layer bound does not rule out.
//
// Three things make the layers thin: the closure (see closure.go) and what
// follows from it, dominance; the bound; and the order rule of A. and S.
// Puchert: where a colour takes only what it could have taken before the last
// move, it is not played if it comes before the last colour in the list,
// because the two in the other order lead to no less. The rule is sound
// together with dominance because each time a node is dropped, for one reason or the
// other, a node of the same layer dominates it that is larger, or equal and
// reached by a colour that comes later; such a chain ends at a node that is kept.
type layered struct {
	byLayers
	limits    search.Limits
	omit      omission
	dominance *dominance

	// patience is how many nodes a pass may keep before it gives up; 0 for any
	// number.
	patience int

	limit int
	best  []Color // of at most the limit that was asked; nil for none yet
	full  bool    // a limit on memory ended the pass
}

// omission is what a layered search does without, so that one can see what each
// is worth. Whatever is left out, what it finds is a shortest solution.
type omission struct{ closure, dominance, orderRule bool }

func newLayered(g *Graph, guard *search.Guard, limits search.Limits, m *search.Meter) *layered {
	return &layered{byLayers: newByLayers(g, guard, m), limits: limits, dominance: newDominance(g)}
}

// pass looks for a shortest solution of at most limit moves. It returns
// Solved with the solution, Unsolvable if there is none, Incomplete if it lost
// patience, or what stopped it, in both cases with the best solution so far if
// it has one. No solution is shorter than low.
func (l *layered) pass(limit int) (path []Color, low int, outcome search.Outcome) {
	l.limit, l.best, l.full, l.tree = limit, nil, false, l.tree[:0]
	l.now.clear()
	l.next.clear()
	if !l.fits(1) {
		return nil, 0, l.stopped()
	}
	root, n := l.begin()
	n.owed = l.close(root)
	n.h = int32(l.estimate(root, n))
	n.low = n.h
	if int(n.h) > limit {
		return nil, int(n.h), search.Unsolvable
	}
	if root.Solved() {
		l.finish(n, nil)
	}
	for depth := 1; len(l.now.nodes) > 0 && depth <= l.limit; depth++ {
		if !l.expandAll(depth) || !l.choose() {
			return l.best, l.low(), l.stopped()
		}
		l.meter.MaxDepth = max(l.meter.MaxDepth, depth)
		if l.patience > 0 && len(l.tree) > l.patience {
			return l.best, l.low(), search.Incomplete
		}
	}
	if l.best == nil {
		return nil, limit + 1, search.Unsolvable
	}
	return l.best, len(l.best), search.Solved
}

// stopped returns what ended the pass.
func (l *layered) stopped() search.Outcome {
	if l.full {
		return search.LimitMemory
	}
	return l.guard.Outcome()
}

// low returns a number of moves that no solution is shorter than, when the
// pass was stopped.
func (l *layered) low() int {
	low := int32(l.limit + 1)
	for i := range l.now.nodes {
		low = min(low, l.now.nodes[i].low)
	}
	return int(low)
}

// expandAll fills the next layer with the children of this one, and reports
// whether nothing stopped it.
func (l *layered) expandAll(depth int) bool {
	for i := range l.now.nodes {
		if !l.goOn() || !l.fits(len(l.g.Colors)) {
			return false
		}
		l.expand(i, depth)
	}
	return true
}

// expand adds the children of a node, which lie at the depth, to the next
// layer. Those that the bound rules out stay there, so that they are not
// estimated twice, until the layer is complete.
func (l *layered) expand(i, depth int) {
	from, parent := l.now.area(i), &l.now.nodes[i]
	l.meter.Expanded++
	for k := range l.g.Colors {
		if parent.stale>>k&1 != 0 {
			if from.Useful(&l.g.Colors[k]) {
				l.meter.Pruned++
			}
			continue
		}
		child, n := l.child(&from, k)
		if n == nil {
			continue
		}
		if !l.omit.orderRule {
			n.stale = l.g.stale(child, from, k)
		}
		n.owed = parent.owed | l.close(child)
		if child.Solved() {
			l.finish(n, append(l.tree.path(l.g, parent.at), l.g.Colors[k].Color))
			l.next.shrink()
			continue
		}
		if !l.next.list() {
			l.next.shrink()
			continue
		}
		n.at, n.via, n.h, n.low = parent.at, uint8(k), parent.h, parent.low
		if depth+int(n.h) > l.limit {
			n.h = int32(l.estimate(child, n))
			n.low = int32(depth) + n.h
		}
	}
}

// close makes an area its closure and returns the colours owed by it, if
// closures are not left out.
func (l *layered) close(a Area) (owed uint64) {
	if l.omit.closure {
		return 0
	}
	return l.g.closure(a, l.s)
}

// estimate returns the layer bound of a closure and what is owed.
func (l *layered) estimate(a Area, n *node) int {
	return l.g.layers(a, l.s) + bits.OnesCount64(n.owed)
}

// stale returns the colours before the one that led from an area to its child
// of which the child's frontier has nothing new.
func (g *Graph) stale(child, from Area, via int) uint64 {
	var stale uint64
next:
	for k := range via {
		c := &g.Colors[k]
		for i := c.lo; i < c.hi; i++ {
			if child.Frontier[i]&c.mask[i]&^from.Frontier[i] != 0 {
				continue next
			}
		}
		stale |= 1 << k
	}
	return stale
}

// finish takes note of a node at which nothing is left but the colours owed.
// From then on only shorter solutions are looked for.
func (l *layered) finish(n *node, path []Color) {
	for owed := n.owed; owed != 0; owed &= owed - 1 {
		path = append(path, l.g.Colors[bits.TrailingZeros64(owed)].Color)
	}
	if len(path) <= l.limit {
		l.best = path
		l.limit = len(path) - 1
	}
}

// choose makes what the bound and dominance leave of the next layer the
// current one, and reports whether nothing stopped it.
func (l *layered) choose() bool {
	if !l.charge(l.now.bytes() + l.next.bytes() + bytesWith(l.tree, 0) + l.dominance.bytesWith(len(l.next.nodes))) {
		return false
	}
	l.dominance.ignored = l.omit.dominance
	chosen := l.dominance.among(l.next, int32(l.limit), l.guard)
	if l.guard.Outcome() != search.Running {
		return false
	}
	n := len(chosen)
	if !l.charge(l.now.bytesWith(n-len(l.now.nodes)) + l.next.bytes() + bytesWith(l.tree, n) + l.dominance.bytesWith(0)) {
		return false
	}
	l.adopt(chosen)
	return true
}

// fits reports whether the limits allow n more nodes in the next layer, and
// makes room for them.
func (l *layered) fits(n int) bool {
	nodes := uint64(len(l.tree) + len(l.next.nodes) + n)
	l.full = l.full || l.limits.Stored > 0 && nodes > l.limits.Stored || nodes > math.MaxInt32
	if !l.charge(l.now.bytes() + l.next.bytesWith(n) + bytesWith(l.tree, 0) + l.dominance.bytesWith(0)) {
		return false
	}
	l.next.reserve(n)
	return true
}

// charge reports whether so many bytes may be in use beside the graph, and if so
// takes note of them.
func (l *layered) charge(bytes uint64) bool {
	bytes += l.fixed
	l.full = l.full || l.limits.Bytes > 0 && bytes > l.limits.Bytes
	if !l.full {
		l.meter.Bytes = max(l.meter.Bytes, bytes)
	}
	return !l.full
}
