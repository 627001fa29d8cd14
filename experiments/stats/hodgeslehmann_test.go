package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestPairMeansAreThoseOfTheList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 17))
	for trial := range 200 {
		x := make([]float64, 1+rng.IntN(30))
		for i := range x {
			if x[i] = rng.NormFloat64(); trial%2 == 0 {
				x[i] = math.Round(2 * x[i]) // ties, also of the sums, and zeros
			}
		}
		var list []float64
		for i := range x {
			for j := i; j < len(x); j++ {
				list = append(list, x[i]/2+x[j]/2)
			}
		}
		slices.Sort(list)
		means := pairMeans(sorted(x))
		if means.n() != len(list) || !same(means.median(), Median(list)) {
			t.Errorf("%v: %d means with the median %v, want %d with %v", x, means.n(), means.median(), len(list), Median(list))
		}
		for k, want := range list {
			if got := means.kth(k + 1); got != want {
				t.Errorf("%v: mean %d is %v, want %v", x, k+1, got, want)
			}
		}
	}
}

// Without ties the exact test and the interval always agree, for every number of values.
func TestPseudoMedianIntervalsDecideAsSignedRankDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 18))
	decided := 0
	for trial := range 600 {
		x := make([]float64, 1+trial%20)
		for i := range x {
			x[i] = rng.NormFloat64() + 0.8
		}
		p, iv := SignedRank(x, make([]float64, len(x))).P, PseudoMedian(x).BCa
		if (p < 0.05) != (iv.Known() && !iv.Contains(0)) {
			t.Errorf("%v: p = %v, interval %v", x, p, iv)
		}
		if p < 0.05 {
			decided++
		}
	}
	if decided < 100 || decided > 500 {
		t.Errorf("%d of 600 tests reject: the comparison shows little", decided)
	}
}

func TestPseudoMedianIntervalsCoverAndMeetAtTheSwitch(t *testing.T) {
	studies, _ := simulations()
	rng := rand.New(rand.NewPCG(1, 20))
	for _, n := range []int{10, ExactPairs + 1} {
		covered, runs := 0, studies/4
		for range runs {
			x := make([]float64, n)
			for i := range x {
				x[i] = 3 + rng.NormFloat64()*math.Exp(rng.NormFloat64())
			}
			r := PseudoMedian(x)
			if r.BCa.Contains(3) {
				covered++
			}
		}
		if rate := float64(covered) / float64(runs); rate < 0.92 || rate > 0.98 {
			t.Errorf("n = %d: coverage %.4f of %d, want 0.92 to 0.98", n, rate, runs)
		}
	}
}

func TestPseudoMediansSayWhatTheyCannotDo(t *testing.T) {
	for _, c := range []struct {
		name     string
		x        []float64
		value    float64
		interval bool
		want     string
	}{
		{"nothing", nil, math.NaN(), false, "no instances"},
		{"infinite", []float64{math.Inf(1)}, math.NaN(), false, "not a finite number"},
		{"five", []float64{1, 2, 3, 4, 5}, 3, false, "at least 6 are needed"},
		{"six", []float64{0, 2, 3, 4, 5, 4}, 3, true, ""},
		{"largest numbers", slicesOf(6, math.MaxFloat64), math.MaxFloat64, true, ""},
	} {
		r := PseudoMedian(c.x)
		if got := strings.Join(r.Warnings, "; "); !same(r.Value, c.value) || r.BCa.Known() != c.interval || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %+v, want %v, an interval: %t, and %q", c.name, r, c.value, c.interval, c.want)
		}
	}
}

func ExamplePseudoMedian() {
	logRatios := []float64{-0.31, -0.12, -0.45, 0.08, -0.22, -0.17}
	r := PseudoMedian(logRatios)
	fmt.Printf("%.3f (%s)\n", r.Value, r.BCa)
	// Output: -0.195 (−0.45 to 0.08)
}
