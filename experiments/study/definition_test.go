package study

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// defined is a study of two strategies, of which one has an option, on
// instances of size 3; got, if not nil, is set to what it plans.
func defined(got *Choice) Definition {
	return Definition{
		Name: "counting", Title: "How many?",
		Code: func() (string, error) { return "code", nil },
		Canonical: func(name string) (string, error) {
			switch name {
			case "up", "down", "up,twice":
				return name, nil
			case "up,once":
				return "up", nil
			}
			return "", fmt.Errorf("no strategy is called %q", name)
		},
		Sizes: OnlySize(3, "the cells of a line"),
		Plan: func(c Choice) Runner {
			if got != nil {
				*got = c
			}
			return counting[string]("set", 2)
		},
		Sections: Sections{{Heading: "All", Items: []Item{claim("more"), claim("less")}}},
	}
}

func ExampleDefinition_SplitStrategies() {
	fmt.Println(defined(nil).SplitStrategies("up,twice,down,up,once"))
	_, err := defined(nil).SplitStrategies("down,twice")
	fmt.Println(err)
	// Output:
	// [up,twice down up] <nil>
	// strategies "down,twice": no strategy is called "twice"
}

func TestAChoiceIsCheckedAndPlannedWithoutRepetitions(t *testing.T) {
	var got Choice
	if _, err := defined(&got).Choose(Choice{Sizes: []int{3, 3}, Strategies: []string{"up", "down", "up,once"}, Instances: 4, Nodes: 5}); err != nil {
		t.Fatal(err)
	}
	if want := (Choice{Sizes: []int{3}, Strategies: []string{"up", "down"}, Instances: 4, Nodes: 5}); !reflect.DeepEqual(got, want) {
		t.Errorf("planned %+v, want %+v", got, want)
	}
	without := defined(nil)
	without.Sizes = nil
	without.Canonical = nil
	if names, err := without.SplitStrategies("any,name"); err != nil || !slices.Equal(names, []string{"any", "name"}) {
		t.Errorf("a study that takes any name splits into %q, %v", names, err)
	}
	for _, c := range []struct {
		name   string
		d      Definition
		choice Choice
		size   bool
		want   string
	}{
		{"another size", defined(nil), Choice{Sizes: []int{3, 4}}, true, "size 4 (want 3, the cells of a line)"},
		{"no sizes", without, Choice{Sizes: []int{3}}, true, "no sizes to choose from"},
		{"no strategy", defined(nil), Choice{Strategies: []string{"sideways"}}, false, `"sideways"`},
	} {
		_, err := c.d.Choose(c.choice)
		if _, size := errors.AsType[*SizeError](err); err == nil || size != c.size || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, about sizes: %t; want %q, %t", c.name, err, size, c.want, c.size)
		}
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

func TestStoredTrialsAreThoseOfTheWholeStudyAndOutdatedThoseOfOtherCode(t *testing.T) {
	d, setting := defined(nil), experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	check := func(stored, missing, outdated int) {
		t.Helper()
		s, err := d.Stored(setting)
		if err != nil || len(s.Trials) != stored || s.Missing != missing {
			t.Errorf("%d trials are stored, %d missing, %v; want %d and %d", len(s.Trials), s.Missing, err, stored, missing)
		}
		if n, err := d.Outdated(setting); err != nil || n != outdated {
			t.Errorf("%d are outdated, %v; want %d", n, err, outdated)
		}
	}
	check(0, 2, 0)
	if _, err := d.Run(t.Context(), setting, nil); err != nil {
		t.Fatal(err)
	}
	check(2, 0, 0)
	d.Code = func() (string, error) { return "other", nil }
	check(2, 0, 2)
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

func TestAReportWithoutALeadHasItsSections(t *testing.T) {
	r, err := defined(nil).Report(nil)
	if err != nil || r.ID != "counting" || r.Title != "How many?" || r.Lead != "" || len(r.Blocks) != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	failing := defined(nil)
	failing.Lead = func([]experiments.Trial) (string, error) { return "", errors.New("no answer") }
	if _, err := failing.Report(nil); err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("error %v, want that of the lead", err)
	}
}
