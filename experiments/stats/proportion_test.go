package stats

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestClopperPearsonEndsHaveTheTailsTheyName(t *testing.T) {
	for _, n := range []int{1, 7, 20, 1000, 200_000} {
		for _, successes := range []int{0, 1, n / 3, n / 2, n - 1, n} {
			iv := ClopperPearson(successes, n, 0.95)
			b := distuv.Binomial{N: float64(n), P: iv.Low}
			if successes == 0 {
				if iv.Low != 0 {
					t.Errorf("0 of %d: low end %v, want 0", n, iv.Low)
				}
			} else if upper := 1 - b.CDF(float64(successes-1)); math.Abs(upper-0.025) > 1e-8 {
				t.Errorf("%d of %d or more has the probability %v at the low end %v, want 0.025", successes, n, upper, iv.Low)
			}
			b.P = iv.High
			if successes == n {
				if iv.High != 1 {
					t.Errorf("%d of %d: high end %v, want 1", n, n, iv.High)
				}
			} else if lower := b.CDF(float64(successes)); math.Abs(lower-0.025) > 1e-8 {
				t.Errorf("%d of %d or fewer has the probability %v at the high end %v, want 0.025", successes, n, lower, iv.High)
			}
		}
	}
	for _, c := range []struct {
		successes, n int
		level        float64
		want         string
	}{
		{0, 0, 0.95, "0 to 1"},
		{-1, 3, 0.95, "unknown"},
		{4, 3, 0.95, "unknown"},
		{0, -1, 0.95, "unknown"},
		{1, 3, 95, "unknown"},
		{1, 3, math.NaN(), "unknown"},
	} {
		if got := ClopperPearson(c.successes, c.n, c.level).String(); got != c.want {
			t.Errorf("ClopperPearson(%d, %d, %v) = %s, want %s", c.successes, c.n, c.level, got, c.want)
		}
	}
}

// Coverage follows from the binomial distribution without simulation.
func TestClopperPearsonNeverCoversLess(t *testing.T) {
	for _, n := range []int{5, 20, 60} {
		least := 1.0
		for k := 1; k < 200; k++ {
			p, covered := float64(k)/200, 0.0
			for successes := 0; successes <= n; successes++ {
				if ClopperPearson(successes, n, 0.9).Contains(p) {
					covered += distuv.Binomial{N: float64(n), P: p}.Prob(float64(successes))
				}
			}
			least = min(least, covered)
		}
		if least < 0.9 || least > 0.96 {
			t.Errorf("n = %d: least coverage %.4f, want 0.90 to 0.96", n, least)
		}
	}
}

func ExampleClopperPearson() {
	// 18 of 20 predictions right: is it nine in ten?
	fmt.Println(ClopperPearson(18, 20, 0.95))
	// Output: 0.683 to 0.988
}
