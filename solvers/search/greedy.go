package search

import "context"

// Greedy is greedy best-first search: always expand the open node with the
// smallest h, among equals the first generated.
//
// Source: J. E. Doran, D. Michie, Experiments with the Graph Traverser
// program, Proceedings of the Royal Society A 294 (1966).
//
// Promise: a solution is found if there is one and the space is finite; nothing
// is said of its cost. The first path to a state is the one that stays: since
// g plays no part, opening a node again would only repeat its expansion.
//
// Cost: as [AStar] for each node; usually very few of them. Bound is the
// estimate of the start, which is what admissible estimates prove.
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
