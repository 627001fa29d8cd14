package study

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
)

func made(id string) Item {
	return Block(id, func(trials frame.Frame) (reports.Claim, error) {
		if trials.Len() > 2 {
			return reports.Claim{}, errors.New("too many")
		}
		return reports.Claim{ID: id, Statement: "It is so."}, nil
	})
}

func TestReportHasEveryItemUnderItsHeading(t *testing.T) {
	sections := Sections{
		{Heading: "One", Text: "First.", Items: []Item{made("a"), made("b")}},
		{Heading: "Two", Text: "Second.", Items: []Item{made("c")}},
	}
	var ids []string
	for _, item := range sections.Items() {
		ids = append(ids, item.ID)
	}
	if !slices.Equal(ids, []string{"a", "b", "c"}) {
		t.Errorf("items %q", ids)
	}
	d := Definition{Name: "x", Title: "X", Sections: sections, Lead: func(frame.Frame) (string, error) { return "So.", nil }}
	r, err := d.Report(frame.Frame{})
	if err != nil || r.ID != "x" || r.Lead != "So." || len(r.Blocks) != 5 {
		t.Fatalf("%+v, %v", r, err)
	}
	if text, ok := r.Blocks[3].(reports.Text); !ok || text.Markdown != "## Two\n\nSecond." {
		t.Errorf("block 3 is %+v", r.Blocks[3])
	}
	_, err = d.Report(frame.Of(make([]experiments.Trial, 3)))
	if err == nil || !strings.Contains(err.Error(), "x: a: too many") {
		t.Errorf("a failing item: %v", err)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Plural(1, "ring"), "1 ring"},
		{Plural(50, "ring"), "50 rings"},
		{Listed([]int{30}), "30"},
		{Listed([]int{30, 40, 50}), "30, 40 and 50"},
		{Capitalised("boards"), "Boards"},
		{Capitalised(""), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestRoundedKeepsDigits(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want uint64
	}{{25_432, 25_000}, {99_900, 100_000}, {7, 7}} {
		if got := Rounded(c.x, 2); got != c.want {
			t.Errorf("%v rounded to two digits is %d, want %d", c.x, got, c.want)
		}
	}
}
