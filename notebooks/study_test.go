package notebooks_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/lookahead"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/experiments/scaling"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// committed are the notebooks of the studies and what the studies make.
var committed = []struct {
	file  string
	run   func(context.Context, experiments.Setting, experiments.Progress) (experiments.Summary, error)
	items func() []study.Item
}{
	{"pruning.ipynb", pruning.Study{}.Run, pruning.Items},
	{"heuristics.ipynb", heuristics.Study{}.Run, heuristics.Items},
	{"idastar.ipynb", idastar.Study{}.Run, idastar.Items},
	{"lookahead.ipynb", lookahead.Study{}.Run, lookahead.Items},
	{"scaling.ipynb", scaling.Study{}.Run, scaling.Items},
}

// A committed notebook holds the outputs of the quick scale. Every figure,
// table and claim in it must be what the study makes of its trials here and
// now, to the byte, and none may be missing: there is one way to make each.
func TestCommittedNotebooksShowWhatTheStudiesMake(t *testing.T) {
	for _, c := range committed {
		t.Run(c.file, func(t *testing.T) {
			nb, err := nbformat.ReadFile(c.file)
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
			summary, err := c.run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range c.items() {
				compareItem(t, c.file, report, item, summary.Trials)
			}
		})
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
	want, err := item.Make(trials)
	if err != nil {
		t.Errorf("%s: %v", item.ID, err)
		return
	}
	if reports.IsTiming(want) {
		if !reports.IsTiming(report.Blocks[i]) {
			t.Errorf("%s depends on measured times, but its cell is not tagged timing", item.ID)
		}
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
		t.Errorf("%s differs:\nnotebook %s\nstudy    %s\nrun the notebook again: go run . notebook run notebooks/%s -o notebooks/%s", id, a, b, file, file)
	}
	if f, ok := want.(reports.Figure); ok && !bytes.Equal(f.SVG, got.(reports.Figure).SVG) {
		t.Errorf("the picture of %s differs from the study's", id)
	}
}
