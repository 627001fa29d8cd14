package heuristics

import (
	"flag"
	"maps"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func TestMain(m *testing.M) { searchtest.Main(m) }

var resultsFolder = flag.String("results", "", "folder with trials of the standard scale, for the benchmark")

// run runs a study in a folder of its own.
func run(t *testing.T, s Study) []trial.Trial {
	t.Helper()
	return studytest.Trials(t, s, t.TempDir(), experiments.Quick)
}

// everyTrial runs strategies that look at all positions, for the first goals.
func everyTrial(t *testing.T, n int, names ...string) []trial.Trial {
	t.Helper()
	var trials []trial.Trial
	for _, name := range names {
		s, err := strategy(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, goal := range everyPosition()[:n] {
			board, err := goal.Puzzle.(experiments.Made)()
			if err != nil {
				t.Fatal(err)
			}
			f, err := s.Run(t.Context(), board.(tiles.Board), 1, search.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			trials = append(trials, trial.Trial{
				Study: Name, Set: goal.Set, Index: goal.Index, Size: goal.Size, Strategy: name, Mode: trial.Budget,
				Outcome: f.Outcome, Meter: f.Meter, Result: f.Result,
			})
		}
	}
	return trials
}

func TestEveryItemSurvivesMissingTrials(t *testing.T) {
	studytest.Reports(t, Definition(), map[string][]trial.Trial{
		"few boards":     run(t, Study{Instances: 3, Nodes: 5000}),
		"one strategy":   run(t, Study{Instances: 4, Strategies: []string{"astar/manhattan"}}),
		"another option": run(t, Study{Instances: 2, Strategies: []string{"astar-coursera/manhattan,twin", "bfs"}}),
		"all capped":     run(t, Study{Instances: 2, Nodes: 1, Strategies: []string{"astar/manhattan", "idastar/manhattan"}}),
		"one survey":     everyTrial(t, 1, "survey/hamming"),
		"one start":      everyTrial(t, 1, "expansions-1"),
	})
}

// An item must be marked as timing whether its trials are there or not: the
// tag of its cell in the notebook does not change.
func TestTimingItemsAreMarkedWithoutTrials(t *testing.T) {
	want := map[string]bool{"change-times": true, "list-costs-time": true, "published": true, "times": true, "solve-times": true, "lc-wd-faster": true, "idastar-faster": true}
	for _, item := range Definition().Items {
		b, err := item.Describe()
		if err != nil {
			t.Fatal(err)
		}
		if b.About().Timing != want[item.ID] {
			t.Errorf("%s: timing is %v, want %v", item.ID, b.About().Timing, want[item.ID])
		}
	}
}

// Frozen trials have no times, and nobody here runs the tests of the course.
func TestOursIsMissingWhereNothingWasMeasured(t *testing.T) {
	timed := studytest.Frozen(t, ".")
	for i := range timed {
		timed[i].CPU = float64(1 + i%5)
	}
	for _, c := range []struct {
		name    string
		trials  []trial.Trial
		missing map[string]int // rows, by what they are of
	}{
		{"no trials", nil, map[string]int{"correctness tests": 3, "memory tests": 3, "timing tests": 3, "score, %": 3, "one array": 3}},
		{"no times", studytest.Frozen(t, "."), map[string]int{"timing tests": 3, "score, %": 3, "one array": 2}},
		{"times", timed, map[string]int{"score, %": 3, "one array": 1}},
	} {
		table, err := publishedTable(frame.Of(c.trials))
		if err != nil {
			t.Fatal(err)
		}
		missing := map[string]int{}
		for _, row := range table.Rows {
			if row[3].Form != reports.Missing {
				continue
			}
			if row[0].Text == "one array" {
				missing["one array"]++
			} else {
				missing[row[1].Text]++
			}
		}
		if !maps.Equal(missing, c.missing) || len(table.Rows) != 18 {
			t.Errorf("%s: missing in %v of %d rows, want %v of 18", c.name, missing, len(table.Rows), c.missing)
		}
	}
}

func TestBadStudiesAreRefused(t *testing.T) {
	for name, s := range map[string]Study{
		"no such strategy":   {Strategies: []string{"astar/euclid"}},
		"a negative number":  {Instances: -1},
		"no such survey":     {Strategies: []string{"survey/euclid"}},
		"no starts":          {Strategies: []string{"expansions-0"}},
		"more than all":      {Strategies: []string{"expansions-181441"}},
		"starts in words":    {Strategies: []string{"expansions-many"}},
		"a 4×4 program here": {Strategies: []string{"idastar-simon532"}},
	} {
		if _, err := s.Run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Claims on samples are decided on instances that no trial of an earlier seed was of.
func TestAnotherSeedDrawsOtherBoards(t *testing.T) {
	seen := map[string]bool{}
	for _, seed := range []uint64{1, rootSeed} {
		planned, err := plan(study.Choice{Scale: experiments.Quick, Seed: &seed})
		if err != nil {
			t.Fatal(err)
		}
		digests := map[string]bool{}
		for digest, set := range planned.Instances {
			if digests[digest] = true; seen[digest] != (seed == rootSeed && (set == courseSet || set == everySet)) {
				t.Errorf("seed %d: instance %s of %s was seen: %t", seed, digest, set, seen[digest])
			}
		}
		seen = digests
	}
	one, err := byDistance(6, 1)[90].Puzzle.(experiments.Made)()
	other, failed := byDistance(6, rootSeed)[90].Puzzle.(experiments.Made)()
	if err != nil || failed != nil || one == other {
		t.Errorf("both seeds draw %v first at its distance (%v, %v)", one, err, failed)
	}
}

func TestFrozenTrialsComeOutAgain(t *testing.T) {
	planned, err := plan(study.Choice{Scale: experiments.Quick})
	if err != nil {
		t.Fatal(err)
	}
	studytest.AllRerun(t, studytest.Frozen(t, "."), planned[0].Sweeps, "expansions-250")
}
