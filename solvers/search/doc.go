// Package search is the vocabulary every solver of this project speaks:
// [Limits] a run must respect, the [Meter] it fills, the [Outcome] it ends
// with, and the [Result] that holds all three beside the path found.
//
// A solver counts its own work in local variables and crosses into this
// package only when a [Guard] says that the next poll is due:
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
// the guard never lets a poll fall beyond it. Outcomes under node and byte
// limits are therefore the same on every machine; outcomes under a time limit
// or cancellation are not.
package search
