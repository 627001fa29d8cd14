package trial

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestCSVHasTheDeterministicColumnsOnly(t *testing.T) {
	trials := sampleTrials()[:3]
	late := trials[0]
	late.Index, late.Outcome = 4, search.LimitTime
	late.Observed = []puzzle.Observation{{Name: "so-far", Value: 1}}
	other := trials[0]
	other.Index, other.Outcome, other.Observed = 5, search.LimitNodes, []puzzle.Observation{{Name: "free-cycles", Value: 7}, {Name: "share", Value: math.NaN()}}
	trials = append(trials, late, other)
	trials[2].Index = 6
	golden(t, "columns.csv", csvOf(t, trials)) // read and checked by eye

	faster := slices.Clone(trials)
	for i := range faster {
		faster[i].CPU, faster[i].Wall, faster[i].Runs, faster[i].Code = 9, 9, 9, "other"
	}
	faster[3].Meter.Expanded, faster[3].Cost, faster[3].Observed = 1, 2, nil // ended by the clock
	slices.Reverse(faster)
	before := slices.Clone(faster)
	if csvOf(t, faster) != csvOf(t, trials) {
		t.Error("times, code, the order or the counters of a row the clock ended show in the CSV")
	}
	if !reflect.DeepEqual(faster, before) {
		t.Error("WriteCSV changed its input")
	}
}

func TestCSVShowsBoundsAndIterationsWhereThereAreAny(t *testing.T) {
	deep := deepened()
	proved := deep
	proved.Index, proved.Outcome, proved.Cost, proved.Bound = 12, search.Solved, 41, 41
	proved.Meter.Iterations, proved.Observed = nil, []puzzle.Observation{{Name: "gap", Value: 2}}
	late := deep
	late.Index, late.Outcome = 13, search.LimitTime
	golden(t, "iterations.csv", csvOf(t, []Trial{deep, proved, late})) // read and checked by eye
	if got := csvOf(t, []Trial{late}); strings.Contains(got, "bound") || strings.Contains(got, "iterations") {
		t.Errorf("columns for a row the clock ended:\n%s", got)
	}
}

func TestDiffSeesBoundsAndIterations(t *testing.T) {
	a, b := deepened(), deepened()
	if got := Diff(&a, &b); got != nil {
		t.Errorf("equal rows differ: %q", got)
	}
	b.Bound = 0
	b.Meter.Iterations = slices.Clone(b.Meter.Iterations[:2])
	b.Meter.Iterations[1].Generated++
	want := []string{"bound: 39, ", "iterations: 35:1:2;37:30:61;39:200:405, 35:1:2;37:30:62"}
	if got := Diff(&a, &b); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSolutionsAreComparedAndTextsAreNot(t *testing.T) {
	a := sampleTrials()[0]
	a.Text, a.Solution = "ring@1 size=50 seed=3", "0 3 1 2"
	b := a
	b.Text, b.Solution = "", "0 3 2 1"
	if got, want := Diff(&a, &b), []string{"solution: 0 3 1 2, 0 3 2 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	a.Optimal = true
	if got, want := Diff(&a, &b), []string{"optimal: true, false", "solution: 0 3 1 2, 0 3 2 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if text := csvOf(t, []Trial{a}); strings.Contains(text, "ring@1") || strings.Contains(text, "0 3 1 2") || strings.Contains(text, "optimal") {
		t.Errorf("texts are in the CSV:\n%s", text)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no paper") }

func TestCSVReportsWriteErrors(t *testing.T) {
	wantError(t, WriteCSV(failingWriter{}, sampleTrials()), "write CSV: no paper")
}

// readCSV reads a file of trials that has no other columns.
func readCSV(text string) (trials []Trial, err error) {
	rows, unknown, err := ScanCSV(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if unknown != nil {
		return nil, fmt.Errorf("experiments: read CSV: columns %q are not of trials", unknown)
	}
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		trials = append(trials, *row)
	}
	return trials, nil
}

func TestScanCSVIsTheInverseOfWriteCSV(t *testing.T) {
	for _, name := range []string{"columns.csv", "iterations.csv", "../../testdata/climbing.csv"} {
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		trials, err := readCSV(string(want))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := csvOf(t, trials); got != string(want) {
			t.Errorf("%s read and written again:\n%s\nwant\n%s", name, got, want)
		}
	}
	trials := []Trial{sampleTrials()[0], deepened()}
	got, err := readCSV(csvOf(t, trials))
	if err != nil || len(got) != 2 {
		t.Fatalf("%d trials, %v", len(got), err)
	}
	for i, want := range []*Trial{&trials[1], &trials[0]} { // in the order of the file
		if diff := Diff(&got[i], want); diff != nil {
			t.Errorf("trial %d differs: %q", i, diff)
		}
		if got[i].Limits != want.Limits || got[i].Key() != want.Key() || got[i].Runs != 1 {
			t.Errorf("trial %d: %+v, want the key and limits of %+v", i, got[i], *want)
		}
	}
}

func TestScanCSVSaysWhereAFileIsWrong(t *testing.T) {
	good := csvOf(t, []Trial{deepened()})
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "the file is empty (want a header)"},
		{"an optional column twice", "bound,iterations", "bound,bound", `line 1: two columns are called "bound" (want one)`},
		{"unknown column", "max_depth", "depth", `line 1: no column is called "max_depth" (want a file from export`},
		{"missing column", "study,set", "set", `line 1: no column is called "study"`},
		{"column twice", "study,set", "set,set", `line 1: two columns are called "set" (want one)`},
		{"a unit in a name", "limit_seconds", "limit_seconds [s]", `line 1: the column "limit_seconds [s]" has a unit in its name`},
		{"not a number", ",231,", ",many,", `line 2, column "expanded": "many" is not a number that fits there`},
		{"a negative count", ",231,", ",-1,", `line 2, column "expanded": "-1" is not a number`},
		{"an outcome", "limit-nodes", "lost", `line 2, column "outcome": search: "lost" is not an outcome`},
		{"a seed", "0000000000000000", "1.2E+15", `line 2, column "seed": "1.2E+15" is not a seed (want 16 hex digits; if a program took them for a number, have it read the column as text)`},
		{"an iteration", "35:1:2;", "35:1;", `line 2, column "iterations": "35:1" is not an iteration`},
		{"half an error", "limit-nodes", "error", `line 2: a failed trial needs the outcome "error" and a message`},
		{"a field too few", ",231,", ",", "wrong number of fields"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%s: there is no %q", c.name, c.old)
		}
		_, err := readCSV(text)
		if err == nil || !strings.HasPrefix(err.Error(), "experiments: read CSV: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestTimesAreFiniteAndNotNegative(t *testing.T) {
	for _, wall := range []string{"-1", "inf"} {
		text := strings.NewReplacer("bound,", "wall,", ",39,", ","+wall+",").Replace(csvOf(t, []Trial{deepened()}))
		if _, err := readCSV(text); err == nil || !strings.Contains(err.Error(), "line 2: cpu is 0 s and wall is ") {
			t.Errorf("wall %s: %v", wall, err)
		}
	}
}

// FuzzScanCSV reads any text; if that succeeds, it writes the trials and reads them again.
func FuzzScanCSV(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.csv"))
	if err != nil || len(names) == 0 {
		f.Fatalf("no files to begin with (%v)", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		trials, err := readCSV(text)
		if err != nil {
			return
		}
		once := csvOf(t, trials)
		again, err := readCSV(once)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, once)
		}
		if twice := csvOf(t, again); twice != once {
			t.Errorf("written once:\n%s\ntwice:\n%s", once, twice)
		}
		for i := range again {
			if again[i].Outcome == search.Running && again[i].Error == "" {
				t.Errorf("trial %d has no outcome", i)
			}
		}
	})
}

// The forms are what pandas 2, R 4 and LibreOffice 7 write after reading the file.
func TestCSVComesBackFromOtherPrograms(t *testing.T) {
	row := sampleTrials()[0]
	row.Seed, row.Instance, row.Cost, row.Meter.Expanded, row.Optimal, row.CPU = 0x0000000000123456, "0000004560000123", 100000, 25, true, 0.25
	row.Observed = []puzzle.Observation{{Name: "share", Value: 0.5}}
	var header, want []string
	columns := ColumnsOf([]string{"share"})
	for i := range columns {
		header, want = append(header, columns[i].Name), append(want, columns[i].Of(&row).String())
	}
	at := func(name string) int { return slices.Index(header, name) }
	for _, c := range []struct {
		name, comma string
		change      map[string]string
	}{
		{"pandas", ",", map[string]string{"seed": "123456", "instance": "4560000123", "cost": "100000.0", "expanded": "25.0", "optimal": "True"}},
		{"pandas with a blank in the column", ",", map[string]string{"seed": "123456.0", "instance": "4560000123.0"}},
		{"pandas with na_rep", ",", map[string]string{"bound": "NaN", "killed": "nan", "start": "None"}},
		{"R", ",", map[string]string{"seed": "123456", "instance": "4560000123", "cost": "1e+05", "optimal": "TRUE", "bound": "NA", "text": "NA", "killed": "NA", "start": "NA", "deterministic": "TRUE"}},
		{"LibreOffice", ",", map[string]string{"seed": "123456", "instance": "4560000123", "cost": "100000", "optimal": "TRUE"}},
		{"a spreadsheet in German", ";", map[string]string{"cpu": "0,25", "observed:share": "0,5", "optimal": "TRUE"}},
		{"tabs", "\t", nil},
		{"Excel in German", ";", map[string]string{"cpu": "0,25", "first line": "sep=;\r\n"}},
		{"a quoted first line", ";", map[string]string{"first line": "\"sep=;\"\r\n"}},
		{"a first line with a comma", ",", map[string]string{"first line": "sep=,\r\n"}},
		{"Unicode text of Excel", "\t", map[string]string{"UTF-16": "yes"}},
	} {
		record := slices.Clone(want)
		for name, text := range c.change {
			if i := at(name); i >= 0 {
				record[i] = text
			}
		}
		file := "\ufeff" + c.change["first line"] + strings.Join(header, c.comma) + "\r\n" + strings.Join(record, c.comma) + "\r\n"
		if c.change["UTF-16"] != "" {
			var wide strings.Builder
			for _, unit := range utf16.Encode([]rune(file)) {
				wide.Write([]byte{byte(unit), byte(unit >> 8)})
			}
			file = wide.String()
		}
		trials, err := readCSV(file)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i := range columns {
			if got := columns[i].Of(&trials[0]).String(); got != want[i] && header[i] != "text" {
				t.Errorf("%s: %s is %q, want %q", c.name, header[i], got, want[i])
			}
		}
	}
	mangled := strings.Replace(strings.Join(header, ","), "observed:", "observed.", 1) + "\n" + strings.Join(want, ",") + "\n"
	trials, err := readCSV(mangled)
	if err != nil || len(trials) != 1 || !reflect.DeepEqual(trials[0].Observed, row.Observed) {
		t.Errorf("names that R changed: %+v, %v", trials, err)
	}
	_, err = readCSV(strings.Replace(mangled, "observed.share", "observed.free.cycles", 1))
	wantError(t, err, `the column "observed.free.cycles" may have had another name (in R, read the file with check.names = FALSE)`)
	record := slices.Clone(want)
	for name, text := range map[string]string{"seed": "1.23456789012346E+15", "instance": "1.23456789012346e+15", "expanded": "25.5", "generated": "1.23456789012346e+15", "bytes": "1e300", "solution": "1.42152534125135E+32", "text": "3E+20"} {
		was := record[at(name)]
		record[at(name)] = text
		_, err := readCSV(strings.Join(header, ",") + "\n" + strings.Join(record, ",") + "\n")
		wantError(t, err, fmt.Sprintf("line 2, column %q: %q is ", name, text))
		record[at(name)] = was
	}
}
