package experiments

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestMain lets the test binary be its own subprocess: see kill_test.go and
// lock_test.go.
func TestMain(m *testing.M) {
	_ = os.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin") // for the shell and similar programs, wherever go is
	if role := os.Getenv("EXPERIMENTS_TEST_ROLE"); role != "" {
		subprocess(role, os.Getenv("EXPERIMENTS_TEST_STORE"))
		return
	}
	// This run has its own machine lock: others may be timing trials.
	cache, err := os.MkdirTemp("", "puzzlelab-cache-")
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", cache)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	_ = os.RemoveAll(cache)
	os.Exit(status)
}

// climb is a toy puzzle: reach the top from 0. A strategy draws steps from the
// seed, so that its counters depend on seed, top and stride and nothing else.
type climb struct{ top int }

func (c climb) String() string { return fmt.Sprint("climb to ", c.top) }

func climbs(set string, size, n int) []Instance {
	var list []Instance
	for i := range n {
		list = append(list, Instance{
			Set: set, Size: size, Index: i,
			Text: fmt.Sprintf("%s climb %d.%d", set, size, i), Puzzle: climb{top: size*10 + i},
		})
	}
	return list
}

// climber takes steps of 1 to stride. spin is the amount of work per node.
func climber(name string, stride uint64, spin int) puzzle.Strategy[climb] {
	return puzzle.Strategy[climb]{
		Name: name, Version: 1, Complete: true, Randomised: true,
		Run: func(ctx context.Context, c climb, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			var m search.Meter
			guard := search.NewGuard(ctx, limits)
			next := guard.Next()
			work := seed
			steps := 0
			for at := 0; at < c.top; steps++ {
				m.Expanded++
				if m.Expanded >= next {
					if outcome, stop := guard.Poll(m.Expanded); stop {
						return puzzle.Finding{Outcome: outcome, Meter: m}, nil
					}
					next = guard.Next()
				}
				for range 1 + spin {
					work = work*6364136223846793005 + 1442695040888963407
				}
				at += 1 + int(work>>33%stride)
				m.Generated += stride
			}
			m.MaxDepth, m.Bytes, m.Stored = steps, 64*uint64(steps), uint64(steps)
			return puzzle.Finding{
				Outcome: search.Solved, Cost: steps, Solution: steppedText(steps), Meter: m,
				Observed: []puzzle.Observation{{Name: "slack", Value: float64(work%1000) / 8}, {Name: "stride", Value: float64(stride)}},
			}, nil
		},
	}
}

// small is a sweep of 2 sizes × 6 instances × 3 strategies × 2 repeats.
func small() Sweep {
	return Sweep{
		Study:      "climbing",
		Instances:  append(climbs("hills", 3, 6), climbs("peaks", 20, 6)...),
		Strategies: puzzle.Erased(climber("walk", 1, 0), climber("jump-4", 4, 0), climber("jump-9/far,eager", 9, 0)),
		Repeats:    2, Seed: 7, Code: "v1", Limits: search.Limits{Expanded: 60}, Check: checkSteps,
	}
}

// number is an instance that is one.
type ordinal int

func (n ordinal) String() string { return strconv.Itoa(int(n)) }

// steppedText is a solution with that many steps, which [checkSteps] counts.
func steppedText(steps int) puzzle.Text { return puzzle.Text(strings.Repeat("^", steps)) }

func checkSteps(_ puzzle.Instance, solution string) (int, error) {
	if strings.Trim(solution, "^") != "" {
		return 0, errors.New("there are no steps but ^")
	}
	return len(solution), nil
}

func open(t testing.TB) *store.Store {
	t.Helper()
	return openAt(t, t.TempDir())
}

func openAt(t testing.TB, dir string) *store.Store {
	t.Helper()
	store, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func mustRun(t testing.TB, s Sweep, store *store.Store) Summary {
	t.Helper()
	summary, err := s.Run(context.Background(), store, nil)
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

func mustLoad(t testing.TB, store *store.Store, study string) ([]trial.Trial, store.LoadInfo) {
	t.Helper()
	trials, info, err := store.Load(study)
	if err != nil {
		t.Fatal(err)
	}
	return trials, info
}

func csvOf(t testing.TB, trials []trial.Trial) string {
	t.Helper()
	var b strings.Builder
	if err := trial.WriteCSV(&b, trials); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o777), os.WriteFile(path, []byte(got), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\ngot:\n%s\nwant:\n%s\n(run with -update if the change is meant)", name, got, want)
	}
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
