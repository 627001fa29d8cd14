package frame

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestSummarizeByHand(t *testing.T) {
	broken := ran("a", 30, 5, 9, search.Solved)
	broken.Error = "lost"
	trials := []trial.Trial{
		ran("a", 30, 0, 40, search.Solved), ran("a", 30, 1, 10, search.Solved), ran("a", 30, 2, 30, search.Unsolvable),
		ran("a", 30, 3, 20, search.Solved), ran("a", 30, 4, 100, search.LimitNodes), broken, ran("a", 30, 6, 40, search.Measured),
	}
	got := Of(trials).Summarize(trial.Expanded)
	if len(got) != 1 {
		t.Fatalf("%d cells, want 1", len(got))
	}
	c := got[0]
	if c.N != 7 || c.Solved != 3 || c.Measured != 1 || c.Unsolvable != 1 || c.Censored != 1 || c.Failed != 1 || c.Valued != 6 {
		t.Errorf("counts %+v, want 7 instances: 3 solved, 1 measured, 1 unsolvable, 1 censored, 1 failed, 6 with a value", c)
	}
	near(t, "total", c.Total.Value, 240)
	near(t, "mean", c.Mean.Value, 40)
	near(t, "median", c.Median.Value, 35)
	near(t, "first quartile", c.Q1.Value, 22.5)
	near(t, "third quartile", c.Q3.Value, 40)
	near(t, "minimum", c.Min.Value, 10)
	near(t, "maximum", c.Max.Value, 100)
	if got := bounds(c); got != "total mean maximum" {
		t.Errorf("lower bounds are %q, want the total, the mean and the maximum", got)
	}
	if !warned(c.Warnings(), "1 of 7 instances failed") {
		t.Errorf("warnings %q do not mention the failed run", c.Warnings())
	}
}

// The truth is what every run would have counted without a limit. An unmarked statistic must equal
// its true value; a marked one must not exceed it.
func TestUnmarkedStatisticsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	exact, marked := 0, 0
	for range 3000 {
		n := 1 + rng.IntN(9)
		var trials []trial.Trial
		truth := make([]float64, n)
		for i := range n {
			nodes := 1 + uint64(rng.IntN(30))
			truth[i] = float64(nodes)
			// Limits differ between runs, so a finished run can be above the bound of a stopped
			// one.
			if limit := 1 + uint64(rng.IntN(60)); limit < nodes {
				trials = append(trials, ran("a", 30, i, limit, search.LimitTime))
			} else {
				trials = append(trials, ran("a", 30, i, nodes, search.Solved))
			}
		}
		c := Of(trials).Summarize(trial.Expanded)[0]
		five := stats.Quartiles(truth)
		for _, s := range []struct {
			name      string
			got, want float64
			lower     bool
		}{
			{"total", c.Total.Value, stats.Sum(truth), c.Total.Lower},
			{"mean", c.Mean.Value, stats.Mean(truth), c.Mean.Lower},
			{"median", c.Median.Value, five.Median, c.Median.Lower},
			{"first quartile", c.Q1.Value, five.Q1, c.Q1.Lower},
			{"third quartile", c.Q3.Value, five.Q3, c.Q3.Lower},
			{"minimum", c.Min.Value, five.Min, c.Min.Lower},
			{"maximum", c.Max.Value, five.Max, c.Max.Lower},
		} {
			if s.lower {
				marked++
				if s.got > s.want {
					t.Errorf("%v: %s ≥ %v, but is %v", truth, s.name, s.got, s.want)
				}
			} else {
				exact++
				if s.got != s.want {
					t.Errorf("%v: %s = %v, but is %v", truth, s.name, s.got, s.want)
				}
			}
		}
	}
	if exact < 5000 || marked < 5000 {
		t.Errorf("%d exact and %d marked statistics, want 5,000 of each for the test to mean something", exact, marked)
	}
}

func TestSummarizeOrdersCells(t *testing.T) {
	var trials []trial.Trial
	for _, set := range []string{"uniform", "planted"} {
		for _, size := range []int{100, 30} {
			for _, s := range []string{"standard", "contraction", "pruning"} {
				x := ran(s, size, 0, 1, search.Solved)
				x.Set = set
				trials = append(trials, x)
			}
		}
	}
	order := func(cells []Cell) (names []string) {
		for _, c := range cells {
			names = append(names, fmt.Sprint(c.Set, " ", c.Size, " ", c.Strategy))
		}
		return names
	}
	for _, c := range []struct {
		strategies []string
		want       []string
	}{
		{[]string{"standard", "contraction"}, []string{
			"planted 30 standard", "planted 30 contraction", "planted 100 standard", "planted 100 contraction",
			"uniform 30 standard", "uniform 30 contraction", "uniform 100 standard", "uniform 100 contraction",
		}},
		{nil, []string{
			"planted 30 contraction", "planted 30 pruning", "planted 30 standard", "planted 100 contraction", "planted 100 pruning", "planted 100 standard",
			"uniform 30 contraction", "uniform 30 pruning", "uniform 30 standard", "uniform 100 contraction", "uniform 100 pruning", "uniform 100 standard",
		}},
		{[]string{"unknown"}, nil},
	} {
		if got := order(Of(trials).Summarize(trial.Expanded, c.strategies...)); !slices.Equal(got, c.want) {
			t.Errorf("strategies %q: cells %q, want %q", c.strategies, got, c.want)
		}
	}
}

func TestMetricsWithoutValuesGiveEmptyStatistics(t *testing.T) {
	c := Of([]trial.Trial{ran("a", 30, 0, 7, search.Solved)}).Summarize(trial.Seconds)[0]
	if c.N != 1 || c.Valued != 0 || bounds(c) != "" {
		t.Errorf("N %d, valued %d, lower bounds %q, want 1, 0 and none", c.N, c.Valued, bounds(c))
	}
	for _, v := range []Bounded{c.Total, c.Mean, c.Median, c.Q1, c.Q3, c.Min, c.Max} {
		if !math.IsNaN(v.Value) {
			t.Errorf("statistics %+v, want NaN", c)
		}
	}
	if got := (Frame{}).Summarize(trial.Expanded); len(got) != 0 {
		t.Errorf("no trials give %d cells", len(got))
	}
	if got := Of([]trial.Trial{{}}).Summarize(trial.Metric{}); got != nil {
		t.Errorf("a metric without values gives %v", got)
	}
}

func TestRivalsAreThoseNotToldApart(t *testing.T) {
	// Each list is what a strategy needs on instances 0, 1, …; a negative number is where a limit stopped it.
	times := func(factor int) (x []int) {
		for i := range 12 {
			x = append(x, factor*(10+i))
		}
		return x
	}
	luck := []int{9, 12, 11, 14, 13, 16, 15, 18, 17, 20, 19, 22} // against 10, 11, …: one less, one more
	outlier := append(times(1)[:11:11], 500)                     // the same but for the last
	stopped := append(times(1)[:11:11], -500)
	early := append(times(2)[:11:11], -1)
	for _, c := range []struct {
		name      string
		largest   bool
		statistic func([]float64) float64
		first     []int
		others    [][]int
		want      int
		ok        bool
	}{
		{"one as good, one worse", false, stats.Sum, times(1), [][]int{luck, times(3)}, 1, true},
		{"behind one that is told apart", false, stats.Sum, times(1), [][]int{times(3), luck}, 0, true},
		{"the same", false, stats.Median, times(1), [][]int{times(1)}, 1, true},
		{"it loses", false, stats.Sum, times(3), [][]int{times(1)}, 1, true},
		{"the largest", true, stats.Mean, times(3), [][]int{times(3), times(1)}, 1, true},
		{"one instance carries the total", false, stats.Sum, times(1), [][]int{outlier}, 1, true},
		{"nine instances", false, stats.Sum, times(1)[:9], [][]int{luck[:9], times(3)[:9]}, 0, true},
		{"other instances", false, stats.Sum, times(1), [][]int{times(3)[:11]}, 0, false},
		{"other instances behind one that is told apart", false, stats.Sum, times(1), [][]int{times(3), times(3)[:11]}, 0, false},
		{"no instances", false, stats.Sum, nil, [][]int{nil}, 0, false},
		{"its total may be anything", false, stats.Sum, stopped, [][]int{times(3)}, 1, true},
		{"its median is known", false, stats.Median, stopped, [][]int{times(3)}, 0, true},
		{"a stopped run is no better than it was so far", false, stats.Sum, times(1), [][]int{early}, 0, true},
		{"a stopped run may be larger", true, stats.Sum, times(3), [][]int{stopped}, 1, true},
		{"sixty that are worse", false, stats.Sum, times(1), slices.Repeat([][]int{times(3)}, 60), 0, true},
	} {
		var trials []trial.Trial
		name := func(s int) string { return fmt.Sprintf("%02d", s) }
		for s, list := range append([][]int{c.first}, c.others...) {
			for i, n := range list {
				outcome := search.Solved
				if n < 0 {
					n, outcome = -n, search.LimitNodes
				}
				trials = append(trials, ran(name(s), 30, i, uint64(n), outcome))
			}
		}
		all := Of(trials)
		cells := make([]Cell, 1+len(c.others))
		for s := range cells {
			cells[s] = all.Where(Strategy.Is(name(s))).Summary(trial.Expanded)
		}
		if got, ok := cells[0].Rivals(!c.largest, c.statistic, cells[1:]...); got != c.want || ok != c.ok {
			t.Errorf("%s: %d rivals, %t; want %d, %t", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestOnlyCellsOfOneTableArePaired(t *testing.T) {
	cells := Of([]trial.Trial{{Strategy: "a"}, {Strategy: "b"}}).Summarize(trial.Expanded)
	if other := Of([]trial.Trial{{Strategy: "b"}}).Summary(trial.Expanded); len(cells[0].Pair(other)) > 0 || len(cells[0].Pair(cells[0])) > 0 || len(cells[0].Pair(cells[1])) != 0 {
		t.Error("summaries of two tables, of one strategy or of failed runs are paired")
	}
}

func TestTheNewestVersionCounts(t *testing.T) {
	old, current := ran("a", 30, 0, 7, search.Solved), ran("a", 30, 0, 9, search.Solved)
	current.Version = 2
	c := Of([]trial.Trial{old, current}).Summarize(trial.Expanded)[0]
	if c.N != 1 || c.Total.Value != 9 || !warned(c.Warnings(), "1 trial left out: another trial has the same key") {
		t.Errorf("N %d, total %v, warnings %q, want 1, 9 and the old version mentioned", c.N, c.Total, c.Warnings())
	}
}

func TestAnInstanceIsSolvedIfARepeatSolvesIt(t *testing.T) {
	at := func(index, repeat int, nodes uint64, outcome search.Outcome) trial.Trial {
		x := ran("a", 30, index, nodes, outcome)
		x.Repeat = repeat
		return x
	}
	c := Of([]trial.Trial{
		at(0, 0, 10, search.Solved), at(0, 1, 90, search.LimitNodes), at(0, 2, 20, search.Solved),
		at(1, 0, 90, search.LimitNodes), at(1, 1, 30, search.Unsolvable), at(1, 2, 90, search.LimitTime),
	}).Summarize(trial.Expanded)[0]
	if c.N != 2 || c.Solved != 1 || c.Unsolvable != 1 || c.Censored != 0 {
		t.Errorf("counts %+v, want one instance solved and one unsolvable", c)
	}
	// The medians of the repeats are 20, exact, and 90, a bound.
	near(t, "total", c.Total.Value, 110)
	near(t, "minimum", c.Min.Value, 20)
	if got := bounds(c); got != "total mean quartile median quartile maximum" {
		t.Errorf("lower bounds are %q, want all but the minimum", got)
	}
}

// bounds names the statistics of a cell that are lower bounds.
func bounds(c Cell) string {
	var names []string
	for _, s := range []struct {
		name string
		of   Bounded
	}{{"total", c.Total}, {"mean", c.Mean}, {"minimum", c.Min}, {"quartile", c.Q1}, {"median", c.Median}, {"quartile", c.Q3}, {"maximum", c.Max}} {
		if s.of.Lower {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, " ")
}
