package search

import (
	"fmt"
	"slices"
)

// nodes is the table of a best-first search: every state met so far, open or
// closed, with the cheapest cost g known and the action that reached it at
// that cost. A node is named by a number of 32 bits, which is what the open
// list holds.
//
// There are two. [packed] serves problems that are a [Packer] and an
// [Inverter]; [plain] serves the rest. One call serves a whole expansion, so
// that the loop above is not slowed by the choice.
type nodes[S, A comparable] interface {
	// root adds the start, whose g is 0.
	root(s *S) uint32
	// take closes a node. It returns its g and, in s, its state; ok is false,
	// and nothing changes, if the node is closed.
	take(id uint32, s *S) (via A, g int32, ok bool)
	// expect tells the table of steps that it will be offered, if it does not
	// grow before; expectNode, of a node that is likely to be taken soon. slow
	// says that the table is large enough for it to help.
	expect(e *expansion[S, A])
	expectNode(id uint32)
	slow() bool
	// relax offers the expected steps out of a node whose g is given, and says
	// in fates what became of them. It returns false, having changed nothing, if
	// the table cannot hold such a node at all; see wide.
	relax(from uint32, g int32, e *expansion[S, A]) bool
	// fresh returns how many different states among the expected steps are new.
	fresh(e *expansion[S, A]) int
	// room returns how many nodes the table holds before it must grow.
	room() uint64
	// grow makes room for more nodes if spare bytes beyond those in use allow
	// it, and has the open list renumbered; false if they do not, or if the
	// guard stopped it.
	grow(g *Guard, spare uint64, renumber func(to func(id uint32) uint32)) bool
	// wide returns a table of the same nodes that sets no limit on g and on the
	// number of actions, and uses this one up; nil as for grow.
	wide(g *Guard, spare uint64, renumber func(to func(id uint32) uint32)) nodes[S, A]
	// reopen makes all closed nodes open ones.
	reopen()
	// cost returns the g of a node and whether it is closed.
	cost(id uint32) (g int32, closed bool)
	// bytes is the memory in use; peak is the most that was in use at a time.
	bytes() uint64
	peak() uint64
	// free gives the memory back. Nothing may be asked of the table after it.
	free()
	// path returns the actions from the start to a node.
	path(id uint32) []A
}

// fate is what became of a step.
type fate struct {
	id   uint32
	what verdict
}

type verdict uint8

const (
	dropped  verdict = iota // the state was known at no greater cost, or is not to be looked at again
	added                   // a new node
	cheaper                 // an open node, now with a smaller g
	reopened                // a closed node, now with a smaller g; open again unless the rule is deferClosed
)

// revisit is what a cheaper path to a known node does.
type revisit uint8

const (
	reopenClosed revisit = iota // the smaller g counts, and a closed node is opened again
	deferClosed                 // the smaller g counts, but a closed node stays closed
	keepFirst                   // nothing: the first path to a node stays
)

// newNodes returns the table for a problem.
func newNodes[S, A comparable](p Problem[S, A], rule revisit, limit uint64) nodes[S, A] {
	packer, packs := p.(Packer[S])
	inverter, inverts := p.(Inverter[A])
	if packs && inverts {
		return newPacked(p, packer, inverter, rule, limit)
	}
	return newPlain(p, rule)
}

// walkBack returns the actions from the start to a state, in a problem whose
// actions can be undone: the action that reached the state is undone, and so
// on until a state with none. via looks up the action of a state.
func walkBack[S, A comparable](p Problem[S, A], inverter Inverter[A], s S, via func(s *S) A) []A {
	var none A
	path := []A{}
	steps := make([]Step[S, A], p.Branching())
	for a := via(&s); a != none; a = via(&s) {
		back := stepBy(p, &s, inverter.Inverse(a), steps)
		if back == nil {
			panic(fmt.Sprintf("search: %T: the Inverse of %v, the action that led to a state, cannot be taken there", p, a))
		}
		path = append(path, a)
		s = back.State
	}
	slices.Reverse(path)
	return path
}
