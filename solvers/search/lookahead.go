package search

import "unsafe"

// slowGroups is the smallest number of groups of a slow packed table: at 4 MiB, a table no longer
// fits into the caches near a core. Tests lower this number.
var slowGroups = 1 << 16

// expansion holds the steps out of one node, and the places where a table will look for their
// states.
type expansion[S, A comparable] struct {
	steps []Step[S, A] // steps of the last Expand
	fates []fate       // one fate for each step
	room  []Step[S, A] // memory for Branching steps; steps uses the first part

	keys, homes []uint64 // keys and home groups of the states, for a packed table
}

func newExpansion[S, A comparable](branching int) *expansion[S, A] {
	e := &expansion[S, A]{room: make([]Step[S, A], branching), fates: make([]fate, branching)}
	e.keys, e.homes = make([]uint64, branching), make([]uint64, branching)
	return e
}

func (e *expansion[S, A]) bytes() uint64 {
	return uint64(len(e.room)) * uint64(unsafe.Sizeof(Step[S, A]{})+unsafe.Sizeof(fate{})+2*unsafe.Sizeof(uint64(0)))
}

// lookahead holds the expansion of the node that the search is likely to take next. With the tie
// rule [HighG], this node is the last child of the current expansion whose f does not exceed its
// parent's, unless the child's state is already known. lookahead expands this node, and prefetches
// its lines of the table, while the lines of the current expansion are still on their way. If the
// table does not fit into the caches, this saves a sixth of the time. A wrong guess costs one call
// of Expand and changes no counter.
type lookahead[S, A comparable] struct {
	*expansion[S, A]
	helps bool   // the table is large enough to benefit
	child int    // index in the current expansion, or -1 for none
	node  uint32 // node of the child once it is in the table; noParent before
}

// expand makes the steps out of the node just taken, unless foresee has made them already.
func (b *bestFirst[S, A]) expand(id uint32, via A) {
	if id == b.ahead.node {
		b.now, b.ahead.expansion = b.ahead.expansion, b.now
	} else {
		b.now.steps = b.now.room[:b.problem.Expand(&b.state, via, b.now.room)]
		b.nodes.expect(b.now)
	}
	b.ahead.node = noParent
}

// foresee guesses which child the search will take next, and makes the steps out of it. f is the f
// of the children's parent.
func (b *bestFirst[S, A]) foresee(f int64, g int32) {
	b.ahead.child = -1
	if !b.ahead.helps {
		return
	}
	if b.ties == HighG {
		for i := range b.now.steps {
			if step := &b.now.steps[i]; step.H != Infinite && b.value(int64(g)+int64(step.Cost), step.H) <= f {
				b.ahead.child = i
			}
		}
	}
	if b.ahead.child < 0 {
		if id, ok := b.queue.next(); ok {
			b.nodes.expectNode(id)
		}
		return
	}
	child := &b.now.steps[b.ahead.child]
	b.ahead.steps = b.ahead.room[:b.problem.Expand(&child.State, child.Action, b.ahead.room)]
	b.nodes.expect(b.ahead.expansion)
}

// confirm stores the node of the guessed child, if the search can take it.
func (b *bestFirst[S, A]) confirm() {
	if i := b.ahead.child; i >= 0 && b.now.fates[i].what != dropped {
		b.ahead.node = b.now.fates[i].id
	}
}
