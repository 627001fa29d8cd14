package search

import (
	"fmt"
	"slices"
	"time"
)

// Outcome is the way in which a run ended. The zero Outcome is [Running], which
// never appears in a finished [Result].
type Outcome uint8

// The outcomes, in the order of tables.
const (
	Running     Outcome = iota // not finished
	Solved                     // a solution was found, or the requested enumeration is complete
	Unsolvable                 // the space was exhausted without a solution: an answer, not a failure
	LimitNodes                 // Limits.Expanded was reached
	LimitTime                  // Limits.Time ran out
	LimitMemory                // Limits.Bytes or Limits.Stored would have been exceeded
	Cancelled                  // the context was canceled
	Incomplete                 // an incomplete strategy finished without finding a solution
	Measured                   // the measurement is complete; the run did not look for a solution
)

var outcomeNames = [...]string{"running", "solved", "unsolvable", "limit-nodes", "limit-time", "limit-memory", "cancelled", "incomplete", "measured"}

// String returns the outcome's name as used in files: "solved", "limit-nodes",
// and so on.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// ParseOutcome is the inverse of [Outcome.String].
func ParseOutcome(s string) (Outcome, error) {
	if i := slices.Index(outcomeNames[:], s); i >= 0 {
		return Outcome(i), nil
	}
	return Running, fmt.Errorf("search: %q is not an outcome (want one of %q)", s, outcomeNames[1:])
}

// Answered reports whether the run answered its question: with a solution, a
// proof that there is none, or a measurement.
func (o Outcome) Answered() bool { return o == Solved || o == Unsolvable || o == Measured }

// Limited reports whether a limit ended the run, so that its counters are lower
// bounds (the run is censored). A canceled run counts as limited. An incomplete
// run does not: its counters are final, and larger [Limits] would not have
// helped.
func (o Outcome) Limited() bool { return o >= LimitNodes && o <= Cancelled }

// Limits bound one run. The zero value of each field means no limit.
type Limits struct {
	Expanded uint64        // nodes expanded, as [Meter] counts them; exact
	Stored   uint64        // nodes that the search may come to hold at once; refused at the outset
	Bytes    uint64        // bytes as accounted by the solver, not by the system
	Time     time.Duration // wall time, measured from [NewGuard]
}

// Meter counts the work of one run. Every solver uses these definitions.
// Published programs count differently, so numbers from elsewhere must be
// converted before a comparison.
type Meter struct {
	// Expanded is the number of nodes that the search entered: the root, once
	// per iteration, and every child that it continued with. A goal at which
	// the search ends is not counted. For propagation strategies, a node is one
	// branching call, made after propagation reached a fixpoint.
	Expanded uint64
	// Generated is the number of children created in all iterations; the root
	// is not counted. A child that a pruning rule rejected before its creation
	// is not counted here but in Pruned. Depth-first searches create children
	// one by one, so children after the goal are not counted. If a limit ends a
	// depth-first search, the child that was not entered counts as generated
	// but not as expanded. All other searches create all children of a node at
	// once.
	Generated uint64
	// Reopened is the number of times that a closed node was opened again.
	Reopened uint64
	// Stored is the largest number of nodes held at the same time.
	Stored uint64
	// Pruned is the number of successor moves that a rule of the strategy
	// rejected, other than moves onto a visited node.
	Pruned uint64
	// MaxDepth is the largest depth reached; the root has depth 0.
	MaxDepth int
	// Bytes is the peak of the solver's own memory accounting.
	Bytes uint64
	// Iterations are the iterations of an iterative-deepening search, one for
	// each bound, in order; nil for other searches. The sums of their counters
	// are Expanded and Generated.
	Iterations []Iteration
}

// Equal reports whether all counters are equal.
func (m Meter) Equal(o Meter) bool {
	return m.Expanded == o.Expanded && m.Generated == o.Generated && m.Reopened == o.Reopened && m.Stored == o.Stored &&
		m.Pruned == o.Pruned && m.MaxDepth == o.MaxDepth && m.Bytes == o.Bytes && slices.Equal(m.Iterations, o.Iterations)
}

// Iteration counts the work of one iteration, with one bound.
type Iteration struct {
	Bound               int // on g + h, or on depth
	Expanded, Generated uint64
}

// Result is the result of one run.
type Result[A any] struct {
	Outcome Outcome
	Cost    int  // of Path, in the unit of the domain
	Path    []A  // nil unless a solution was found
	Optimal bool // no solution costs less
	// Bound is the largest number that the search proved to be no more than the
	// cost of any solution: Cost if Optimal, or 0 if nothing is known.
	Bound int
	Meter
}
