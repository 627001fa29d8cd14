package experiments

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

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

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no paper") }

func TestCSVReportsWriteErrors(t *testing.T) {
	wantError(t, WriteCSV(failingWriter{}, sampleTrials()), "write CSV: no paper")
}
