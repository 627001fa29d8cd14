package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestReadCSVIsTheInverseOfWriteCSV(t *testing.T) {
	for _, name := range []string{"columns.csv", "iterations.csv", "climbing.csv"} {
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		trials, err := ReadCSV(strings.NewReader(string(want)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := csvOf(t, trials); got != string(want) {
			t.Errorf("%s read and written again:\n%s\nwant\n%s", name, got, want)
		}
	}
	trials := []Trial{sampleTrials()[0], deepened()}
	got, err := ReadCSV(strings.NewReader(csvOf(t, trials)))
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

func TestReadCSVSaysWhereAFileIsWrong(t *testing.T) {
	good := csvOf(t, []Trial{deepened()})
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "the file is empty (want a header)"},
		{"unknown column", "max_depth", "depth", `line 1: there is no column "depth" in a file of trials`},
		{"missing column", "study,set", "set", `line 1: 0 columns are called "study" (want one)`},
		{"column twice", "study,set", "set,set", `line 1: 0 columns are called "study" (want one)`},
		{"not a number", ",231,", ",many,", `line 2, column "expanded": "many" is not a number that fits there`},
		{"a negative count", ",231,", ",-1,", `line 2, column "expanded": "-1" is not a number`},
		{"an outcome", "limit-nodes", "lost", `line 2, column "outcome": search: "lost" is not an outcome`},
		{"a seed", "0000000000000000", "00", `line 2, column "seed": seed "00" has 2 characters`},
		{"an iteration", "35:1:2;", "35:1;", `line 2, column "iterations": "35:1" is not an iteration`},
		{"half an error", "limit-nodes", "error", `line 2: a failed trial has the outcome "error" and a message`},
		{"a field too few", ",231,", ",", "wrong number of fields"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%s: there is no %q", c.name, c.old)
		}
		_, err := ReadCSV(strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), "experiments: read CSV: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// FuzzReadCSV reads anything, and what it can read once more as it is written.
func FuzzReadCSV(f *testing.F) {
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
		trials, err := ReadCSV(strings.NewReader(text))
		if err != nil {
			return
		}
		once := csvOf(t, trials)
		again, err := ReadCSV(strings.NewReader(once))
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
