package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	// Pain after surgery, from Brunner & Munzel (2000).
	painX = []float64{1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1}
	painY = []float64{3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4}
	// Hollander & Wolfe (1973), p. 69; permeability in testdata/reference.json.
	permeabilityX = []float64{0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	permeabilityY = []float64{1.15, 0.88, 0.9, 0.74, 1.21}
	// Ozone in May and August, airquality in R; with ties.
	ozoneX = []float64{41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37}
	ozoneY = []float64{39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84, 85}
)

func TestBrunnerMunzelMeetsOtherPrograms(t *testing.T) {
	const scipy = "SciPy 1.17.1, scipy.stats.brunnermunzel" // its statistic has the opposite sign
	for _, c := range []struct {
		name, source string
		x, y         []float64
		t, p, a12    float64
	}{
		{"pain", scipy, painX, painY, -3.1374674823029505, 0.005786208666151469, 0.21103896103896103},
		{"permeability", scipy, permeabilityX, permeabilityY, 1.4103014841668053, 0.1846358968036758, 0.7},
		{"ozone", scipy, ozoneX, ozoneY, -5.09152681621113, 5.869131577984336e-06, 0.1886094674556213},
	} {
		r, back := BrunnerMunzel(c.x, c.y), BrunnerMunzel(c.y, c.x)
		if !same(r.T, c.t) || !same(r.P, c.p) || !same(r.A12, c.a12) || len(r.Warnings) > 0 {
			t.Errorf("%s: %+v, want t = %v, p = %v and A12 = %v (%s)", c.name, r, c.t, c.p, c.a12, c.source)
		}
		if !same(back.T, -r.T) || !same(back.P, r.P) || !same(back.A12, 1-r.A12) || !same(back.Interval.Low, 1-r.Interval.High) {
			t.Errorf("%s: %+v, exchanged %+v", c.name, r, back)
		}
	}
	// The help page of R's lawstat::brunner.munzel.test prints this interval.
	if iv := BrunnerMunzel(painY, painX).Interval; math.Abs(iv.Low-0.5952169) > 1e-7 || math.Abs(iv.High-0.9827052) > 1e-7 {
		t.Errorf("interval %v to %v, want 0.5952169 to 0.9827052", iv.Low, iv.High)
	}
}

func TestBrunnerMunzelIntervalsDecideAsTheTestDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	kinds := map[string]int{}
	for trial := range 300 {
		x, y := make([]float64, 2+rng.IntN(12)), make([]float64, 2+rng.IntN(12))
		for i := range x {
			x[i] = math.Round(4*rng.NormFloat64()) + float64(trial%10)
		}
		for i := range y {
			y[i] = math.Round(6 * rng.NormFloat64())
		}
		r := BrunnerMunzel(x, y)
		larger := 0.0 // of all pairs
		for _, a := range x {
			for _, b := range y {
				switch {
				case a > b:
					larger++
				case a == b:
					larger += 0.5
				}
			}
		}
		a12 := larger / float64(len(x)*len(y))
		separated := r.A12 == 0 || r.A12 == 1
		if !same(r.A12, a12) || separated != math.IsNaN(r.T) || !r.Interval.Contains(r.A12) {
			t.Errorf("BrunnerMunzel(%v, %v): %+v, want A12 = %v, a T unless separated, and an interval around it", x, y, r, a12)
		}
		for _, chance := range []float64{0.05, 0.3, 0.5, 0.8, 0.95} {
			inside := r.Interval.Contains(chance)
			if p := r.PAt(chance); inside != (p >= 0.05) || chance == 0.5 && p != r.P {
				t.Errorf("BrunnerMunzel(%v, %v): %+v, p = %v at %v", x, y, r, p, chance)
			}
			kinds[fmt.Sprintf("separated: %t, inside: %t", separated, inside)]++
		}
	}
	if len(kinds) != 4 {
		t.Errorf("%v, want separated and overlapping samples, chances inside and outside", kinds)
	}
}

func TestBrunnerMunzelSaysWhatItCannotDo(t *testing.T) {
	two := []float64{1, 2}
	for _, c := range []struct {
		name    string
		x, y    []float64
		a12, p  float64
		known   bool
		warning string
	}{
		{"nothing", nil, two, math.NaN(), math.NaN(), false, "0 against 2 values"},
		{"one value", two, []float64{1}, math.NaN(), math.NaN(), false, "2 against 1 values"},
		{"infinite", two, []float64{1, math.Inf(1)}, math.NaN(), math.NaN(), false, "all finite"},
		{"all equal", []float64{3, 3}, []float64{3, 3, 3}, 0.5, 1, true, "all values are equal"},
		{"separated", slicesOf(10, 1), slicesOf(12, 2), 0, math.Ldexp(1, -9), true, "come from 10 separate pairs"},
		{"few and separated", []float64{5, 6}, []float64{1, 2, 3}, 1, 0.5, true, "come from 2 separate pairs"},
		{"few", []float64{1, 4}, []float64{2, 3}, 0.5, 1, true, ""},
	} {
		r := BrunnerMunzel(c.x, c.y)
		if !same(r.A12, c.a12) || !same(r.P, c.p) || r.Interval.Known() != c.known {
			t.Errorf("%s: %+v, want A12 = %v, p = %v, an interval: %t", c.name, r, c.a12, c.p, c.known)
		}
		if got := strings.Join(r.Warnings, "; "); (c.warning == "") != (got == "") || !strings.Contains(got, c.warning) {
			t.Errorf("%s: warnings %q, want %q in them", c.name, got, c.warning)
		}
	}
}

// Two samples around the same median, one with three times the spread.
func TestBrunnerMunzelKeepsItsLevelForUnequalSpreads(t *testing.T) {
	studies, _ := simulations()
	for _, c := range []struct{ narrow, wide int }{{10, 10}, {10, 30}, {30, 10}, {30, 90}} {
		rng := rand.New(rand.NewPCG(11, uint64(100*c.narrow+c.wide)))
		x, y := make([]float64, c.narrow), make([]float64, c.wide)
		rejected, byRanks := 0, 0
		for range studies {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			for i := range y {
				y[i] = 3 * rng.NormFloat64()
			}
			r := BrunnerMunzel(x, y)
			if r.P < 0.05 {
				rejected++
			}
			// The Mann-Whitney test compares U = A12·m·n with its distribution in equal samples.
			m, n := float64(c.narrow), float64(c.wide)
			if distance := math.Abs(r.A12-0.5)*m*n - 0.5; 2*normalCDF(-distance/math.Sqrt(m*n*(m+n+1)/12)) < 0.05 {
				byRanks++
			}
		}
		rate, ranks := float64(rejected)/float64(studies), float64(byRanks)/float64(studies)
		t.Logf("%d narrow, %d wide: %.4f of %d rejected, by Mann-Whitney %.4f", c.narrow, c.wide, rate, studies, ranks)
		if rate < 0.035 || rate > 0.075 {
			t.Errorf("%d narrow, %d wide: samples around one median are rejected in %.4f of %d, want 0.035 to 0.075", c.narrow, c.wide, rate, studies)
		}
	}
}

func ExampleBrunnerMunzel() {
	r := BrunnerMunzel(painX, painY)
	fmt.Printf("x is larger in %.0f %% of pairs (%s), p = %.3f\n", 100*r.A12, r.Interval, r.P)
	// Output: x is larger in 21 % of pairs (0.0173 to 0.405), p = 0.006
}
