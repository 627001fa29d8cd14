package experiments

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ReadCSV reads the trials of a file that [WriteCSV] wrote, in its order; the
// columns may stand in any order. Fields that are not in the file are zero, such
// as times, the code, and the counters of rows that the clock ended or that
// failed, except Runs, which is 1. Errors name the line and the column.
func ReadCSV(r io.Reader) ([]Trial, error) {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		return nil, csvError(in, err)
	}
	fields := make([]csvField, len(header))
	for i, column := range header {
		if fields[i].read = csvReader(column); fields[i].read == nil {
			return nil, fmt.Errorf("experiments: read CSV: line 1: there is no column %q in a file of trials", column)
		}
		fields[i].column = column
	}
	for _, column := range csvColumns {
		if n := countColumn(fields, column); n != 1 {
			return nil, fmt.Errorf("experiments: read CSV: line 1: %d columns are called %q (want one)", n, column)
		}
	}
	var trials []Trial
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return trials, nil
		}
		if err != nil {
			return nil, csvError(in, err)
		}
		t := Trial{Runs: 1}
		for i, f := range fields {
			if err := f.read(&t, record[i]); err != nil {
				line, _ := in.FieldPos(i)
				return nil, fmt.Errorf("experiments: read CSV: line %d, column %q: %w", line, f.column, err)
			}
		}
		if (t.Error != "") != (t.Outcome == search.Running) {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("experiments: read CSV: line %d: a failed trial has the outcome %q and a message in the column \"error\", others have neither", line, errorOutcome)
		}
		trials = append(trials, t)
	}
}

func csvError(in *csv.Reader, err error) error {
	if errors.Is(err, io.EOF) {
		err = errors.New("the file is empty (want a header)")
	}
	return fmt.Errorf("experiments: read CSV: %w", err)
}

// csvField puts the text of a column into a trial.
type csvField struct {
	column string
	read   func(*Trial, string) error
}

func countColumn(fields []csvField, column string) int {
	n := 0
	for _, f := range fields {
		if f.column == column {
			n++
		}
	}
	return n
}

// csvReader returns what reads a column, nil if there is no such column.
func csvReader(column string) func(*Trial, string) error {
	if name, ok := strings.CutPrefix(column, "observed:"); ok {
		return func(t *Trial, s string) error {
			if s == "" {
				return nil
			}
			value, err := strconv.ParseFloat(s, 64)
			t.Observed = append(t.Observed, puzzle.Observation{Name: name, Value: value})
			return numberError(s, err)
		}
	}
	i := slices.IndexFunc(csvReaders, func(f csvField) bool { return f.column == column })
	if i < 0 {
		return nil
	}
	return csvReaders[i].read
}

var csvReaders = []csvField{
	{"study", func(t *Trial, s string) error { t.Study = s; return nil }},
	{"set", func(t *Trial, s string) error { t.Set = s; return nil }},
	{"size", readInt(func(t *Trial) *int { return &t.Size })},
	{"index", readInt(func(t *Trial) *int { return &t.Index })},
	{"instance", func(t *Trial, s string) error { t.Instance = s; return nil }},
	{"strategy", func(t *Trial, s string) error { t.Strategy = s; return nil }},
	{"version", readInt(func(t *Trial) *int { return &t.Version })},
	{"mode", func(t *Trial, s string) error { t.Mode = Mode(s); return nil }},
	{"repeat", readInt(func(t *Trial) *int { return &t.Repeat })},
	{"seed", func(t *Trial, s string) (err error) { t.Seed, err = parseSeed(s); return err }},
	{"outcome", func(t *Trial, s string) (err error) { t.Outcome, err = parseOutcome(s); return err }},
	{"cost", readInt(func(t *Trial) *int { return &t.Cost })},
	{"bound", readInt(func(t *Trial) *int { return &t.Bound })},
	{"expanded", readCount(func(t *Trial) *uint64 { return &t.Meter.Expanded })},
	{"generated", readCount(func(t *Trial) *uint64 { return &t.Meter.Generated })},
	{"reopened", readCount(func(t *Trial) *uint64 { return &t.Meter.Reopened })},
	{"stored", readCount(func(t *Trial) *uint64 { return &t.Meter.Stored })},
	{"pruned", readCount(func(t *Trial) *uint64 { return &t.Meter.Pruned })},
	{"max_depth", readInt(func(t *Trial) *int { return &t.Meter.MaxDepth })},
	{"bytes", readCount(func(t *Trial) *uint64 { return &t.Meter.Bytes })},
	{"iterations", func(t *Trial, s string) (err error) { t.Meter.Iterations, err = parseCSVIterations(s); return err }},
	{"limit_expanded", readCount(func(t *Trial) *uint64 { return &t.Limits.Expanded })},
	{"limit_stored", readCount(func(t *Trial) *uint64 { return &t.Limits.Stored })},
	{"limit_bytes", readCount(func(t *Trial) *uint64 { return &t.Limits.Bytes })},
	{"limit_seconds", readSeconds},
	{"error", func(t *Trial, s string) error { t.Error = s; return nil }},
}

// readInt reads a whole number; "" is 0.
func readInt(field func(*Trial) *int) func(*Trial, string) error {
	return func(t *Trial, s string) (err error) {
		if s != "" {
			*field(t), err = strconv.Atoi(s)
		}
		return numberError(s, err)
	}
}

// readCount reads a whole number that is not negative; "" is 0.
func readCount(field func(*Trial) *uint64) func(*Trial, string) error {
	return func(t *Trial, s string) (err error) {
		if s != "" {
			*field(t), err = strconv.ParseUint(s, 10, 64)
		}
		return numberError(s, err)
	}
}

func readSeconds(t *Trial, s string) error {
	seconds, err := strconv.ParseFloat(s, 64)
	if err == nil && !(seconds >= 0 && seconds*1e9 < 1<<63) {
		err = errors.New("out of range")
	}
	if err == nil {
		t.Limits.Time = time.Duration(seconds*1e9 + 0.5)
	}
	return numberError(s, err)
}

func numberError(s string, err error) error {
	if err != nil {
		return fmt.Errorf("%q is not a number that fits there", s)
	}
	return nil
}

// parseCSVIterations reads what csvIterations writes.
func parseCSVIterations(s string) (list []search.Iteration, err error) {
	if s == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(s, ";") {
		numbers := strings.Split(part, ":")
		var it search.Iteration
		var errs [3]error
		if len(numbers) == 3 {
			it.Bound, errs[0] = strconv.Atoi(numbers[0])
			it.Expanded, errs[1] = strconv.ParseUint(numbers[1], 10, 64)
			it.Generated, errs[2] = strconv.ParseUint(numbers[2], 10, 64)
		}
		if len(numbers) != 3 || errors.Join(errs[:]...) != nil {
			return nil, fmt.Errorf("%q is not an iteration (want BOUND:EXPANDED:GENERATED)", part)
		}
		list = append(list, it)
	}
	return list, nil
}
