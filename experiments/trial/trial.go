package trial

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/process"
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
	Seed     uint64 // of the trial; see [Seed]

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

// Line returns the trial as a line of a journal, which [Schema] describes,
// with its newline.
func (t *Trial) Line() []byte { return t.AppendLine(nil) }

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

// ProgramMark stands before what names another program, in the code of its trials.
const ProgramMark = " program:"

// Foreign reports whether another program ran the trial.
func (t *Trial) Foreign() bool { return strings.Contains(t.Code, ProgramMark) }

// maxText is the length in bytes of the longest text that rows hold.
const MaxText = 4096

// StoredSolution returns what a [Trial] holds of a solution in the puzzle's
// text: the text if it has at most 4,096 bytes, else "sha256:" and the 64 hex
// digits of its SHA-256, by which two solutions can still be compared.
func StoredSolution(text string) string {
	if len(text) <= MaxText && utf8.ValidString(text) {
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

// Isolation is how trials run: in worker processes, under limits that are kept from outside.
// So limits on time also end strategies that ignore them.
//
// A worker is the program itself, started again with the same arguments: it does what it
// does before the sweep once more, comes to the sweep, and there runs the trials that it is
// asked to, one after the other, and stores their rows. So a program that isolates makes the
// same sweeps whenever it is started ([experiments.Restarts]). Whatever a trial does to its process is
// an outcome of that trial: a panic in a goroutine, os.Exit, runtime.Goexit, a stack or
// memory that overflows, a loop that does not end. What it prints is kept with its row. A
// process that a trial has ended, stopped or left others running in is replaced, and what is
// left of it is killed.
//
// The limits need Linux. There are no workers on Windows, nor in programs that have not said
// that they can be started again; those of package lab and cells of notebooks have. Without
// workers, trials run in the program's own process, and [experiments.Summary.Notice] says so.
//
// A strategy that another program runs ([puzzle.Program]) is in processes of its own in any
// case; its limits are those of Isolation as well.
type Isolation struct {
	CPU      time.Duration // of a trial, all threads together; 0 means no limit
	Resident uint64        // bytes of memory of the process that a trial runs in, with what the program itself holds; 0 means no limit
}

// What ended the process of a trial, as [Trial.Killed] says it.
const (
	// KilledByCrash means that the process ended by itself; the trial's Error says how.
	KilledByCrash = "crash"
	// A limit was passed: its outcome is limit-time or limit-memory.
	KilledByWall   = string(process.ByWall)
	KilledByCPU    = string(process.ByCPU)
	KilledByCgroup = string(process.ByCgroup)  // the kernel kept the limit on resident memory
	KilledByLook   = string(process.ByPolling) // the resident memory was looked at, every 10 ms
	// KilledByOutput means that the process printed more than 64 MiB.
	KilledByOutput = string(process.ByOutput)
)

// Conditions are those under which a timed trial ran. Rows of versions before 0.4.0, and
// of trials that are not timed, have none.
type Conditions struct {
	Host  string
	Start int64 // nanoseconds since the beginning of 1970, UTC
	// Order is the number of the trial in its run, from 1. Among the rows of a host in
	// the order of Start, a run ends where Order does not rise.
	Order    int
	Load     float64 // average over the minute before the trial, as uptime(1) shows it; 0 if it is not known
	Resident uint64  // bytes: the peak of the process that the trial ran in, during it; 0 if it is not known
	// Calibration is the CPU time in seconds of a fixed piece of work that was done
	// right before the trial, in the same place; 0 if it was not done.
	Calibration float64
}
