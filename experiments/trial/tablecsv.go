package trial

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// ScanCSV reads trials from CSV, as written from a [store.Table] or by [WriteCSV], and holds only
// one in memory. Columns may be in any order. It ignores unknown columns and returns their names.
// Fields that are not in the file are zero, except Runs, which is 1. Errors name the line and the
// column; the first one ends the sequence.
//
// The file may have passed through pandas, R or a spreadsheet. These write 25.0 or 1e+05 for whole
// numbers, True or TRUE for true, and NA for missing values; they strip leading zeros from digests
// without letters, and separate fields by semicolons or tabs. A number that may have lost digits is
// an error.
func ScanCSV(r io.Reader) (trials iter.Seq2[*Trial, error], unknown []string, err error) {
	text := bufio.NewReaderSize(r, 1<<16)
	begin, _ := text.Peek(1 << 16)
	if bytes.HasPrefix(begin, []byte("\ufeff")) {
		_, _ = text.Discard(len("\ufeff"))
	}
	in := csv.NewReader(text)
	if line, _, _ := bytes.Cut(begin, []byte("\n")); !bytes.Contains(line, []byte(",")) {
		if i := bytes.IndexAny(line, ";\t"); i >= 0 {
			in.Comma = rune(line[i])
		}
	}
	header, err := in.Read()
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

// columnsIn returns the columns that a header names, and the names of unknown ones.
func columnsIn(header []string) (columns []column, unknown []string, err error) {
	seen := map[string]bool{}
	for _, name := range header {
		if seen[name] {
			return nil, nil, fmt.Errorf("line 1: two columns are called %q (want one)", name)
		}
		if rest, mangled := strings.CutPrefix(name, "observed."); mangled { // by R
			if strings.Contains(rest, ".") {
				return nil, nil, fmt.Errorf("line 1: the column %q may have been called otherwise (in R, read the file with check.names = FALSE)", name)
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
		case name != "id" && name != "deterministic": // which are derived from the others
			unknown = append(unknown, name)
		}
		columns = append(columns, c)
	}
	for _, c := range columnsOf(nil) {
		if !seen[c.name] {
			return nil, nil, fmt.Errorf("line 1: no column is called %q (want those that export writes, or trials.csv of a study)", c.name)
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
			err = nil // the comma is the decimal separator
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

var floating = regexp.MustCompile(`^\d+(\.\d+)?[eE]\+?\d+$`)

// set sets the field from the text of a column; "" means empty.
func (f *field) set(t *Trial, s string) error {
	v := f.at(t)
	if _, text := v.(*str); s == "NA" && (!text || f.presence != required) {
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
			if s = integer(s); floating.MatchString(s) {
				return fmt.Errorf("%q is a number that may have lost digits (want a text%s)", s, asText)
			}
		}
	}
	return v.(textual).setText(s)
}
