package experiments

import (
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Mode says how a trial was run, which decides what its times are worth.
type Mode string

const (
	// Budget trials run in parallel under node budgets. Their counters are
	// exact; their times are contaminated by their neighbours.
	Budget Mode = "budget"
	// Timed trials run one at a time. They are the only ones a timing metric
	// accepts.
	Timed Mode = "timed"
)

// Trial is one finished run of one strategy on one instance: a plain row.
//
// The deterministic columns are the same on every machine, as long as the
// outcome is not one that depends on the clock (limit-time, cancelled).
type Trial struct {
	Study    string // name of the study that owns the row
	Set      string // instance set, such as "planted" or "uniform"
	Index    int    // number of the instance in its set and size, from 0
	Instance string // digest of the instance: 16 hex digits
	Size     int    // of the instance, in the puzzle's unit
	Strategy string // name with options, such as "pruning,literal"
	Version  int    // of the strategy's definition
	Mode     Mode
	Repeat   int
	Seed     uint64 // of the trial; see [TrialSeed]

	Outcome search.Outcome
	Cost    int // of the solution, if solved
	Bound   int // no solution costs less: the largest bound proved; 0 if none was
	Meter   search.Meter
	// Observed holds further named numbers that the strategy reported, such as
	// "solutions" or "free-cycles", in a fixed order per strategy.
	Observed []puzzle.Observation
	Error    string // the run failed: why; "" otherwise

	// Timing columns: never compared, never in goldens.
	CPU, Wall float64 // seconds per run
	Runs      int     // how often a short timed trial was repeated to time it; ≥ 1

	// How the row came about: decides whether it may be reused.
	Limits search.Limits
	Code   string // content hash of the code that produced it
}

// Deterministic reports whether the trial's results are the same on every
// machine: it ran to an end that neither the clock nor the user decided, and
// did not fail.
func (t *Trial) Deterministic() bool {
	switch t.Outcome {
	case search.Solved, search.Unsolvable, search.LimitNodes, search.LimitMemory, search.Incomplete:
		return t.Error == ""
	}
	return false
}

// Observation returns the observed number of that name, and whether the trial
// has one.
func (t *Trial) Observation(name string) (float64, bool) {
	for _, o := range t.Observed {
		if o.Name == name {
			return o.Value, true
		}
	}
	return 0, false
}
