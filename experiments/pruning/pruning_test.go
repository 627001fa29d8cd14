package pruning

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var resultsFolder = flag.String("results", "", "folder with trials of the standard scale, for the benchmark")

// run runs a study in a folder of its own.
func run(t *testing.T, s Study, root string, scale experiments.Scale) []trial.Trial {
	t.Helper()
	return studytest.Trials(t, s, root, scale)
}

func TestEveryItemSurvivesMissingTrials(t *testing.T) {
	small := Study{Sizes: []int{10, 12}, Instances: 3}
	studytest.Reports(t, Definition(), map[string][]trial.Trial{
		"other sizes":    run(t, small, t.TempDir(), experiments.Quick),
		"one strategy":   run(t, Study{Sizes: []int{10}, Instances: 4, Strategies: []string{"contraction"}}, t.TempDir(), experiments.Quick),
		"another option": run(t, Study{Sizes: []int{10}, Instances: 4, Strategies: []string{"pruning,literal", "contraction,count"}}, t.TempDir(), experiments.Quick),
	})
}

func TestSplitStrategiesKeepsOptionsWithTheirStrategy(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"pruning", []string{"pruning"}},
		{"standard,pruning,literal,contraction", []string{"standard", "pruning,literal", "contraction"}},
		{"contraction,count,contraction,starts=all", []string{"contraction,count", "contraction,starts=all"}},
		{"standard,literal", nil},
		{"prunning", nil},
		{"", nil},
	} {
		got, err := Definition().SplitStrategies(c.list)
		if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
			t.Errorf("SplitStrategies(%q) = %q, %v; want %q", c.list, got, err, c.want)
		}
	}
}

// What the study reports of a ring must be what the ring has.
func TestFindingsAgreeBetweenTasks(t *testing.T) {
	study := Study{Sizes: []int{8, 9}, Instances: 30, Strategies: []string{"standard", "contraction,count", "orientation,count", "contraction,starts=all", "contraction,structure"}}
	type ring struct{ size, index int }
	found := map[ring]map[string]trial.Trial{}
	for _, row := range run(t, study, t.TempDir(), experiments.Quick) {
		key := ring{row.Size, row.Index}
		if found[key] == nil {
			found[key] = map[string]trial.Trial{}
		}
		found[key][row.Strategy] = row
	}
	for key, by := range found {
		one, all, starts, structure := by["standard"], by["contraction,count"], by["contraction,starts=all"], by["contraction,structure"]
		other := by["orientation,count"]
		n := observed(&all, solutions)
		if n < 1 || one.Outcome.String() != "solved" {
			t.Errorf("planted ring %v: %v solutions counted, standard says %v", key, n, one.Outcome)
		}
		if m := observed(&other, solutions); m != n {
			t.Errorf("planted ring %v: contraction counts %v solutions, orientation %v", key, n, m)
		}
		if observed(&starts, solutions) < n || observed(&starts, solvableZero) != 1 {
			t.Errorf("planted ring %v: %v solutions from 0, but %v from all starts", key, n, observed(&starts, solutions))
		}
		candidates := observed(&structure, states)
		for range int(observed(&structure, freeCycles)) {
			candidates *= 2
		}
		if candidates < n {
			t.Errorf("planted ring %v: %v candidates for %v solutions", key, candidates, n)
		}
	}
}

func TestStudyResumesAfterCancellation(t *testing.T) {
	study := Study{Sizes: []int{20, 24}, Instances: 20}
	want := run(t, study, t.TempDir(), experiments.Quick)

	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	progress := experiments.ProgressFunc(func(s experiments.Status) {
		if s.Done > 10 {
			cancel()
		}
	})
	_, _ = study.Run(ctx, experiments.Setting{Root: root, Scale: experiments.Quick}, progress)
	cancel()
	got := run(t, study, root, experiments.Quick)
	if len(got) != len(want) {
		t.Fatalf("%d trials after a resume, %d undisturbed", len(got), len(want))
	}
	for i := range got {
		if diff := trial.Diff(&got[i], &want[i]); len(diff) > 0 {
			t.Errorf("trial %d differs after a resume: %v", i, diff)
		}
	}
}

func TestBadStudiesAreRefused(t *testing.T) {
	for name, s := range map[string]Study{
		"no such strategy": {Strategies: []string{"prunning"}},
		"a ring of one":    {Sizes: []int{1}},
		"a negative size":  {Sizes: []int{-3}},
	} {
		if _, err := s.Run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFrozenTrialsComeOutAgain(t *testing.T) {
	studytest.AllRerun(t, studytest.Frozen(t, "."), func() ([]experiments.Sweep, error) {
		planned, err := plan(study.Choice{Scale: experiments.Quick})
		if err != nil {
			return nil, err
		}
		return planned[0].Sweeps()
	})
}

// publishedText returns the text of the table of published numbers.
func publishedText(t *testing.T, trials ...trial.Trial) string {
	t.Helper()
	table, err := publishedTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := table.Text(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestPublishedTableHasEveryNumberWhateverWasRun(t *testing.T) {
	none := publishedText(t)
	for _, want := range []string{"5–13", "1593.4", "12.1", "11.4", "days", "304.8", "280.5", " 8 ", "2 2 1 2 2 3  2 2 1 2 2 3", "2 2 1 3      2 2 1 3"} {
		if !strings.Contains(none, want) {
			t.Errorf("the table has no %q:\n%s", want, none)
		}
	}
}

// The drawn loss ends where both moves lead to nodes that were visited.
func TestTheDrawnLossIsOne(t *testing.T) {
	ring, path, err := solvedExample()
	if err != nil {
		t.Fatal(err)
	}
	lost := drawnLoss(ring, path)
	last := int(lost[len(lost)-1])
	for _, next := range []int{ring.Clockwise(last), ring.CounterClockwise(last)} {
		if !slices.Contains(lost, int32(next)) {
			t.Errorf("the hand can go on from %d to %d: %v", last, next, lost)
		}
	}
	for i, node := range lost[1:] {
		if ring.Direction(int(lost[i]), int(node)) == handsoftime.NoMove {
			t.Errorf("no move leads from %d to %d", lost[i], node)
		}
	}
}

func TestPublishedTimesAreComparedPerRing(t *testing.T) {
	ran := func(strategy string, rings int, seconds float64, outcome search.Outcome) []trial.Trial {
		return studytest.Each(rings, func(i int) trial.Trial {
			x := studytest.Ran("planted", 100, i, strategy, 1000)
			x.Mode, x.CPU, x.Runs, x.Outcome = trial.Timed, seconds, 1, outcome
			return x
		})
	}
	for _, c := range []struct {
		name            string
		pruned, sorted  []trial.Trial
		want, forbidden []string
	}{
		{
			"one ring", ran("pruning", 1, 2, search.Solved), ran("pruning+sorting", 1, 1.6, search.Solved),
			[]string{"3 times as fast per ring", "3.5 times as fast per ring", "20.0", "the rings differ"},
			nil,
		},
		{
			"half of the rings", ran("pruning", 25, 2, search.Solved), ran("pruning+sorting", 25, 1.6, search.Solved),
			[]string{"3 times as fast per ring", "3.5 times as fast per ring", "20.0"},
			nil,
		},
		{
			"a limit stopped one", ran("pruning", 1, 2, search.Solved), ran("pruning+sorting", 1, 1.6, search.LimitNodes),
			[]string{"nodes stopped 1 of 1 run", "unknown: runs"},
			[]string{"20.0"},
		},
		{
			"other numbers of rings", ran("pruning", 2, 2, search.Solved), ran("pruning+sorting", 1, 1.6, search.Solved),
			[]string{"unknown: runs"},
			[]string{"60.0"},
		},
		{
			"no time measured", ran("pruning", 2, 0, search.Solved), ran("pruning+sorting", 2, 0, search.Solved),
			[]string{"no times were measured", "unknown: runs"},
			[]string{"Inf", "∞", "NaN", "times as fast"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := publishedText(t, slices.Concat(c.pruned, c.sorted)...)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("the table has no %q:\n%s", want, got)
				}
			}
			for _, forbidden := range c.forbidden {
				if strings.Contains(got, forbidden) {
					t.Errorf("the table has %q:\n%s", forbidden, got)
				}
			}
		})
	}
}
