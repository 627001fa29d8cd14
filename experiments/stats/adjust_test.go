package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The expected values come from R's p.adjust(p, "holm").
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

// Every adjusted value is the smallest that the definition allows.
func TestAdjustmentsFollowTheirDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	for trial := range 200 {
		p := make([]float64, 1+trial%9)
		for i := range p {
			p[i] = float64(rng.IntN(12))/11*float64(trial%2) + rng.Float64()*float64(1-trial%2) // ties in every second
		}
		for i, got := range Holm(p) {
			want := 0.0
			for _, v := range p {
				below := 0
				for _, w := range p {
					if w < v {
						below++
					}
				}
				if v <= p[i] {
					want = max(want, min(1, v*float64(len(p)-below)))
				}
			}
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("p[%d] of %v: got %v, want %v", i, p, got, want)
			}
		}
	}
}

func ExampleHolm() {
	fmt.Println(Holm([]float64{0.25, 0.0625, 0.5}))
	// Output: [0.5 0.1875 0.5]
}
