package studytest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// frozenFile contains the trials of a study's quick scale, without times, as "reproduce --quick"
// published them in trials.csv when the study's notebook was last run.
const frozenFile = "quick.csv.gz"

// Frozen returns the trials that [Freeze] stored in a study's folder. Tests of figures, tables and
// claims use these trials instead of running any.
func Frozen(t testing.TB, studyFolder string) []trial.Trial {
	t.Helper()
	f, err := os.Open(filepath.Join(studyFolder, "testdata", frozenFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", f.Name(), err)
	}
	rows, unknown, err := trial.ScanCSV(r)
	if err != nil || unknown != nil {
		t.Fatalf("%s: columns %q are not of trials, %v", f.Name(), unknown, err)
	}
	var trials []trial.Trial
	for row, err := range rows {
		if err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		trials = append(trials, *row)
	}
	return trials
}

// Freeze stores trials in a study's folder, where [Frozen] finds them. It writes nothing if they
// have not changed.
func Freeze(t testing.TB, studyFolder string, trials []trial.Trial) {
	t.Helper()
	text := csvOf(t, trials)
	name := filepath.Join(studyFolder, "testdata", frozenFile)
	if _, err := os.Stat(name); err == nil && csvOf(t, Frozen(t, studyFolder)) == text {
		return
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // cannot fail: the level is valid and the output is in memory
	io.WriteString(w, text)
	w.Close()
	err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, packed.Bytes(), 0o666))
	if err != nil {
		t.Fatal(err)
	}
}

// SameTrials fails the test unless the two lists of trials have the same deterministic columns.
func SameTrials(t testing.TB, frozen, trials []trial.Trial) {
	t.Helper()
	if csvOf(t, frozen) == csvOf(t, trials) {
		return
	}
	t.Errorf("%d trials, %d frozen; if they are meant to change, freeze them: go test . -run Committed -results DIR -update", len(trials), len(frozen))
	for i := range min(len(trials), len(frozen)) {
		if diff := trial.Diff(&frozen[i], &trials[i]); diff != nil {
			t.Fatalf("trial %d, %s on %s/%d/%d, differs: %q", i, frozen[i].Strategy, frozen[i].Set, frozen[i].Size, frozen[i].Index, diff)
		}
	}
}

func csvOf(t testing.TB, trials []trial.Trial) string {
	t.Helper()
	var b bytes.Buffer
	if err := trial.WriteCSV(&b, trials); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Exhaustive holds the value of the flag -exhaustive. If it is set, tests also run the long checks.
var Exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

// AllRerun works like [Reruns], but fails the test if a trial does not belong to any of the planned
// sweeps.
func AllRerun(t *testing.T, trials []trial.Trial, plan func() ([]experiments.Sweep, error), slow ...string) {
	t.Helper()
	if left := Reruns(t, trials, plan, slow...); len(left) > 0 {
		t.Errorf("%d rows are of no sweep, such as that of %+v", len(left), left[0].Key())
	}
}

// Reruns runs the cheapest planned trial of each strategy again and fails the test if the result
// differs from the stored row. It returns the trials that do not belong to any of the planned
// sweeps. The strategies in slow take seconds per trial, so they run only with -exhaustive.
func Reruns(t *testing.T, trials []trial.Trial, plan func() ([]experiments.Sweep, error), slow ...string) (left []trial.Trial) {
	t.Helper()
	sweeps, err := plan()
	if err != nil {
		t.Fatal(err)
	}
	byStrategy := map[string][]trial.Trial{}
	for _, row := range trials {
		byStrategy[row.Strategy] = append(byStrategy[row.Strategy], row)
	}
	for _, name := range slow {
		if byStrategy[name] == nil {
			t.Errorf("no trial is of the slow strategy %q", name)
		}
	}
	for name, rows := range byStrategy {
		var planned []trial.Trial
		for _, row := range rows {
			if sweepOf(sweeps, &row) == nil {
				left = append(left, row)
			} else if row.Deterministic() {
				planned = append(planned, row)
			}
		}
		if len(planned) == 0 {
			continue
		}
		row := slices.MinFunc(planned, func(a, b trial.Trial) int {
			return cmp.Or(cmp.Compare(work(&a), work(&b)), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Index, b.Index))
		})
		t.Run(name, func(t *testing.T) {
			if slices.Contains(slow, name) && !*Exhaustive {
				t.Skip("seconds: run with -exhaustive")
			}
			rerun(t, sweepOf(sweeps, &row), row)
		})
	}
	return left
}

// rerun runs the trial of a row again in its sweep and compares the results.
func rerun(t *testing.T, sweep *experiments.Sweep, row trial.Trial) {
	t.Helper()
	again, err := sweep.Rerun(t.Context(), &row)
	if err != nil {
		t.Fatal(err)
	}
	row.Optimal, row.Solution = again.Optimal, again.Solution // CSV files do not have these columns
	if diff := trial.Diff(&row, &again); diff != nil {
		t.Errorf("on %s/%d/%d these columns differ (frozen, now): %q", row.Set, row.Size, row.Index, diff)
	}
}

// work returns a rough estimate of a trial's cost.
func work(t *trial.Trial) uint64 { return t.Meter.Expanded + t.Meter.Generated + t.Meter.Stored }

// sweepOf returns the sweep that a row belongs to, or nil if there is none.
func sweepOf(sweeps []experiments.Sweep, row *trial.Trial) *experiments.Sweep {
	for i := range sweeps {
		s := &sweeps[i]
		hasStrategy := slices.ContainsFunc(s.Strategies, func(s puzzle.Strategy[puzzle.Instance]) bool { return s.Name == row.Strategy })
		if hasStrategy && slices.ContainsFunc(s.Instances, func(i experiments.Instance) bool {
			return i.Set == row.Set && i.Size == row.Size && i.Index == row.Index
		}) {
			return s
		}
	}
	return nil
}
