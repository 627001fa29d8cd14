package search

import "context"

// AStar is A*: always expand the open node with the smallest g + h.
//
// Source: P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the
// heuristic determination of minimum cost paths, IEEE Transactions on Systems
// Science and Cybernetics 4 (1968). Closed nodes reached at a smaller g are
// opened again, which the paper needs for estimates that are not consistent.
//
// Promise: the path found is a cheapest one if the estimates are admissible,
// whether they are consistent or not. With consistent ones no node is expanded
// twice, every node with g + h below the cost of the solution is expanded, and
// the tie rule decides how many at that cost; with others the number of
// expansions can grow exponentially (Martelli 1977).
//
// Cost: every state generated stays in memory. If the problem is a [Packer] and
// an [Inverter] a slot of the table and its share of the open list take 16
// bytes or less on the 15-puzzle, and a limit of B bytes gives B/16 slots, of
// which nine tenths are filled. Otherwise, or if g passes 4,194,303 or there are
// more than 255 actions, nodes are held as they are. Without a limit on the
// bytes the table grows until the machine has no more. When a limit ends
// the search, Bound is the smallest g + h that was open.
//
// MaxDepth is the largest depth of an expanded node or of the path found if
// all actions cost 1; otherwise depths are not known, and it is that of the
// path.
func AStar[S, A comparable](ctx context.Context, p Problem[S, A], ties Ties, limits Limits) Result[A] {
	return optimal(ctx, p, discipline{weight: Weight{1, 1}, ties: ties}, limits)
}

// optimal runs a search whose f is a lower bound.
func optimal[S, A comparable](ctx context.Context, p Problem[S, A], d discipline, limits Limits) Result[A] {
	b := newBestFirst(ctx, p, d, limits)
	r := b.once()
	switch r.Outcome {
	case Solved:
		r.Optimal, r.Bound = true, r.Cost
	case Unsolvable:
	default:
		r.Bound = int(b.bound)
	}
	return r
}
