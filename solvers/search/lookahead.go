package search

import "unsafe"

// slowGroups is the size from which on a packed table is slow: 4 MiB, more than
// the caches near a core hold. Tests lower it.
var slowGroups = 1 << 16

// expansion is the steps out of one node, and where a table will look for
// their states.
type expansion[S, A comparable] struct {
	steps []Step[S, A] // those of the last Expand
	fates []fate       // one for each
	room  []Step[S, A] // Branching long; steps are the first of these

	keys, homes []uint64 // of a packed table
}

func newExpansion[S, A comparable](branching int) *expansion[S, A] {
	e := &expansion[S, A]{room: make([]Step[S, A], branching), fates: make([]fate, branching)}
	e.keys, e.homes = make([]uint64, branching), make([]uint64, branching)
	return e
}

func (e *expansion[S, A]) bytes() uint64 {
	return uint64(len(e.room)) * uint64(unsafe.Sizeof(Step[S, A]{})+unsafe.Sizeof(fate{})+2*unsafe.Sizeof(uint64(0)))
}

// lookahead holds the expansion of the node that is likely to be taken next.
// With the tie rule [HighG] that is the last child of the running expansion
// whose f is no larger than its parent's, unless its state is known already.
// Its steps are made, and their lines of the table asked for, while those of
// the running expansion are on their way: on a table that fits no cache this
// saves a sixth of the time. A wrong guess costs one call of Expand, and
// changes nothing that is counted.
type lookahead[S, A comparable] struct {
	*expansion[S, A]
	helps bool   // the table is large enough
	child int    // of the running expansion, or -1 for none
	node  uint32 // the child's, once the table has it; noParent before
}

// expand makes the steps out of a node that was taken. If they were foreseen
// they are there.
func (b *bestFirst[S, A]) expand(id uint32, via A) {
	if id == b.ahead.node {
		b.now, b.ahead.expansion = b.ahead.expansion, b.now
	} else {
		b.now.steps = b.now.room[:b.problem.Expand(&b.state, via, b.now.room)]
		b.nodes.expect(b.now)
	}
	b.ahead.node = noParent
}

// foresee guesses which child will be taken next, f being its parent's, and
// makes the steps out of it.
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

// confirm notes the node of the child guessed, if it is one to be taken.
func (b *bestFirst[S, A]) confirm() {
	if i := b.ahead.child; i >= 0 && b.now.fates[i].what != dropped {
		b.ahead.node = b.now.fates[i].id
	}
}
