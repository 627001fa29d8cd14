package study

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

// defined is a study of two strategies, one with an option; got, if not nil, receives the choices that it
// plans.
func defined(got *Choice) Definition {
	return Definition{
		Name: "counting", Title: "How many?",
		Canonical: func(name string) (string, error) {
			switch name {
			case "up", "down", "up,twice":
				return name, nil
			case "up,once":
				return "up", nil
			}
			return "", fmt.Errorf("no strategy is called %q", name)
		},
		Plan: func(c Choice) (Runner, error) {
			if got != nil {
				*got = c
			}
			return Runner{counting("set", 2)}, nil
		},
		Items: []Item{made("more"), made("less")},
	}
}

func ExampleDefinition_SplitStrategies() {
	fmt.Println(defined(nil).SplitStrategies("up,twice,down,up,once"))
	_, err := defined(nil).SplitStrategies("down,twice")
	fmt.Println(err)
	// Output:
	// [up,twice down up] <nil>
	// strategies: "down,twice": no strategy is called "twice"
}

func TestAChoiceIsCheckedAndPlannedWithoutRepetitions(t *testing.T) {
	var got Choice
	if _, err := defined(&got).Choose(Choice{Sizes: []string{"3", "3"}, Strategies: []string{"up", "down", "up,once"}, Instances: 4, Running: Running{Workers: 5}}); err != nil {
		t.Fatal(err)
	}
	if want := (Choice{Sizes: []string{"3"}, Strategies: []string{"up", "down"}, Instances: 4, Running: Running{Workers: 5}}); !reflect.DeepEqual(got, want) {
		t.Errorf("planned %+v, want %+v", got, want)
	}
	without := defined(nil)
	without.Canonical = nil
	if names, err := without.SplitStrategies("any,name"); err != nil || !slices.Equal(names, []string{"any", "name"}) {
		t.Errorf("a study that takes any name splits into %q, %v", names, err)
	}
	for name, c := range map[string]struct {
		choice      Choice
		field, want string
	}{
		"no strategy":          {Choice{Strategies: []string{"sideways"}}, "strategies", `"sideways"`},
		"negative instances":   {Choice{Instances: -1}, "instances", "-1 is too small"},
		"negative workers":     {Choice{Running: Running{Workers: -2}}, "workers", "-2 is too small"},
		"format without files": {Choice{Format: "line"}, "format", "no instance files"},
		"files and a family":   {Choice{Files: []string{"a"}, Family: "uniform"}, "family", "cannot be combined"},
		"files and sizes":      {Choice{Files: []string{"a"}, Sizes: []string{"3"}}, "sizes", "their own sizes"},
		"files and instances":  {Choice{Files: []string{"a"}, Instances: 3}, "instances", "run completely"},
	} {
		_, err := defined(nil).Choose(c.choice)
		if e, ok := errors.AsType[*ChoiceError](err); !ok || e.Field != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want one about %s: %q", name, err, c.field, c.want)
		}
	}
}

func TestNothingIsChosenOfAFixedStudy(t *testing.T) {
	plan := Fixed(counting("set", 2))
	if _, err := plan(Choice{Sizes: []string{"3"}}); err == nil {
		t.Error("a size is chosen")
	}
	if r, err := plan(Choice{Scale: experiments.Quick, Running: Running{Workers: 3}}); err != nil || r[0].Workers != 3 {
		t.Errorf("%+v, %v; want 3 workers", r, err)
	}
}

func TestItemsAreNamedInTheOrderOfTheReport(t *testing.T) {
	for _, c := range []struct{ ids, want []string }{
		{nil, []string{"more", "less"}},
		{[]string{"less", "more"}, []string{"more", "less"}},
		{[]string{"less"}, []string{"less"}},
	} {
		items, err := defined(nil).ItemsNamed(c.ids...)
		var got []string
		for _, item := range items {
			got = append(got, item.ID)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v; want %q", c.ids, got, err, c.want)
		}
	}
	if _, err := defined(nil).ItemsNamed("more", "lass"); err == nil || !strings.Contains(err.Error(), `"lass"; did you mean "less"?`) {
		t.Errorf("error %v, want the item that there is not, and the one meant", err)
	}
}

func TestStoredTrialsAreThoseOfTheWholeStudy(t *testing.T) {
	d, setting := defined(nil), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	check := func(stored, missing int) {
		t.Helper()
		s, err := d.Stored(setting)
		if err != nil || len(s.Trials) != stored || s.Missing != missing {
			t.Errorf("%d trials are stored, %d missing, %v; want %d and %d", len(s.Trials), s.Missing, err, stored, missing)
		}
	}
	check(0, 2)
	if _, err := d.Run(t.Context(), setting, nil); err != nil {
		t.Fatal(err)
	}
	check(2, 0)
}

func TestTheNotebookHasTheNameOfTheStudyUnlessItSaysOtherwise(t *testing.T) {
	d := defined(nil)
	if got := d.NotebookFile(); got != "counting.ipynb" {
		t.Errorf("%q", got)
	}
	d.Notebook = "count.ipynb"
	if got := d.NotebookFile(); got != "count.ipynb" {
		t.Errorf("%q", got)
	}
}

func TestAReportWithoutALeadHasItsItems(t *testing.T) {
	r, err := defined(nil).Report(frame.Frame{})
	if err != nil || r.ID != "counting" || r.Title != "How many?" || r.Lead != "" || len(r.Blocks) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	failing := defined(nil)
	failing.Claims, failing.Headlines = claim.NewFamily(claim.Claim{
		ID: "answer", Ask: func(frame.Frame) (claim.Answer, error) { return claim.Answer{}, errors.New("no answer") },
	}), []string{"answer"}
	if _, err := failing.Report(frame.Frame{}); err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("error %v, want that of the lead", err)
	}
}

func TestWhatShowsTimesSaysWhatIsWrongWithThem(t *testing.T) {
	table := reports.Table{ID: "a", Caption: "Seconds.", Columns: []reports.Column{{Name: "x"}}, Rows: [][]reports.Cell{{reports.Num(1)}}}
	claimed := reports.Claim{ID: "a", Statement: "It is fast.", Evidence: "0.1 s."}
	figure := reports.Figure{ID: "a", SVG: []byte("<svg/>")}
	of := func(timing bool) []reports.Block {
		table.Timing, claimed.Timing, figure.Timing = timing, timing, timing
		return []reports.Block{table, claimed, figure, reports.Text{Timing: timing}}
	}
	const notice = "Of 1 timed trial, 1 (100 %) had to wait for a core."
	for _, c := range []struct {
		name   string
		blocks []reports.Block
		wall   float64
		want   []string
	}{
		{"waited for", of(true), 2, []string{"Seconds. " + notice, "0.1 s. " + notice, notice, ""}},
		{"good times", of(true), 1, []string{"Seconds.", "0.1 s.", "", ""}},
		{"not shown", of(false), 2, []string{"Seconds.", "0.1 s.", "", ""}},
	} {
		trials := frame.Of([]trial.Trial{{Mode: trial.Timed, CPU: 1, Wall: c.wall}})
		for i, block := range c.blocks {
			d := Definition{Items: []Item{{ID: "a", Make: func(frame.Frame) (reports.Block, error) { return block, nil }}}}
			b, err := d.Item(trials, "a")
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			switch b := b.(type) {
			case reports.Table:
				said = b.Caption
			case reports.Figure:
				said = b.Caption
			case reports.Claim:
				said = b.Evidence
			}
			if said != c.want[i] {
				t.Errorf("%s: a %T says %q, want %q", c.name, b, said, c.want[i])
			}
		}
	}
}
