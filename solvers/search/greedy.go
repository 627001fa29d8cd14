package search

import "context"

// Greedy runs greedy best-first search: it always expands the open node with the smallest h and, in
// a tie, the node generated first.
//
// Source: J. E. Doran, D. Michie, Experiments with the Graph Traverser program, Proceedings of the
// Royal Society A 294 (1966).
//
// Guarantee: if the space is finite and there is a solution, Greedy finds one, but its cost can be
// arbitrarily high. Greedy keeps the first path to each state. Since it ignores g, reopening a node
// would only repeat the expansion.
//
// Cost: a node costs as much as in [AStar], but the search usually expands very few nodes. Bound is
// the estimate of the start, which is a lower bound if estimates are admissible.
func Greedy[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	b := newBestFirst(ctx, p, discipline{weight: Weight{1, 0}, ties: FIFO, rule: keepFirst}, limits)
	r := b.once()
	if r.Outcome == Unsolvable {
		return r
	}
	_, h := p.Start()
	r.Bound = int(h)
	if r.Outcome == Solved {
		r.Bound = min(r.Bound, r.Cost)
		r.Optimal = r.Cost == r.Bound
	}
	return r
}
