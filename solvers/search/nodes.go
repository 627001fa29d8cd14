package search

import (
	"fmt"
	"slices"
)

// nodes is the table of a best-first search. It holds every state reached so far, open or closed,
// with the smallest known g and the action that reached the state at that cost. Each node has a
// 32-bit number, which the open list stores.
//
// There are two implementations: [packed] for problems that are a [Packer] and an
// [Inverter], and [plain] for all others. One call handles a whole expansion, so
// that the indirection does not slow down the loop.
type nodes[S, A comparable] interface {
	// root adds the start, whose g is 0.
	root(s *S) uint32
	// take closes a node, and returns its g and, in s, its state. If the node is already closed, ok
	// is false and nothing changes.
	take(id uint32, s *S) (via A, g int32, ok bool)
	// expect announces steps to be offered with relax, unless the table grows first. expectNode
	// announces a node likely to be taken soon. slow reports whether the table is large enough for
	// these calls to help.
	expect(e *expansion[S, A])
	expectNode(id uint32)
	slow() bool
	// relax offers the expected steps from a node with the given g, and stores in fates what became
	// of them. If the table cannot represent one of the resulting nodes, it changes nothing and
	// returns false; see wide.
	relax(from uint32, g int32, e *expansion[S, A]) bool
	// fresh returns the number of different new states among the expected steps.
	fresh(e *expansion[S, A]) int
	// room returns the number of nodes that the table can hold before it must grow.
	room() uint64
	// grow makes room for more nodes and renumbers the open list, provided that this takes at most
	// spare additional bytes. It returns false if it would take more, or if the guard stopped it.
	grow(g *Guard, spare uint64, renumber func(to func(id uint32) uint32)) bool
	// wide moves the nodes to a table without limits on g and on the number of actions, and returns
	// that table. It returns nil in the same cases in which grow returns false.
	wide(g *Guard, spare uint64, renumber func(to func(id uint32) uint32)) nodes[S, A]
	// reopen opens all closed nodes again.
	reopen()
	// cost returns the g of a node and whether it is closed.
	cost(id uint32) (g int32, closed bool)
	// bytes returns the memory in use, and peak the maximum so far.
	bytes() uint64
	peak() uint64
	// free gives the memory back. The table must not be used afterward.
	free()
	// path returns the actions from the start to a node.
	path(id uint32) []A
}

// fate is the result of offering a step to the table.
type fate struct {
	id   uint32
	what verdict
}

type verdict uint8

const (
	dropped  verdict = iota // the state was known at the same or a smaller cost, or must not be revisited
	added                   // a new node
	cheaper                 // an open node, now with a smaller g
	reopened                // a closed node, now with a smaller g; open again unless the rule is deferClosed
)

// revisit is the rule for a cheaper path to a known node.
type revisit uint8

const (
	reopenClosed revisit = iota // use the smaller g, and open a closed node again
	deferClosed                 // use the smaller g, but leave a closed node closed
	keepFirst                   // ignore it: keep the first path to a node
)

// newNodes returns the right kind of table for a problem.
func newNodes[S, A comparable](p Problem[S, A], rule revisit, limit uint64) nodes[S, A] {
	packer, packs := p.(Packer[S])
	inverter, inverts := p.(Inverter[A])
	if packs && inverts {
		return newPacked(p, packer, inverter, rule, limit)
	}
	return newPlain(p, rule)
}

// walkBack returns the actions from the start to a state, for a problem whose actions can be
// undone. It undoes the action that reached the state, and repeats this until it comes to a state
// without such an action. The function via looks up the action that reached a state.
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
