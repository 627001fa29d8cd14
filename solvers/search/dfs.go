package search

import "context"

// DepthFirst runs depth-first search with a check for cycles on the current path. It tries children
// in the order of Expand and returns the path to the first goal that it reaches. It ignores
// estimates except [Infinite], which marks a dead end.
//
// Source: the textbook search; the check for cycles on the current path is from S. Russell and P.
// Norvig, Artificial Intelligence: A Modern Approach (4th edition, 2021), section 3.4.3.
//
// Guarantee: if the state space is finite and there is no depth limit, the search finds a path if
// there is one, but rarely a short one. No path has more than depth actions, where 0 or less means
// no limit. No path visits a state twice, so the search of a finite space terminates. If it finds
// no goal, the outcome is [Unsolvable] if the depth limit excluded nothing and [Incomplete]
// otherwise.
//
// Cost: the search stores only the current path. The time is exponential in the length of the
// longest path, since the search repeats the work below a state for every path to the state. Bound
// is 0, since the search does not prove a lower bound.
//
// Expanded counts the root and every child that the search enters. Generated counts every child
// that it examines, including states that are already on the path. The search stops when it
// generates a goal.
func DepthFirst[S, A comparable](ctx context.Context, p Problem[S, A], depth int, limits Limits) Result[A] {
	start, h := p.Start()
	switch {
	case p.Goal(&start):
		return atGoal[A]()
	case h == Infinite:
		return Result[A]{Outcome: Unsolvable}
	}
	d := &diving[S, A]{
		p:      p,
		slab:   slab[S, A]{branching: p.Branching()},
		onPath: newStateSet(p),
		guard:  NewGuard(ctx, limits),
		depth:  depth,
	}
	d.run()
	return d.Result
}

// diving is a running [DepthFirst]. It keeps the path in the plies instead of on
// the call stack, because without a depth limit the path can contain most of the
// space.
type diving[S, A comparable] struct {
	Result[A]
	p      Problem[S, A]
	slab   slab[S, A]
	onPath *stateSet[S]
	guard  *Guard
	depth  int
	cut    bool // the depth limit kept a state from being entered
}

func (d *diving[S, A]) run() {
	var root Step[S, A]
	root.State, _ = d.p.Start()
	for l := d.enter(&root, nil); l != nil; {
		if l.next == uint(l.n) {
			if l = l.above; l != nil {
				d.onPath.remove(&l.steps[l.next-1].State)
			}
			continue
		}
		child := &l.steps[l.next]
		l.next++
		d.Generated++
		if child.H == Infinite || d.onPath.has(&child.State) {
			continue
		}
		if d.p.Goal(&child.State) {
			path := make([]A, l.depth+1)
			for ; l != nil; l = l.above {
				path[l.depth] = l.steps[l.next-1].Action
			}
			d.solved(path, replay(d.p, path))
			return
		}
		if d.depth > 0 && l.depth+1 >= d.depth {
			d.cut = true
			continue
		}
		l = d.enter(child, l)
	}
	switch {
	case d.guard.Outcome() != Running:
		d.Outcome = d.guard.Outcome()
	case d.cut:
		d.Outcome = Incomplete
	default:
		d.Outcome = Unsolvable
	}
}

// enter expands the node that step leads to, a child of the node at a ply, and
// returns the ply of its steps, or nil if a limit forbids it.
func (d *diving[S, A]) enter(step *Step[S, A], from *ply[S, A]) *ply[S, A] {
	if d.guard.Stops(d.Expanded) {
		return nil
	}
	l := d.slab.start(d.guard, &d.Meter)
	if from != nil {
		l = d.slab.under(from, d.guard, &d.Meter)
	}
	if l == nil {
		return nil
	}
	bytes := d.slab.bytes + d.onPath.bytes(l.depth+1)
	if !d.guard.Fits(bytes) {
		return nil
	}
	d.Bytes = max(d.Bytes, bytes)
	d.Expanded++
	d.onPath.add(&step.State)
	l.n, l.next = d.p.Expand(&step.State, step.Action, l.steps), 0
	return l
}
