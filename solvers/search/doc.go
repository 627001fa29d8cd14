// Package search defines search problems, limits and results for all solvers in this project, and
// provides search algorithms that work for any puzzle.
//
// # A run
//
// A [Problem] defines the start, the goal test, and the steps from a state to its successors. Each
// step has an estimate of the remaining cost. A search takes a problem and [Limits], and returns a
// [Result]: the [Outcome], the path, a proved bound on the cost, and the [Meter], whose counters
// have the same meaning for every search:
//
//	r := search.IDAStar(ctx, problem, search.Limits{Expanded: 1e9})
//	fmt.Println(r.Outcome, r.Cost, r.Path, r.Expanded)
//
// To add a puzzle, write a type with the four methods of [Problem], as in the example
// "YourOwnPuzzle". In a test, call searchtest.Run, which checks the contract and compares all
// searches with each other. Optional interfaces make a puzzle faster or allow more searches; a
// search finds them by type assertion. [Packer] and [Inverter] let best-first searches store a node
// in 16 bytes, [Reversible] is required for [MM], and [Prober] and [Drainer] are fast paths for
// [IDAStar].
//
// # The searches
//
//	search             path found                        memory            when to use it
//	AStar              optimal                           every state       a few hundred million states fit
//	IDAStar            optimal                           one path          the states do not fit, or few paths lead to the same state
//	RBFS               optimal                           one path          costs vary widely, so that the bounds of IDA* rise slowly
//	MM                 optimal                           every state       there is one goal, and estimates are weak
//	UniformCost        optimal                           every state       no estimate is known
//	BreadthFirst       fewest actions                    every state       no estimate is known, and all costs are 1
//	WeightedAStar      at most w times the optimal cost  every state       a good path is needed soon, with a guarantee
//	ARAStar            improves until it is optimal      every state       the path should be as good as time allows
//	Greedy             any                               every state       any path is needed soon
//	Beam               any, or none                      width per layer   any path will do, and the space is too large for the others
//	DepthFirst         any, or none within the depth     one path          the space is small, or for comparison
//
// "Optimal" means that no path costs less, provided that the estimates are admissible, that is,
// never larger than the true cost. Estimates need not be consistent. (An action lowers a consistent
// estimate by no more than its cost.) With inconsistent estimates, however, searches that store
// states must reopen some of them. "Every state" means every generated state.
//
// # Limits
//
// Under limits on expanded nodes, stored nodes and bytes, outcomes and counters are the same on
// every machine. Under a time limit or after a cancellation, they are not. Each search counts its
// own bytes. Tables, lists and buffers count with their full capacity. While one of them grows, its
// old copy and its new copy both count. The search does not count the stack of recursive searches
// (about a hundred bytes for each action of the path), memory referenced by a state, or uncollected
// garbage.
//
// A solver outside this package counts its work in local variables, and calls the [Guard] only when
// the next poll is due:
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
// The comparison has no measurable cost. Node limits are still exact, because the guard never
// schedules a poll beyond the limit.
//
// # How it is built
//
// The depth-first searches share the code that replays the path, and a block of memory with one
// buffer for each depth. The best-first searches share a bucket queue and one loop, bestFirst,
// which they call with different parameters. They use one of two hash tables: packed, which holds
// five nodes in a cache line, and plain, for states of any type. Two runs on the same problem with
// the same limits have the same counters. Several goroutines may search the same problem at once.
package search
