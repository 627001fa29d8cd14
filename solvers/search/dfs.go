package search

import "context"

// DepthFirst runs depth-first search with a check for cycles on the current path.
// It tries children in the order of Expand and returns the first goal that it
// reaches. It ignores estimates except [Infinite], which marks a dead end.
//
// Source: the textbook search; the check for cycles on the current path is from
// S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach (4th
// edition, 2021), section 3.4.3.
//
// Guarantee: a path, rarely a short one. No path has more than depth actions,
// where 0 or less means no limit, and no path visits a state twice. So the search
// of a finite space ends: as [Unsolvable] if the depth limit excluded nothing,
// otherwise as [Incomplete].
//
// Cost: memory for the longest path. The time is exponential in its length, since
// the search repeats the work below a state on every path to the state. Bound is
// 0, since the search does not prove a lower bound.
//
// Expanded counts the root and every child that the search enters. Generated
// counts every child that it examines, including states that are already on the
// path. The search stops when it generates a goal.
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

// diving is a running [DepthFirst]. It keeps the path in its own list instead
// of the call stack, because without a depth limit the path can contain most of
// the space.
type diving[S, A comparable] struct {
	Result[A]
	p      Problem[S, A]
	slab   slab[S, A]
	onPath *stateSet[S]
	guard  *Guard
	depth  int
	frames []frame[S, A]
	bytes  uint64 // of the frames, by capacity
	cut    bool   // the depth limit kept a state from being entered
}

// frame is one node of the path and the steps out of it.
type frame[S, A comparable] struct {
	ply  *ply[S, A]
	n    int // steps in the ply
	next int // the one to look at next
}

func (d *diving[S, A]) run() {
	var root Step[S, A]
	root.State, _ = d.p.Start()
	if !d.enter(&root) {
		return
	}
	for len(d.frames) > 0 {
		top := &d.frames[len(d.frames)-1]
		if top.next == top.n {
			d.leave()
			continue
		}
		child := &top.ply.steps[top.next]
		top.next++
		d.Generated++
		if child.H == Infinite || d.onPath.has(&child.State) {
			continue
		}
		if d.p.Goal(&child.State) {
			path := d.path()
			d.solved(path, replay(d.p, path))
			return
		}
		if d.depth > 0 && len(d.frames) >= d.depth {
			d.cut = true
			continue
		}
		if !d.enter(child) {
			return
		}
	}
	d.Outcome = Unsolvable
	if d.cut {
		d.Outcome = Incomplete
	}
}

// enter expands the node that step leads to, unless a limit forbids it.
func (d *diving[S, A]) enter(step *Step[S, A]) bool {
	into, ok := d.below()
	if ok {
		d.frames, ok = grown(d.frames, 1, 1, &d.bytes, d.fits)
	}
	if !ok {
		d.Outcome = d.guard.Outcome()
		return false
	}
	d.Expanded++
	d.onPath.add(&step.State)
	d.frames = append(d.frames, frame[S, A]{ply: into, n: d.p.Expand(&step.State, step.Action, into.steps)})
	return true
}

// below polls the guard and returns the ply below the path.
func (d *diving[S, A]) below() (l *ply[S, A], ok bool) {
	if d.guard.Stops(d.Expanded) {
		return nil, false
	}
	if len(d.frames) == 0 {
		l = d.slab.start(d.guard, &d.Meter)
	} else {
		l = d.slab.under(d.frames[len(d.frames)-1].ply, d.guard, &d.Meter)
	}
	return l, l != nil
}

// fits asks the guard whether a path of so many more nodes, and frames of so
// many more bytes, are within the limits.
func (d *diving[S, A]) fits(nodes int, bytes uint64) bool {
	bytes += d.slab.bytes + d.onPath.bytes(len(d.frames)+nodes) + d.bytes
	if !d.guard.Fits(bytes) {
		return false
	}
	d.Bytes = max(d.Bytes, bytes)
	return true
}

// leave takes the last node off the path.
func (d *diving[S, A]) leave() {
	d.frames = d.frames[:len(d.frames)-1]
	if len(d.frames) == 0 {
		return
	}
	parent := &d.frames[len(d.frames)-1]
	d.onPath.remove(&parent.ply.steps[parent.next-1].State)
}

func (d *diving[S, A]) path() []A {
	path := make([]A, len(d.frames))
	for i, f := range d.frames {
		path[i] = f.ply.steps[f.next-1].Action
	}
	return path
}
