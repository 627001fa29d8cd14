package trial

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// column is a column in a CSV file, for a field or an observed number.
type column struct {
	name string
	text func(*Trial) string
	set  func(*Trial, string) error // the inverse of text
}

// csv returns the column for a field. It is blank in rows where the field does not apply, or where
// an optional field is empty.
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

// columnsOf returns the columns of a CSV file with the given trials.
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

// observedColumns returns a column for each name of an observed number, in order of first
// appearance.
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
// order of [store.Journal.Load]. The same trials give the same bytes. WriteCSV leaves out times,
// texts and the code. It also leaves out the counters of trials that failed or were stopped by a
// time limit. The cost is empty unless there is a solution. WriteCSV does not change trials.
//
// At the end, WriteCSV adds each of these columns if at least one row has a value for it:
//   - "bound", the proved lower bound on the cost;
//   - "iterations", as BOUND:EXPANDED:GENERATED joined by semicolons;
//   - "observed:NAME" for each observation except times, in order of first appearance;
//   - "solution".
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

// Diff lists the deterministic columns in which rows a and b differ, each as "column: a, b". Rows
// with the same key, limits and code should not differ in any column. Different solutions count as
// a difference even if their costs are equal. Diff does not compare the counters of trials stopped
// by a time limit.
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

// ScanCSV reads trials from a CSV file exported from a [store.Table] or written by [WriteCSV]. It
// holds only one trial in memory at a time. Columns may be in any order. ScanCSV ignores unknown
// columns and returns their names. A field without a column is zero, except Runs, which is 1. The
// first error ends the sequence; it names the line and the column.
//
// The file may have been saved by pandas, R or a spreadsheet. These programs write 25.0 or 1e+05
// for whole numbers, True or TRUE for true, and NA for missing values. Some remove leading zeros
// from digests without letters, separate fields with semicolons or tabs, write UTF-16, or name the
// separator in a first line such as sep=; (Excel). ScanCSV accepts all of these. It returns an
// error for a number that may have lost digits.
func ScanCSV(r io.Reader) (trials iter.Seq2[*Trial, error], unknown []string, err error) {
	text := bufio.NewReaderSize(puzzle.Decoded(r), 1<<16)
	begin, _ := text.Peek(1 << 16)
	in := csv.NewReader(text)
	if line, _, _ := bytes.Cut(begin, []byte("\n")); !bytes.Contains(line, []byte(",")) {
		if i := bytes.IndexAny(line, ";\t"); i >= 0 {
			in.Comma = rune(line[i])
		}
	}
	header, err := in.Read()
	if err == nil && strings.HasPrefix(header[0], "sep=") { // Excel writes and reads this line
		in.FieldsPerRecord = 0
		header, err = in.Read()
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the file is empty (want a header)")
	}
	var columns []column
	if err == nil {
		columns, unknown, err = columnsIn(header)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("experiments: read CSV: %w", err)
	}
	in.ReuseRecord = true
	return func(yield func(*Trial, error) bool) {
		for {
			t, err := scanTrial(in, columns)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("experiments: read CSV: %w", err))
				return
			}
			if !yield(&t, nil) {
				return
			}
		}
	}, unknown, nil
}

// columnsIn returns the columns that a header names, and the unknown names.
func columnsIn(header []string) (columns []column, unknown []string, err error) {
	seen := map[string]bool{}
	for _, name := range header {
		if seen[name] {
			return nil, nil, fmt.Errorf("line 1: two columns are called %q (want one)", name)
		}
		if rest, mangled := strings.CutPrefix(name, "observed."); mangled { // R writes this prefix
			if strings.Contains(rest, ".") {
				return nil, nil, fmt.Errorf("line 1: the column %q may have had another name (in R, read the file with check.names = FALSE)", name)
			}
			name = observedPrefix + rest
		}
		seen[name] = true
		c := column{name: name, set: func(*Trial, string) error { return nil }}
		k := slices.IndexFunc(fields[:], func(f field) bool { return f.column == name })
		switch observed, ok := strings.CutPrefix(name, observedPrefix); {
		case ok:
			c = observedColumn(observed)
		case k >= 0:
			c.set = fields[k].set
		case slices.ContainsFunc(fields[:], func(f field) bool { return f.column != "" && inUnit().ReplaceAllString(name, "") == f.column }):
			return nil, nil, fmt.Errorf("line 1: the column %q has a unit in its name (want it without, in the unit that export --dictionary lists)", name)
		case name != "id" && name != "deterministic": // these two are derived from the others
			unknown = append(unknown, name)
		}
		columns = append(columns, c)
	}
	for _, c := range columnsOf(nil) {
		if !seen[c.name] {
			return nil, nil, fmt.Errorf("line 1: no column is called %q (want a file from export, or the trials.csv of a study; export --dictionary lists the columns)", c.name)
		}
	}
	return columns, unknown, nil
}

// scanTrial reads the next trial.
func scanTrial(in *csv.Reader, columns []column) (t Trial, err error) {
	record, err := in.Read()
	if err != nil {
		return t, err
	}
	t.Runs = 1
	for i, c := range columns {
		if err = c.set(&t, record[i]); err != nil && in.Comma == ';' && c.set(&t, strings.Replace(record[i], ",", ".", 1)) == nil {
			err = nil // semicolons separate fields, so the comma is the decimal separator
		}
		if err == nil && !utf8.ValidString(record[i]) {
			err = fmt.Errorf("%q is not valid UTF-8", record[i])
		}
		if err != nil {
			line, _ := in.FieldPos(i)
			return t, fmt.Errorf("line %d, column %q: %w", line, c.name, err)
		}
	}
	if err = t.checkError(); err != nil {
		line, _ := in.FieldPos(0)
		err = fmt.Errorf("line %d: %w", line, err)
	}
	return t, err
}

// inUnit matches the unit in the name of a column.
var inUnit = lazy.Regexp(`[ _]*[(\[].*[)\]]$`)

var floating = lazy.Regexp(`^\d+(\.\d+)?[eE]\+?\d+$`)

// missing lists what other programs write for an empty field.
var missing = []string{"NA", "N/A", "NaN", "nan", "<NA>", "None", "NULL", "null"}

// set sets the field from the text in a column; "" means an empty field.
func (f *field) set(t *Trial, s string) error {
	v := f.at(t)
	if _, text := v.(*str); slices.Contains(missing, s) && (!text || f.presence != required) {
		s = ""
	}
	switch v.(type) {
	case *truth, *nanoseconds:
		if s == "" {
			return nil
		}
	case *str:
		if f.name == "instance" {
			s = digits(s)
		}
		if strings.ContainsAny(s, ".eE") && (f.name == "instance" && len(s) != 16 || f.name == "text" || f.name == "solution") {
			if s = integer(s); floating().MatchString(s) {
				return fmt.Errorf("%q is a number that may have lost digits (want a text%s)", s, asText)
			}
		}
	}
	return v.(textual).setText(s)
}
