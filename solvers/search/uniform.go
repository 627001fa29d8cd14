package search

import "context"

// UniformCost expands nodes in order of g and ignores estimates. It even expands nodes marked as
// dead ends by their estimates.
//
// Source: E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1
// (1959), adapted to graphs generated during the search.
//
// Guarantee: the path is optimal.
//
// Cost: a node costs as much as in [AStar]. The search expands all nodes that are cheaper than the
// solution. Among nodes with equal g, UniformCost first expands the last generated node.
func UniformCost[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	return optimal(ctx, p, discipline{weight: Weight{0, 1}}, limits)
}
