package notebooks_test

import (
	"bytes"
	"context"
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/lookahead"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/experiments/scaling"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

func TestMain(m *testing.M) { searchtest.Main(m) }

var (
	results = flag.String("results", "", "folder that reproduce --quick wrote, whose trials are compared with the frozen ones")
	update  = flag.Bool("update", false, "freeze the trials of -results")
)

// committed are the studies of the committed notebooks: STUDY.ipynb.
var committed = []struct {
	study string
	run   func(context.Context, experiments.Setting, experiments.Progress) (experiments.Summary, error)
	items func() []study.Item
}{
	{pruning.Name, pruning.Study{}.Run, pruning.Items},
	{heuristics.Name, heuristics.Study{}.Run, heuristics.Items},
	{idastar.Name, idastar.Study{}.Run, idastar.Items},
	{lookahead.Name, lookahead.Study{}.Run, lookahead.Items},
	{scaling.Name, scaling.Study{}.Run, scaling.Items},
}

// A committed notebook holds the outputs of the quick scale. Every figure,
// table and claim in it must be what the study makes of the frozen trials of
// that scale, to the byte, and none may be missing: there is one way to make
// each. With -results, the trials of that folder must be the frozen ones, and
// its executed notebooks must show the same as the committed ones.
func TestCommittedNotebooksShowWhatTheStudiesMake(t *testing.T) {
	if *update && *results == "" {
		t.Fatal("-update needs -results DIR, the folder whose trials are to be frozen")
	}
	for _, c := range committed {
		t.Run(c.study, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("..", "experiments", c.study)
			if *results != "" {
				summary, err := c.run(cancelled(t), experiments.Setting{Root: *results, Scale: experiments.Quick}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if *update {
					studytest.Freeze(t, folder, summary.Trials)
				}
				studytest.SameTrials(t, studytest.Frozen(t, folder), summary.Trials)
				compareNotebook(t, filepath.Join(*results, c.study, "notebook.ipynb"), c.items(), summary.Trials)
			}
			compareNotebook(t, c.study+".ipynb", c.items(), studytest.Frozen(t, folder))
		})
	}
}

// cancelled returns a context in which a study loads its trials and runs none.
func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// compareNotebook compares what a notebook shows with what the items of its
// study make of trials.
func compareNotebook(t *testing.T, file string, items []study.Item, trials []experiments.Trial) {
	t.Helper()
	nb, err := nbformat.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	report, err := notebooks.ReportOf(nb)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		compareItem(t, file, report, item, trials)
	}
}

// compareItem compares what a notebook shows of an item with what the study
// makes.
func compareItem(t *testing.T, file string, report reports.Report, item study.Item, trials []experiments.Trial) {
	t.Helper()
	i := slices.IndexFunc(report.Blocks, func(b reports.Block) bool { return idOf(b) == item.ID })
	if i < 0 {
		t.Errorf("the notebook does not show %s", item.ID)
		return
	}
	want, err := item.Words(nil)
	if err == nil && reports.IsTiming(want) { // frozen trials have no times
		if !reports.IsTiming(report.Blocks[i]) {
			t.Errorf("%s depends on measured times, but its cell is not tagged timing", item.ID)
		}
		return
	}
	want, err = item.Make(trials)
	if err != nil {
		t.Errorf("%s: %v", item.ID, err)
		return
	}
	compareBlocks(t, file, item.ID, report.Blocks[i], want)
}

func idOf(b reports.Block) string {
	switch b := b.(type) {
	case reports.Figure:
		return b.ID
	case reports.Table:
		return b.ID
	case reports.Claim:
		return b.ID
	}
	return ""
}

func compareBlocks(t *testing.T, file, id string, got, want reports.Block) {
	t.Helper()
	_, a, err := reports.MarshalBlock(got)
	if err != nil {
		t.Fatal(err)
	}
	_, b, err := reports.MarshalBlock(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s: %s differs:\nnotebook %s\nstudy    %s\nrun the notebook again (go run . notebook run FILE), after freezing the trials if they changed", file, id, a, b)
	}
	if f, ok := want.(reports.Figure); ok && !bytes.Equal(f.SVG, got.(reports.Figure).SVG) {
		t.Errorf("the picture of %s differs from the study's", id)
	}
}
