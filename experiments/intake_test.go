package experiments

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// each yields trials, and then an error if there is one.
func each(trials []trial.Trial, err error) iter.Seq2[*trial.Trial, error] {
	return func(yield func(*trial.Trial, error) bool) {
		for i := range trials {
			if !yield(&trials[i], nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

func TestRowsOfElsewhereAreStoredOnce(t *testing.T) {
	there, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	summary, err := small().Run(context.Background(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	here, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	added, err := here.Add(each(summary.Trials[:30], broken), store.Imported("a test"))
	if !errors.Is(err, broken) || added["climbing"] != (store.Added{New: 30}) {
		t.Fatalf("%+v, %v; want 30 new rows and the error", added, err)
	}
	twice := slices.Concat(summary.Trials, summary.Trials[70:]) // also within one file
	added, err = here.Add(each(twice, nil), store.Imported("a test"))
	if err != nil || added["climbing"] != (store.Added{New: 42, Known: 32}) {
		t.Fatalf("%+v, %v; want 42 new rows", added, err)
	}
	again, err := small().Stored(here)
	if err != nil || again.Missing > 0 || !slices.EqualFunc(again.Trials, summary.Trials, func(a, b trial.Trial) bool { return string(a.Line()) == string(b.Line()) }) {
		t.Errorf("%d trials are missing, %v", again.Missing, err)
	}
	_, info, err := here.Load("climbing")
	if err != nil || len(info.Sources) != 2 || info.Superseded != 0 {
		t.Fatalf("%+v, %v; want two segments", info, err)
	}
	if p, err := info.Sources[0].Provenance(); err != nil || p.Program != "a test" {
		t.Errorf("provenance %+v, %v", p, err)
	}
}

func TestARowThatContradictsAStoredOneIsAnError(t *testing.T) {
	kept, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	row := trial.Trial{Study: "climbing", Set: "hills", Size: 3, Strategy: "walk", Version: 1, Mode: trial.Budget, Outcome: search.Measured, Runs: 1}
	slower, other, stopped := row, row, row
	slower.Wall = 2
	other.Meter.Expanded = 7
	stopped.Outcome, stopped.Meter.Expanded = search.LimitTime, 9
	if added, err := kept.Add(each([]trial.Trial{row, slower, stopped}, nil), store.Imported("a test")); err != nil || added["climbing"].New != 3 {
		t.Fatalf("%+v, %v; want three rows, which differ in what the clock decides", added, err)
	}
	_, err = kept.Add(each([]trial.Trial{other}, nil), store.Imported("a test"))
	if err == nil || !strings.Contains(err.Error(), "climbing/hills/3/0/walk (") || !strings.Contains(err.Error(), "differ (stored, new): expanded: 0, 7") {
		t.Errorf("error %v, want one that names trial, column and both values", err)
	}
	if _, err := kept.Add(each([]trial.Trial{{Study: "no study"}}, nil), store.Imported("a test")); err == nil || !strings.Contains(err.Error(), `"no study" is not a study name`) {
		t.Errorf("error %v, want one about the name", err)
	}
}

func TestALineThatIsDamagedIsNoTrial(t *testing.T) {
	row := trial.Trial{Study: "climbing", Outcome: search.Measured}
	line := string(row.Line())
	if got, err := trial.ParseLine(line); err != nil || string(got.Line()) != line {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := trial.ParseLine(strings.Replace(line, "measured", "solved", 1)); err == nil {
		t.Error("no error")
	}
}
