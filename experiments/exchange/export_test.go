package exchange

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ordinal is an instance that is a number.
type ordinal int

func (n ordinal) String() string { return fmt.Sprint(int(n)) }

// counted is a store with a study of n trials, which take no time.
func counted(t testing.TB, n int, limits search.Limits) *store.Store {
	t.Helper()
	kept, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sweep := experiments.Sweep{Study: "counting", Code: "code", Limits: limits, Strategies: puzzle.Erased([]puzzle.Strategy[ordinal]{{
		Name: "count,by=1", Version: 2,
		Run: func(_ context.Context, i ordinal, _ uint64, _ search.Limits) (puzzle.Finding, error) {
			if i%5 == 4 {
				return puzzle.Finding{}, fmt.Errorf("%d, \"five\"", i)
			}
			f := puzzle.Finding{Outcome: search.Measured, Observed: []puzzle.Observation{{Name: "half", Value: float64(i) / 2}}}
			f.Meter.Expanded = uint64(i)
			return f, nil
		},
	}}...)}
	for i := range n {
		sweep.Instances = append(sweep.Instances, experiments.Instance{Set: "numbers", Size: 1, Index: i, Text: fmt.Sprint("number ", i), Puzzle: ordinal(i)})
	}
	if _, err := experiments.RunUpTo(context.Background(), kept, nil, 0, sweep); err != nil {
		t.Fatal(err)
	}
	return kept
}

func table(t testing.TB, kept *store.Store) *store.Table {
	t.Helper()
	table, err := kept.Table("counting")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestCSVAndJSONLinesAreReadBack(t *testing.T) {
	store := counted(t, 20, search.Limits{Expanded: 100})
	trials, _, err := store.Load("counting")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for i := range trials {
		lines[string(trials[i].Line())] = true
	}
	var jsonl, text bytes.Buffer
	if err := WriteJSONL(&jsonl, table(t, store)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(jsonl.String()) {
		if !lines[line] {
			t.Errorf("a line that is none of the study's: %s", line)
		}
		delete(lines, line)
	}
	if len(lines) > 0 {
		t.Errorf("%d lines are missing", len(lines))
	}
	if err := WriteCSV(&text, table(t, store), false); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil || len(rows) != 21 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := func(name string) int { return slices.Index(rows[0], name) }
	for _, row := range rows[1:] {
		index, failed := row[at("index")], row[at("error")] != ""
		if failed != (row[at("deterministic")] == "false") || !failed && row[at("expanded")] != index {
			t.Errorf("row %q", row)
		}
	}
}

func TestTheDictionaryHasEveryColumn(t *testing.T) {
	of := table(t, counted(t, 3, search.Limits{}))
	var text bytes.Buffer
	if err := WriteDictionary(&text, of); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil || len(rows) != len(of.Columns)+1 {
		t.Fatalf("%d rows, %v; want %d", len(rows), err, len(of.Columns)+1)
	}
	for _, want := range []string{
		"cpu,real,s,timing,cpu,CPU time per run, in seconds",
		"limit_seconds,real,s,deterministic,limit_ns,limit on wall time, in seconds; 0 for none",
		"observed:half,real,,deterministic,observed,number that the strategy reported as half",
		"code,text,,provenance,code,content hash of the code that produced the row",
	} {
		if !slices.ContainsFunc(rows, func(row []string) bool { return strings.Join(row, ",") == want }) {
			t.Errorf("the dictionary has no row %s:\n%v", want, rows)
		}
	}
	about, err := dictionaryJSON(of)
	var list []map[string]string
	if err != nil || json.Unmarshal([]byte(about), &list) != nil || len(list) != len(of.Columns) || list[0]["column"] != "id" {
		t.Errorf("as JSON it is %s (%v)", about, err)
	}
}

func TestANumberThatDoesNotFitIsAnError(t *testing.T) {
	of := table(t, counted(t, 1, search.Limits{Bytes: 1 << 63}))
	err := WriteParquet(new(bytes.Buffer), of)
	if err == nil || !strings.Contains(err.Error(), "column limit_bytes: 9223372036854775808 does not fit in a signed 64-bit integer (export it as csv or jsonl)") {
		t.Errorf("error %v", err)
	}
}

// BenchmarkExport writes 100,000 trials.
func BenchmarkExport(b *testing.B) {
	const n = 100_000
	kept := counted(b, n, search.Limits{})
	for name, write := range map[string]func(*store.Table, string) error{
		"csv": func(of *store.Table, name string) error {
			return into(name, of, func(w io.Writer, t *store.Table) error { return WriteCSV(w, t, false) })
		},
		"jsonl":   func(of *store.Table, name string) error { return into(name, of, WriteJSONL) },
		"parquet": func(of *store.Table, name string) error { return into(name, of, WriteParquet) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := write(table(b, kept), filepath.Join(b.TempDir(), "trials")); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/n*1e6, "µs/row")
		})
	}
}

func into(name string, of *store.Table, write func(io.Writer, *store.Table) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return write(f, of)
}
