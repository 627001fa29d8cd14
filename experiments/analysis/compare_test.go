package analysis

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestCompareByHand(t *testing.T) {
	trials := []trial.Trial{
		ran("a", 30, 0, 100, search.Solved), ran("b", 30, 0, 50, search.Solved),
		ran("a", 30, 1, 200, search.Solved), ran("b", 30, 1, 400, search.Unsolvable),
		ran("a", 30, 2, 300, search.Solved), ran("b", 30, 2, 300, search.Solved),
		ran("a", 30, 3, 400, search.Solved), ran("b", 30, 3, 100, search.Solved),
		ran("c", 30, 3, 1, search.Solved),
	}
	c, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 4 || c.Wins != 2 || c.Losses != 1 || c.Ties != 1 || c.Censored != 0 || c.Size != 30 {
		t.Errorf("N %d, wins %d, losses %d, ties %d, censored %d, size %d, want 4, 2, 1, 1, 0, 30", c.N, c.Wins, c.Losses, c.Ties, c.Censored, c.Size)
	}
	near(t, "ratio of totals", c.Totals.Value, 850./1000)
	near(t, "ratio of geometric means", c.GeoMeans.Value, math.Pow(0.5*2*1*0.25, 1./4))
	// The ratios 1/2 and 2 share rank 1½, 1/4 has rank 3; only 2 is positive.
	near(t, "V", c.SignedRank.V, 1.5)
	// Of the eight signs of 1½, 1½, 3 six have a sum up to 1½ or from 4½ on.
	near(t, "signed-rank p", c.SignedRank.P, 6./8)
	near(t, "sign p", c.SignP, 1)
}

func TestCompareTakesStoppedRunsForWhatTheyAre(t *testing.T) {
	const limit = 1000
	stopped := search.LimitNodes
	for _, c := range []struct {
		name                          string
		a, b                          uint64
		outcomeA, outcomeB            search.Outcome
		wins, losses, ties, undecided int
	}{
		{"both stopped", limit, limit, stopped, stopped, 0, 0, 1, 0},
		{"both stopped at different limits", limit, 5 * limit, stopped, stopped, 0, 0, 1, 0},
		{"a stopped", limit, 400, stopped, search.Solved, 1, 0, 0, 0},
		{"a stopped, b finished at the limit", limit, limit, stopped, search.Solved, 1, 0, 0, 0},
		{"b stopped", 400, limit, search.Unsolvable, stopped, 0, 1, 0, 0},
		{"b out of time", 400, limit, search.Solved, search.LimitTime, 0, 1, 0, 0},
		{"b cancelled", 400, limit, search.Solved, search.Cancelled, 0, 1, 0, 0},
		{"a stopped early, b went further", limit, 3 * limit, stopped, search.Solved, 0, 0, 0, 1},
		{"b stopped early, a went further", 3 * limit, limit, search.Solved, search.LimitMemory, 0, 0, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			trials := []trial.Trial{
				ran("a", 40, 0, 10, search.Solved), ran("b", 40, 0, 10, search.Solved), // a tie
				ran("a", 40, 1, c.a, c.outcomeA), ran("b", 40, 1, c.b, c.outcomeB),
			}
			got, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
			if err != nil {
				t.Fatal(err)
			}
			if got.N != 2 || got.Censored != 1 || got.Wins != c.wins || got.Losses != c.losses || got.Ties != 1+c.ties || got.Undecided != c.undecided {
				t.Errorf("N %d, censored %d, wins %d, losses %d, ties %d, undecided %d, want 2, 1, %d, %d, %d, %d",
					got.N, got.Censored, got.Wins, got.Losses, got.Ties, got.Undecided, c.wins, c.losses, 1+c.ties, c.undecided)
			}
			if got.Totals.N != 1 || got.Totals.Value != 1 {
				t.Errorf("ratio of totals %v over %d pairs, want 1 over the one pair that both finished", got.Totals.Value, got.Totals.N)
			}
			if !warned(got.Warnings, "a limit stopped a run in 1 of 2 pairs") {
				t.Errorf("warnings %q do not mention the stopped run", got.Warnings)
			}
			if warned(got.Warnings, "the order is unknown") != (c.undecided > 0) {
				t.Errorf("warnings %q, want undecided mentioned: %t", got.Warnings, c.undecided > 0)
			}
		})
	}
}

// Runs stopped at one limit are searches given up there; runs stopped at two limits are not.
func TestRunsGivenUpAtOneLimitEnterTheRatios(t *testing.T) {
	for _, c := range []struct {
		limits [2]uint64
		n      int
		want   float64
		warns  string
	}{
		{[2]uint64{1000, 1000}, 3, (100. + 1000 + 500) / (200 + 1000 + 1000), "cut off at this limit"},
		{[2]uint64{1000, 2000}, 1, 0.5, "over the other 1"},
	} {
		rows := []trial.Trial{
			ran("a", 30, 0, 200, search.Solved), ran("b", 30, 0, 100, search.Solved),
			ran("a", 30, 1, 1000, search.LimitNodes), ran("b", 30, 1, 1000, search.LimitNodes),
			ran("a", 30, 2, 1000, search.LimitNodes), ran("b", 30, 2, 500, search.Solved),
		}
		for i := range rows {
			rows[i].Limits.Expanded = c.limits[i/4]
		}
		got, err := Compare(frame.Of(rows), trial.Expanded, "a", "b")
		if err != nil {
			t.Fatal(err)
		}
		near(t, "ratio of totals", got.Totals.Value, c.want)
		if got.Totals.N != c.n || got.GeoMeans.N != c.n || !warned(got.Warnings, c.warns) {
			t.Errorf("limits %v: over %d and %d pairs, want %d; %q", c.limits, got.Totals.N, got.GeoMeans.N, c.n, got.Warnings)
		}
	}
}

func TestLargerIsBetterTurnsWinsAround(t *testing.T) {
	more := trial.Expanded
	more.SmallerIsBetter = false
	trials := simulated(1, []int{30}, 25, 1.2, 0, []string{"a", "b"}, []float64{1, 0.5})
	small, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	large, err := Compare(frame.Of(trials), more, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if small.Wins == small.Losses || small.Wins != large.Losses || small.Losses != large.Wins {
		t.Errorf("smaller is better: %d to %d; larger is better: %d to %d", small.Wins, small.Losses, large.Wins, large.Losses)
	}
}

func TestExchangingStrategiesInvertsTheComparison(t *testing.T) {
	trials := simulated(2, []int{40}, 60, 1.2, 3000, []string{"a", "b"}, []float64{1, 0.7})
	ab, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	ba, err := Compare(frame.Of(trials), trial.Expanded, "b", "a")
	if err != nil {
		t.Fatal(err)
	}
	if ab.Censored == 0 || ab.Wins != ba.Losses || ab.Losses != ba.Wins || ab.Ties != ba.Ties {
		t.Errorf("b against a: %d–%d–%d, a against b: %d–%d–%d", ab.Wins, ab.Losses, ab.Ties, ba.Wins, ba.Losses, ba.Ties)
	}
	near(t, "product of the ratios", ab.Totals.Value*ba.Totals.Value, 1)
	near(t, "product of the mean ratios", ab.GeoMeans.Value*ba.GeoMeans.Value, 1)
	near(t, "p the other way", ba.SignedRank.P, ab.SignedRank.P)
	near(t, "sign p the other way", ba.SignP, ab.SignP)
}

func TestResultsDoNotDependOnTheOrderOfTrials(t *testing.T) {
	trials := simulated(3, []int{20, 30, 40}, 30, 1.2, 2000, []string{"a", "b"}, []float64{1, 0.7})
	again := trials[7] // another trial with the same key
	again.Meter.Expanded += 5
	timed := trials[9]
	timed.Mode, timed.Meter.Expanded = trial.Timed, 3
	trials = append(trials, again, timed)
	type results struct {
		c Comparison
		s []frame.Cell
		g Growth
		p []frame.Proportion
	}
	all := func(trials []trial.Trial) (r results) {
		var err error
		if r.c, err = Compare(frame.Of(trials), trial.Expanded, "a", "b"); err != nil {
			t.Fatal(err)
		}
		if r.g, err = Scaling(frame.Of(trials), trial.Expanded, "a"); err != nil {
			t.Fatal(err)
		}
		r.s = frame.Of(trials).Summarize(trial.Expanded)
		for i := range r.s {
			r.s[i].Metric, r.s[i].Rows = trial.Metric{}, frame.Frame{} // the rows are in the order of the trials
		}
		r.p = frame.Of(trials).Share(func(t *trial.Trial) bool { return t.Outcome.Answered() })
		r.c.Metric, r.g.Metric = trial.Metric{}, trial.Metric{} // functions do not compare
		return r
	}
	want := all(trials)
	if !warned(want.c.Warnings, "the ratios exclude 1 trial with the same key as another trial") {
		t.Errorf("warnings %q do not mention the trial with a key twice", want.c.Warnings)
	}
	before := slices.Clone(trials)
	for seed := range uint64(5) {
		mixed := shuffled(trials, seed)
		if got := all(mixed); !reflect.DeepEqual(got, want) {
			t.Errorf("order %d: got\n%+v\nwant\n%+v", seed, got, want)
		}
	}
	if !reflect.DeepEqual(trials, before) {
		t.Error("the trials were changed")
	}
}

func TestRepeatsAreAggregatedPerInstance(t *testing.T) {
	var trials []trial.Trial
	for index := range 3 {
		for repeat, nodes := range []uint64{10, 1000, 20} {
			x := ran("a", 30, index, nodes, search.Solved)
			x.Repeat = repeat
			trials = append(trials, x)
		}
		for repeat, nodes := range []uint64{40, 10, 10000, 1} { // the fourth has no partner
			x := ran("b", 30, index, nodes, search.Solved)
			x.Repeat = repeat
			trials = append(trials, x)
		}
	}
	c, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 3 || c.Losses != 3 {
		t.Errorf("%d instances, %d losses, want 3 and 3", c.N, c.Losses)
	}
	near(t, "ratio of totals of the medians 40 and 20", c.Totals.Value, 2)
	if !warned(c.Warnings, "the ratios exclude 3 repeats") {
		t.Errorf("warnings %q do not mention the repeats without partner", c.Warnings)
	}
}

func TestModesAreNotMixed(t *testing.T) {
	var trials []trial.Trial
	for index := range 8 {
		for k, s := range []string{"a", "b"} {
			budget := ran(s, 30, index, uint64(10*(k+1)), search.Solved)
			timed := budget
			timed.Mode, timed.CPU = trial.Timed, float64(index+1)/float64(k+1)
			timed.Meter.Expanded = 77 // an invented value that shows which one was used
			trials = append(trials, budget, timed)
		}
	}
	counts, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "nodes, from the budget trials", counts.Totals.Value, 2)
	times, err := Compare(frame.Of(trials), trial.Seconds, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "seconds, from the timed trials", times.Totals.Value, 0.5)
	if counts.N != 8 || times.N != 8 {
		t.Errorf("%d and %d pairs, want 8 each", counts.N, times.N)
	}
}

func TestCompareLeavesOutAndSaysSo(t *testing.T) {
	broken := ran("b", 30, 1, 5, search.Solved)
	broken.Error = "cannot take this instance"
	trials := []trial.Trial{
		ran("a", 30, 0, 10, search.Solved), ran("b", 30, 0, 20, search.Solved),
		ran("a", 30, 1, 10, search.Solved), broken,
		ran("a", 30, 2, 10, search.Solved),
		ran("b", 30, 3, 10, search.Solved),
		ran("a", 50, 0, 30, search.Solved), ran("b", 50, 0, 20, search.Solved),
	}
	c, err := Compare(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 2 || c.Failed != 1 || c.Alone != 2 || c.Size != 0 || !slices.Equal(c.Sizes, []int{30, 50}) {
		t.Errorf("N %d, failed %d, unpaired %d, size %d, sizes %v, want 2, 1, 2, 0, [30 50]", c.N, c.Failed, c.Alone, c.Size, c.Sizes)
	}
	for _, want := range []string{
		"the ratios exclude 1 instance with a failed run", "the ratios exclude 2 instances with trials of only one", "sizes 30 and 50 are pooled",
		"ratio of totals: no interval from 2 instances", "signed-rank test: 2 differing pairs cannot",
	} {
		if !warned(c.Warnings, want) {
			t.Errorf("warnings %q, want %q among them", c.Warnings, want)
		}
	}
	sizes, err := CompareSizes(frame.Of(trials), trial.Expanded, "a", "b")
	if err != nil || len(sizes) != 2 || sizes[0].Size != 30 || sizes[1].Size != 50 {
		t.Errorf("CompareSizes gives %d comparisons (%v), want those of sizes 30 and 50", len(sizes), err)
	}
}

func TestCompareErrorsSayWhatIsMissing(t *testing.T) {
	trials := []trial.Trial{ran("a", 30, 0, 10, search.Solved), ran("b", 30, 1, 10, search.Solved), ran("c", 30, 0, 10, search.Solved)}
	for _, c := range []struct {
		name   string
		trials []trial.Trial
		metric trial.Metric
		a, b   string
		want   string
	}{
		{"no trials", nil, trial.Expanded, "a", "b", "there are no trials"},
		{"unknown strategy", trials, trial.Expanded, "a", "d", `no trials of "d" (the trials are of "a", "b" and "c")`},
		{"the same twice", trials, trial.Expanded, "a", "a", "compared with itself"},
		{"no common instance", trials, trial.Expanded, "a", "b", "2 with only one strategy"},
		{"no times", trials, trial.Seconds, "a", "c", `only trials in mode "timed" have it`},
		{"no metric", trials, trial.Metric{Name: "x"}, "a", "b", `"x" has no Value function`},
	} {
		for what, compare := range map[string]func() error{
			"Compare":      func() error { _, err := Compare(frame.Of(c.trials), c.metric, c.a, c.b); return err },
			"CompareSizes": func() error { _, err := CompareSizes(frame.Of(c.trials), c.metric, c.a, c.b); return err },
		} {
			if err := compare(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s gives %v, want %q in the error", c.name, what, err, c.want)
			}
		}
	}
}

func TestValuesThatAreNotPositiveAreComparedByDifference(t *testing.T) {
	cycles := trial.Observed("free-cycles", "", "")
	var trials []trial.Trial
	for index, v := range [][2]float64{{0, 3}, {2, 1}, {4, 9}} {
		for k, s := range []string{"a", "b"} {
			x := ran(s, 30, index, 1, search.Solved)
			x.Observed = []puzzle.Observation{{Name: "free-cycles", Value: v[k]}}
			trials = append(trials, x)
		}
	}
	c, err := Compare(frame.Of(trials), cycles, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "V: the differences 3, −1, 5 have ranks 2, 1, 3", c.SignedRank.V, 5)
	near(t, "ratio of totals", c.Totals.Value, 13./6)
	if !math.IsNaN(c.GeoMeans.Value) || !warned(c.Warnings, "ratio of geometric means: no estimate") {
		t.Errorf("geometric means %v, warnings %q, want none and a warning", c.GeoMeans.Value, c.Warnings)
	}
}

func TestSettledNeedsAnIntervalWithoutOne(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		iv   stats.Interval
		want bool
	}{
		{stats.Interval{Low: 0.7, High: 0.9}, true},
		{stats.Interval{Low: 0.7, High: 1.1}, false},
		{stats.Interval{Low: 1.1, High: 1.2}, true},
		{stats.Interval{Low: nan, High: nan}, false},
	} {
		if got := (Comparison{Totals: stats.Estimate{BCa: c.iv}}).Settled(); got != c.want {
			t.Errorf("Settled with %v = %t, want %t", c.iv, got, c.want)
		}
	}
}
