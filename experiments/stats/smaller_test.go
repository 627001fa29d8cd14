package stats

import (
	"math"
	"testing"
)

// The test lists all possible samples of a few instances, which tells how many of the drawn ones
// must count against a difference.
func TestSmallerAgreesWithAllResamples(t *testing.T) {
	x, y := []float64{3, 1, 4, 1, 5}, []float64{2, 7, 1, 8, 2}
	for name, statistic := range map[string]func([]float64) float64{"median": Median, "total": Sum, "geometric mean": GeoMean} {
		against, all := 0, 0
		for code := range 5 * 5 * 5 * 5 * 5 {
			var a, b []float64
			for range x {
				a, b, code = append(a, x[code%5]), append(b, y[code%5]), code/5
			}
			if all++; statistic(a) >= statistic(b) {
				against++
			}
		}
		want := min(1, 2*float64(against)/float64(all))
		if got := (Bootstrap{Resamples: 200_000}).Smaller(x, y, statistic); math.Abs(got-want) > 0.01 {
			t.Errorf("%s: p = %.4f, all %d resamples give %.4f", name, got, all, want)
		}
	}
}

func TestSmallerCountsWhatIsUndecidedAgainst(t *testing.T) {
	inf, x := math.Inf(1), []float64{1, 2, 3, 4}
	for _, c := range []struct {
		name      string
		x, y      []float64
		statistic func([]float64) float64
		want      float64
	}{
		{"every value is smaller", x, []float64{2, 3, 4, 5}, Sum, 2. / 1001},
		{"every value is larger", []float64{2, 3, 4, 5}, x, Sum, 1},
		{"equal", x, x, Median, 1},
		{"all of y is infinite", x, []float64{inf, inf, inf, inf}, Median, 2. / 1001},
		{"all of both is infinite", []float64{inf, inf, inf, inf}, []float64{inf, inf, inf, inf}, Sum, 1},
		{"no such statistic", []float64{-1, -1, -1, -1}, x, GeoMean, 1},
		{"no instances", nil, nil, Sum, math.NaN()},
		{"not pairs", x, x[:3], Sum, math.NaN()},
	} {
		if got := (Bootstrap{Resamples: 1000}).Smaller(c.x, c.y, c.statistic); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: p = %v, want %v", c.name, got, c.want)
		}
	}
}
