package search

import "context"

// WeightedAStar runs A* with estimates multiplied by a weight. It always expands the open node with
// the smallest Den·g + Num·h and, in a tie, with the largest g. It compares integers, so the order
// is the same on every machine.
//
// Source: I. Pohl, Heuristic search viewed as path finding in a graph, Artificial Intelligence 1
// (1970).
//
// Guarantee: with admissible estimates, the cost is at most w times the optimal cost, even if the
// estimates are inconsistent. Weighted estimates can be inconsistent even if the original estimates
// are consistent, so closed nodes reached at a smaller g are reopened.
//
// Cost: a node costs as much as in [AStar]. Bound is the larger of two numbers: cost/w, rounded up,
// and the smallest g + h of an open node. If it equals the cost, the solution is optimal.
//
// WeightedAStar panics if w is not [Weight.Valid].
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
