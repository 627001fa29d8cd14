package search

import (
	"context"
	"time"
)

// Improvement describes a better solution, or a better bound, that a running search has found.
type Improvement struct {
	// Cost is the cost of the best solution found so far.
	Cost int
	// Bound is a proved lower bound on the cost of every solution.
	Bound int
	// Weight is the current weight of [ARAStar]. With consistent estimates, Cost is
	// at most Weight times the optimal cost.
	Weight Weight
	// Expanded and Generated count all nodes since the start of the run, as in [Meter].
	Expanded, Generated uint64
	Elapsed             time.Duration
}

// ARAStar runs anytime repairing A*: a sequence of weighted A* searches whose weights fall from the
// argument start to 1. Each search continues with the open list and the costs of the previous one.
// If a search reaches a closed node at a smaller g, it does not reopen the node; the next search
// does.
//
// Source: M. Likhachev, G. Gordon, S. Thrun, ARA*: anytime A* with provable bounds on
// sub-optimality, NIPS 16 (2003), figures 1 and 2. This version adds three rules. It drops nodes
// whose g + h is not below the cost of the best solution. After each search, it halves the excess
// of the weight over 1; if the excess falls below 1/16, the weight becomes 1. It skips weights
// whose guarantee is already proved by the current bound.
//
// Guarantee: unless improved is nil, ARAStar calls it for every better solution, with strictly
// decreasing costs. If the estimates are admissible, the last solution is optimal. They need not be
// consistent: the search is repeated until no open node can improve the solution.
//
// Cost: a node costs as much as in [AStar]. A node is expanded at most once per weight. If a limit
// ends the search after it has found a solution, Outcome names the limit, Path and Cost describe
// the best solution found, and Bound is a lower bound on the optimal cost.
//
// ARAStar panics if start is not [Weight.Valid].
func ARAStar[S, A comparable](ctx context.Context, p Problem[S, A], start Weight, improved func(Improvement), limits Limits) Result[A] {
	began := time.Now()
	b := newBestFirst(ctx, p, discipline{weight: start.checked(), rule: deferClosed}, limits)
	defer func() { b.nodes.free() }() // the one it has by then
	if !b.begin() {
		return b.result(b.guard.Outcome())
	}
	var best Result[A] // Path, Cost and Bound so far
	for {
		goal, outcome := b.run()
		better := outcome == Solved && b.betters(&best, goal)
		bound, open := b.proved(outcome.Limited())
		if best.Path != nil && (!open || bound > best.Cost) {
			bound = best.Cost
		}
		best.Bound = max(best.Bound, bound)
		if better && improved != nil {
			improved(Improvement{
				Cost: best.Cost, Bound: best.Bound, Weight: b.weight,
				Expanded: b.expanded, Generated: b.created, Elapsed: time.Since(began),
			})
		}
		if outcome.Limited() || !open || !b.repair(best.Cost, best.Bound) {
			return b.last(best, outcome)
		}
	}
}

// betters stores the path to a goal if it is better than the best path so far, and reports whether
// it is better.
func (b *bestFirst[S, A]) betters(best *Result[A], goal uint32) bool {
	var next Result[A]
	b.solved(&next, goal)
	if best.Path != nil && next.Cost >= best.Cost {
		return false
	}
	best.Path, best.Cost, best.MaxDepth = next.Path, next.Cost, next.MaxDepth
	b.dear = int64(best.Cost)
	return true
}

// last returns the final result, given the outcome of the last search.
func (b *bestFirst[S, A]) last(best Result[A], outcome Outcome) Result[A] {
	if !outcome.Limited() {
		outcome = b.guard.Outcome() // that of an interrupted repair, or none
	}
	if outcome == Running {
		outcome, best.Bound = Unsolvable, 0
		if best.Path != nil {
			outcome, best.Bound = Solved, best.Cost
		}
	}
	r := b.result(outcome)
	r.Path, r.Cost, r.Bound = best.Path, best.Cost, best.Bound
	r.MaxDepth = max(r.MaxDepth, best.MaxDepth)
	r.Optimal = outcome == Solved
	return r
}

// proved returns the smallest g + h of all open and deferred nodes. If a limit ended the run, this
// includes the node that was taken but not expanded. The result open is false if there are no such
// nodes.
func (b *bestFirst[S, A]) proved(limited bool) (bound int, open bool) {
	least, open := b.queue.least(b.sum)
	if last := b.sum(b.lastF, b.lastG); limited && (!open || last < least) {
		least, open = last, true
	}
	later, waiting := b.later.least(func(h int64, g int32) int64 { return h + int64(g) })
	if !open || waiting && later < least {
		least = later
	}
	return int(least), open || waiting
}

// repair prepares the search with the next weight. It returns false if no node can
// lead to a better solution, or if the guard stopped the search.
func (b *bestFirst[S, A]) repair(cost, bound int) bool {
	if _, stop := b.guard.Interrupted(); stop {
		return false
	}
	old, weight := b.queue, b.weight
	if b.dear != dearest { // there is a solution
		b.weight = weight.next()
		for b.weight.Num > b.weight.Den && int64(b.weight.Num)*int64(bound) >= int64(cost)*int64(b.weight.Den) {
			b.weight = b.weight.next()
		}
	}
	b.queue = newOpen(b.ties, b.chunks)
	move := func(from *open, estimate func(f int64, g int32) int64, waits bool) bool {
		for {
			id, f, g, ok := from.pop()
			if !ok {
				return true
			}
			if !b.reserveChunks(1) {
				return false
			}
			// An entry is out of date if the node was reached at a smaller g
			// since, or, in the open list, was expanded.
			if now, closed := b.nodes.cost(id); now == g && closed == waits {
				b.push(g, int32(estimate(f, g)), id)
			}
		}
	}
	if !move(old, func(f int64, g int32) int64 {
		return (f - int64(weight.Den)*int64(g)) / int64(weight.Num)
	}, false) || !move(b.later, func(h int64, _ int32) int64 { return h }, true) {
		return false
	}
	b.charge(b.nodes.bytes() + old.fixed)
	b.nodes.reopen()
	b.ceiling = dearest
	if b.dear != dearest {
		b.ceiling = int64(b.weight.Den) * b.dear
	}
	return b.queue.length > 0
}

// next returns the weight whose excess over 1 is half as large. It returns 1 if that excess is less
// than a sixteenth, or if the terms would be too large.
func (w Weight) next() Weight {
	excess, den := int64(w.Num)-int64(w.Den), 2*int64(w.Den)
	if 16*excess < den || den+excess > maxWeightTerm {
		return Weight{1, 1}
	}
	return reduced(den+excess, den)
}
