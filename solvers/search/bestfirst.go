package search

import (
	"context"
	"math"
)

// dearest is larger than every cost, weighted or not.
const dearest = math.MaxInt64

// discipline holds the parameters that distinguish the best-first searches.
type discipline struct {
	weight Weight // f = Den·g + Num·h
	ties   Ties
	rule   revisit
	// unit counts every action as 1, so that g is the depth, and tests for the
	// goal when a node is generated.
	unit bool
}

// bestFirst is the loop shared by all best-first searches: it takes the open node with the
// smallest f, closes it, and adds its successors to the table.
type bestFirst[S, A comparable] struct {
	discipline
	problem Problem[S, A]
	limits  Limits
	guard   *Guard
	chunks  *chunks
	queue   *open
	later   *open // closed nodes that were reached at a smaller g, if the rule is deferClosed
	nodes   nodes[S, A]
	state   S
	now     *expansion[S, A] // expansion of the node taken last
	ahead   lookahead[S, A]
	// The run ends at an open node whose f is at least ceiling. Nodes whose g + h is at least dear
	// are not worth opening.
	ceiling, dear int64

	stored, room                uint64 // number of nodes in the table, and how many it may hold
	expanded, created, reopened uint64
	deepest                     int32  // largest g of an expanded node
	costs                       int32  // bitwise or of all costs: 1 if all are 1
	directory, bytes            uint64 // bytes of the open lists at the last check; peak of all bytes
	bound                       int64  // largest value so far of the smallest f in the open list
	lastF                       int64  // f and g of the node taken last
	lastG                       int32
}

func newBestFirst[S, A comparable](ctx context.Context, p Problem[S, A], d discipline, limits Limits) *bestFirst[S, A] {
	b := &bestFirst[S, A]{
		discipline: d, problem: p, limits: limits,
		guard:  NewGuard(ctx, limits),
		chunks: newChunks(),
		now:    newExpansion[S, A](p.Branching()),
		ahead:  lookahead[S, A]{expansion: newExpansion[S, A](p.Branching()), node: noParent},

		ceiling: dearest, dear: dearest,
	}
	b.queue = newOpen(d.ties, b.chunks)
	if d.rule == deferClosed {
		b.later = newOpen(d.ties, b.chunks)
	}
	b.nodes = newNodes(p, d.rule, limits.Bytes)
	return b
}

// once runs a search that consists of a single run, and frees its table.
func (b *bestFirst[S, A]) once() Result[A] {
	defer func() { b.nodes.free() }() // the one it has by then
	if !b.begin() {
		return b.result(b.guard.Outcome())
	}
	goal, outcome := b.run()
	r := b.result(outcome)
	if outcome == Solved {
		b.solved(&r, goal)
	}
	return r
}

// begin opens the start. It returns false if the limits do not allow even this.
func (b *bestFirst[S, A]) begin() bool {
	s, h := b.problem.Start()
	if !b.guard.Holds(1) || !b.reserve() {
		return false
	}
	id := b.nodes.root(&s)
	b.stored = 1
	b.push(0, h, id)
	return true
}

// run searches until one of four things happens:
//   - It takes a goal from the open list, or generates one if unit is set. It then returns Solved
//     with the goal's node.
//   - The open list is empty. It then returns Unsolvable.
//   - The open list has no f-value below the ceiling. It then returns Running.
//   - The guard stops the search. It then returns the guard's outcome.
func (b *bestFirst[S, A]) run() (id uint32, outcome Outcome) {
	for {
		id, f, old, ok := b.queue.pop()
		if !ok {
			return 0, Unsolvable
		}
		if f >= b.ceiling {
			b.queue.push(f, old, id)
			return 0, Running
		}
		via, g, ok := b.nodes.take(id, &b.state)
		if !ok {
			continue
		}
		b.bound = max(b.bound, f)
		b.lastF, b.lastG = f, g
		if !b.unit && b.mayBeGoal(f, g) && b.problem.Goal(&b.state) {
			return id, Solved
		}
		if b.guard.Stops(b.expanded) || !b.reserve() {
			return 0, b.guard.Outcome()
		}
		b.expand(id, via)
		b.foresee(f, g)
		if id, ok := b.offer(id, g); !ok {
			return 0, b.guard.Outcome()
		} else if id != noGoal {
			return id, Solved
		}
		b.confirm()
	}
}

// noGoal means that an expansion generated no goal.
const noGoal = ^uint32(0)

// mayBeGoal reports whether the node just taken could be a goal: its estimate is 0 or unknown.
func (b *bestFirst[S, A]) mayBeGoal(f int64, g int32) bool {
	return b.weight.Num == 0 || f == int64(b.weight.Den)*int64(g)
}

// offer adds the steps of the current expansion to the table and the open list.
// It returns a goal among them if goals are tested on generation, or false if
// there is no room.
func (b *bestFirst[S, A]) offer(from uint32, g int32) (goal uint32, ok bool) {
	steps := b.now.steps
	if b.unit {
		for i := range steps {
			steps[i].Cost = 1
		}
	}
	if b.stored+uint64(len(steps)) > b.room {
		// Within a few nodes of what can be held only new states count.
		if need := b.stored + uint64(b.nodes.fresh(b.now)); !b.guard.Holds(need) || need > b.nodes.room() {
			b.refuse()
			return noGoal, false
		}
	}
	for !b.nodes.relax(from, g, b.now) {
		wide := b.nodes.wide(b.guard, b.spare(), b.renumber)
		if wide == nil {
			b.refuse()
			return noGoal, false
		}
		b.nodes, b.room = wide, 0
		b.charge(wide.peak())
		if !b.reserve() {
			return noGoal, false
		}
		// Nodes were renumbered, and the one expanded needs no number: paths in
		// a table that was widened are told by undoing actions.
		from = noParent
	}
	b.expanded++
	b.created += uint64(len(steps))
	b.deepest = max(b.deepest, g)
	goal = noGoal
	for i := range steps {
		step := &steps[i]
		b.costs |= step.Cost
		fate := &b.now.fates[i]
		switch fate.what {
		case dropped:
			continue
		case added:
			b.stored++
			if b.unit && goal == noGoal && b.problem.Goal(&step.State) {
				goal = fate.id
			}
		case reopened:
			b.reopened++
			if b.rule == deferClosed {
				if step.H != Infinite {
					b.later.push(int64(step.H), g+step.Cost, fate.id)
				}
				continue
			}
		}
		b.push(g+step.Cost, step.H, fate.id)
	}
	return goal, true
}

// push opens a node, unless the estimate is Infinite or the node cannot improve the best solution.
func (b *bestFirst[S, A]) push(g, h int32, id uint32) {
	if b.weight.Num != 0 && (h == Infinite || int64(g)+int64(h) >= b.dear) {
		return
	}
	b.queue.push(b.value(int64(g), h), g, id)
}

// value returns the f of a node with the given g and h.
func (b *bestFirst[S, A]) value(g int64, h int32) int64 {
	return int64(b.weight.Den)*g + int64(b.weight.Num)*int64(h)
}

// result returns a result with the given outcome and all counters.
func (b *bestFirst[S, A]) result(outcome Outcome) Result[A] {
	r := Result[A]{Outcome: outcome}
	r.Expanded, r.Generated, r.Reopened = b.expanded, b.created, b.reopened
	r.Stored, r.Bytes = b.stored, b.bytes
	if b.costs <= 1 {
		r.MaxDepth = int(b.deepest)
	}
	return r
}

// solved adds the path to a goal. It computes the cost from the path, because the
// g in the table may be too large: an ancestor may have been reached more cheaply
// later.
func (b *bestFirst[S, A]) solved(r *Result[A], goal uint32) {
	path := b.nodes.path(goal)
	r.solved(path, replay(b.problem, path))
}
