// Package search holds what every solver of this project speaks, and the
// searches that know nothing of the puzzle they solve.
//
// # A run
//
// A [Problem] says where a search starts, what a goal is, and which steps lead
// out of a state; each step carries an estimate of the cost still to go. A
// search takes a problem and [Limits], and answers with a [Result]: the
// [Outcome], the path, what is proved of its cost, and the [Meter], whose
// counters mean the same for every search:
//
//	r := search.IDAStar(ctx, problem, search.Limits{Expanded: 1e9})
//	fmt.Println(r.Outcome, r.Cost, r.Path, r.Expanded)
//
// To add a puzzle, write a type with the four methods of [Problem] in a file of
// your own, as in the example "YourOwnPuzzle", and call searchtest.Run on it in
// a test: it checks the contract, and all searches against each other. What
// makes a puzzle faster, or opens more searches to it, are optional abilities
// found by type assertion: [Packer] and [Inverter] (best-first searches store a
// node in 16 bytes), [Reversible] ([MM]), [Prober] and [Drainer] (fast paths for
// [IDAStar]).
//
// # The searches
//
//	search             the path found is                 memory         when to use it
//	AStar              a cheapest one                    every state    a few hundred million states fit
//	IDAStar            a cheapest one                    one path       more do not, or there are few ways to one state
//	RBFS               a cheapest one                    one path       costs that differ much, where bounds rise slowly
//	MM                 a cheapest one                    every state    one goal, weak estimates
//	UniformCost        a cheapest one                    every state    no estimate is known
//	BreadthFirst       one of the fewest actions         every state    all costs are 1 and no estimate is known
//	WeightedAStar      at most w times as dear           every state    a good path soon, with a promise
//	ARAStar            better and better, then cheapest  every state    as good as the time allows
//	Greedy             any                               every state    any path, soon
//	Beam               any; may miss it                  width a layer  any path, in a space too large for the others
//	DepthFirst         any; may miss it under a depth    one path       small spaces, and as a yardstick
//
// Cheapest paths are promised for admissible estimates: no larger than the
// true cost. They need not be consistent (no action lowers them by more than it
// costs), but searches that keep states open some of them again then. "Every
// state" means every state generated.
//
// # Limits
//
// Limits are exact where they can be. Outcomes and counters under limits on
// nodes, stored nodes and bytes are the same on every machine; outcomes under a
// time limit or cancellation are not. Bytes are those of a search's own
// accounting: tables, lists and plies by capacity, and while one of them moves
// to a larger place, both. Not counted are the stack of the recursive searches
// (some hundred bytes for each action of the path), what a state points to, and
// what the collector has not yet taken back.
//
// A solver outside this package counts its work in local variables, and crosses
// the border only when a [Guard] says that the next poll is due:
//
//	g := search.NewGuard(ctx, limits)
//	next := g.Next()
//	for ... {
//		if expanded >= next { // before a node is expanded
//			if outcome, stop := g.Poll(expanded); stop {
//				return outcome
//			}
//			next = g.Next()
//		}
//		expanded++
//	}
//
// The comparison costs nothing measurable, and a node limit is still exact:
// the guard never lets a poll fall beyond it.
//
// # How it is built
//
// The depth-first searches share a slab of plies and a replay of the path
// found. The best-first ones are one loop (bestFirst) under six disciplines,
// over a bucket queue and one of two tables: packed, which holds five nodes in
// a cache line, and plain, for states of any type. Two runs of one problem with
// the same limits count the same, and one problem may be searched by several
// goroutines at once.
package search
