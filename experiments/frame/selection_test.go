package frame

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestSelectionsPassWhatTheyName(t *testing.T) {
	x := trial.Trial{Set: "uniform-4x3", Size: 12, Mode: trial.Timed, Strategy: "bfs"}
	for _, c := range []struct {
		s    Selection
		want bool
	}{
		{Selection{}, true},
		{Selection{Sets: []string{"planted", "uniform-*"}}, true},
		{Selection{Sets: []string{"uniform"}}, false},
		{Selection{Sets: []string{"uniform-4x3"}, Sizes: []int{9, 12}, Mode: trial.Timed, Strategies: []string{"bfs"}}, true},
		{Selection{Sizes: []int{9}}, false},
		{Selection{Mode: trial.Budget}, false},
		{Selection{Strategies: []string{"bf*"}}, false},
	} {
		if got := c.s.Pass(&x); got != c.want {
			t.Errorf("%v passes: %t, want %t", c.s, got, c.want)
		}
	}
}

func TestSelectionsNameWhatNobodyHas(t *testing.T) {
	f := Of([]trial.Trial{ran("a", 20, 0, 1, search.Solved), ran("b", 20, 0, 1, search.Solved)})
	set := f.First().Set
	known := func(name string) bool { return name == "standard" }
	for _, c := range []struct {
		s          Selection
		f          Frame
		what, name string
	}{
		{Selection{Sets: []string{set[:1] + "*"}, Strategies: []string{"a", "standard"}}, f, "", ""},
		{Selection{Sets: []string{"nosuch"}}, f, "set", "nosuch"},
		{Selection{Sets: []string{"nosuch*"}}, f, "set", "nosuch*"},
		{Selection{Strategies: []string{"c"}}, f.Where(Strategy.Is("a")), "strategy", "c"},
		{Selection{Strategies: []string{"b"}}, f.Where(Strategy.Is("a")), "", ""}, // of the whole
		{Selection{Sets: []string{"nosuch"}}, Frame{}, "", ""},
	} {
		if what, name := c.s.Unknown(c.f, known); what != c.what || name != c.name {
			t.Errorf("%v: %s %q, want %s %q", c.s, what, name, c.what, c.name)
		}
	}
}
