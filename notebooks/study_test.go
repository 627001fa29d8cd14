package notebooks_test

import (
	"bytes"
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

// committed are the studies of the committed notebooks.
var committed = []study.Definition{
	pruning.Definition(), heuristics.Definition(), idastar.Definition(), lookahead.Definition(), scaling.Definition(),
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
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("..", "experiments", c.Name)
			if *results != "" {
				summary, err := c.Stored(experiments.Setting{Root: *results, Scale: experiments.Quick})
				if err != nil || summary.Missing > 0 {
					t.Fatalf("%d of %d trials are missing: %v", summary.Missing, summary.Total, err)
				}
				if *update {
					studytest.Freeze(t, folder, summary.Trials)
				}
				studytest.SameTrials(t, studytest.Frozen(t, folder), summary.Trials)
				compareNotebook(t, filepath.Join(*results, c.Name, "notebook.ipynb"), c.Items(), summary.Trials)
			}
			compareNotebook(t, c.NotebookFile(), c.Items(), studytest.Frozen(t, folder))
		})
	}
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
	want, err := item.Describe()
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
