package search

import "context"

// UniformCost expands nodes in order of g and ignores estimates. It also expands
// nodes that an estimate marks as dead ends.
//
// Source: E. W. Dijkstra, A note on two problems in connexion with graphs,
// Numerische Mathematik 1 (1959), adapted to graphs that are generated as they
// are searched.
//
// Guarantee: the path is optimal.
//
// Cost: the same as in [AStar], for all nodes cheaper than the solution. Among
// nodes with equal g, UniformCost first expands the node that was generated
// last.
func UniformCost[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	return optimal(ctx, p, discipline{weight: Weight{0, 1}}, limits)
}
