package programs

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// lemtea8AStar is the write-up's A*. It uses a binary heap of nodes ordered by
// f, with the sum of distances as its estimate. For every board ever put on the
// heap, a map holds the g of its last node on the heap. A board in the map is
// put on the heap again if its new path is shorter.
//
// For this test, the program compares the wrong g: it compares the parent's g
// with the g stored for the child. Thus a board reached again at the *same*
// cost is put on the heap again, and its whole subtree is searched again. The
// solution is still a shortest one, but the search takes more memory. With
// repaired, the program compares the child's g. Outdated entries stay on the
// heap. With noMap, the program has no map, as in its first version, and puts
// every child on the heap. With buckets, it puts the nodes into lists by f
// instead of a heap, which changes only the order of equal nodes.
//
// Every legal move makes a child, even the move that undoes the last one. (The
// program also copies the board for every move against the border, which the
// map then drops; these copies are not counted here.) Stored counts all nodes
// ever put on the heap, since all are kept to reconstruct the path. Reopened
// counts those nodes whose board had been on the heap before.
type lemtea8AStar struct {
	repaired, noMap, buckets bool
	unoptimised

	nodes arena[lemtea8Node]
	queue queue
	lists buckets
	costs costs
	memory
}

// lemtea8Node is a board with its way from the start.
type lemtea8Node struct {
	bits15
	move   tiles.Move // that led here
	g      uint8
	parent uint32
}

func solveLemtea8AStar(ctx context.Context, b tiles.Board, c puzzle.Choice, limits search.Limits) search.Result[tiles.Move] {
	form, back := toward(b, tiles.BlankLast)
	var r search.Result[tiles.Move]
	s := &lemtea8AStar{
		repaired: c.Given("repaired"), noMap: c.Given("no-map"), buckets: c.Given("buckets"), unoptimised: without(c),
		memory: memory{guard: search.NewGuard(ctx, limits), meter: &r.Meter},
	}
	s.queue.Less = func(a, b uint32) bool { return s.nodes.at(a).f() < s.nodes.at(b).f() }
	last, outcome := s.run(newBits15(form))
	r.Outcome = outcome
	if s.nodes.n > 0 {
		// The node last taken from the heap had the smallest f there, and the
		// estimate is consistent: no solution is shorter.
		r.Bound = s.nodes.at(last).f()
	}
	if outcome == search.Solved {
		r.Cost, r.Optimal = r.Bound, true
		r.Path = s.nodes.path(last, func(n *lemtea8Node) (tiles.Move, uint32) { return n.move, n.parent }, back)
	}
	s.nodes, s.queue, s.lists, s.costs = arena[lemtea8Node]{}, queue{}, buckets{}, costs{}
	s.give(s.held)
	return r
}

func (n *lemtea8Node) f() int { return int(n.g) + int(n.distance) }

// run returns the node last taken from the heap: the goal, if it is solved.
func (s *lemtea8AStar) run(start bits15) (last uint32, outcome search.Outcome) {
	if !s.put(lemtea8Node{bits15: start}) {
		return 0, s.stopped()
	}
	for len(s.queue.List)+s.lists.n > 0 {
		if s.buckets {
			last = s.lists.pop()
		} else {
			last = s.queue.Pop()
		}
		curr := s.nodes.at(last)
		s.meter.MaxDepth = max(s.meter.MaxDepth, int(curr.g))
		if curr.distance == 0 {
			return last, search.Solved
		}
		if s.guard.Stops(s.meter.Expanded) {
			return last, s.guard.Outcome()
		}
		s.meter.Expanded++
		for _, m := range lemtea8Moves {
			board, ok := s.move(curr.bits15, m)
			if !ok {
				continue
			}
			s.meter.Generated++
			if !s.put(lemtea8Node{bits15: board, move: m, g: curr.g + 1, parent: last}) {
				return last, s.stopped()
			}
		}
	}
	return last, search.Unsolvable // a solvable board never comes here
}

// put puts a node on the heap unless the map says that it is not needed. It
// returns false if there is no memory for it.
func (s *lemtea8AStar) put(n lemtea8Node) bool {
	if s.noMap {
		return s.add(&n)
	}
	if !s.costs.grow(&s.memory) {
		return false
	}
	at := s.costs.slot(n.bits)
	known := s.costs.keys[at] != 0
	if known {
		compared := n.g - 1 // the parent's
		if s.repaired {
			compared = n.g
		}
		if compared >= s.costs.g[at] {
			return true
		}
	}
	if !s.add(&n) {
		return false
	}
	if known {
		s.meter.Reopened++
	} else {
		s.costs.keys[at] = n.bits
		s.costs.n++
	}
	s.costs.g[at] = n.g
	return true
}

// add puts a node on the heap, or into its list.
func (s *lemtea8AStar) add(n *lemtea8Node) bool {
	if !s.guard.Holds(uint64(s.nodes.n) + 1) {
		return false
	}
	if s.buckets {
		id, ok := s.nodes.add(&s.memory)
		if !ok || !s.lists.put(id, n.f(), &s.memory) {
			return false
		}
		*s.nodes.at(id) = *n
	} else if !put(n, &s.nodes, &s.queue, &s.memory) {
		return false
	}
	s.meter.Stored = uint64(s.nodes.n)
	return true
}
