package search

import "context"

// BreadthFirst expands nodes in order of depth. It applies the goal test when
// a node is generated.
//
// Source: E. F. Moore, The shortest path through a maze, Proceedings of the
// International Symposium on the Theory of Switching (1959).
//
// Guarantee: no path has fewer actions than the path returned. If all actions cost 1, the path is
// optimal, and Result.Optimal is set.
//
// Cost: all generated nodes stay in memory, as in [AStar], including the siblings
// of the goal. The search ignores costs and estimates. Bound is a lower bound on
// the number of actions.
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
