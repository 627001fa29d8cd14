package experiments

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// ScanCSV reads the trials of a [Table] that was written as CSV, or of a file that
// [WriteCSV] wrote, and holds one at a time. Columns may stand in any order; those that no
// trial has are named, and not read. Fields that are not in the file are zero, except
// Runs, which is 1. Errors name the line and the column; one ends the sequence.
func ScanCSV(r io.Reader) (trials iter.Seq2[*Trial, error], unknown []string, err error) {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("experiments: read CSV: "+format, args...)
	}
	in := csv.NewReader(r)
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, fail("the file is empty (want a header)")
	}
	if err != nil {
		return nil, nil, fail("%w", err)
	}
	columns := make([]column, len(header))
	seen := map[string]bool{}
	for i, name := range header {
		if seen[name] {
			return nil, nil, fail("line 1: two columns are called %q (want one)", name)
		}
		seen[name] = true
		columns[i] = column{name: name, set: func(*Trial, string) error { return nil }}
		k := slices.IndexFunc(fields[:], func(f field) bool { return f.column == name })
		switch observed, ok := strings.CutPrefix(name, observedPrefix); {
		case ok:
			columns[i] = observedColumn(observed)
		case k >= 0:
			columns[i].set = fields[k].set
		case name != "id" && name != "deterministic": // which the others make
			unknown = append(unknown, name)
		}
	}
	for _, c := range columnsOf(nil) {
		if !seen[c.name] {
			return nil, nil, fail("line 1: no column is called %q (want those that export writes, or trials.csv of a study)", c.name)
		}
	}
	in.ReuseRecord = true
	return func(yield func(*Trial, error) bool) {
		for {
			record, err := in.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fail("%w", err))
				return
			}
			t := Trial{Runs: 1}
			for i, c := range columns {
				if err = c.set(&t, record[i]); err == nil && !utf8.ValidString(record[i]) {
					err = fmt.Errorf("%q is not valid UTF-8", record[i])
				}
				if err != nil {
					line, _ := in.FieldPos(i)
					yield(nil, fail("line %d, column %q: %w", line, c.name, err))
					return
				}
			}
			if err = t.checkError(); err != nil {
				line, _ := in.FieldPos(0)
				yield(nil, fail("line %d: %w", line, err))
				return
			}
			if !yield(&t, nil) {
				return
			}
		}
	}, unknown, nil
}

// set sets the field to a text of a column, of which "" is what is empty.
func (f *field) set(t *Trial, s string) error {
	v := f.at(t)
	switch v.(type) {
	case *truth, *nanoseconds:
		if s == "" {
			return nil
		}
	}
	return v.(textual).setText(s)
}
