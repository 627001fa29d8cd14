package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// splitAll is the exact p-value by its definition: over all ways to choose
// which of the values are x.
func splitAll(x, y []float64) float64 {
	all := slices.Concat(x, y)
	u := func(first uint) float64 {
		var u float64
		for i, a := range all {
			for j, b := range all {
				if first>>i&1 == 1 && first>>j&1 == 0 && a > b {
					u++
				}
			}
		}
		return u
	}
	centre := float64(len(x)*len(y)) / 2
	observed := math.Abs(u(1<<len(x)-1) - centre)
	extreme, splits := 0, 0
	for first := range uint(1) << len(all) {
		if bits.OnesCount(first) == len(x) {
			splits++
			if math.Abs(u(first)-centre) >= observed {
				extreme++
			}
		}
	}
	return float64(extreme) / float64(splits)
}

func TestMannWhitneyEqualsCompleteEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 16))
	for m := 1; m <= 5; m++ {
		for n := 1; n <= 5; n++ {
			v := rng.Perm(m + n)
			var x, y []float64
			for _, a := range v[:m] {
				x = append(x, float64(a))
			}
			for _, a := range v[m:] {
				y = append(y, float64(a))
			}
			r, back := MannWhitney(x, y), MannWhitney(y, x)
			if want := splitAll(x, y); !same(r.P, want) || !r.Exact {
				t.Errorf("MannWhitney(%v, %v): %+v, enumeration gives p = %v", x, y, r, want)
			}
			if !same(r.P, back.P) || r.U+back.U != float64(m*n) || r.Shift != -back.Shift || r.Interval.Known() && r.Interval.Low != -back.Interval.High {
				t.Errorf("MannWhitney(%v, %v): %+v, exchanged %+v", x, y, r, back)
			}
		}
	}
}

func TestHodgesLehmannValuesAreThoseOfTheList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 17))
	for trial := range 200 {
		x, y := make([]float64, 1+rng.IntN(30)), make([]float64, 1+rng.IntN(30))
		for _, s := range [][]float64{x, y} {
			for i := range s {
				if s[i] = rng.NormFloat64(); trial%2 == 0 {
					s[i] = math.Round(2 * s[i]) // ties, also of the sums, and zeros
				}
			}
		}
		var d, w []float64
		for i := range x {
			for j := range y {
				d = append(d, x[i]-y[j])
			}
			for j := i; j < len(x); j++ {
				w = append(w, x[i]/2+x[j]/2)
			}
		}
		slices.Sort(d)
		slices.Sort(w)
		for name, c := range map[string]struct {
			p    pairValues
			list []float64
		}{"differences": {differencesOf(x, y), d}, "means": {meansOf(x), w}} {
			if c.p.n != len(c.list) || !same(c.p.median(), Median(c.list)) {
				t.Errorf("%s of %v and %v: %d with the median %v, want %d with %v", name, x, y, c.p.n, c.p.median(), len(c.list), Median(c.list))
			}
			for k, want := range c.list {
				if got := c.p.kth(k + 1); got != want {
					t.Errorf("%s of %v and %v: value %d is %v, want %v", name, x, y, k+1, got, want)
				}
			}
		}
	}
}

// Without ties an exact test and its interval decide alike, at every count.
func TestHodgesLehmannIntervalsDecideAsTheTestsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 18))
	decided := 0
	for trial := range 600 {
		x, y := make([]float64, 1+trial%20), make([]float64, 1+rng.IntN(20))
		for i := range x {
			x[i] = rng.NormFloat64() + 0.8
		}
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		u, v, m := MannWhitney(x, y), SignedRank(x, make([]float64, len(x))), PseudoMedian(x)
		for name, c := range map[string]struct {
			p  float64
			iv Interval
		}{"MannWhitney": {u.P, u.Interval}, "PseudoMedian": {v.P, m.Interval}} {
			if (c.p < 0.05) != (c.iv.Known() && !c.iv.Contains(0)) {
				t.Errorf("%s of %v and %v: p = %v, interval %v", name, x, y, c.p, c.iv)
			}
			if c.p < 0.05 {
				decided++
			}
		}
	}
	if decided < 100 || decided > 1100 {
		t.Errorf("%d of 1200 tests reject: the comparison shows little", decided)
	}
}

func TestMannWhitneyApproximationMeetsTheExactTestAtTheSwitch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	for _, shift := range []float64{0, 0.2, 0.4, 0.6} {
		x, y := make([]float64, ExactSample), make([]float64, ExactSample)
		for i := range x {
			x[i], y[i] = rng.NormFloat64()+shift, rng.NormFloat64()
		}
		exact := MannWhitney(x, y)
		// One tie far from everything, in the same sample, takes the exact test away.
		x[0], x[1] = 100, 100
		y[0], y[1] = -100, -100.5
		tied := MannWhitney(x, y)
		x[1] = 100.5
		if exact = MannWhitney(x, y); !exact.Exact || tied.Exact || tied.U != exact.U || tied.P < 0.97*exact.P || tied.P > max(1.03*exact.P, exact.P+1e-3) {
			t.Errorf("shift %v: exact %+v, approximation %+v", shift, exact, tied)
		}
		// Larger samples approximate the rank of the interval's ends too.
		grown := MannWhitney(append(slices.Clone(x), 0.1), append(slices.Clone(y), 0))
		if grown.Exact || math.Abs(grown.Interval.Low-exact.Interval.Low) > 0.1 || math.Abs(grown.Interval.High-exact.Interval.High) > 0.1 {
			t.Errorf("shift %v: interval %v of one value more, exact %v", shift, grown.Interval, exact.Interval)
		}
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
			if r.Exact != (n <= ExactPairs) {
				t.Fatalf("n = %d: exact %t", n, r.Exact)
			}
			if r.Interval.Contains(3) {
				covered++
			}
		}
		if rate := float64(covered) / float64(runs); rate < 0.92 || rate > 0.98 {
			t.Errorf("n = %d: coverage %.4f of %d, want 0.92 to 0.98", n, rate, runs)
		}
	}
}

func TestRankEstimatesSayWhatTheyCannotDo(t *testing.T) {
	four := []float64{1, 2, 3, 4}
	for _, c := range []struct {
		name     string
		x, y     []float64
		p        float64
		interval bool
		want     string
	}{
		{"nothing", nil, four, math.NaN(), false, "sample 0: no instances"},
		{"NaN", four, []float64{math.NaN()}, math.NaN(), false, "sample 1: value NaN"},
		{"three each", []float64{4, 5, 6}, []float64{1, 2, 3}, 0.1, false, "below 0.1 (0.05 needs 4"},
		{"four each", []float64{5, 6, 7, 8}, four, 2. / 70, true, ""},
		{"all equal", []float64{2, 2, 2, 2}, []float64{2, 2, 2, 2}, 1, true, ""},
	} {
		r := MannWhitney(c.x, c.y)
		if got := strings.Join(r.Warnings, "; "); !same(r.P, c.p) || r.Interval.Known() != c.interval || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("MannWhitney, %s: %+v, want p = %v, an interval: %t, and %q", c.name, r, c.p, c.interval, c.want)
		}
	}
	for _, c := range []struct {
		name     string
		x        []float64
		value    float64
		interval bool
		want     string
	}{
		{"nothing", nil, math.NaN(), false, "no instances"},
		{"infinite", []float64{math.Inf(1)}, math.NaN(), false, "not a finite number"},
		{"five", []float64{1, 2, 3, 4, 5}, 3, false, "want at least 6"},
		{"six", []float64{0, 2, 3, 4, 5, 4}, 3, true, ""},
		{"largest numbers", slicesOf(6, math.MaxFloat64), math.MaxFloat64, true, ""},
	} {
		r := PseudoMedian(c.x)
		if got := strings.Join(r.Warnings, "; "); !same(r.Value, c.value) || r.Interval.Known() != c.interval || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("PseudoMedian, %s: %+v, want %v, an interval: %t, and %q", c.name, r, c.value, c.interval, c.want)
		}
	}
}

func ExampleMannWhitney() {
	r := MannWhitney([]float64{2.1, 3.4, 2.8, 4.0, 3.1}, []float64{1.2, 2.0, 1.7, 2.5, 0.9})
	fmt.Printf("U = %g, p = %.3f, A12 = %.2f, larger by %.2f (%s)\n", r.U, r.P, r.A12, r.Shift, r.Interval)
	// Output: U = 24, p = 0.016, A12 = 0.96, larger by 1.40 (0.3 to 2.5)
}

func ExamplePseudoMedian() {
	logRatios := []float64{-0.31, -0.12, -0.45, 0.08, -0.22, -0.17}
	r := PseudoMedian(logRatios)
	fmt.Printf("%.3f (%s)\n", r.Value, r.Interval)
	// Output: -0.195 (−0.45 to 0.08)
}
