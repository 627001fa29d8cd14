package frame

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestShareCountsInstancesOnce(t *testing.T) {
	broken := ran("b", 40, 2, 1, search.Solved)
	broken.Error = "lost"
	trials := []trial.Trial{
		ran("b", 40, 0, 1, search.Unsolvable),
		ran("a", 30, 0, 1, search.Solved), ran("b", 30, 0, 1, search.Solved),
		ran("a", 30, 1, 1, search.LimitNodes), ran("b", 30, 1, 1, search.Solved),
		ran("a", 30, 2, 1, search.LimitNodes), ran("b", 30, 2, 1, search.Unsolvable),
		ran("a", 30, 3, 1, search.LimitNodes), ran("b", 30, 3, 1, search.LimitTime),
		ran("a", 30, 4, 1, search.Unsolvable), ran("b", 30, 4, 1, search.LimitTime),
		broken,
	}
	got := Of(trials).Share(func(t *trial.Trial) bool { return t.Outcome == search.Solved })
	want := []Proportion{
		{Size: 30, Successes: 2, N: 5, Censored: 1, Interval: stats.Wilson(2, 5, 0.95)},
		{Size: 40, Successes: 0, N: 1, Failed: 1, Interval: stats.Wilson(0, 1, 0.95)},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	near(t, "share", got[0].Value(), 0.4)
	if got := (Frame{}).Share(nil); len(got) != 0 {
		t.Errorf("no trials give %v", got)
	}
}

func TestWhereKeepsWhatPassesAllFilters(t *testing.T) {
	var trials []trial.Trial
	for _, set := range []string{"planted", "uniform"} {
		for _, size := range []int{30, 40} {
			for index := range 3 {
				for _, s := range []string{"a", "b"} {
					for _, mode := range []trial.Mode{trial.Budget, trial.Timed} {
						x := ran(s, size, index, 1, search.Solved)
						x.Set, x.Mode = set, mode
						trials = append(trials, x)
					}
				}
			}
		}
	}
	for _, c := range []struct {
		name    string
		filters []Filter
		want    int
	}{
		{"all", nil, 48},
		{"one size", []Filter{Size.Is(30)}, 24},
		{"both sizes", []Filter{Size.Is(30, 40)}, 48},
		{"no size", []Filter{Size.Is()}, 0},
		{"a set", []Filter{Set.Is("uniform")}, 24},
		{"a strategy", []Filter{Strategy.Is("b")}, 24},
		{"a mode", []Filter{Mode.Is(trial.Timed)}, 24},
		{"the first two instances", []Filter{Index.Below(2)}, 32},
		{"all at once", []Filter{Size.Is(40), Set.Is("planted"), Strategy.Is("a"), Mode.Is(trial.Budget), Index.Below(1)}, 1},
	} {
		got := Of(trials).Where(c.filters...)
		if got.Len() != c.want {
			t.Errorf("%s: %d trials, want %d", c.name, got.Len(), c.want)
		}
		for row := range got.All() {
			for _, pass := range c.filters {
				if !pass(row) {
					t.Errorf("%s: kept %+v", c.name, *row)
				}
			}
		}
	}
}
