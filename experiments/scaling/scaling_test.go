package scaling

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
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var resultsFolder = flag.String("results", "", "folder with trials of the standard scale, for the benchmark")

// run runs a study in a folder of its own.
func run(t *testing.T, s Study) []trial.Trial {
	t.Helper()
	return studytest.Trials(t, s, t.TempDir(), experiments.Quick)
}

func TestEveryItemSurvivesMissingTrials(t *testing.T) {
	studytest.Reports(t, Definition(), map[string][]trial.Trial{
		"few instances":  slices.DeleteFunc(studytest.Frozen(t, "."), func(t trial.Trial) bool { return t.Index >= 3 }),
		"one strategy":   run(t, Study{Strategies: []string{"pruning"}, Instances: 4}),
		"one board size": run(t, Study{Strategies: []string{"astar/manhattan"}, Sizes: []int{9}, Instances: 4}),
		"other options":  run(t, Study{Strategies: []string{"pruning,literal", "wastar-2/manhattan"}, Sizes: []int{8, 9}, Instances: 2}),
		"all capped":     run(t, Study{Instances: 3, Nodes: 2}),
	})
}

func TestEveryScaleCanBeRun(t *testing.T) {
	for _, scale := range []experiments.Scale{experiments.Quick, experiments.Standard, experiments.Full} {
		plans, err := Definition().Plan(study.Choice{Scale: scale})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plans {
			checkParts(t, scale, p)
		}
	}
}

// checkParts checks that every part has instances that can be made and strategies
// that exist under their canonical names.
func checkParts(t *testing.T, scale experiments.Scale, plan study.Plan) {
	t.Helper()
	for i, p := range plan.Parts {
		if len(p.Instances) == 0 || len(p.Strategies) == 0 || p.Limits.Expanded == 0 && p.LimitsFor == nil {
			t.Errorf("%s scale, part %d: %d instances, %d strategies, limits %+v; want some of each", scale, i, len(p.Instances), len(p.Strategies), p.Limits)
			continue
		}
		if _, err := p.Instances[len(p.Instances)-1].Puzzle.(experiments.Made)(); err != nil {
			t.Errorf("%s scale, part %d: %v", scale, i, err)
		}
		for _, name := range p.Strategies {
			if s, err := plan.Strategy(name); err != nil || s.Name != name {
				t.Errorf("%s scale, part %d: strategy %q calls itself %q, %v", scale, i, name, s.Name, err)
			}
		}
	}
}

// Walking distance has tables for some shapes only; a strategy is not run where
// it would fail.
func TestStrategiesRunOnlyOnShapesTheyTake(t *testing.T) {
	for size, want := range map[string][]string{"4x3": {idaConflict, idaLarger}, "6x2": {idaConflict}} {
		parts, err := boards(study.Choice{}).Parts(study.Choice{Sizes: []string{size}, Strategies: []string{idaConflict, idaLarger}})
		if err != nil || len(parts) != 1 || !slices.Equal(parts[0].Strategies, want) {
			t.Errorf("%s takes %+v, %v; want %q", size, parts, err, want)
		}
	}
}

func TestSplitStrategiesOfAnyPuzzle(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string // nil for an error
	}{
		{"pruning,astar/manhattan", []string{"pruning", "astar/manhattan"}},
		{"pruning,literal,astar/manhattan,ties=low-g,bfs", []string{"pruning,literal", "astar/manhattan,ties=low-g", "bfs"}},
		{"idastar/manhattan,order=ulrd", []string{"idastar/manhattan"}},
		{"beam-10/layers+distances,standard", []string{"beam-10/layers+distances", "standard"}},
		{"prunning", nil},
		{"pruning,,bfs", nil},
		{"", nil},
	} {
		got, err := Definition().SplitStrategies(c.list)
		if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
			t.Errorf("SplitStrategies(%q) = %q, %v; want %q", c.list, got, err, c.want)
		}
	}
	if _, err := Definition().SplitStrategies("prunning"); err == nil || !strings.Contains(err.Error(), `did you mean "pruning"`) {
		t.Errorf("prunning: %v; want a suggestion", err)
	}
}

func TestBadStudiesAreRefused(t *testing.T) {
	for name, s := range map[string]Study{
		"no such strategy":  {Strategies: []string{"pruning", "prunning"}},
		"no ring of one":    {Sizes: []int{1}},
		"no board of seven": {Strategies: []string{"bfs"}, Sizes: []int{7}},
	} {
		if _, err := s.Run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil); err == nil || !strings.HasPrefix(err.Error(), "scaling: ") {
			t.Errorf("%s: error %v, want one of this package", name, err)
		}
	}
}

func TestStudyResumesAfterCancellation(t *testing.T) {
	s := Study{Strategies: []string{"pruning", "astar/manhattan"}, Sizes: []int{9, 20}, Instances: 4}
	want := run(t, s)

	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	progress := experiments.ProgressFunc(func(s experiments.Status) {
		if s.Done > 3 {
			cancel()
		}
	})
	_, _ = s.Run(ctx, experiments.Setting{Root: root, Scale: experiments.Quick}, progress)
	cancel()
	got := studytest.Trials(t, s, root, experiments.Quick)
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
	trials := run(t, Study{Strategies: []string{"pruning", "idastar/manhattan", "astar/manhattan", "astar/layers"}, Sizes: []int{6, 8, 9, 8}, Instances: 3})
	table, err := overview(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	column := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == "trials" })
	sum := 0.0
	for _, row := range table.Rows {
		sum += row[column].Number
	}
	// 3 rings of each size by 1 strategy, 3 boards of each by 2, and 3 squares,
	// since 6 and 8 are none, by 1.
	if len(table.Rows) != 3 || int(sum) != len(trials) || len(trials) != 9+18+3 {
		t.Errorf("%d rows with %v of %d trials, want three puzzles with 30", len(table.Rows), sum, len(trials))
	}
}

func TestTryCountsSolutionsThatAreNotShortest(t *testing.T) {
	count := func(h tiles.Heuristic) (longer float64) {
		table, err := Try(h, 4)
		if err != nil {
			t.Fatal(err)
		}
		column := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == "longer" })
		for _, row := range table.Rows {
			longer += row[column].Number
		}
		return longer
	}
	twice := tiles.NewHeuristic("twice", "twice the Manhattan distance", func(b tiles.Board) int { return 2 * tiles.Manhattan.Of(b) })
	if n := count(tiles.LinearConflict); n != 0 {
		t.Errorf("linear conflict finds %v longer solutions, want none: it never says too much", n)
	}
	if n := count(twice); n == 0 {
		t.Error("twice the Manhattan distance finds no longer solution on 16 boards")
	}
}

func TestTryWithoutBoardsSaysWhatItWants(t *testing.T) {
	for _, n := range []int{0, -1} {
		if _, err := Try(tiles.LinearConflict, n); err == nil || !strings.Contains(err.Error(), "want 1 or more") {
			t.Errorf("%d boards: error %v", n, err)
		}
	}
}

// BenchmarkTrials measures what every notebook cell pays: loading the stored
// trials of the whole study. Give the folder of those of the standard scale
// with -results; without it a few are run.
func BenchmarkTrials(b *testing.B) {
	s, setting := Study{}, experiments.Setting{Root: *resultsFolder, Scale: experiments.Standard}
	if setting.Root == "" {
		s, setting = Study{Instances: 5, Nodes: 10_000}, experiments.Setting{Root: b.TempDir(), Scale: experiments.Quick}
	}
	first, err := s.Run(context.Background(), setting, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		summary, err := s.Run(context.Background(), setting, nil)
		if err != nil || summary.Ran > 0 || summary.Total != first.Total {
			b.Fatal(err, summary)
		}
	}
	b.ReportMetric(float64(first.Total), "trials")
}

func TestFrozenTrialsComeOutAgain(t *testing.T) {
	plans, err := Definition().Plan(study.Choice{Scale: experiments.Quick})
	if err != nil {
		t.Fatal(err)
	}
	trials := studytest.Frozen(t, ".")
	for _, plan := range plans {
		trials = studytest.Reruns(t, trials, plan.Sweeps)
	}
	if len(trials) > 0 {
		t.Errorf("%d rows are of no sweep, such as that of %+v", len(trials), trials[0].Key())
	}
}
