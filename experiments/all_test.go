package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// overlapping returns two sweeps of one study that share the trials of strategy "a" on the first
// instances. ran counts how often each trial ran.
func overlapping(ran map[string]int, stop func()) []Sweep {
	strategy := func(name string) puzzle.Strategy[ordinal] {
		return puzzle.Strategy[ordinal]{Name: name, Version: 1, Run: func(ctx context.Context, n ordinal, _ uint64, _ search.Limits) (puzzle.Finding, error) {
			ran[name+n.String()]++
			if stop != nil && len(ran) == 3 {
				stop()
			}
			return puzzle.Finding{Outcome: search.Measured, Meter: search.Meter{Expanded: uint64(n) + 1}}, nil
		}}
	}
	instances := func(n int) (list []Instance) {
		for i := range n {
			list = append(list, Instance{Set: "set", Index: i, Size: 1, Text: string(rune('0' + i)), Puzzle: Made(func() (puzzle.Instance, error) { return ordinal(i), nil })})
		}
		return list
	}
	return []Sweep{
		{Study: "overlap", Instances: instances(3), Strategies: puzzle.Erased(strategy("a"), strategy("b")), Workers: 1},
		{Study: "overlap", Instances: instances(5), Strategies: puzzle.Erased(strategy("a")), Workers: 1},
	}
}

func TestRunAllRunsSharedTrialsOnce(t *testing.T) {
	store, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	summary, err := RunAll(t.Context(), store, nil, overlapping(ran, nil)...)
	if err != nil {
		t.Fatal(err)
	}
	if summary.Total != 8 || summary.Ran != 8 || len(summary.Trials) != 8 || len(ran) != 8 {
		t.Errorf("first run: %v with %d rows and %d runs, want 8 of each", summary, len(summary.Trials), len(ran))
	}
	for trial, n := range ran {
		if n != 1 {
			t.Errorf("trial %s ran %d times", trial, n)
		}
	}
	again, err := RunAll(t.Context(), store, nil, overlapping(ran, nil)...)
	if err != nil {
		t.Fatal(err)
	}
	if again.Ran != 0 || again.Reused != 8 || again.Total != 8 {
		t.Errorf("second run: %v, want all 8 reused", again)
	}
	for i := range again.Trials {
		if diff := trial.Diff(&again.Trials[i], &summary.Trials[i]); len(diff) > 0 {
			t.Errorf("row %d differs when it is reused: %v", i, diff)
		}
	}
}

func TestRunAllCountsSharedMissingTrialsOnce(t *testing.T) {
	store, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ran := map[string]int{}
	summary, err := RunAll(ctx, store, nil, overlapping(ran, cancel)...)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled in the third trial: error %v", err)
	}
	if summary.Total != 8 || summary.Ran+summary.Missing != 8 {
		t.Errorf("%d of %d trials ran and %d are missing, want 8 in all", summary.Ran, summary.Total, summary.Missing)
	}
	stored, err := StoredAll(store, overlapping(ran, nil)...)
	if err != nil || stored.Total != 8 || stored.Reused != summary.Ran || stored.Ran != 0 || stored.Missing != summary.Missing {
		t.Errorf("stored: %v, %v; want the %d rows of the first run", stored, err, summary.Ran)
	}
	done, err := RunAll(t.Context(), store, nil, overlapping(ran, nil)...)
	if err != nil {
		t.Fatal(err)
	}
	if done.Total != 8 || done.Reused != summary.Ran {
		t.Errorf("resumed: %v, want the %d rows of the first run reused", done, summary.Ran)
	}
}

func TestRunAllRefusesSweepsOfTwoStudies(t *testing.T) {
	store, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sweeps := overlapping(map[string]int{}, nil)
	sweeps[1].Study = "other"
	if _, err := RunAll(t.Context(), store, nil, sweeps...); err == nil {
		t.Error("sweeps of two studies were run as one")
	}
	if _, err := RunAll(t.Context(), store, nil); err == nil {
		t.Error("no sweeps at all, and no error")
	}
}

func TestRunAllReportsJournalsItCannotRead(t *testing.T) {
	root := t.TempDir()
	store, err := store.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunAll(t.Context(), store, nil, overlapping(map[string]int{}, nil)...); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/nonexistent", filepath.Join(root, ".trials", "overlap", "5-5.jsonl")); err != nil {
		t.Fatal(err)
	}
	if _, err := RunAll(t.Context(), store, nil, overlapping(map[string]int{}, nil)...); err == nil {
		t.Error("a journal that cannot be read is no error")
	}
}

func TestMakeFailuresBecomeFailedTrials(t *testing.T) {
	store, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sweeps := overlapping(map[string]int{}, nil)[:1]
	sweeps[0].Instances[0].Puzzle = Made(func() (puzzle.Instance, error) { return nil, errors.New("no such puzzle") })
	sweeps[0].Instances[1].Puzzle = Made(func() (puzzle.Instance, error) { panic("broken generator") })
	summary, err := RunAll(t.Context(), store, nil, sweeps...)
	if err != nil {
		t.Fatal(err)
	}
	if failed := summary.Failures(); len(failed) != 4 {
		t.Errorf("%d trials failed, want the 4 on instances that could not be made: %v", len(failed), failed)
	}
}

func TestFromEnvironment(t *testing.T) {
	t.Setenv(RootVariable, "/somewhere")
	for _, c := range []struct {
		scale string
		want  Scale
	}{{"", Quick}, {"quick", Quick}, {"standard", Standard}, {"full", Full}, {"huge", ""}} {
		t.Setenv(ScaleVariable, c.scale)
		got, err := FromEnvironment()
		if (err != nil) != (c.want == "") || err == nil && (got.Scale != c.want || got.Root != "/somewhere") {
			t.Errorf("scale %q: %+v, %v", c.scale, got, err)
		}
	}
}
