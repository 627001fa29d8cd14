package search

import "context"

// WeightedAStar is A* with the estimate multiplied by a weight: always expand
// the open node with the smallest Den·g + Num·h, among equals the one with the
// largest g. The order is that of integers, so that it is the same everywhere.
//
// Source: I. Pohl, Heuristic search viewed as path finding in a graph,
// Artificial Intelligence 1 (1970).
//
// Promise: with admissible estimates the cost is at most w times that of a
// cheapest path. A weighted estimate is not consistent even if the estimate
// is; closed nodes reached at a smaller g are opened again, and the promise
// holds whether it is consistent or not.
//
// Cost: as [AStar] for each node. Bound is the larger of cost/w, rounded up,
// and the smallest g + h left open; if it comes to the cost the solution is
// known to be optimal.
//
// It panics if w is not [Weight.Valid].
func WeightedAStar[S, A comparable](ctx context.Context, p Problem[S, A], w Weight, limits Limits) Result[A] {
	w = w.checked()
	b := newBestFirst(ctx, p, discipline{weight: w}, limits)
	r := b.once()
	if r.Outcome == Unsolvable {
		return r
	}
	if r.Outcome == Solved {
		r.Bound = w.divide(int64(r.Cost) * int64(w.Den))
	} else {
		r.Bound = w.divide(b.bound) // it was the smallest in the open list
	}
	// The node taken last is no longer in the open list.
	least := b.sum(b.lastF, b.lastG)
	if open, ok := b.queue.least(b.sum); ok {
		least = min(least, open)
	}
	r.Bound = max(r.Bound, int(least))
	if r.Outcome == Solved {
		r.Bound = min(r.Bound, r.Cost)
		r.Optimal = r.Bound == r.Cost
	}
	return r
}

// sum returns g + h of an entry of the open list.
func (b *bestFirst[S, A]) sum(f int64, g int32) int64 {
	return int64(g) + (f-int64(b.weight.Den)*int64(g))/int64(b.weight.Num)
}
