// Package searchtest checks that a problem satisfies the contract of
// [search.Problem] and its optional interfaces, and that every algorithm of
// package search solves it correctly. Each domain calls it from a test, as file
// systems call testing/fstest:
//
//	func TestConformance(t *testing.T) {
//		searchtest.Run(t, searchtest.Suite[State, Move]{
//			Small:      []searchtest.Instance[State, Move]{{Name: "3x2", Problem: p, Cost: 21}},
//			Large:      []searchtest.Instance[State, Move]{{Name: "korf=1", Problem: q}},
//			Consistent: true,
//		})
//	}
//
// A small instance is enumerated completely, using only Start, Goal and Expand.
// The resulting true distances are compared with the estimates and with the
// answers of all algorithms. A large instance is sampled along random walks.
// Every failure message quotes the broken contract. The checks are:
//
//   - steps: Expand is deterministic, writes at most Branching steps and fills
//     them, keeps neither its argument nor its slab, costs are at least 1,
//     estimates at least 0, actions are not zero and not repeated;
//   - undoing: with the action that led to a state, Expand leaves out at most
//     the step back; an inverse action leads back, at the same cost;
//   - estimates: they depend on the state alone, however it was reached; they
//     are 0 on goals, admissible, and consistent if that is claimed;
//   - packing: different states have different numbers, and a state made from
//     its number behaves as the one it came from;
//   - reversing: the reverse problem begins at the goal, ends at the start, and
//     its reverse is the problem itself;
//   - algorithms: every path is replayed; optimal algorithms agree with the
//     true cost, weighted ones stay within their bound, proved bounds are no
//     more than the true cost, a second run counts the same; node limits are
//     exact, no more nodes are stored than may be, and a canceled run does
//     nothing;
//   - probe: it counts, iteration by iteration, what the engine counts, also
//     when a node limit ends it anywhere.
package searchtest
