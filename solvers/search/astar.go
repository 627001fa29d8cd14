package search

import "context"

// AStar runs A*: it always expands the open node with the smallest g + h.
//
// Source: P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic
// determination of minimum cost paths, IEEE Transactions on Systems Science and
// Cybernetics 4 (1968). A closed node reached at a smaller g is reopened, as the
// paper requires for inconsistent estimates.
//
// Guarantee: the path is optimal if the estimates are admissible, even if they
// are inconsistent. With consistent estimates, no node is expanded twice, and
// every node with g + h below the optimal cost is expanded. The tie rule
// determines how many nodes with g + h equal to that cost are expanded. With
// inconsistent estimates, the number of expansions can grow exponentially
// (Martelli 1977).
//
// Cost: all generated states stay in memory. If the problem is a [Packer] and an
// [Inverter], a table slot and its share of the open list take 16 bytes or less
// on the 15-puzzle. A limit of B bytes then allows B/16 slots, and the search
// fills nine tenths of them. The table stores whole states for other problems,
// and if g exceeds 4,194,303 or there are more than 255 actions. Without a limit
// on bytes, the table grows until the machine runs out of memory. If a limit ends
// the search, Bound is the smallest g + h of an open node.
//
// If all actions cost 1, MaxDepth is the largest depth of an expanded node or of
// the path. Otherwise depths are unknown, and MaxDepth is the length of the path.
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
