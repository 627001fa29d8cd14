package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// enumerate returns the two-sided p-value of the signed-rank test by going
// through all 2ⁿ signs of the given ranks (of |d|, mean ranks for ties): the
// share of signs whose sum is at least as far from the centre as that of d.
func enumerate(d []float64) float64 {
	n := len(d)
	ranks := make([]float64, n)
	var total, observed float64
	for i := range d {
		for j := range d {
			switch {
			case math.Abs(d[j]) < math.Abs(d[i]):
				ranks[i]++
			case math.Abs(d[j]) == math.Abs(d[i]):
				ranks[i] += 0.5
			}
		}
		ranks[i] += 0.5
		total += ranks[i]
		if d[i] > 0 {
			observed += ranks[i]
		}
	}
	extreme := 0
	for signs := range 1 << n {
		var v float64
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				v += r
			}
		}
		if math.Abs(v-total/2) >= math.Abs(observed-total/2) {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<n)
}

func TestSignedRankEqualsCompleteEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for _, values := range []int{2, 3, 6, 1000} { // few different values: many ties
		for trial := range 60 {
			n := 1 + trial%12
			var x, y, d []float64
			zeros := 0
			for range n {
				a, b := float64(rng.IntN(values)), float64(rng.IntN(values))
				x, y = append(x, a), append(y, b)
				if a == b {
					zeros++
				} else {
					d = append(d, a-b)
				}
			}
			r := SignedRank(x, y)
			if want := enumerate(d); math.Abs(r.P-want) > 1e-12 || !r.Exact {
				t.Errorf("SignedRank(%v, %v): p = %v (exact: %t), enumeration gives %v", x, y, r.P, r.Exact, want)
			}
			if r.Zeros != zeros || r.N != n-zeros {
				t.Errorf("SignedRank(%v, %v): %d pairs and %d zeros, want %d and %d", x, y, r.N, r.Zeros, n-zeros, zeros)
			}
			if back := SignedRank(y, x); back.P != r.P {
				t.Errorf("exchanging %v and %v changes p from %v to %v", x, y, r.P, back.P)
			}
		}
	}
}

// In the tails the approximation gives larger p-values, which is safe; near the usual levels it is
// close.
func TestNormalApproximationMeetsTheExactTestAtTheSwitch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for _, shift := range []float64{0, 0.05, 0.1, 0.15, 0.2, 0.3} {
		var d, coarse []float64
		for range ExactPairs {
			v := rng.NormFloat64() + shift
			d = append(d, v)
			coarse = append(coarse, math.Copysign(math.Ceil(3*math.Abs(v)), v))
		}
		for _, c := range []struct {
			name   string
			sample []float64
		}{{"distinct", d}, {"tied", coarse}} {
			r := SignedRank(c.sample, make([]float64, ExactPairs))
			sizes := make([]float64, len(c.sample))
			for i, d := range c.sample {
				sizes[i] = math.Abs(d)
			}
			_, ties := doubledRanks(sizes)
			approx := normalP(r.V, r.N, ties)
			t.Logf("%s, shift %v: exact p %.4g, approximation %.4g", c.name, shift, r.P, approx)
			low, high := 0.99*r.P, max(1.02*r.P, r.P+1e-4)
			if !r.Exact || approx < low || approx > high {
				t.Errorf("%s, shift %v: exact p %v, approximation %v, want %v to %v", c.name, shift, r.P, approx, low, high)
			}
		}
	}
	larger := make([]float64, ExactPairs+1)
	for i := range larger {
		larger[i] = rng.NormFloat64()
	}
	if r := SignedRank(larger, make([]float64, len(larger))); r.Exact {
		t.Errorf("%d pairs: exact, want the approximation", len(larger))
	}
}

func TestSignedRankSaysWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y []float64
		p    float64
		want string // in a warning
	}{
		{"unequal lengths", []float64{1, 2}, []float64{1}, math.NaN(), "equally many"},
		{"NaN", []float64{1, math.NaN()}, []float64{1, 2}, math.NaN(), "pair 1"},
		{"infinite on both sides", []float64{math.Inf(1)}, []float64{math.Inf(1)}, math.NaN(), "pair 0"},
		{"no pairs", nil, nil, 1, "0 differing pairs"},
		{"all equal", []float64{1, 2}, []float64{1, 2}, 1, "0 differing pairs"},
		{"five pairs", []float64{1, 2, 3, 4, 5}, make([]float64, 5), 0.0625, "0.05 needs 6"},
		{"six pairs", []float64{1, 2, 3, 4, 5, 6}, make([]float64, 6), 0.03125, ""},
	} {
		r := SignedRank(c.x, c.y)
		if math.IsNaN(r.P) != math.IsNaN(c.p) || !math.IsNaN(c.p) && r.P != c.p {
			t.Errorf("%s: p = %v, want %v", c.name, r.P, c.p)
		}
		if got := strings.Join(r.Warnings, "; "); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: warnings %q, want %q in them", c.name, got, c.want)
		}
	}
}

func TestSignTestsDecideAsExactIntervalsOfTheShareDo(t *testing.T) {
	for wins := range 30 {
		for losses := range 30 {
			p, iv := SignTest(wins, losses), ClopperPearson(wins, wins+losses, 0.95)
			if wins+losses > 0 && (p < 0.05) == iv.Contains(0.5) {
				t.Errorf("%d wins, %d losses: p = %v and the share is %v", wins, losses, p, iv)
			}
		}
	}
}

func TestSignTestEqualsTheBinomialSum(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {1, 0}, {3, 3}, {9, 0}, {0, 9}, {7, 2}, {26, 24}, {1350, 640}, {1001, 999}, {0, 500}} {
		n, least := c[0]+c[1], min(c[0], c[1])
		sum := new(big.Int)
		for k := 0; k <= least; k++ {
			sum.Add(sum, new(big.Int).Binomial(int64(n), int64(k)))
		}
		exact := new(big.Float).SetMantExp(new(big.Float).SetInt(sum), 1-n)
		want, _ := exact.Float64()
		want = min(1, want)
		if got := SignTest(c[0], c[1]); math.Abs(got-want) > 1e-10*want {
			t.Errorf("SignTest(%d, %d) = %v, want %v", c[0], c[1], got, want)
		}
	}
	if got := SignTest(-1, 3); !math.IsNaN(got) {
		t.Errorf("SignTest(-1, 3) = %v, want NaN", got)
	}
}

func TestSmallestPIsWhatTheTestsCanReach(t *testing.T) {
	for n := range 15 {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i + 1)
		}
		if got := SignedRank(x, make([]float64, n)).P; got != smallestP(n) {
			t.Errorf("%d pairs, all one way: signed-rank p = %v, want smallestP = %v", n, got, smallestP(n))
		}
		if got := SignTest(n, 0); math.Abs(got-smallestP(n)) > 1e-12 {
			t.Errorf("%d wins: sign test p = %v, want smallestP = %v", n, got, smallestP(n))
		}
	}
	if smallestP(MinPairs) > 0.05 || smallestP(MinPairs-1) <= 0.05 {
		t.Errorf("%d pairs reach %v, one less %v; want 0.05 between them", MinPairs, smallestP(MinPairs), smallestP(MinPairs-1))
	}
}

// same reports whether two numbers agree up to rounding, NaN with NaN.
func same(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*max(1, math.Abs(b))
}
