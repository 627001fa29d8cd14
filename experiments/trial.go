package experiments

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf8"

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
	// Text is the instance's text or recipe, so that the row can be shown and run
	// again by itself, and Instance is its [Digest]. It is "" in rows of 0.3.0 and
	// before, and if it has more than 4,096 bytes: part of a text is of no use, and
	// the whole of it in every row would make a journal of a large instance mostly
	// copies of it. Generated instances have short recipes whatever their size.
	Text     string
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
	Result   string // what was measured, as JSON; "" for nothing. Package measure reads it
	Optimal  bool   // the strategy claims that no solution costs less
	Solution string // see [StoredSolution]; "" if there is none, or it was not kept
	Error    string // the run failed: why, cut to 4,096 bytes; "" otherwise

	// Isolated says that the trial ran in a process of its own kind, under the limits
	// of Limited besides Limits; see [Isolation]. Killed says what ended that process
	// before it could answer, "" if nothing did: see [KilledByCrash].
	Isolated bool
	Limited  Isolation
	Killed   string
	Watched  string // by what its memory was watched: cgroup, pss (proportional set size), or rusage if it was too short to be watched
	Output   string // what an isolated trial printed, cut to 4,096 bytes

	// Timing columns: never compared, never in goldens.
	CPU, Wall  float64    // seconds per run; CPU of all threads, if the trial is timed or isolated
	Runs       int        // how often a short timed trial was repeated to time it; ≥ 1
	Conditions Conditions // of a timed trial

	// How the row came about: decides whether it may be reused.
	Limits search.Limits
	Code   string // content hash of the code that produced it
}

// Line returns the trial as a line of a journal, which [TrialSchema] describes,
// with its newline.
func (t *Trial) Line() []byte { return appendRow(nil, t) }

// Fields yields the fields that the trial's line has, in their order. They have the
// names and the text of a CSV file's columns; what has no column is as JSON.
func (t *Trial) Fields(yield func(FieldValue) bool) {
	for i := range fields {
		f := &fields[i]
		v := f.at(t)
		if f.presence != required && v.empty() {
			continue
		}
		text := string(v.appendJSON(nil))
		if s, ok := v.(textual); ok {
			text = s.text()
		}
		came := f.class != classRun && f.class != classProvenance || f.name == "outcome" || f.name == "error"
		if !yield(FieldValue{Name: f.column, Text: text, Doc: f.doc, Result: came}) {
			return
		}
	}
}

// FieldValue is one field of a [Trial] in words.
type FieldValue struct {
	Name, Text string
	Doc        string // meaning and unit
	Result     bool   // it came of the run, and was not asked of it
}

// Deterministic reports whether the trial's results are the same on every
// machine: it ran to an end that neither the clock nor the user nor the system
// decided, and did not fail.
func (t *Trial) Deterministic() bool {
	if t.Killed != "" {
		return false
	}
	switch t.Outcome {
	case search.Solved, search.Unsolvable, search.LimitNodes, search.LimitMemory, search.Incomplete, search.Measured:
		return t.Error == ""
	}
	return false
}

// programMark stands before what names another program, in the code of its trials.
const programMark = " program:"

// Foreign reports whether another program ran the trial.
func (t *Trial) Foreign() bool { return strings.Contains(t.Code, programMark) }

// maxText is the length in bytes of the longest text that rows hold.
const maxText = 4096

// StoredSolution returns what a [Trial] holds of a solution in the puzzle's
// text: the text if it has at most 4,096 bytes, else "sha256:" and the 64 hex
// digits of its SHA-256, by which two solutions can still be compared.
func StoredSolution(text string) string {
	if len(text) <= maxText && utf8.ValidString(text) {
		return text
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text)))
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
