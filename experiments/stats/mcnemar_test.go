package stats

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestMcNemarDecidesAsItsIntervalDoes(t *testing.T) {
	for b := range 30 {
		for c := range 30 {
			r := McNemar(b, c)
			if r.P != SignTest(c, b) || r.N != b+c {
				t.Errorf("McNemar(%d, %d) = %+v, want the sign test's p of %v", b, c, r, SignTest(c, b))
			}
			if b+c > 0 && (r.P < 0.05) == r.Interval.Contains(0.5) {
				t.Errorf("McNemar(%d, %d): p = %v and the share is %v", b, c, r.P, r.Interval)
			}
		}
	}
}

func TestMcNemarSaysWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		b, c int
		p    float64
		want string
	}{
		{0, 0, 1, "0 discordant instances"},
		{5, 0, 0.0625, "0.05 needs 6"},
		{6, 0, 0.03125, ""},
		{-1, 3, math.NaN(), "want 0 or more"},
	} {
		r := McNemar(c.b, c.c)
		if !same(r.P, c.p) {
			t.Errorf("McNemar(%d, %d): p = %v, want %v", c.b, c.c, r.P, c.p)
		}
		if got := strings.Join(r.Warnings, "; "); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("McNemar(%d, %d): warnings %q, want %q in them", c.b, c.c, got, c.want)
		}
	}
}

// same reports whether two numbers agree up to rounding, NaN with NaN.
func same(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*max(1, math.Abs(b))
}

func ExampleMcNemar() {
	// The first strategy alone solved 12 instances, the second alone 3.
	r := McNemar(12, 3)
	fmt.Printf("p = %.3f, share of the first %s\n", r.P, r.Interval)
	// Output: p = 0.035, share of the first 0.519 to 0.957
}
