package main

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/lab/labtest"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

func TestMain(m *testing.M) { searchtest.Main(m) }

var (
	results = flag.String("results", "", "folder that reproduce --quick wrote, whose trials are compared with the frozen ones")
	update  = flag.Bool("update", false, "freeze the trials of -results")
)

// A committed notebook holds the outputs of the quick scale. Every figure,
// table and claim in it must be what the study makes of the frozen trials of
// that scale, to the byte, and none may be missing: there is one way to make
// each. With -results, the trials of that folder must be the frozen ones, and
// its executed notebooks must show the same as the committed ones.
func TestCommittedNotebooksShowWhatTheStudiesMake(t *testing.T) {
	if *update && *results == "" {
		t.Fatal("-update needs -results DIR, the folder whose trials are to be frozen")
	}
	labtest.Committed(t, ours, func(t *testing.T, d study.Definition) []experiments.Trial {
		folder := filepath.Join("experiments", d.Name)
		if *results != "" {
			compareResults(t, d, folder)
		}
		return studytest.Frozen(t, folder)
	})
}

// compareResults compares a study's folder of results with its frozen trials.
func compareResults(t *testing.T, d study.Definition, folder string) {
	summary, err := d.Stored(experiments.Setting{Root: *results, Scale: experiments.Quick})
	if err != nil || summary.Missing > 0 {
		t.Fatalf("%d of %d trials are missing: %v", summary.Missing, summary.Total, err)
	}
	if *update {
		studytest.Freeze(t, folder, summary.Trials)
	}
	studytest.SameTrials(t, studytest.Frozen(t, folder), summary.Trials)
	nb, err := nbformat.ReadFile(filepath.Join(*results, d.Name, "notebook.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	labtest.Shows(t, nb, d, summary.Trials)
}
