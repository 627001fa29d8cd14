package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMedianOfAnEvenSampleIsTheMiddle(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{4, 1, 3, 2}, 2.5},
		{[]float64{2.5, 7.1, 1.1, 9.4, 3.3, 8.8, 5, 100}, 6.05},
		{[]float64{7}, 7},
		{[]float64{3, 1, 2}, 2},
		{[]float64{1, 2, math.Inf(1)}, 2},
		{[]float64{1, math.Inf(1)}, math.Inf(1)},
		{[]float64{math.Inf(1), math.Inf(1)}, math.Inf(1)},
	} {
		if got := Median(c.x); math.Abs(got-c.want) > 1e-15*c.want && got != c.want {
			t.Errorf("Median(%v) = %v, want %v", c.x, got, c.want)
		}
	}
}

func TestQuartilesAreSymmetricUnderNegation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n < 40; n++ {
		x, negated := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = math.Exp(5 * rng.NormFloat64())
			negated[i] = -x[i]
		}
		f, g := Quartiles(x), Quartiles(negated)
		if want := (FiveNumbers{-f.Max, -f.Q3, -f.Median, -f.Q1, -f.Min, n}); g != want {
			t.Errorf("n = %d: quartiles of the negated sample %v, want %v", n, g, want)
		}
	}
	// Five values: the second and fourth, by type 7.
	if got, want := Quartiles([]float64{5, 3, 1, 4, 2}), (FiveNumbers{1, 2, 3, 4, 5, 5}); got != want {
		t.Errorf("Quartiles(1…5) = %v, want %v", got, want)
	}
}

func TestQuantileHitsOrderStatisticsExactly(t *testing.T) {
	for n := 2; n <= 60; n++ {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1 / float64(i+3)
		}
		slices.Reverse(x)
		for k := range n {
			if got := Quantile(x, float64(k)/float64(n-1)); got != x[k] {
				t.Errorf("n = %d: quantile %d/%d = %v, want %v", n, k, n-1, got, x[k])
			}
		}
	}
}

func TestQuantileOfNothingIsNaN(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64
		p    float64
	}{
		{"empty", nil, 0.5},
		{"NaN among the values", []float64{1, math.NaN(), 3}, 0.5},
		{"p below 0", []float64{1, 2}, -0.1},
		{"p above 1", []float64{1, 2}, 1.1},
		{"p not a number", []float64{1, 2}, math.NaN()},
	} {
		if got := Quantile(c.x, c.p); !math.IsNaN(got) {
			t.Errorf("%s: got %v, want NaN", c.name, got)
		}
	}
}

func TestGeoMean(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64
		want float64
	}{
		{"powers of ten", []float64{1, 10, 100}, 10},
		{"one zero decides", []float64{0, 10, 100}, 0},
		{"one negative value", []float64{-1, 10}, math.NaN()},
		{"negative beside zero", []float64{-1, 0}, math.NaN()},
		{"a NaN", []float64{math.NaN(), 1}, math.NaN()},
		{"empty", nil, math.NaN()},
	} {
		got := GeoMean(c.x)
		if math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: GeoMean(%v) = %v, want %v", c.name, c.x, got, c.want)
		}
	}
}

func TestWilsonAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		name         string
		successes, n int
		level        float64
		low, high    float64
	}{
		{"nothing tried", 0, 0, 0.95, 0, 1},
		{"none of ten", 0, 10, 0.95, 0, 0.27753279}, // z²/(n+z²) with z = 1.959964
		{"ten of ten", 10, 10, 0.95, 0.72246721, 1},
		{"more successes than trials", 3, 2, 0.95, math.NaN(), math.NaN()},
		{"negative", -1, 2, 0.95, math.NaN(), math.NaN()},
		{"level 1", 1, 2, 1, math.NaN(), math.NaN()},
		{"level 95", 1, 2, 95, math.NaN(), math.NaN()},
	} {
		got := Wilson(c.successes, c.n, c.level)
		if got.Known() == math.IsNaN(c.low) || got.Known() && (math.Abs(got.Low-c.low) > 1e-7 || math.Abs(got.High-c.high) > 1e-7) {
			t.Errorf("%s: Wilson(%d, %d, %v) = %v to %v, want %v to %v", c.name, c.successes, c.n, c.level, got.Low, got.High, c.low, c.high)
		}
	}
}
