package search

import "context"

// UniformCost expands nodes in the order of g and ignores estimates. It also
// expands nodes whose estimate marks a dead end.
//
// Source: E. W. Dijkstra, A note on two problems in connexion with graphs,
// Numerische Mathematik 1 (1959), in the form for graphs that are generated as
// they are searched.
//
// Promise: the path is a cheapest one.
//
// Cost: as in [AStar], for all nodes cheaper than the solution. Among nodes with
// equal g, the last generated is expanded first.
func UniformCost[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	return optimal(ctx, p, discipline{weight: Weight{0, 1}}, limits)
}
