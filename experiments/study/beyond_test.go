package study

import (
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
)

// What a report of the quick scale leaves out is decided by the plans: claims whose rows are gone
// stay, and say that they are open.
func TestAQuickReportLeavesOutWhatItsPlanDoesNotHave(t *testing.T) {
	about := func(strategies ...string) frame.Selection {
		return frame.Selection{Sets: []string{"s"}, Strategies: strategies}
	}
	ask := func(frame.Frame) (claim.Answer, error) { return claim.Every("board", []string{"b"}, nil), nil }
	family := claim.NewFamily(
		claim.Claim{ID: "planned", Statement: "A.", Of: about("quick"), Ask: ask},
		claim.Claim{ID: "strategy", Statement: "B.", Of: about("quick", "slow"), Ask: ask},
		claim.Claim{ID: "list", Statement: "C.", Of: about("quick"), Ask: ask},
		claim.Claim{ID: "everything", Statement: "D.", Ask: ask},
	)
	d := Definition{
		Name: "demo", Title: "T", Claims: family, Headlines: []string{"planned"},
		Items: []Item{Claim(family, "planned"), Claim(family, "strategy"), Claim(family, "list").Whole(), Claim(family, "everything")},
		Plan: func(c Choice) (Runner, error) {
			part := Part{Strategies: []string{"quick", "slow"}[:At(c.Scale, 1, 2, 2)], Instances: []experiments.Instance{{Set: "s", Text: "1"}, {Set: "s", Text: "2"}}[:At(c.Scale, 1, 2, 2)]}
			return Runner{{Parts: []Part{part}}}, nil
		},
	}
	for scale, want := range map[experiments.Scale][]string{
		experiments.Quick: {"planned", "everything"}, experiments.Standard: {"planned", "strategy", "list", "everything"},
	} {
		r, err := d.Report(frame.Frame{})
		if err == nil {
			err = d.LeaveOut(&r, scale)
		}
		if err != nil {
			t.Fatal(err)
		}
		if ids := Map(r.Claims(), func(c reports.Claim) string { return c.ID }); !slices.Equal(ids, want) {
			t.Errorf("%v: %q, want %q", scale, ids, want)
		}
		last, _ := r.Blocks[len(r.Blocks)-1].(reports.Text)
		if left := strings.Contains(last.Markdown, "adds these claims and tables: strategy, list."); left != (scale == experiments.Quick) {
			t.Errorf("%v ends with %q", scale, last.Markdown)
		}
	}
}
