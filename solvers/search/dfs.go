package search

import (
	"context"
	"unsafe"
)

// DepthFirst goes down one path after another, in the order of Expand, and
// takes the first goal it meets. It looks at no estimate but [Infinite], which
// marks a dead end.
//
// Source: the textbook search; the check for cycles along the path alone is
// that of S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach
// (4th edition, 2021), section 3.4.3.
//
// Promise: some path, rarely a short one. No path is longer than depth actions
// (0 or less: no such limit), and none visits a state twice, so that the search
// of a finite space ends: as [Unsolvable] if the depth limit cut nothing off,
// otherwise as [Incomplete].
//
// Cost: memory for the longest path, time exponential in its length: a state
// is searched again on every path that leads to it.
//
// Expanded counts the root and every child entered; Generated counts each child
// when it is looked at, including those that lie on the path already. The
// search stops when a goal is generated.
func DepthFirst[S, A comparable](ctx context.Context, p Problem[S, A], depth int, limits Limits) Result[A] {
	start, _ := p.Start()
	if p.Goal(&start) {
		return atGoal[A]()
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

// diving is a running [DepthFirst]. It keeps the path in a list of its own, and
// not on the stack of the language, because a path without a depth limit can
// come to hold most of the space.
type diving[S, A comparable] struct {
	Result[A]
	p      Problem[S, A]
	slab   slab[S, A]
	onPath *stateSet[S]
	guard  *Guard
	depth  int
	frames []frame[S, A]
	cut    bool // the depth limit kept a state from being entered
}

// frame is one node of the path and the steps out of it.
type frame[S, A comparable] struct {
	ply  *ply[S, A]
	n    int // steps in the ply
	next int // the one to look at next
}

func (d *diving[S, A]) run() {
	poll := d.guard.Next()
	var root Step[S, A]
	root.State, _ = d.p.Start()
	if !d.enter(&root, d.slab.start(d.guard, &d.Meter), &poll) {
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
		if !d.enter(child, d.slab.under(top.ply, d.guard, &d.Meter), &poll) {
			return
		}
	}
	d.Outcome = Unsolvable
	if d.cut {
		d.Outcome = Incomplete
	}
}

// enter expands the node that step leads to into the ply, unless a limit
// forbids it. A nil ply is one that the guard refused.
func (d *diving[S, A]) enter(step *Step[S, A], into *ply[S, A], poll *uint64) bool {
	if d.Expanded == 0 || d.Expanded >= *poll {
		if outcome, stop := d.guard.Poll(d.Expanded); stop {
			d.Outcome = outcome
			return false
		}
		*poll = d.guard.Next()
	}
	bytes := d.slab.bytes + d.onPath.bytes(len(d.frames)+1) + uint64(len(d.frames)+1)*uint64(unsafe.Sizeof(frame[S, A]{}))
	if into == nil || !d.guard.Fits(bytes) {
		d.Outcome = d.guard.Outcome()
		return false
	}
	d.Expanded++
	d.onPath.add(&step.State)
	d.frames = append(d.frames, frame[S, A]{ply: into, n: d.p.Expand(&step.State, step.Action, into.steps)})
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
