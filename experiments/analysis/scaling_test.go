package analysis

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestScalingRecoversAnExactExponential(t *testing.T) {
	var trials []trial.Trial
	for i, size := range []int{10, 12, 14, 16, 20} {
		median := []uint64{100, 400, 1600, 6400, 102400}[i] // doubles with every unit
		for index, nodes := range []uint64{median, 1, 10 * median} {
			trials = append(trials, ran("a", size, index, nodes, search.Solved))
		}
	}
	g, err := Scaling(frame.Of(trials), trial.Expanded, "a")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "factor", g.Factor.Value, 2)
	near(t, "factor of the fit", g.Fit.B, 2)
	near(t, "held-out prediction", g.HeldOut.Exponential, 1)
	if g.HeldOut.Size != 20 || !(g.HeldOut.Power < 0.9) {
		t.Errorf("held out %+v, want size 20 and a power that predicts too little", g.HeldOut)
	}
	if !slices.Equal(g.Sizes, []int{10, 12, 14, 16, 20}) || !slices.Equal(g.N, []int{3, 3, 3, 3, 3}) || g.Factor.N != 15 {
		t.Errorf("sizes %v, instances %v, %d in all, want five sizes of 3", g.Sizes, g.N, g.Factor.N)
	}
	if !(g.Fit.AICc < g.Power.AICc-10) {
		t.Errorf("AICc %v against %v for a power, want a clear difference", g.Fit.AICc, g.Power.AICc)
	}
}

// Medians without growth, but each size has its own random factor, which resampling the instances
// cannot see: with thousands of instances its interval has almost no width.
func TestGrowthIntervalsCoverLackOfFit(t *testing.T) {
	var trials []trial.Trial
	for size, median := range map[int]int{10: 1000, 11: 1700, 12: 1100, 13: 2900, 14: 1900} {
		for index := range 200 {
			trials = append(trials, ran("a", size, index, uint64(median+index%5-2), search.Solved))
		}
	}
	g, err := Scaling(frame.Of(trials), trial.Expanded, "a")
	if err != nil {
		t.Fatal(err)
	}
	if !g.Factor.BCa.Contains(1) || g.Factor.BCa.Low > g.Fit.BInterval.Low || g.Factor.BCa.High < g.Fit.BInterval.High {
		t.Errorf("interval %v, want it to hold 1 and all of the line's own, %v", g.Factor.BCa, g.Fit.BInterval)
	}
}

func TestGrowthIntervalsCoverTheTruth(t *testing.T) {
	const studies, growth = 150, 1.2
	covered := 0
	for seed := range uint64(studies) {
		g, err := Scaling(frame.Of(simulated(seed, []int{20, 30, 40, 50}, 31, growth, 0, []string{"a"}, []float64{50})), trial.Expanded, "a")
		if err != nil {
			t.Fatal(err)
		}
		near(t, "factor against fit", g.Factor.Value, g.Fit.B)
		if g.Factor.BCa.Contains(growth) {
			covered++
		}
	}
	// 95 % of 150 within three standard errors.
	if rate := float64(covered) / studies; rate < 0.89 {
		t.Errorf("the interval of the growth factor covers in %.3f of %d studies, want 0.89 or more", rate, studies)
	}
}

func TestSizesWithUnknownMedianAreLeftOut(t *testing.T) {
	// A limit that only the larger sizes run into.
	trials := simulated(1, []int{10, 20, 30, 40, 50}, 40, 1.3, 30_000, []string{"a"}, []float64{10})
	g, err := Scaling(frame.Of(trials), trial.Expanded, "a")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.CensoredAt, []int{40, 50}) || !slices.Equal(g.Sizes, []int{10, 20, 30}) {
		t.Errorf("sizes %v, censored at %v, want 10 20 30 and 40 50", g.Sizes, g.CensoredAt)
	}
	if !warned(g.Warnings, "size 50 is excluded") || !g.Factor.BCa.Contains(1.3) {
		t.Errorf("factor %v, warnings %q, want 1.3 inside and the sizes mentioned", g.Factor.BCa, g.Warnings)
	}
}

func TestNearlyUnknownMediansAreMentioned(t *testing.T) {
	var trials []trial.Trial
	for _, size := range []int{10, 20, 30} {
		for index := range 20 {
			x := ran("a", size, index, uint64(size*(index+1)), search.Solved)
			if size == 30 && index >= 11 {
				x = ran("a", size, index, 400, search.LimitNodes)
			}
			trials = append(trials, x)
		}
	}
	g, err := Scaling(frame.Of(trials), trial.Expanded, "a")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.Sizes, []int{10, 20, 30}) || !warned(g.Warnings, "size 30: 9 of 20 runs were stopped") || warned(g.Warnings, "size 20") {
		t.Errorf("sizes %v, warnings %q, want all sizes and 30 alone mentioned", g.Sizes, g.Warnings)
	}
}

func TestScalingClaimsNothingFromFewSizes(t *testing.T) {
	all := simulated(1, []int{10, 20, 30}, 15, 1.3, 0, []string{"a"}, []float64{10})
	for _, c := range []struct {
		sizes            []int
		factor, interval bool
	}{{[]int{10, 20, 30}, true, true}, {[]int{10, 20}, true, false}, {[]int{20}, false, false}} {
		g, err := Scaling(frame.Of(all).Where(frame.Size.Is(c.sizes...)), trial.Expanded, "a")
		if err != nil {
			t.Fatal(err)
		}
		if math.IsNaN(g.Factor.Value) == c.factor || g.Factor.BCa.Known() != c.interval || g.Factor.N != 15*len(c.sizes) {
			t.Errorf("sizes %v: factor %+v, want known: %t, interval: %t, %d instances", c.sizes, g.Factor, c.factor, c.interval, 15*len(c.sizes))
		}
		if !warned(g.Warnings, "at least 5 are needed)") || g.HeldOut != (HeldOut{}) {
			t.Errorf("sizes %v: warnings %q, held out %+v", c.sizes, g.Warnings, g.HeldOut)
		}
		if s := g.Sentence(); !strings.Contains(s, map[bool]string{true: "Fewer than 5 sizes cannot show", false: "It is unknown how"}[c.factor]) {
			t.Errorf("sizes %v: %s", c.sizes, s)
		}
	}
}

func TestMediansOfZeroHaveNoLogarithm(t *testing.T) {
	trials := simulated(1, []int{10, 20, 30}, 5, 1.3, 0, []string{"a"}, []float64{10})
	for index := range 5 {
		trials = append(trials, ran("a", 40, index, 0, search.Solved))
	}
	g, err := Scaling(frame.Of(trials), trial.Expanded, "a")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.Sizes, []int{10, 20, 30}) || !warned(g.Warnings, "size 40 is excluded") {
		t.Errorf("sizes %v, warnings %q, want 40 left out", g.Sizes, g.Warnings)
	}
}

func TestScalingErrorsSayWhatToDo(t *testing.T) {
	trials := simulated(1, []int{10, 20, 30}, 5, 1.3, 0, []string{"a"}, []float64{10})
	other := ran("a", 10, 0, 5, search.Solved)
	other.Set = "uniform"
	for _, c := range []struct {
		name     string
		trials   []trial.Trial
		metric   trial.Metric
		strategy string
		want     string
	}{
		{"no trials", nil, trial.Expanded, "a", "there are no trials"},
		{"unknown strategy", trials, trial.Expanded, "b", `no trials of "b" (the trials are of "a")`},
		{"two sets", append(slices.Clone(trials), other), trial.Expanded, "a", `from "planted" to "uniform" (choose one with Where and frame.Set.Is)`},
		{"no metric", trials, trial.Metric{}, "a", "no Value function"},
	} {
		if _, err := Scaling(frame.Of(c.trials), c.metric, c.strategy); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
	}
	g, err := Scaling(frame.Of(trials), trial.Seconds, "a")
	if err != nil || !warned(g.Warnings, `only trials in mode "timed" have it`) || !math.IsNaN(g.Factor.Value) {
		t.Errorf("times of untimed trials: factor %v, warnings %q, error %v", g.Factor.Value, g.Warnings, err)
	}
}
