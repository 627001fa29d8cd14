package trial

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// column is a column of a CSV file, for a field or an observed number.
type column struct {
	name string
	text func(*Trial) string
	set  func(*Trial, string) error // the inverse of text
}

// csv returns the column of a field. The column is blank in rows that do not show the field, and
// where an optional field is empty.
func (f *field) csv() column {
	return column{
		name: f.column,
		text: func(t *Trial) string {
			v := f.at(t)
			if !f.class.shown(t) || f.presence != required && v.empty() {
				return ""
			}
			return v.(textual).text()
		},
		set: func(t *Trial, s string) error { return f.at(t).(textual).setText(s) },
	}
}

// observedPrefix precedes the name of an observed number.
const observedPrefix = "observed:"

func observedColumn(name string) column {
	return column{
		name: observedPrefix + name,
		text: func(t *Trial) string {
			value, ok := t.Observation(name)
			if !ok || !classResult.shown(t) {
				return ""
			}
			return (*float)(&value).text()
		},
		set: func(t *Trial, s string) error {
			if s == "" || s == "NA" {
				return nil
			}
			o := puzzle.Observation{Name: name}
			err := (*float)(&o.Value).setText(s)
			if err == nil {
				t.Observed = append(t.Observed, o)
			}
			return err
		},
	}
}

// columnsOf returns the columns of a file of trials.
func columnsOf(trials []Trial) []column {
	var list []column
	for p := required; p <= optional; p++ {
		for i := range fields {
			f := &fields[i]
			switch {
			case f.presence != p || !f.class.hasColumn():
			case f.column == observedPrefix:
				list = append(list, observedColumns(trials)...)
			default:
				if c := f.csv(); p != optional || c.used(trials) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// used reports whether the column has a value for any of the trials.
func (c *column) used(trials []Trial) bool {
	for i := range trials {
		if c.text(&trials[i]) != "" {
			return true
		}
	}
	return false
}

// observedColumns returns a column for each observed name, in order of first appearance.
func observedColumns(trials []Trial) []column {
	var list []column
	seen := make(map[string]bool)
	for i := range trials {
		if !classResult.shown(&trials[i]) {
			continue
		}
		for _, o := range trials[i].Observed {
			if !seen[o.Name] && !isTime(o.Name) {
				seen[o.Name] = true
				list = append(list, observedColumn(o.Name))
			}
		}
	}
	return list
}

// WriteCSV writes the deterministic columns of trials: a header, then one row per trial in the
// order of [store.Journal.Load]. It does not change trials. The same rows give the same bytes. It
// leaves out times, texts and the code, and the counters of trials that failed or that the clock
// ended. Cost is empty unless there is a solution.
//
// Further columns follow if any row has a value for them: "bound", the proved lower bound on the
// cost; "iterations", as BOUND:EXPANDED:GENERATED joined by semicolons; observations as
// "observed:NAME", in order of first appearance, without times; and "solution".
func WriteCSV(w io.Writer, trials []Trial) error {
	trials = slices.Clone(trials)
	Sort(trials)
	columns := columnsOf(trials)
	record := make([]string, len(columns))
	for k, c := range columns {
		record[k] = c.name
	}
	out := csv.NewWriter(w)
	err := out.Write(record)
	for i := 0; i < len(trials) && err == nil; i++ {
		for k, c := range columns {
			record[k] = c.text(&trials[i])
		}
		err = out.Write(record)
	}
	if out.Flush(); err == nil {
		err = out.Error()
	}
	if err != nil {
		return fmt.Errorf("experiments: write CSV: %w", err)
	}
	return nil
}

// Diff lists the deterministic columns in which two rows differ, each as "column: a, b". Rows with
// the same key, limits and code should not differ in any column: even another solution of the same
// cost counts as a difference. Diff does not compare the counters of trials that the clock ended.
func Diff(a, b *Trial) []string {
	var list []string
	for _, c := range columnsOf([]Trial{*a, *b}) {
		if x, y := c.text(a), c.text(b); x != y {
			list = append(list, fmt.Sprintf("%s: %s, %s", c.name, x, y))
		}
	}
	for i := range fields {
		f := &fields[i]
		if f.class != classAnswer {
			continue
		}
		if x, y := f.at(a).(textual).text(), f.at(b).(textual).text(); x != y {
			list = append(list, fmt.Sprintf("%s: %s, %s", f.name, x, y))
		}
	}
	return list
}
