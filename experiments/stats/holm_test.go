package stats

import (
	"fmt"
	"math"
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
	} {
		p := slices.Clone(c.p)
		got := Holm(p)
		if !slices.Equal(p, c.p) {
			t.Errorf("Holm changed %v into %v", c.p, p)
		}
		for i := range c.want {
			if math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("Holm(%v) = %v, want %v", c.p, got, c.want)
				break
			}
		}
	}
}

func ExampleHolm() {
	fmt.Println(Holm([]float64{0.25, 0.0625, 0.5}))
	// Output: [0.5 0.1875 0.5]
}
