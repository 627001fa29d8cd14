package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Without lower bounds the curve is the share of larger costs, its median is the median, its area
// is the mean, and its error is the standard error of a share.
func TestSurvivalWithoutStoppedRunsIsTheSampleItself(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	for trial := range 100 {
		x, all := make([]float64, 1+trial%23), make([]bool, 1+trial%23)
		for i := range x {
			x[i], all[i] = float64(rng.IntN(3+trial)), true
		}
		s := KaplanMeier(x, all)
		for _, step := range s.Steps {
			above := 0
			for _, v := range x {
				if v > step.Cost {
					above++
				}
			}
			p := float64(above) / float64(len(x))
			if !same(step.Share, p) || !same(step.StdErr, math.Sqrt(p*(1-p)/float64(len(x)))) {
				t.Errorf("%v: %+v, want the share %v", x, step, p)
			}
		}
		if !same(s.Median(), Median(x)) {
			t.Errorf("median of %v: %v, want %v", x, s.Median(), Median(x))
		}
	}
}

// Costs are exponential with mean 1, so all true values are known.
func TestSurvivalIntervalsCoverTheTruth(t *testing.T) {
	studies, _ := simulations()
	for _, n := range []int{20, 100} {
		rng := rand.New(rand.NewPCG(5, uint64(n)))
		var share float64
		for range studies {
			x, solved := make([]float64, n), make([]bool, n)
			for i := range x {
				cost, stop := rng.ExpFloat64(), min(1.6, 8*rng.Float64()) // a fifth is stopped at 1.6, some before
				x[i], solved[i] = min(cost, stop), cost <= stop
			}
			x, solved = append(x, 1.6), append(solved, false)
			s := KaplanMeier(x, solved)
			var at SurvivalStep
			for _, step := range s.Steps {
				if step.Cost <= 0.7 {
					at = step
				}
			}
			if at.Interval.Contains(math.Exp(-0.7)) {
				share++
			}
		}
		runs := float64(studies)
		t.Logf("n = %d: the share is covered in %.4f", n, share/runs)
		if share/runs < 0.93 || share/runs > 0.97 {
			t.Errorf("n = %d: coverage %.4f, want 0.93 to 0.97", n, share/runs)
		}
	}
}

func TestSurvivalSaysWhatItCannotDo(t *testing.T) {
	yes, no := []bool{true, true}, []bool{false, false}
	half := KaplanMeier([]float64{1, 3}, []bool{true, false})
	none := KaplanMeier([]float64{1, 3}, no)
	for _, c := range []struct {
		name     string
		warnings []string
		number   float64
		want     string
		value    float64
	}{
		{"nothing", KaplanMeier(nil, nil).Warnings, KaplanMeier(nil, nil).Median(), "no instances", math.NaN()},
		{"unequal lengths", KaplanMeier([]float64{1}, yes).Warnings, math.NaN(), "1 costs with 2 marks", math.NaN()},
		{"negative", KaplanMeier([]float64{1, -1}, yes).Warnings, math.NaN(), "cost -1", math.NaN()},
		{"NaN", KaplanMeier([]float64{1, math.NaN()}, yes).Warnings, math.NaN(), "instance 1", math.NaN()},
		{"infinite", KaplanMeier([]float64{math.Inf(1), 1}, yes).Warnings, math.NaN(), "instance 0", math.NaN()},
		{"none solved", none.Warnings, none.Median(), "none of 2 instances was solved", math.NaN()},
		{"half solved", half.Warnings, half.Median(), "", 1},
	} {
		if got := strings.Join(c.warnings, "; "); !same(c.number, c.value) || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v with %q, want %v with %q", c.name, c.number, got, c.value, c.want)
		}
	}
	if step := half.Steps[1]; step.AtRisk != 1 || step.Solved != 0 || step.Share != 0.5 || !step.Interval.Known() {
		t.Errorf("step without a solution: %+v, want the share before", step)
	}
}

// An instance stopped at the cost of a solution was at risk there.
func TestSolutionsComeBeforeStopsOfTheSameCost(t *testing.T) {
	s := KaplanMeier([]float64{2, 2, 5}, []bool{false, true, true})
	if first := s.Steps[0]; first.AtRisk != 3 || first.Solved != 1 || !same(first.Share, 2./3) || s.Steps[1].AtRisk != 1 {
		t.Errorf("%+v, want 3 at risk and 1 solved, then 1 at risk", s.Steps)
	}
}

func ExampleKaplanMeier() {
	// Nodes in thousands; three of eight runs reached the limit of 100.
	nodes := []float64{12, 100, 35, 7, 100, 61, 18, 100}
	solved := []bool{true, false, true, true, false, true, true, false}
	s := KaplanMeier(nodes, solved)
	fmt.Printf("median %g\n", s.Median())
	for _, step := range s.Steps[3:] {
		fmt.Printf("%g: %.3f unsolved (%s)\n", step.Cost, step.Share, step.Interval)
	}
	// Output:
	// median 48
	// 35: 0.500 unsolved (0.152 to 0.775)
	// 61: 0.375 unsolved (0.087 to 0.674)
	// 100: 0.375 unsolved (0.087 to 0.674)
}
