package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The expected values are those of R's p.adjust(p, "holm").
func TestHolmAdjustsInSteps(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{nil, nil},
		{[]float64{0.02}, []float64{0.02}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.6, 0.001}, []float64{1, 1, 0.003}},
		{[]float64{0.02, math.NaN(), 0.01}, []float64{0.02, math.NaN(), 0.02}},
	} {
		p := slices.Clone(c.p)
		got := Holm(p)
		if fmt.Sprint(p) != fmt.Sprint(c.p) {
			t.Errorf("Holm changed %v into %v", c.p, p)
		}
		for i := range c.want {
			if math.IsNaN(got[i]) != math.IsNaN(c.want[i]) || math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("Holm(%v) = %v, want %v", c.p, got, c.want)
				break
			}
		}
	}
}

// Every adjusted value is the least that the definition allows: from a p-value
// up for the step-down ones, from it down for the step-up ones.
func TestAdjustmentsFollowTheirDefinitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	for trial := range 200 {
		p := make([]float64, 1+trial%9)
		for i := range p {
			p[i] = float64(rng.IntN(12))/11*float64(trial%2) + rng.Float64()*float64(1-trial%2) // ties in every second
		}
		n := float64(len(p))
		rank := func(i int) (below, atMost float64) { // of p[i] among all
			for _, v := range p {
				if v < p[i] {
					below++
				}
				if v <= p[i] {
					atMost++
				}
			}
			return below, atMost
		}
		for i := range p {
			holm, hochberg, bh := 0.0, 1.0, 1.0
			for j := range p {
				below, atMost := rank(j)
				if p[j] <= p[i] {
					holm = max(holm, min(1, p[j]*(n-below)))
				}
				if p[j] >= p[i] {
					hochberg, bh = min(hochberg, p[j]*(n-atMost+1)), min(bh, p[j]*n/atMost)
				}
			}
			got := []float64{Holm(p)[i], Hochberg(p)[i], BenjaminiHochberg(p)[i], Bonferroni(p)[i]}
			for k, want := range []float64{holm, hochberg, bh, min(1, p[i]*n)} {
				if math.Abs(got[k]-want) > 1e-12 {
					t.Errorf("p[%d] of %v: got %v (Holm, Hochberg, Benjamini-Hochberg, Bonferroni), want %v at %d", i, p, got, want, k)
				}
			}
		}
	}
}

func ExampleHolm() {
	fmt.Println(Holm([]float64{0.25, 0.0625, 0.5}))
	// Output: [0.5 0.1875 0.5]
}
