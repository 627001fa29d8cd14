package search

import (
	"fmt"
	"slices"
	"time"
)

// Outcome describes how a run ended. The zero Outcome is [Running], which never appears in a
// finished [Result].
type Outcome uint8

// The outcomes of a run, in the order in which tables list them.
const (
	Running     Outcome = iota // the run is not finished
	Solved                     // the run found a solution, or completed the requested enumeration
	Unsolvable                 // the search covered the whole space and found that there is no solution: an answer, not a failure
	LimitNodes                 // the run reached Limits.Expanded
	LimitTime                  // the run reached Limits.Time
	LimitMemory                // the run would have exceeded Limits.Bytes or Limits.Stored
	Cancelled                  // the caller canceled the context
	Incomplete                 // the strategy is incomplete and finished without finding a solution
	Measured                   // the run completed a measurement; it did not look for a solution
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

// ParseOutcome parses a name returned by [Outcome.String]. It returns an error for any other text.
func ParseOutcome(s string) (Outcome, error) {
	if i := slices.Index(outcomeNames[:], s); i >= 0 {
		return Outcome(i), nil
	}
	return Running, fmt.Errorf("search: %q is not an outcome (want one of %q)", s, outcomeNames[1:])
}

// Answered reports whether the run answered its question: it found a solution, proved that there is
// none, or completed a measurement.
func (o Outcome) Answered() bool { return o == Solved || o == Unsolvable || o == Measured }

// Limited reports whether a limit ended the run, so that its counters are only
// lower bounds. A canceled run counts as limited. An [Incomplete] run does not:
// its counters are final, and larger [Limits] would not have helped.
func (o Outcome) Limited() bool { return o >= LimitNodes && o <= Cancelled }

// Limits sets limits for one run. The zero value of each field means no limit.
type Limits struct {
	// Expanded is the maximum number of expanded nodes, as [Meter] counts them. The limit is exact.
	Expanded uint64
	// Stored is the maximum number of nodes held at the same time. A search stops before it would exceed this number.
	Stored uint64
	// Bytes is the maximum memory in bytes, as counted by the solver, not by the system.
	Bytes uint64
	// Time is the maximum wall time since the call to [NewGuard].
	Time time.Duration
}

// Meter counts the work of one run. All solvers count as defined below. Published programs count
// differently, so their numbers must be converted before they can be compared.
type Meter struct {
	// Expanded is the number of nodes entered by the search: the root, once per iteration, and
	// every child that it continued with. A goal that ends the search does not count. For
	// strategies that propagate constraints, a node is one call to the branching function, made
	// after propagation has reached a fixpoint.
	Expanded uint64
	// Generated is the number of children created in all iterations, without the root. If a pruning
	// rule rejects a child before it is created, the child counts in Pruned instead. Depth-first
	// searches create children one by one, so they do not count children after the goal. If a limit
	// ends a depth-first search, the child not entered counts as generated but not as expanded. All
	// other searches create all children of a node at once.
	Generated uint64
	// Reopened counts how often the search opened a closed node again because it found a cheaper
	// path to the node.
	Reopened uint64
	// Stored is the maximum number of nodes held at the same time.
	Stored uint64
	// Pruned is the number of moves rejected by the strategy's rules. Moves to states already
	// visited by the search do not count.
	Pruned uint64
	// MaxDepth is the maximum depth reached, in actions; the root has depth 0.
	MaxDepth int
	// Bytes is the peak memory in bytes, as counted by the solver.
	Bytes uint64
	// Iterations describes each iteration of an iterative-deepening search, in order; nil for other
	// searches. The counters of all iterations add up to Expanded and Generated of the Meter.
	Iterations []Iteration
}

// Equal reports whether all counters of m and o are equal, including the counters of each
// iteration.
func (m Meter) Equal(o Meter) bool {
	return m.Expanded == o.Expanded && m.Generated == o.Generated && m.Reopened == o.Reopened && m.Stored == o.Stored &&
		m.Pruned == o.Pruned && m.MaxDepth == o.MaxDepth && m.Bytes == o.Bytes && slices.Equal(m.Iterations, o.Iterations)
}

// Iteration holds the bound and the work of one iteration of an iterative-deepening search.
type Iteration struct {
	// Bound is the limit on g + h, or on the depth in searches without estimates.
	Bound               int
	Expanded, Generated uint64
}

// Result is the outcome of one run, with the solution, its cost and the work done.
type Result[A any] struct {
	Outcome Outcome
	Cost    int  // cost of Path, in the puzzle's unit
	Path    []A  // actions from the start to a goal; nil if no solution was found
	Optimal bool // whether the search proved that the path is optimal
	// Bound is the largest proved lower bound on the cost of a solution. It equals Cost if Optimal
	// is set, and is 0 if nothing is known.
	Bound int
	Meter
}
