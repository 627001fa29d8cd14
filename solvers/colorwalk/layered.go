package colorwalk

import (
	"math"
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// layered is a running layered search: a breadth-first search for a solution of at
// most limit moves. In each layer, it keeps the closures not dominated by another
// closure and not excluded by the layer bound.
//
// Three rules keep the layers small: closure with dominance (see closure.go), the
// bound, and the order rule of A. and S. Puchert. The order rule skips a color that
// comes before the last color in the list and takes only regions that it could have
// taken before the last move. Playing the two colors in the other order takes no
// less. The order rule is sound together with dominance. Whenever either rule drops
// a node, some node in the same layer dominates the dropped one and is either
// larger, or equal and reached by a later color. A chain of such nodes ends at a
// node that is kept.
type layered struct {
	byLayers
	limits    search.Limits
	omit      omission
	dominance *dominance

	// patience is the number of nodes that a pass may keep before it gives up; 0
	// means no limit.
	patience int

	limit int
	best  []Color // best solution within the limit so far, or nil
	full  bool    // a limit on memory ended the pass
}

// omission lists rules that a layered search does not use, to measure the benefit of
// each. The search finds a shortest solution without them, too.
type omission struct{ closure, dominance, orderRule bool }

func newLayered(g *Graph, guard *search.Guard, limits search.Limits, m *search.Meter) *layered {
	return &layered{byLayers: newByLayers(g, guard, m), limits: limits, dominance: newDominance(g)}
}

// pass looks for a shortest solution of at most limit moves. It returns Solved with
// the solution, or Unsolvable if there is none. If it kept more nodes than patience
// allows, it returns Incomplete; if a limit stopped it, it returns the limit's
// outcome. In both cases it also returns the best solution found, if any. No
// solution is shorter than low.
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

// low returns a lower bound on the number of moves after the pass was stopped.
func (l *layered) low() int {
	low := int32(l.limit + 1)
	for i := range l.now.nodes {
		low = min(low, l.now.nodes[i].low)
	}
	return int(low)
}

// expandAll fills the next layer with the children of this one. It returns false if
// a limit stopped it.
func (l *layered) expandAll(depth int) bool {
	for i := range l.now.nodes {
		if !l.goOn() || !l.fits(len(l.g.Colors)) {
			return false
		}
		l.expand(i, depth)
	}
	return true
}

// expand adds the children of a node, at the given depth, to the next layer.
// Children that the bound excludes remain there until the layer is complete, so that
// they are not estimated twice.
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

// close replaces an area by its closure and returns the owed colors, unless closures
// are switched off.
func (l *layered) close(a Area) (owed uint64) {
	if l.omit.closure {
		return 0
	}
	return l.g.closure(a, l.s)
}

// estimate returns the layer bound of a closure plus the number of owed colors.
func (l *layered) estimate(a Area, n *node) int {
	return l.g.layers(a, l.s) + bits.OnesCount64(n.owed)
}

// stale returns the colors before via in the list for which the child's frontier has
// no new regions. via led from an area to its child.
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

// finish records the solution through a node at which only owed colors are left.
// From then on the search looks only for shorter solutions.
func (l *layered) finish(n *node, path []Color) {
	for owed := n.owed; owed != 0; owed &= owed - 1 {
		path = append(path, l.g.Colors[bits.TrailingZeros64(owed)].Color)
	}
	if len(path) <= l.limit {
		l.best = path
		l.limit = len(path) - 1
	}
}

// choose makes the next layer, reduced by the bound and dominance, the current one.
// It returns false if a limit stopped it.
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

// charge reports whether the limits allow the given number of bytes besides the
// graph, and if so records them.
func (l *layered) charge(bytes uint64) bool {
	bytes += l.fixed
	l.full = l.full || l.limits.Bytes > 0 && bytes > l.limits.Bytes
	if !l.full {
		l.meter.Bytes = max(l.meter.Bytes, bytes)
	}
	return !l.full
}
