// Package studytest checks that a study follows the rules that apply to all studies.
package studytest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Runner runs the trials of a study or of a part of a study.
type Runner interface {
	Run(context.Context, experiments.Setting, experiments.Progress) (experiments.Summary, error)
}

// Trials runs a study at the given scale, with root as the results folder, and returns its trials.
// It fails the test if a trial fails.
func Trials(t testing.TB, s Runner, root string, scale experiments.Scale) []trial.Trial {
	t.Helper()
	summary, err := s.Run(t.Context(), experiments.Setting{Root: root, Scale: scale}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if failed := summary.Failures(); len(failed) > 0 {
		t.Fatalf("%d trials failed, the first: %s", len(failed), failed[0].Error)
	}
	return summary.Trials
}

// Reports makes a study's report from each list of trials, from the frozen trials, and from no
// trials at all. It must be possible to make all of these reports, since a notebook may choose
// sizes and strategies other than the study's. Reports checks that each report is valid, that a
// series looks the same in all figures, that the items have distinct IDs, and that they match their
// descriptions even without trials.
func Reports(t *testing.T, d study.Definition, lists map[string][]trial.Trial) {
	t.Helper()
	made := func(t *testing.T, trials []trial.Trial) reports.Report {
		t.Helper()
		r, err := d.Report(frame.Of(trials))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		oneLook(t, r.Blocks)
		noFlaw(t, r.Blocks)
		return r
	}
	for name, trials := range lists {
		t.Run(name, func(t *testing.T) { made(t, trials) })
	}
	t.Run("quick scale", func(t *testing.T) { brief(t, made(t, Frozen(t, "."))) })
	t.Run("no trials", func(t *testing.T) { described(t, d, made(t, nil)) })
}

// described checks that the items have distinct IDs, and that a report without trials matches their
// descriptions.
func described(t *testing.T, d study.Definition, r reports.Report) {
	t.Helper()
	blocks := slices.DeleteFunc(r.Blocks, func(b reports.Block) bool { _, isText := b.(reports.Text); return isText })
	ids := d.ItemIDs()
	for i, item := range d.Items {
		if slices.Contains(ids[:i], item.ID) {
			t.Errorf("two items have the ID %q", item.ID)
		}
		described, err := item.Describe()
		if err != nil {
			t.Fatalf("%s: %v", item.ID, err)
		}
		got, want := identify(described), identify(blocks[i])
		if d.Files != nil && want.source == "" {
			t.Errorf("the source of item %q is not among the study's Files", item.ID)
		}
		if want.source = ""; got != want || got.id != item.ID {
			t.Errorf("item %q is described as %+v, and makes %+v", item.ID, got, want)
		}
	}
}

// identity holds the properties that an item's description must share with its block.
type identity struct {
	kind, id, title, source string
	timing                  bool
}

func identify(b reports.Block) identity {
	i := identity{kind: fmt.Sprintf("%T", b), timing: b.About().Timing}
	switch b := b.(type) {
	case reports.Figure:
		i.id, i.title, i.source = b.ID, b.Title, b.Source
	case reports.Table:
		i.id, i.title, i.source = b.ID, b.Title, b.Source
	case reports.Claim:
		i.id, i.title, i.source = b.ID, b.Statement, b.Source
	}
	return i
}
