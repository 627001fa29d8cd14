package search

import "context"

// BreadthFirst expands nodes in the order of their depth and looks for the
// goal among the nodes it generates.
//
// Source: E. F. Moore, The shortest path through a maze, Proceedings of the
// International Symposium on the Theory of Switching (1959).
//
// Promise: the path found has the fewest actions. It is optimal, and said to
// be so, if all of them cost 1.
//
// Cost: every node generated stays in memory, as in [AStar]. Costs and
// estimates are not looked at. The steps beside the goal are stored and counted
// like it. Bound is the number of actions that any solution must have.
func BreadthFirst[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	if start, _ := p.Start(); p.Goal(&start) {
		return atGoal[A]()
	}
	b := newBestFirst(ctx, p, discipline{weight: Weight{0, 1}, ties: FIFO, rule: keepFirst, unit: true}, limits)
	r := b.once()
	switch r.Outcome {
	case Solved:
		r.Bound = len(r.Path)
		r.Optimal = r.Cost == r.Bound
	case Unsolvable:
	default:
		r.Bound = int(b.bound) + 1 // the layer being expanded holds no goal, nor do those before
	}
	return r
}
