package experiments

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// TestTimesThatStrategiesReportAreTimes uses a strategy that reports a different time in each run.
func TestTimesThatStrategiesReportAreTimes(t *testing.T) {
	runs := 0.0
	s := small()
	s.Strategies = puzzle.Erased([]puzzle.Strategy[climb]{{Name: "clock", Version: 1, Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
		runs++
		return puzzle.Finding{Outcome: search.Measured, Observed: []puzzle.Observation{{Name: "search_seconds", Value: runs}, {Name: "states", Value: 7}}}, nil
	}}}...)
	s.Instances, s.Mode, s.Workers, s.Code = s.Instances[:1], trial.Timed, 1, "v1"
	store := open(t)
	first := mustRun(t, s, store).Trials[0]
	s.Fresh = true
	again := mustRun(t, s, store).Trials[0]
	if first.Error != "" || first.Runs < 2 { // as it is a short trial
		t.Fatalf("%+v; want several runs, of which none contradicts another", first)
	}
	if first.Observed[0].Value == again.Observed[0].Value || trial.Diff(&first, &again) != nil {
		t.Errorf("%v and %v differ in %q; want nothing but the time", first.Observed, again.Observed, trial.Diff(&first, &again))
	}
	if got := csvOf(t, []trial.Trial{again}); strings.Contains(got, "search_seconds") || !strings.Contains(got, "observed:states") {
		t.Errorf("CSV has\n%s\nwant the states and not the seconds", got)
	}
	for name, timing := range map[string]bool{"search_seconds": true, "states": false} {
		if got := trial.Observed(name, "", "").Timing; got != timing {
			t.Errorf("the metric of %s: timing %v, want %v", name, got, timing)
		}
		table, err := store.Table(s.Study)
		i := slices.IndexFunc(table.Columns, func(c trial.Column) bool { return c.Name == "observed:"+name })
		if err != nil || i < 0 || (table.Columns[i].Kind == trial.KindTiming) != timing {
			t.Errorf("%v, column %d of %s; want one whose kind is timing: %v", err, i, name, timing)
		}
	}
}

func TestObservationsAreFields(t *testing.T) {
	for name, want := range map[string]float64{"observed:states": 7, "observed:other": math.NaN()} {
		m, err := trial.FieldMetric(name)
		got := m.Value(&trial.Trial{Observed: []puzzle.Observation{{Name: "states", Value: 7}}})
		if err != nil || got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s: %g, %v; want %g", name, got, err, want)
		}
	}
}
