package idastar

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
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
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
		"few boards":     run(t, Study{Instances: 4}, t.TempDir()),
		"one strategy":   run(t, Study{Instances: 2, Strategies: []string{"idastar/lc-wd"}}, t.TempDir()),
		"other searches": run(t, Study{Instances: 2, Strategies: []string{"astar/lc-wd", "wastar-3/lc-wd"}}, t.TempDir()),
		"capped":         run(t, Study{Instances: 3, Nodes: 1_000}, t.TempDir()),
	})
}

func TestSplitStrategiesKeepsOptionsWithTheirName(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"bfs", []string{"bfs"}},
		{"astar/manhattan,ties=low-g,bfs", []string{"astar/manhattan,ties=low-g", "bfs"}},
		{"idastar/manhattan,order=lrud,idastar/manhattan", []string{"idastar/manhattan,order=lrud", "idastar/manhattan"}},
		{"idastar/manhattan,order=ulrd,wastar-3/2/lc-wd", []string{"idastar/manhattan", "wastar-1.5/lc-wd"}},
		{"bfs,wastar-0/lc-wd", nil},
	} {
		got, err := Definition().SplitStrategies(c.list)
		if c.want == nil {
			if err == nil || !strings.Contains(err.Error(), c.list) {
				t.Errorf("%q: %v, %v; want an error that quotes the list", c.list, got, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v; want %q", c.list, got, err, c.want)
		}
	}
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

func TestBadStrategiesAreRefused(t *testing.T) {
	for _, name := range []string{
		"idastar/manhatan", "sample-0/manhattan", "sample-x/manhattan", "sample-10/manhatan", "sample-10",
		"bounded-0-31/manhattan", "bounded-10/manhattan", "bounded-10-0/manhattan", "bounded-10-81/manhattan", "bounded-10-31/manhatan",
		"idastar/manhattan,improvements", "ara/manhatan,improvements",
	} {
		if _, err := strategy(name); err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error has several lines: %v", name, err)
		}
	}
	if _, err := (Study{Strategies: []string{"idasta"}}).Run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil); err == nil {
		t.Error("a study of a strategy that there is not: no error")
	}
}

func TestStudyResumesAfterCancellation(t *testing.T) {
	study := Study{Instances: 4}
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
	trials := run(t, Study{Instances: 3, Strategies: []string{"idastar/manhattan", "idastar/lc-wd", "astar/lc-wd"}}, t.TempDir())
	table, err := overview(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	column := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == "trials" })
	sum := 0.0
	for _, row := range table.Rows {
		sum += row[column].Number
	}
	if len(table.Rows) != 2 || int(sum) != len(trials) {
		t.Errorf("%d rows with %v trials, want 2 (idastar, astar) with %d", len(table.Rows), sum, len(trials))
	}
}

func TestBoardNamesKeepTheirNumbers(t *testing.T) {
	for _, c := range []struct {
		known tiles.Known
		want  string
	}{
		{tiles.Known{Set: "simon531", Number: 5, Name: "korf100-14"}, "Korf 14"},
		{tiles.Known{Set: "lemtea8", Number: 1, Name: "2348170c56ab9def"}, "2348170c56ab9def"},
		{tiles.Known{Set: "hardest15", Number: 3}, "hardest15-3"},
	} {
		if got := (entry{Known: c.known}).title(); got != c.want {
			t.Errorf("title of %s %d: %q, want %q", c.known.Set, c.known.Number, got, c.want)
		}
	}
}

// BenchmarkTrials measures what every notebook cell pays: loading the stored
// trials of the whole study. Give the folder of those of the standard scale
// with -results; without it a few boards are run.
func BenchmarkTrials(b *testing.B) {
	study, setting := Study{}, experiments.Setting{Root: *resultsFolder, Scale: experiments.Standard}
	if setting.Root == "" {
		study, setting = Study{Instances: 5}, experiments.Setting{Root: b.TempDir(), Scale: experiments.Quick}
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
	slow := []string{"idastar-simon531", "bounded-5000-31/manhattan", "bounded-5000-31/linear-conflict", "bounded-5000-31/walking-distance", "bounded-5000-31/lc-wd"}
	studytest.AllRerun(t, studytest.Frozen(t, "."), planned[0].Sweeps, slow...)
}
