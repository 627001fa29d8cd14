package lookahead

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

func TestMain(m *testing.M) { searchtest.Main(m) }

var resultsFolder = flag.String("results", "", "folder with trials of the standard scale, for the benchmark")

// run runs a study in a folder of its own.
func run(t *testing.T, s Study, root string) []trial.Trial {
	t.Helper()
	return studytest.Trials(t, s, root, experiments.Quick)
}

func TestEveryItemSurvivesMissingTrials(t *testing.T) {
	studytest.Reports(t, Definition(), map[string][]trial.Trial{
		"few boards":     slices.DeleteFunc(studytest.Frozen(t, "."), func(t trial.Trial) bool { return t.Index >= 2 }),
		"one board":      run(t, Study{Instances: 1, Strategies: []string{"greedy", exact}}, t.TempDir()),
		"one strategy":   run(t, Study{Instances: 2, Strategies: []string{"gla-2"}}, t.TempDir()),
		"other searches": run(t, Study{Instances: 2, Strategies: []string{"beam-20/distances", "dijkstra-25"}}, t.TempDir()),
		"capped":         run(t, Study{Instances: 3, Nodes: 40}, t.TempDir()),
	})
}

func TestEveryScaleNamesStrategiesThatExist(t *testing.T) {
	for _, scale := range []experiments.Scale{experiments.Quick, experiments.Standard, experiments.Full} {
		planned, err := plan(study.Choice{Scale: scale})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range planned[0].Parts {
			if len(p.Instances) == 0 || len(p.Strategies) == 0 {
				t.Errorf("%s scale, part %d: %d boards, %d strategies", scale, i, len(p.Instances), len(p.Strategies))
			}
			for _, name := range p.Strategies {
				s, err := strategy(name)
				if err != nil {
					t.Errorf("%s scale, part %d: %v", scale, i, err)
				} else if s.Name != name {
					t.Errorf("%s scale, part %d: strategy %q calls itself %q", scale, i, name, s.Name)
				}
			}
		}
	}
}

func TestBadStudiesAreRefused(t *testing.T) {
	for _, name := range []string{"gla", "beam-10/layer", "batch-", "batch-0/gla-5", "batch-x/gla-5", "batch-10", "batch-10/gla", "batch-10/gla-5,stray,stray"} {
		if _, err := strategy(name); err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error has several lines: %v", name, err)
		}
	}
	for _, s := range []Study{{Strategies: []string{"gready"}}, {Instances: -1}} {
		if _, err := s.Run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}

func TestBatchOfWhatPlaysNoGamesIsAnError(t *testing.T) {
	s, err := strategy("batch-2/" + exact)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context(), series()[0].Board, 0, search.Limits{}); err == nil {
		t.Error("no error")
	}
}

// The first game of a batch is played on board 1 by itself.
func TestBatchPlaysTheBoardsOfTheSeries(t *testing.T) {
	const games = 5
	s, err := strategy(fmt.Sprintf("batch-%d/greedy", games))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Run(t.Context(), series()[0].Board, 0, search.Limits{})
	if err != nil || f.Outcome != search.Measured {
		t.Fatal(f.Outcome, err)
	}
	sum := 0
	moves := result[[]int](t, f)
	for i, n := range moves {
		if alone := found(t, "greedy", i+1).Cost; n != alone {
			t.Errorf("game %d: %d moves, alone %d", i+1, n, alone)
		}
		sum += n
	}
	if len(moves) != games || f.Cost != sum {
		t.Errorf("%d games, cost %d; want %d and %d", len(moves), f.Cost, games, sum)
	}
}

func TestCappedBatchesHaveNoFigures(t *testing.T) {
	s, err := strategy(inBatch("greedy"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Run(t.Context(), series()[0].Board, 0, search.Limits{Expanded: 10})
	if err != nil || f.Outcome != search.LimitNodes {
		t.Fatal(f.Outcome, err)
	}
	trials := []trial.Trial{{Set: batchSet, Strategy: s.Name, Outcome: f.Outcome, Result: f.Result}}
	if m := batchOf(frame.Of(trials), "greedy"); m != nil {
		t.Errorf("moves %v", m)
	}
}

func TestSplitStrategiesKeepsOptionsWithTheirStrategy(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"greedy", []string{"greedy"}},
		{"gla-5,literal,finish-first,beam-10/layers", []string{"gla-5,finish-first,literal", "beam-10/layers"}},
		{"dfs-gla-5,nodes=100,astar/layers,ties=low-g", []string{"dfs-gla-5,nodes=100", "astar/layers,ties=low-g"}},
		{"greedy,finish-first", nil},
		{"gready", nil},
		{"", nil},
	} {
		got, err := Definition().SplitStrategies(c.list)
		if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
			t.Errorf("SplitStrategies(%q) = %q, %v; want %q", c.list, got, err, c.want)
		}
	}
}

func TestStudyResumesAfterCancellation(t *testing.T) {
	study := Study{Instances: 3, Strategies: []string{"greedy", "random-skip", "gla-4", exact}}
	want := run(t, study, t.TempDir())

	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	progress := experiments.ProgressFunc(func(s experiments.Status) {
		if s.Done > 3 {
			cancel()
		}
	})
	_, _ = study.Run(ctx, experiments.Setting{Root: root, Scale: experiments.Quick}, progress)
	cancel()
	got := run(t, study, root)
	if len(got) != len(want) {
		t.Fatalf("%d trials after a resume, %d undisturbed", len(got), len(want))
	}
	for i := range got {
		if diff := trial.Diff(&got[i], &want[i]); len(diff) > 0 {
			t.Errorf("trial %d differs after a resume: %v", i, diff)
		}
	}
}

func TestOverviewCountsEveryTrialOnce(t *testing.T) {
	trials := run(t, Study{Instances: 3, Strategies: []string{"greedy", "gla-2", exact}}, t.TempDir())
	table, err := overview(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	column := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == "trials" })
	sum := 0.0
	for _, row := range table.Rows {
		sum += row[column].Number
	}
	if len(table.Rows) != 1 || int(sum) != len(trials) {
		t.Errorf("%d rows with %v trials, want 1 with %d", len(table.Rows), sum, len(trials))
	}
}

// BenchmarkTrials measures what every notebook cell pays: loading the stored
// trials of the whole study. Give the folder of those of the standard scale
// with -results; without it a few boards are run.
func BenchmarkTrials(b *testing.B) {
	study, setting := Study{}, experiments.Setting{Root: *resultsFolder, Scale: experiments.Standard}
	if setting.Root == "" {
		study, setting = Study{Instances: 5, Strategies: []string{"greedy"}}, experiments.Setting{Root: b.TempDir(), Scale: experiments.Quick}
	}
	first, err := study.Run(context.Background(), setting, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		summary, err := study.Run(context.Background(), setting, nil)
		if err != nil || summary.Ran > 0 || summary.Total != first.Total {
			b.Fatal(err, summary)
		}
	}
	b.ReportMetric(float64(first.Total), "trials")
}

func TestFrozenTrialsComeOutAgain(t *testing.T) {
	planned, err := plan(study.Choice{Scale: experiments.Quick})
	if err != nil {
		t.Fatal(err)
	}
	// The batches are those of programs.TestPublishedTable.
	trials := studytest.Frozen(t, ".")
	var slow []string
	for _, row := range trials {
		if strings.HasPrefix(row.Strategy, "batch-") {
			slow = append(slow, row.Strategy)
		}
	}
	studytest.AllRerun(t, trials, planned[0].Sweeps, slow...)
}
