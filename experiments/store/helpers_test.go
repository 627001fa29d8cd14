package store

import (
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func open(t testing.TB) *Store {
	t.Helper()
	return openAt(t, t.TempDir())
}

func openAt(t testing.TB, dir string) *Store {
	t.Helper()
	store, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func mustLoad(t testing.TB, store *Store, study string) ([]trial.Trial, LoadInfo) {
	t.Helper()
	trials, info, err := store.Load(study)
	if err != nil {
		t.Fatal(err)
	}
	return trials, info
}

// wantError fails unless err is an error that mentions every part.
func wantError(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one that mentions %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not mention %q", err, part)
		}
	}
}

// sample is a trial in which almost nothing is zero.
func sample() trial.Trial {
	return trial.Trial{
		Study: "pruning", Set: "planted", Index: 3, Instance: "0123456789abcdef", Size: 50,
		Strategy: "pruning+sorting", Version: 2, Mode: trial.Timed, Repeat: 1, Seed: 0xfedcba9876543210,
		Outcome: search.Solved, Cost: 49,
		Meter:    search.Meter{Expanded: 1234567, Generated: 2345678, Reopened: 3, Stored: 4, Pruned: 5, MaxDepth: 49, Bytes: 1 << 40},
		Observed: []puzzle.Observation{{Name: "solutions", Value: 2}, {Name: "share", Value: 0.1}, {Name: "gap", Value: -1e-300}},
		CPU:      0.001234567, Wall: 1.5e-7, Runs: 12,
		Limits: search.Limits{Expanded: 60000, Stored: 1, Bytes: 2, Time: 90 * time.Second},
		Code:   "source:0011223344556677",
	}
}
