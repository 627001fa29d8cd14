package search

import (
	"cmp"
	"context"
	"slices"
)

// Beam runs a breadth-first search that keeps at most the width best states of every layer. A layer
// contains states that are the same number of actions away from the start. States with the smallest
// g + h are best; ties are broken by the smallest h, then by the order of generation. A width below
// 1 counts as 1.
//
// Source: B. T. Lowerre, The Harpy speech recognition system (Ph.D. thesis,
// Carnegie Mellon University, 1976), for the beam; R. Zhou and E. A. Hansen,
// Beam-stack search (ICAPS 2005), for the closed list.
//
// Guarantee: Beam stops at the first layer that contains a goal, and returns the cheapest
// generated path to a goal in this layer. The path need not be optimal. No state is kept in two
// layers, so the search of a finite space terminates. If Beam finds no goal, the outcome is
// [Unsolvable] if it dropped no state, and [Incomplete] otherwise.
//
// Cost: each layer needs the memory for width states and the time for width expansions. Bound is 0,
// since the search does not prove a lower bound.
//
// Generated counts every step written by Expand. Pruned counts the steps to new states that did
// not fit into the beam. Stored counts the states kept in all layers; Bytes also includes the
// candidates for the next layer. MaxDepth is the depth of the last kept layer.
func Beam[S, A comparable](ctx context.Context, p Problem[S, A], width int, limits Limits) Result[A] {
	start, h := p.Start()
	if p.Goal(&start) {
		return atGoal[A]()
	}
	b := &beam[S, A]{
		p:     p,
		width: max(1, width),
		steps: make([]Step[S, A], p.Branching()),
		kept:  newStateSet(p),
		guard: NewGuard(ctx, limits),
	}
	if h == Infinite {
		b.Outcome = Unsolvable
		return b.Result
	}
	if b.keep(&candidate[S, A]{state: start}) {
		b.run()
	}
	if b.Outcome == Running {
		b.Outcome = b.guard.Outcome()
	}
	return b.Result
}

// beam is a running [Beam].
type beam[S, A comparable] struct {
	Result[A]
	p     Problem[S, A]
	width int
	steps []Step[S, A]
	guard *Guard
	kept  *stateSet[S]
	nodes []beamNode[A] // all nodes kept, from which path reads the solution

	layer, next []candidate[S, A]
	bytes       uint64 // memory of nodes, layer and next, by capacity
	cut         bool
}

// beamNode records how a node was reached.
type beamNode[A comparable] struct {
	parent int // index in nodes; the root is its own parent
	action A
}

// candidate is a state for the next layer. Once it is kept, it is a state of the current layer.
type candidate[S, A comparable] struct {
	state  S
	g      int64
	h      int32
	parent int // index in nodes
	action A
}

// run works layer by layer until it finds a goal, an empty layer or a limit.
func (b *beam[S, A]) run() {
	for {
		first := len(b.nodes) - len(b.layer)
		b.next = b.next[:0]
		goal := candidate[S, A]{parent: -1}
		for i := range b.layer {
			if b.guard.Stops(b.Expanded) {
				return
			}
			var ok bool
			if b.next, ok = grown(b.next, len(b.steps), 0, &b.bytes, b.fits); !ok {
				return
			}
			b.expand(&b.layer[i], first+i, &goal)
		}
		if goal.parent >= 0 {
			path := b.path(goal)
			b.solved(path, replay(b.p, path))
			return
		}
		if len(b.next) == 0 {
			b.Outcome = Unsolvable
			if b.cut {
				b.Outcome = Incomplete
			}
			return
		}
		if !b.choose() {
			return
		}
	}
}

// expand adds the children of a node to the candidates, except goals: it stores the cheapest goal
// in goal.
func (b *beam[S, A]) expand(from *candidate[S, A], node int, goal *candidate[S, A]) {
	n := b.p.Expand(&from.state, from.action, b.steps)
	b.Expanded++
	b.Generated += uint64(n)
	for i := range n {
		step := &b.steps[i]
		if step.H == Infinite || b.kept.has(&step.State) {
			continue
		}
		c := candidate[S, A]{state: step.State, g: from.g + int64(step.Cost), h: step.H, parent: node, action: step.Action}
		if b.p.Goal(&step.State) {
			if goal.parent < 0 || c.g < goal.g {
				*goal = c
			}
			continue
		}
		b.next = append(b.next, c)
	}
}

// choose makes the best candidates the next layer, and reports whether memory allows this. The
// order is total: among equal candidates, the one generated first comes first.
func (b *beam[S, A]) choose() bool {
	slices.SortStableFunc(b.next, func(x, y candidate[S, A]) int {
		return cmp.Or(cmp.Compare(x.g+int64(x.h), y.g+int64(y.h)), cmp.Compare(x.h, y.h))
	})
	b.layer = b.layer[:0]
	for i := range b.next {
		c := &b.next[i]
		switch {
		case b.kept.has(&c.state):
		case len(b.layer) == b.width:
			b.cut = true
			b.Pruned++
		default:
			if !b.keep(c) {
				return false
			}
		}
	}
	b.MaxDepth++
	return true
}

// keep adds a candidate to the layer as a new node, and reports whether memory allows this.
func (b *beam[S, A]) keep(c *candidate[S, A]) (ok bool) {
	if b.nodes, ok = grown(b.nodes, 1, 1, &b.bytes, b.fits); !ok {
		return false
	}
	if b.layer, ok = grown(b.layer, 1, 1, &b.bytes, b.fits); !ok {
		return false
	}
	b.kept.add(&c.state)
	b.nodes = append(b.nodes, beamNode[A]{parent: c.parent, action: c.action})
	b.layer = append(b.layer, *c)
	b.Stored = uint64(len(b.nodes))
	return true
}

// fits reports whether the limits allow the given number of additional nodes and bytes.
func (b *beam[S, A]) fits(nodes int, bytes uint64) bool {
	nodes += len(b.nodes)
	bytes += b.bytes + b.kept.bytes(nodes)
	if !b.guard.Holds(uint64(nodes)) || !b.guard.Fits(bytes) {
		return false
	}
	b.Bytes = max(b.Bytes, bytes)
	return true
}

// path returns the actions that lead to a goal.
func (b *beam[S, A]) path(goal candidate[S, A]) []A {
	path := []A{goal.action}
	for i := goal.parent; i != 0; i = b.nodes[i].parent {
		path = append(path, b.nodes[i].action)
	}
	slices.Reverse(path)
	return path
}
