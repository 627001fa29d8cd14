package notebooks_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// The committed notebook holds the outputs of the quick scale. Every figure,
// table and claim in it must be what the study makes of its trials here and
// now, to the byte, and none may be missing: there is one way to make each.
func TestCommittedNotebookShowsWhatTheStudyMakes(t *testing.T) {
	nb, err := nbformat.ReadFile("pruning.ipynb")
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
	summary, err := pruning.Study{}.Run(t.Context(), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range pruning.Items() {
		i := slices.IndexFunc(report.Blocks, func(b reports.Block) bool { return idOf(b) == item.ID })
		if i < 0 {
			t.Errorf("the notebook does not show %s", item.ID)
			continue
		}
		want, err := item.Make(summary.Trials)
		if err != nil {
			t.Errorf("%s: %v", item.ID, err)
			continue
		}
		if reports.IsTiming(want) {
			if !reports.IsTiming(report.Blocks[i]) {
				t.Errorf("%s depends on measured times, but its cell is not tagged timing", item.ID)
			}
			continue
		}
		compareBlocks(t, item.ID, report.Blocks[i], want)
	}
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

func compareBlocks(t *testing.T, id string, got, want reports.Block) {
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
		t.Errorf("%s differs:\nnotebook %s\nstudy    %s\nrun the notebook again: go run . notebook run notebooks/pruning.ipynb -o notebooks/pruning.ipynb", id, a, b)
	}
	if f, ok := want.(reports.Figure); ok && !bytes.Equal(f.SVG, got.(reports.Figure).SVG) {
		t.Errorf("the picture of %s differs from the study's", id)
	}
}
