// Package search defines search problems, limits and results for all solvers of
// this project, and provides search algorithms that work for any puzzle.
//
// # A run
//
// A [Problem] defines the start, the goal test, and the steps from a state to
// its successors. Each step has an estimate of the remaining cost. A search
// takes a problem and [Limits], and returns a [Result]: the [Outcome], the path,
// a proved bound on the cost, and the [Meter], whose counters have the same
// meaning for every search:
//
//	r := search.IDAStar(ctx, problem, search.Limits{Expanded: 1e9})
//	fmt.Println(r.Outcome, r.Cost, r.Path, r.Expanded)
//
// To add a puzzle, write a type with the four methods of [Problem], as in the
// example "YourOwnPuzzle". In a test, call searchtest.Run, which checks the
// contract and compares all searches with each other. Optional interfaces, found
// by type assertion, make a puzzle faster or allow more searches: [Packer] and
// [Inverter] let best-first searches store a node in 16 bytes, [Reversible] is
// required for [MM], and [Prober] and [Drainer] are fast paths for [IDAStar].
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
// Paths are cheapest if the estimates are admissible, that is, never larger than
// the true cost. Estimates need not be consistent (no action lowers a consistent
// estimate by more than its cost), but with inconsistent estimates, searches
// that store states must reopen some of them. "Every state" means every
// generated state.
//
// # Limits
//
// With limits on nodes, stored nodes and bytes, outcomes and counters are the
// same on every machine; with a time limit or cancellation they are not. Each
// search accounts for its own bytes: tables, lists and plies by capacity, and
// both copies while one of them grows. It does not count the stack of recursive
// searches (about a hundred bytes for each action of the path), memory that a
// state points to, and garbage that has not been collected yet.
//
// A solver outside this package counts its work in local variables, and calls
// the [Guard] only when the next poll is due:
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
// The comparison has no measurable cost. Node limits are still exact, because
// the guard never schedules a poll beyond the limit.
//
// # How it is built
//
// The depth-first searches share a slab of plies and the code that replays the
// path. The best-first searches share one loop (bestFirst) with six sets of
// parameters, a bucket queue, and one of two tables: packed, which holds five
// nodes in a cache line, and plain, for states of any type. Two runs on the same
// problem with the same limits have the same counters. Several goroutines may
// search the same problem at once.
package search
