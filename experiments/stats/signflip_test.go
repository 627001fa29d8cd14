package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// flipAll computes SignFlip's p from its definition.
func flipAll(d []float64) float64 {
	extreme, observed := 0, math.Abs(Sum(d))
	for signs := range 1 << len(d) {
		var sum float64
		for i, v := range d {
			if signs>>i&1 == 1 {
				v = -v
			}
			sum += v
		}
		if math.Abs(sum) >= observed-1e-9 {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(d))
}

func TestSignFlipEqualsCompleteEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	for _, unit := range []float64{1, 0.1, math.Pi} { // whole, ties up to rounding, ties
		for trial := range 60 {
			x := make([]float64, 1+trial%12)
			zeros := 0
			for i := range x {
				x[i] = unit * float64(rng.IntN(9)-3)
				if x[i] == 0 {
					zeros++
				}
			}
			r := SignFlip(x, 1)
			if want := flipAll(x); !same(r.P, want) || !r.Exact || r.StdErr != 0 {
				t.Errorf("SignFlip(%v): %+v, enumeration gives p = %v", x, r, want)
			}
			if r.Zeros != zeros || r.N != len(x)-zeros || !same(r.Mean, Mean(x)) {
				t.Errorf("SignFlip(%v): %+v, want %d zeros and the mean %v", x, r, zeros, Mean(x))
			}
		}
	}
}

// For whole numbers the exact value is always known, so they show the error of drawn signs: within
// four of the reported standard errors.
func TestSimulatedSignsMeetTheExactTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 14))
	for _, n := range []int{25, 100, 700} { // 700: more than one word of signs
		for _, shift := range []float64{0, 1, 2.5} {
			whole, halves := make([]float64, n), make([]float64, n)
			for i := range whole {
				whole[i] = math.Round(10*rng.NormFloat64() + 10*shift/math.Sqrt(float64(n)))
				halves[i] = whole[i] / 2
			}
			halves[0], whole[0] = 0.5, 1
			exact, drawn := SignFlip(whole, 1), SignFlip(halves, 1)
			if !exact.Exact || drawn.Exact || drawn.N != exact.N {
				t.Fatalf("n = %d: %+v and %+v, want exact and not", n, exact, drawn)
			}
			if want := math.Sqrt(exact.P * (1 - exact.P) / 10_000); math.Abs(drawn.P-exact.P) > 4*want+1e-4 || math.Abs(drawn.StdErr-want) > 0.2*want+1e-4 {
				t.Errorf("n = %d, shift %v: drawn p %v ± %v, exact %v ± %v", n, shift, drawn.P, drawn.StdErr, exact.P, want)
			}
		}
	}
	far := make([]float64, 30)
	for i := range far {
		far[i] = 100 + rng.Float64()
	}
	a, b := SignFlip(far, 7), SignFlip(far, 7)
	if a.P != 1./10_001 || a.P != b.P {
		t.Errorf("p = %v and %v with one seed, want 1/10001", a.P, b.P)
	}
}

func TestSignFlipSaysWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64
		p    float64
		want string
	}{
		{"nothing", nil, 1, "0 non-zero differences"},
		{"zeros", []float64{0, 0}, 1, "0 non-zero differences"},
		{"NaN", []float64{1, math.NaN()}, math.NaN(), "instance 1"},
		{"infinite", []float64{math.Inf(-1)}, math.NaN(), "instance 0"},
		{"too large", []float64{1e308, -1e308}, math.NaN(), "instance 1"},
		{"five", []float64{1, 2, 3, 4, 5}, 0.0625, "0.05 needs 6"},
		{"six", []float64{1, 2, 3, 4, 5, 6}, 0.03125, ""},
		{"a thousand", slicesOf(1000, 1), math.Ldexp(2, -1000), ""},
		{"sum 0", []float64{3, 3, -3, -3, 2, -2}, 1, ""},
	} {
		r := SignFlip(c.x, 1)
		if math.IsNaN(r.P) != math.IsNaN(c.p) || r.P < c.p*(1-1e-12) || r.P > c.p*(1+1e-12) {
			t.Errorf("%s: p = %v, want %v", c.name, r.P, c.p)
		}
		if got := strings.Join(r.Warnings, "; "); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: warnings %q, want %q in them", c.name, got, c.want)
		}
	}
}

// slicesOf returns n times v.
func slicesOf(n int, v float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = v
	}
	return x
}

func TestSignFlipRejectsEqualStrategiesAtItsLevel(t *testing.T) {
	studies, _ := simulations()
	for _, n := range []int{15, 40} {
		runs := studies
		if n > ExactFlips {
			runs = studies / 2 // drawn signs cost more
		}
		rng := rand.New(rand.NewPCG(4, uint64(n)))
		rejected := 0
		for s := range runs {
			x := make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64() * math.Exp(2*rng.NormFloat64())
			}
			if SignFlip(x, uint64(s)).P <= 0.05 {
				rejected++
			}
		}
		rate := float64(rejected) / float64(runs)
		t.Logf("n = %d: false-positive rate %.4f of %d", n, rate, runs)
		if rate < 0.03 || rate > 0.07 {
			t.Errorf("n = %d: %.4f of %d comparisons of equal strategies rejected at 0.05, want 0.03 to 0.07", n, rate, runs)
		}
	}
}

func ExampleSignFlip() {
	saved := []float64{22, 35, 420, -14, 26, 1320, 163, -8, 248, 270, 104, 22}
	r := SignFlip(saved, 1)
	fmt.Printf("mean %.0f, p = %.4f, exact: %t\n", r.Mean, r.P, r.Exact)
	// Output: mean 217, p = 0.0029, exact: true
}
