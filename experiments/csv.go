package experiments

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// csvColumns are the columns that every file has.
var csvColumns = []string{
	"study", "set", "size", "index", "instance", "strategy", "version", "mode", "repeat", "seed",
	"outcome", "cost", "expanded", "generated", "reopened", "stored", "pruned", "max_depth", "bytes",
	"limit_expanded", "limit_stored", "limit_bytes", "limit_seconds", "error",
}

// WriteCSV writes the deterministic columns of trials, one row each under a
// header, in the order of [Journal.Load]. It does not change trials. The same
// rows give the same bytes; times are left out, and so are the counters of
// rows that the clock ended and of failed ones. Cost is empty unless there is
// a solution.
//
// Further columns follow if any row has something in them: "bound", the proved
// lower bound on the cost; "iterations", as BOUND:EXPANDED:GENERATED joined by
// semicolons; and observations as "observed:NAME", in the order in which the
// names first come up.
func WriteCSV(w io.Writer, trials []Trial) error {
	trials = slices.Clone(trials)
	sortTrials(trials)
	columns, places := columnsOf(trials)
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return fmt.Errorf("experiments: write CSV: %w", err)
	}
	record := make([]string, len(columns))
	for i := range trials {
		clear(record)
		csvRecord(record, &trials[i], &places)
		if err := out.Write(record); err != nil {
			return fmt.Errorf("experiments: write CSV: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("experiments: write CSV: %w", err)
	}
	return nil
}

// further is the places of the columns beyond csvColumns. A bound or
// iterations have none, 0, if no row has any.
type further struct {
	bound, iterations int
	observed          map[string]int
}

// columnsOf returns the names of all columns, and where those stand that not
// every file has. Rows whose results are not shown add no columns.
func columnsOf(trials []Trial) (columns []string, places further) {
	var bound, iterations bool
	for i := range trials {
		if t := &trials[i]; t.Deterministic() {
			bound = bound || t.Bound != 0
			iterations = iterations || len(t.Meter.Iterations) > 0
		}
	}
	columns = slices.Clone(csvColumns)
	if bound {
		places.bound = len(columns)
		columns = append(columns, "bound")
	}
	if iterations {
		places.iterations = len(columns)
		columns = append(columns, "iterations")
	}
	places.observed = make(map[string]int)
	for i := range trials {
		if !trials[i].Deterministic() {
			continue
		}
		for _, o := range trials[i].Observed {
			if _, ok := places.observed[o.Name]; !ok {
				places.observed[o.Name] = len(columns)
				columns = append(columns, "observed:"+o.Name)
			}
		}
	}
	return columns, places
}

// csvRecord fills in the columns of a row; record is blank.
func csvRecord(record []string, t *Trial, places *further) {
	u := func(n uint64) string { return strconv.FormatUint(n, 10) }
	copy(record, []string{
		t.Study, t.Set, strconv.Itoa(t.Size), strconv.Itoa(t.Index), t.Instance, t.Strategy, strconv.Itoa(t.Version),
		string(t.Mode), strconv.Itoa(t.Repeat), fmt.Sprintf("%016x", t.Seed), outcomeName(t),
	})
	copy(record[len(csvColumns)-5:], []string{
		u(t.Limits.Expanded), u(t.Limits.Stored), u(t.Limits.Bytes),
		strconv.FormatFloat(t.Limits.Time.Seconds(), 'g', -1, 64), t.Error,
	})
	if !t.Deterministic() {
		return
	}
	if t.Outcome == search.Solved {
		record[11] = strconv.Itoa(t.Cost)
	}
	m := &t.Meter
	copy(record[12:], []string{
		u(m.Expanded), u(m.Generated), u(m.Reopened), u(m.Stored), u(m.Pruned), strconv.Itoa(m.MaxDepth), u(m.Bytes),
	})
	if t.Bound != 0 {
		record[places.bound] = strconv.Itoa(t.Bound)
	}
	if len(m.Iterations) > 0 {
		record[places.iterations] = csvIterations(m.Iterations)
	}
	for _, o := range t.Observed {
		record[places.observed[o.Name]] = strconv.FormatFloat(o.Value, 'g', -1, 64)
	}
}

// csvIterations is "41:2:3;43:5:8".
func csvIterations(iterations []search.Iteration) string {
	var b []byte
	for i, it := range iterations {
		if i > 0 {
			b = append(b, ';')
		}
		b = strconv.AppendInt(b, int64(it.Bound), 10)
		b = strconv.AppendUint(append(b, ':'), it.Expanded, 10)
		b = strconv.AppendUint(append(b, ':'), it.Generated, 10)
	}
	return string(b)
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

// Diff lists the deterministic columns in which two rows differ, each as
// "column: a, b". Rows of the same key and limits should not differ in any.
// The counters of rows that the clock ended are not compared.
func Diff(a, b *Trial) []string {
	columns, places := columnsOf([]Trial{*a, *b})
	x, y := make([]string, len(columns)), make([]string, len(columns))
	csvRecord(x, a, &places)
	csvRecord(y, b, &places)
	var list []string
	for i, column := range columns {
		if x[i] != y[i] {
			list = append(list, fmt.Sprintf("%s: %s, %s", column, x[i], y[i]))
		}
	}
	return list
}
