package trial

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// field describes one field of a trial. The journal's writer and readers, the CSV writer and
// reader, [Diff] and [Schema] all use the table [fields], so a new field needs only one entry.
type field struct {
	name     string // name in the journal
	column   string // name in CSV, if different
	class    class
	presence presence
	doc      string             // meaning and unit
	unit     string             // unit in a column; "" for counts and non-numbers
	at       func(*Trial) value // points to the field in a trial, and can write and read it
	key      string             // the text before the value in a line
}

// class says what a field depends on, and so in which rows CSV shows it. Diff compares everything
// that CSV shows, and the answer.
type class int

const (
	classRun        class = iota // what was run, under which limits, and how it ended: shown for every trial
	classResult                  // what the run counted and proved: shown if [Trial.Deterministic]
	classSolution                // what the run found: shown if the instance was also solved
	classAnswer                  // the answer itself: compared, but stored only in journals
	classTiming                  // what the clock measured: never shown
	classProvenance              // where the row comes from: never shown
)

func (c class) String() string {
	return [...]string{"run", "result", "solution", "answer", "timing", "provenance"}[c]
}

// hasColumn reports whether fields of the class have a column.
func (c class) hasColumn() bool { return c < classAnswer }

// shown reports whether the field's column has a value for the trial.
func (c class) shown(t *Trial) bool {
	switch c {
	case classRun:
		return true
	case classResult:
		return t.Deterministic()
	case classSolution:
		return t.Deterministic() && (t.Outcome == search.Solved || t.Outcome == search.Measured)
	}
	return false
}

// presence says where an empty field is left out. CSV columns are sorted by presence, then by their
// order in the table.
type presence int

const (
	required     presence = iota // always present
	lineOptional                 // left out of a journal line if empty, but present in a CSV file
	optional                     // left out of a journal line if empty, and out of a CSV file if empty in every row
)

// fields is the table of fields, in the order of a journal line. It is an array, so that loops over
// it need no bounds checks; loading a journal spends most of its time in these loops.
var fields = [...]field{
	{name: "study", doc: "name of the study that owns the row", at: func(t *Trial) value { return (*str)(&t.Study) }},
	{name: "set", doc: "name of the instance set", at: func(t *Trial) value { return (*str)(&t.Set) }},
	{name: "size", doc: "size of the instance, in the puzzle's unit", at: func(t *Trial) value { return (*whole)(&t.Size) }},
	{name: "index", doc: "number of the instance among those of its set and size, from 0", at: func(t *Trial) value { return (*whole)(&t.Index) }},
	{name: "instance", doc: "digest of the instance's text: the first 16 hex digits of its SHA-256", at: func(t *Trial) value { return (*str)(&t.Instance) }},
	{name: "text", class: classProvenance, presence: optional, doc: "text or recipe of the instance; left out if it has more than 4,096 bytes", at: func(t *Trial) value { return (*str)(&t.Text) }},
	{name: "strategy", doc: "name of the strategy, with its options", at: func(t *Trial) value { return (*str)(&t.Strategy) }},
	{name: "version", doc: "version of the strategy's definition", at: func(t *Trial) value { return (*whole)(&t.Version) }},
	{name: "mode", doc: "how the trial was run: budget (beside others) or timed (alone)", at: func(t *Trial) value { return (*str)(&t.Mode) }},
	{name: "repeat", doc: "number of the repeat, from 0", at: func(t *Trial) value { return (*whole)(&t.Repeat) }},
	{name: "seed", doc: "seed of the trial's random choices", at: func(t *Trial) value { return (*hex64)(&t.Seed) }},
	{name: "outcome", doc: "how the run ended", at: func(t *Trial) value { return (*ending)(t) }},

	{name: "cost", class: classSolution, doc: "cost of the solution, if solved, in the puzzle's unit", at: func(t *Trial) value { return (*whole)(&t.Cost) }},
	{name: "bound", class: classResult, presence: optional, doc: "largest proved lower bound on the cost; 0 if none was proved", at: func(t *Trial) value { return (*whole)(&t.Bound) }},
	{name: "expanded", class: classResult, doc: "nodes expanded, the root included, in all iterations", at: func(t *Trial) value { return (*natural)(&t.Meter.Expanded) }},
	{name: "generated", class: classResult, doc: "nodes created, the root not included, in all iterations", at: func(t *Trial) value { return (*natural)(&t.Meter.Generated) }},
	{name: "reopened", class: classResult, doc: "closed nodes that were opened again", at: func(t *Trial) value { return (*natural)(&t.Meter.Reopened) }},
	{name: "stored", class: classResult, doc: "largest number of nodes held at one time", at: func(t *Trial) value { return (*natural)(&t.Meter.Stored) }},
	{name: "pruned", class: classResult, doc: "moves that a rule of the strategy rejected", at: func(t *Trial) value { return (*natural)(&t.Meter.Pruned) }},
	{name: "max_depth", class: classResult, doc: "largest depth reached, in moves; the root has depth 0", at: func(t *Trial) value { return (*whole)(&t.Meter.MaxDepth) }},
	{name: "bytes", class: classResult, unit: "B", doc: "peak of the solver's own memory accounting, in bytes", at: func(t *Trial) value { return (*natural)(&t.Meter.Bytes) }},
	{name: "iterations", class: classResult, presence: optional, doc: "bound, nodes expanded and nodes generated of each iteration of a search that deepens", at: func(t *Trial) value { return (*iterations)(&t.Meter.Iterations) }},
	{name: "observed", column: observedPrefix, class: classResult, presence: optional, doc: "further numbers that the strategy reported, by name", at: func(t *Trial) value { return (*observations)(&t.Observed) }},
	{name: "result", class: classResult, presence: optional, doc: "what was measured, as JSON", at: func(t *Trial) value { return (*str)(&t.Result) }},
	{name: "optimal", class: classAnswer, presence: optional, doc: "whether the strategy claims that no solution costs less than its own", at: func(t *Trial) value { return (*truth)(&t.Optimal) }},
	{name: "solution", class: classAnswer, presence: optional, doc: "the solution in the puzzle's text, or sha256: and the 64 hex digits of its digest if it has more than 4,096 bytes", at: func(t *Trial) value { return (*str)(&t.Solution) }},
	{name: "error", presence: lineOptional, doc: "why the run failed", at: func(t *Trial) value { return (*str)(&t.Error) }},

	{name: "killed", presence: optional, doc: "what ended the process of an isolated trial before it answered: crash, or the limit that it passed and how that was kept", at: func(t *Trial) value { return (*str)(&t.Killed) }},
	{name: "watched", class: classProvenance, presence: optional, doc: "what measured the isolated trial: cgroup (its control group), pss (proportional set size, looked at every 10 ms), or rusage if it took less than a millisecond", at: func(t *Trial) value { return (*str)(&t.Watched) }},
	{name: "output", class: classProvenance, presence: optional, doc: "what an isolated trial printed, cut to 4,096 bytes", at: func(t *Trial) value { return (*str)(&t.Output) }},

	{name: "cpu", class: classTiming, unit: "s", doc: "CPU time per run, in seconds", at: func(t *Trial) value { return (*float)(&t.CPU) }},
	{name: "wall", class: classTiming, unit: "s", doc: "wall time per run, in seconds", at: func(t *Trial) value { return (*float)(&t.Wall) }},
	{name: "runs", class: classTiming, doc: "number of runs that were timed together", at: func(t *Trial) value { return (*whole)(&t.Runs) }},

	{name: "host", class: classTiming, presence: optional, doc: "machine that a timed trial ran on", at: func(t *Trial) value { return (*str)(&t.Conditions.Host) }},
	{name: "start_ns", column: "start", class: classTiming, presence: optional, unit: "s", doc: "when a timed trial was started, in nanoseconds since the beginning of 1970 (UTC)", at: func(t *Trial) value { return (*instant)(&t.Conditions.Start) }},
	{name: "order", class: classTiming, presence: optional, doc: "number of a timed trial in its run, from 1", at: func(t *Trial) value { return (*whole)(&t.Conditions.Order) }},
	{name: "load", class: classTiming, presence: optional, doc: "load average of the machine over the minute before a timed trial; left out if it is 0 or not known", at: func(t *Trial) value { return (*float)(&t.Conditions.Load) }},
	{name: "resident_peak", class: classTiming, presence: optional, unit: "B", doc: "most memory that the process of a timed trial held during it, in bytes, with what the program itself holds", at: func(t *Trial) value { return (*natural)(&t.Conditions.Resident) }},
	{name: "calibration", class: classTiming, presence: optional, unit: "s", doc: "CPU time of a fixed piece of work right before a timed trial, in seconds; left out where it was not run", at: func(t *Trial) value { return (*float)(&t.Conditions.Calibration) }},

	{name: "limit_expanded", doc: "limit on nodes expanded; 0 for none", at: func(t *Trial) value { return (*natural)(&t.Limits.Expanded) }},
	{name: "limit_stored", doc: "limit on nodes held at one time; 0 for none", at: func(t *Trial) value { return (*natural)(&t.Limits.Stored) }},
	{name: "limit_bytes", unit: "B", doc: "limit on the solver's own memory accounting, in bytes; 0 for none", at: func(t *Trial) value { return (*natural)(&t.Limits.Bytes) }},
	{name: "limit_ns", column: "limit_seconds", unit: "s", doc: "limit on wall time, in nanoseconds; 0 for none", at: func(t *Trial) value { return (*nanoseconds)(&t.Limits.Time) }},
	{name: "isolated", class: classProvenance, presence: optional, doc: "whether the trial ran in a process other than the program's own", at: func(t *Trial) value { return (*truth)(&t.Isolated) }},
	{name: "limit_cpu_ns", column: "limit_cpu_seconds", presence: optional, unit: "s", doc: "limit on the CPU time of the isolated trial, in nanoseconds; 0 for none", at: func(t *Trial) value { return (*nanoseconds)(&t.Limited.CPU) }},
	{name: "limit_resident", presence: optional, unit: "B", doc: "limit on the resident memory of the isolated trial's process, in bytes; 0 for none", at: func(t *Trial) value { return (*natural)(&t.Limited.Resident) }},
	{name: "code", class: classProvenance, doc: "content hash of the code that produced the row", at: func(t *Trial) value { return (*str)(&t.Code) }},
}

func init() {
	for i := range fields {
		f := &fields[i]
		f.key = string("{,"[min(i, 1)]) + strconv.Quote(f.name) + ":"
		f.column = cmp.Or(f.column, f.name)
	}
}

// FieldText returns a function that formats one field of a trial as text. The name is the field's
// column name in a [store.Table]. If no field has this name, the error is a [*FieldError].
func FieldText(name string) (func(*Trial) string, error) {
	var known []string
	for i := range fields {
		f := &fields[i]
		if _, ok := f.at(new(Trial)).(textual); !ok {
			continue
		}
		if known = append(known, f.column); f.column == name {
			return func(t *Trial) string { return f.at(t).(textual).text() }, nil
		}
	}
	return nil, &FieldError{"field", name, known}
}

// FieldMetric returns a metric whose value is the number in a field. The name is the field's column
// name in a [store.Table]. The metric is NaN for trials without a value, such as the cost of a
// trial that found no solution. If no numeric field has this name, the error is a [*FieldError].
func FieldMetric(name string) (Metric, error) {
	if observed, ok := strings.CutPrefix(name, observedPrefix); ok {
		return Observed(observed, "", ""), nil
	}
	var known []string
	for i := range fields {
		f := &fields[i]
		if _, ok := valueOf(f.at(new(Trial))).number(); !ok {
			continue
		}
		if known = append(known, f.column); f.column == name {
			return Metric{Name: f.column, Doc: f.doc, Timing: f.class == classTiming, Value: func(t *Trial) float64 {
				if f.class != classTiming && !f.class.shown(t) {
					return math.NaN()
				}
				v, _ := valueOf(f.at(t)).number()
				return v
			}}, nil
		}
	}
	return Metric{}, &FieldError{"number", name, known}
}

// FieldError reports that a trial has no field with the given name, and lists the known names.
type FieldError struct {
	What  string // what the caller asked for: a "field" of any type, or a "number"
	Name  string
	Known []string
}

// Error returns a message that names the unknown field, suggests a similar name, and lists the
// known names.
func (e *FieldError) Error() string {
	return fmt.Sprintf("experiments: a trial has no %s %q%s (want one of %s)", e.What, e.Name, search.DidYouMean(e.Name, e.Known), strings.Join(e.Known, ", "))
}

// Schema returns a JSON Schema (draft 2020-12) for the lines of a journal after its header. It
// gives the name, meaning, unit and form of each field of a [Trial]. The additional keyword "class"
// says what a field depends on:
//
//   - "run" fields say what was run, under which limits, and how it ended.
//   - "result" fields are the same on every machine if the trial is [Trial.Deterministic].
//   - "solution" fields are like "result" fields, but are defined only if the instance was
//     solved.
//   - "answer" fields contain the solution itself and what the strategy claims about it.
//   - "timing" fields are measured with a clock.
//   - "provenance" fields say where the row comes from.
//
// [Diff] compares the fields in the first four classes, and [WriteCSV] writes the fields in the
// first three.
func Schema() []byte {
	var properties, names strings.Builder
	for i := range fields {
		f := &fields[i]
		fmt.Fprintf(&properties, `%q:{"description":%q,"class":%q,%s},`, f.name, f.doc, f.class, f.at(&Trial{}).form().schema)
		if f.presence == required {
			fmt.Fprintf(&names, "%q,", f.name)
		}
	}
	var b bytes.Buffer
	err := json.Indent(&b, fmt.Appendf(nil, `{"$schema":"https://json-schema.org/draft/2020-12/schema",`+
		`"title":"Trial","description":"one run of one strategy on one instance: a line of a journal","type":"object",`+
		`"properties":{%s"crc":{"description":"CRC32C of the line before this field","type":"string","pattern":"^[0-9a-f]{8}$"}},`+
		`"required":[%s"crc"]}`+"\n", &properties, &names), "", "  ")
	if err != nil {
		panic(err) // an entry of the table has an invalid schema
	}
	return b.Bytes()
}
