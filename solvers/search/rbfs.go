package search

import (
	"context"
	"unsafe"
)

// RBFS runs recursive best-first search: it follows the most promising child as long as no
// alternative along the path is more promising. Before it turns to an alternative, it stores the
// improved value of the abandoned subtree in the subtree's root.
//
// Source: R. E. Korf, Linear-space best-first search, Artificial Intelligence 62 (1993), section 4.
//
// Guarantee: the path is optimal if the estimates are admissible; they need not be consistent. Ties
// are broken by the order of Expand. Like [IDAStar], the search terminates without a reachable goal
// only if all paths end.
//
// Cost: the search stores the children of all nodes on one path. The search expands nodes again
// whenever it returns to them, but in best-first order.
//
// Expanded and Generated count every visit. RBFS tests a node for the goal when it enters the node,
// so all children of the parent count as generated. Stored is the number of nodes on the path, with
// their siblings. If a limit ends the search, Bound is the largest value reached by the search, and
// no solution costs less than Bound.
func RBFS[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	start, h := p.Start()
	if p.Goal(&start) {
		return atGoal[A]()
	}
	r := &recursive[S, A]{p: p, slab: slab[S, A]{branching: p.Branching()}, guard: NewGuard(ctx, limits)}
	root := Step[S, A]{State: start, H: h}
	top := r.slab.start(r.guard, &r.Meter)
	if top == nil {
		r.Outcome = r.guard.Outcome()
		return r.Result
	}
	if h < Infinite && !r.stopped() {
		r.visit(&root, 0, int64(h), int64(Infinite)-1, top)
	}
	switch r.Outcome {
	case Running:
		r.Outcome, r.Bound = Unsolvable, 0
	case Solved:
		r.solved(r.Path, replay(p, r.Path))
		r.Optimal, r.Bound = true, r.Cost
	}
	return r.Result
}

// recursive is a running [RBFS].
type recursive[S, A comparable] struct {
	Result[A]
	p      Problem[S, A]
	slab   slab[S, A]
	values [][]int64 // for each depth, the value of each child (F in the source)
	held   uint64    // number of children in the plies of the path
	guard  *Guard
}

// visit searches below the node that step leads to, as long as some child's value is at most
// bound, and returns the smallest value of a child. The argument g is the cost of the path to the
// node, and value is the best known value of the node itself. This value exceeds the node's g + h
// only if the node was expanded before, and then no child has a smaller value.
func (r *recursive[S, A]) visit(step *Step[S, A], g, value, bound int64, l *ply[S, A]) int64 {
	if !r.reserve(l) {
		return value
	}
	r.Bound = max(r.Bound, int(value))
	n := r.p.Expand(&step.State, step.Action, l.steps)
	r.Expanded++
	r.Generated += uint64(n)
	r.held += uint64(n)
	r.Stored = max(r.Stored, r.held+1)

	children, values := l.steps[:n], r.values[l.depth][:n]
	again := g+int64(step.H) < value
	for i := range children {
		values[i] = min(g+int64(children[i].Cost)+int64(children[i].H), int64(Infinite))
		if again {
			values[i] = max(values[i], value)
		}
	}
	for {
		best, smallest, second := leastTwo(values)
		if smallest > bound {
			r.held -= uint64(n)
			return smallest
		}
		child := &children[best]
		if child.H == 0 && r.p.Goal(&child.State) {
			r.Outcome, r.Path = Solved, make([]A, l.depth+1)
			r.Path[l.depth] = child.Action
			return smallest
		}
		if r.stopped() {
			return smallest
		}
		below := r.slab.under(l, r.guard, &r.Meter)
		if below == nil {
			r.Outcome = r.guard.Outcome()
			return smallest
		}
		values[best] = r.visit(child, g+int64(child.Cost), smallest, min(bound, second), below)
		if r.Outcome != Running {
			if r.Outcome == Solved {
				r.Path[l.depth] = child.Action
			}
			return smallest
		}
	}
}

// stopped reports whether a limit forbids the expansion of another node.
func (r *recursive[S, A]) stopped() bool {
	if r.guard.Stops(r.Expanded) {
		r.Outcome = r.guard.Outcome()
	}
	return r.Outcome != Running
}

// reserve makes room for the values of the ply.
func (r *recursive[S, A]) reserve(l *ply[S, A]) bool {
	row := uint64(r.slab.branching)*uint64(unsafe.Sizeof(int64(0))) + uint64(unsafe.Sizeof([]int64{}))
	bytes := r.slab.bytes + row*uint64(max(len(r.values), l.depth+1))
	if !r.guard.Holds(r.held+uint64(r.slab.branching)+1) || !r.guard.Fits(bytes) {
		r.Outcome = r.guard.Outcome()
		return false
	}
	r.Bytes = max(r.Bytes, bytes)
	if l.depth == len(r.values) {
		r.values = append(r.values, make([]int64, r.slab.branching))
	}
	return true
}

// leastTwo returns the smallest value, the index of its first occurrence, and the smallest of the
// other values. A value that does not exist is [Infinite].
func leastTwo(values []int64) (best int, first, second int64) {
	first, second = int64(Infinite), int64(Infinite)
	for i, v := range values {
		switch {
		case v < first:
			best, first, second = i, v, first
		case v < second:
			second = v
		}
	}
	return best, first, second
}
