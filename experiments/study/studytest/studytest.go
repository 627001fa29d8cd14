// Package studytest checks what every study must keep to.
package studytest

import (
	"context"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Runner is a study, or a choice of its trials.
type Runner interface {
	Run(context.Context, experiments.Setting, experiments.Progress) (experiments.Summary, error)
}

// Trials runs a study at a scale in a results folder, and fails the test if a
// trial fails.
func Trials(t testing.TB, s Runner, root string, scale experiments.Scale) []experiments.Trial {
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

// Reports makes a report of each list of trials, none among them, and checks
// that it is valid: a notebook may ask for other sizes and strategies than the
// study's.
func Reports(t *testing.T, report func([]experiments.Trial) (reports.Report, error), lists map[string][]experiments.Trial) {
	lists["no trials"] = nil
	for name, trials := range lists {
		t.Run(name, func(t *testing.T) {
			r, err := report(trials)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Validate(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// IDs checks that every item makes a block with the ID it is listed under,
// and that no two have the same.
func IDs(t *testing.T, items []study.Item) {
	seen := map[string]bool{}
	for _, item := range items {
		b, err := item.Words(nil)
		if err != nil {
			t.Fatalf("%s: %v", item.ID, err)
		}
		id := ""
		switch b := b.(type) {
		case reports.Figure:
			id = b.ID
		case reports.Table:
			id = b.ID
		case reports.Claim:
			id = b.ID
		}
		if id != item.ID {
			t.Errorf("item %q makes a block with ID %q", item.ID, id)
		}
		if seen[id] {
			t.Errorf("two items have the ID %q", id)
		}
		seen[id] = true
	}
}
