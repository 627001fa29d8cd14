package search

import "context"

// UniformCost expands nodes in the order of g and ignores the estimates; it also
// expands nodes that an estimate calls dead ends.
//
// Source: E. W. Dijkstra, A note on two problems in connexion with graphs,
// Numerische Mathematik 1 (1959), in the form for graphs that are generated as
// they are searched.
//
// Promise: the path found is a cheapest one.
//
// Cost: as [AStar], for all nodes cheaper than the solution. Among nodes of
// equal g the last generated is taken first.
func UniformCost[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	return optimal(ctx, p, discipline{weight: Weight{0, 1}}, limits)
}
