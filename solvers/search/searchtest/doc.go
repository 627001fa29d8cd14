// Package searchtest checks that a problem satisfies the contract of [search.Problem] and its
// optional interfaces, and that every algorithm of package search solves it correctly. Each package
// that defines a puzzle calls it from a test, as file systems call package testing/fstest:
//
//	func TestConformance(t *testing.T) {
//		searchtest.Run(t, searchtest.Suite[State, Move]{
//			Small:      []searchtest.Instance[State, Move]{{Name: "3x2", Problem: p, Cost: 21}},
//			Large:      []searchtest.Instance[State, Move]{{Name: "korf=1", Problem: q}},
//			Consistent: true,
//		})
//	}
//
// The package enumerates a small instance completely, using only Start, Goal and
// Expand, and compares the true distances with the estimates and with the results
// of all algorithms. It samples a large instance along random walks. Every
// failure message quotes the part of the contract that is violated. The checks
// are:
//
//   - steps: Expand is deterministic, writes at most Branching steps, fills every field, and keeps
//     neither the state nor the slice that it was given. Costs are at least 1, and estimates at
//     least 0. No action is zero, and none occurs twice.
//   - undoing: given the action that led to a state, Expand leaves out at most
//     the step back. An inverse action leads back at the same cost.
//   - estimates: they depend only on the state, not on the path to it. They are 0 for goals,
//     admissible, and consistent if the suite claims consistency.
//   - packing: different states have different numbers, and an unpacked state
//     behaves like the original.
//   - reversing: the reverse problem begins at the goal and ends at the start,
//     and its reverse is the problem itself.
//   - algorithms: every path can be replayed. Optimal algorithms find the true
//     cost, weighted searches stay within their bound, and no proved bound
//     exceeds the true cost. A second run has the same counters. Node limits are
//     exact, no search stores more nodes than allowed, and a canceled run does
//     nothing.
//   - probe: its counters equal the counters of [search.IDAStar] without a probe in each iteration,
//     wherever a node limit stops it.
package searchtest
