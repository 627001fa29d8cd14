package trial

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Mode indicates how a trial was run, which determines whether its times can be trusted.
type Mode string

const (
	// Budget trials run in parallel, each with a limit on its nodes. Their counters are exact, but
	// other trials affect their times.
	Budget Mode = "budget"
	// Timed trials run one at a time. Timing metrics use only timed trials.
	Timed Mode = "timed"
)

// Trial is the record of one finished run of one strategy on one instance.
//
// Its deterministic columns are the same on every machine, unless the run ended because of a time
// limit or because the user canceled it.
type Trial struct {
	Study    string // name of the study to which the row belongs
	Set      string // name of the instance set, such as "planted" or "uniform"
	Index    int    // index of the instance among those of its size in its set, from 0
	Instance string // digest of the instance, as 16 hex digits
	// Text is the instance's text or recipe, and Instance is the [Digest] of Text. With Text, a row
	// can be shown and run again without the study. Text is "" in rows written by version 0.3.0 or
	// earlier, and for texts of more than 4,096 bytes, which would make journals too large.
	// Generated instances of any size have short recipes.
	Text     string
	Size     int    // size of the instance, in the puzzle's unit
	Strategy string // name of the strategy with its options, such as "pruning,literal"
	Version  int    // version of the strategy's definition
	Mode     Mode
	Repeat   int
	Seed     uint64 // seed of the trial's random numbers; see [Seed]

	Outcome search.Outcome
	Cost    int // cost of the solution in the puzzle's unit, if the instance was solved
	Bound   int // largest proved lower bound on the cost of a solution; 0 if none was proved
	Meter   search.Meter
	// Observed holds additional numbers that the strategy reported, each with a name such as
	// "solutions" or "free-cycles". Their order is fixed for each strategy.
	Observed []puzzle.Observation
	Result   string // result of a measurement as JSON, to be read by package measure; "" for none
	Optimal  bool   // whether the strategy claims that no solution costs less than its own
	// text of the solution, or its hash (see [StoredSolution]); "" if there is no solution or if it
	// was not stored
	Solution string
	Error    string // reason why the run failed, cut to 4,096 bytes; "" if it did not fail

	// Isolated is set if the trial ran in a separate process. Limited holds the limits on this
	// process, which apply in addition to Limits; see [Isolation]. Killed says what ended the
	// process before it could answer; see [KilledByCrash]. Killed is "" if the process answered.
	Isolated bool
	Limited  Isolation
	Killed   string
	// method used to measure the trial's memory: cgroup, pss (proportional set size), or rusage if
	// the trial was too short for repeated measurements
	Watched string
	Output  string // text printed by an isolated trial, cut to 4,096 bytes

	// CPU, Wall, Runs and Conditions hold measured times and values that depend on them. Such
	// values are never compared and never appear in golden files.
	CPU, Wall float64 // seconds per run; CPU sums over all threads if the trial is timed or isolated
	// number of runs whose total time was measured; more than 1 only for short timed trials
	Runs       int
	Conditions Conditions // conditions under which a timed trial ran

	// Limits and Code describe how the row was produced. They decide whether the row may be reused.
	Limits search.Limits
	Code   string // hash of the code that produced the row
}

// Line returns the trial's journal line, including its newline. [Schema] describes the line.
func (t *Trial) Line() []byte { return t.AppendLine(nil) }

// Fields yields the fields of the trial's journal line, in order. It formats their names and values
// as in CSV files, or as JSON if a field has no CSV column.
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

// FieldValue holds the name and value of a field of a [Trial] as text.
type FieldValue struct {
	Name, Text string
	Doc        string // meaning and unit of the field
	Result     bool   // whether the value is a result of the run rather than part of the request
}

// Deterministic reports whether the trial's results are the same on every machine. This is the case
// unless the trial failed, or was stopped by a time limit, the user or the system.
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

// ProgramMark precedes the identifier of an external program in the Code of a trial.
const ProgramMark = " program:"

// Foreign reports whether an external program ran the trial.
func (t *Trial) Foreign() bool { return strings.Contains(t.Code, ProgramMark) }

// MaxText is the maximum length, in bytes, of a text stored in a row.
const MaxText = 4096

// StoredSolution returns the form in which a [Trial] stores a solution. A text of at most 4,096
// bytes is stored unchanged. A longer text is stored as "sha256:" followed by the 64 hex digits of
// its SHA-256, so that two solutions can still be compared.
func StoredSolution(text string) string {
	if len(text) <= MaxText && utf8.ValidString(text) {
		return text
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text)))
}

// Observation returns the observed number with the given name. The second result reports whether
// the trial has such a number.
func (t *Trial) Observation(name string) (float64, bool) {
	for _, o := range t.Observed {
		if o.Name == name {
			return o.Value, true
		}
	}
	return 0, false
}

// Isolation limits trials that run in worker processes. The program enforces these limits from
// outside the worker, so they also stop strategies that do not check their own limits.
//
// A worker is the program itself, started again with the same arguments. It repeats the program's
// steps up to the sweep, then runs the requested trials, one after another, and stores their rows.
// A program that isolates trials must therefore create the same sweeps whenever it is started
// ([experiments.Restarts]). Whatever a trial does to its process becomes the outcome of that trial:
// a panic in a goroutine, os.Exit, runtime.Goexit, a stack overflow, running out of memory, or an
// endless loop. The trial's output is stored with its row. If a trial ends its process, blocks it,
// or leaves child processes running, all these processes are killed and a new worker is started.
//
// The limits work only on Linux. There are no workers on Windows, or in programs that do not
// declare that they can be started again. Notebook cells and programs that use package lab declare
// this. Without workers, trials run in the program's own process, and [experiments.Summary.Notice]
// says so.
//
// An external program that runs a strategy ([puzzle.Program]) always has its own processes. The
// limits of Isolation also apply to these processes.
type Isolation struct {
	CPU time.Duration // limit on the CPU time of a trial, as the sum over all threads; 0 means no limit
	// limit on the resident memory, in bytes, of the process that runs a trial, including the
	// memory that the program itself uses; 0 means no limit
	Resident uint64
}

// Values of [Trial.Killed], which say what ended the process of a trial. Package internal/process
// defines further values; cells that only read trials must not link that package.
const (
	// KilledByCrash means that the process ended on its own; the trial's Error says how.
	KilledByCrash = "crash"
	// KilledByWall and the next three values mean that the trial exceeded a limit: on wall time, on
	// CPU time, or on resident memory. The trial's outcome is limit-time or limit-memory.
	KilledByWall   = "wall"
	KilledByCPU    = "cpu"
	KilledByCgroup = "memory, by cgroup"  // the kernel enforced the limit on resident memory
	KilledByLook   = "memory, by polling" // resident memory, checked every 10 ms, exceeded its limit
	// KilledByOutput means that the process printed more than 64 MiB.
	KilledByOutput = "output"
)

// Conditions describes the conditions under which a timed trial ran. It is zero in rows of trials
// that are not timed, and in rows written by versions before 0.4.0.
type Conditions struct {
	Host  string
	Start int64 // time at which the trial started, in nanoseconds since January 1, 1970, UTC
	// Order is the number of the trial in its run, counted from 1. If the rows of a host are sorted
	// by Start, a new run begins wherever Order does not increase.
	Order    int
	Load     float64 // load average over the minute before the trial, as shown by uptime(1); 0 if unknown
	Resident uint64  // peak resident memory of the trial's process during the trial, in bytes; 0 if unknown
	// Calibration is the CPU time, in seconds, that a fixed piece of work took in the same process
	// right before the trial; 0 if it was not measured.
	Calibration float64
}

// Provenance records which code computed a group of rows, and on which machine. It is stored with
// the rows, so that a report made elsewhere still names the machine that ran the trials.
type Provenance struct {
	Root       uint64 `json:"root_seed,string"` // root seed of the sweep
	Code       string `json:"code"`             // identifier of the code; see [code.Hash]
	Program    string `json:"program"`          // path and version of the main module
	Revision   string `json:"revision"`         // git commit, or "unknown"
	Modified   bool   `json:"modified"`         // whether the source code differed from the commit
	Go         string `json:"go"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	CPU        string `json:"cpu"` // model of the CPU, or "unknown"
	Cores      int    `json:"cores"`
	GOMAXPROCS int    `json:"gomaxprocs"`
	// value of the environment variable GOGC; "" means the default
	GOGC    string    `json:"gogc"`
	Clock   string    `json:"clock"` // description of what the field CPU of a trial measures
	Started time.Time `json:"started"`
	Modules []Module  `json:"modules,omitempty"`
}

// Module describes a Go module linked into the program.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum,omitempty"`
}
