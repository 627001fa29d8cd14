package experiments

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestCSVHasTheDeterministicColumnsOnly(t *testing.T) {
	trials := sampleTrials()[:3]
	late := trials[0]
	late.Index, late.Outcome = 4, search.LimitTime
	late.Observed = []Observation{{"so-far", 1}}
	other := trials[0]
	other.Index, other.Outcome, other.Observed = 5, search.LimitNodes, []Observation{{"free-cycles", 7}, {"share", math.NaN()}}
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

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no paper") }

func TestCSVReportsWriteErrors(t *testing.T) {
	wantError(t, WriteCSV(failingWriter{}, sampleTrials()), "write CSV: no paper")
}
