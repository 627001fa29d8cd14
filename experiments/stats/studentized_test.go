package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// studentizedAll computes MeanP from its definition, over all nⁿ⁻¹ resamples.
func studentizedAll(x []float64, at float64) (p float64) {
	tOf := func(values []float64, at float64) float64 {
		var squares float64
		mean := Mean(values)
		for _, v := range values {
			squares += (v - mean) * (v - mean)
		}
		switch n := float64(len(values)); {
		case math.Abs(mean-at) < 1e-9:
			return 0
		case squares < 1e-18:
			return math.Copysign(math.Inf(1), mean-at)
		default:
			return (mean - at) / math.Sqrt(squares/(n-1)/n)
		}
	}
	n, t := len(x), tOf(x, at)
	below, above, all := 0, 0, int(math.Pow(float64(n), float64(n-1)))
	values := make([]float64, n-1)
	for code := range all {
		for i := range values {
			values[i], code = x[code%n], code/n
		}
		drawn := tOf(values, Mean(x))
		if drawn <= t+1e-9 {
			below++
		}
		if drawn >= t-1e-9 {
			above++
		}
	}
	return min(1, 2*float64(min(below, above))/float64(all))
}

func TestStudentizedBootstrapMeetsCompleteEnumeration(t *testing.T) {
	for _, x := range [][]float64{{1, 2}, {1, 2, 4, 8, 30}, {0.1, 0.2, 0.3, 0.3, 0.3, 0.9}, {-1, 1, 1, 1, 1}} {
		for _, at := range []float64{-2, 0, 0.4, 1, 6, 15, Mean(x)} {
			want := studentizedAll(x, at)
			const resamples = 100_000
			// 0.2 and more may come from the first thousand.
			drawn := resamples
			if want > 0.15 {
				drawn = 1000
			}
			got := Bootstrap{Resamples: resamples, Seed: 3}.MeanP(x, at)
			if off := 4 * math.Sqrt(2*want/float64(drawn)); math.Abs(got-want) > off+3/float64(drawn) {
				t.Errorf("MeanP(%v, %v) = %v, enumeration gives %v", x, at, got, want)
			}
		}
	}
}

func TestMeanTestsSayWhatTheyCannotDo(t *testing.T) {
	many := make([]float64, 40)
	for i := range many {
		many[i] = float64(i * i)
	}
	for _, c := range []struct {
		name    string
		x       []float64
		at      float64
		p       float64 // of MeanTest
		alone   float64 // of MeanP
		warning string
	}{
		{"nothing", nil, 0, math.NaN(), math.NaN(), "0 values are few"},
		{"NaN", []float64{1, math.NaN()}, 0, math.NaN(), math.NaN(), "instance 1"},
		{"equal to the mean tested", slicesOf(40, 3), 3, 1, 1, "0 non-zero differences"},
		{"equal and elsewhere", slicesOf(40, 0.1), 3, 1. / 10_001, 0, ""},
		{"five", slicesOf(5, 1), 0, 0.0625, 0, "5 values are few"},
		{"far from all", many, -1e6, 2. / 10_001, 2. / 10_001, ""},
		{"their mean", many, Mean(many), 1, 1, ""},
	} {
		r, alone := MeanTest(c.x, c.at, 1), Bootstrap{Seed: 1}.MeanP(c.x, c.at)
		if !(math.Abs(r.P-c.p) < 0.15*c.p || r.P == c.p || math.IsNaN(r.P) && math.IsNaN(c.p)) {
			t.Errorf("%s: p = %v, want %v", c.name, r.P, c.p)
		}
		if !(math.Abs(alone-c.alone) < 0.15*c.alone || alone == c.alone || math.IsNaN(alone) && math.IsNaN(c.alone)) {
			t.Errorf("%s: p = %v of the bootstrap, want %v", c.name, alone, c.alone)
		}
		if got := strings.Join(r.Warnings, "; "); (c.warning == "") != (got == "") || !strings.Contains(got, c.warning) {
			t.Errorf("%s: warnings %q, want %q in them", c.name, got, c.warning)
		}
	}
	if r := MeanTest(many, 4, 1); r.N != 39 || r.Zeros != 1 || r.Mean != Mean(many) {
		t.Errorf("%+v, want 39 values other than 4 and the mean %v", r, Mean(many))
	}
}

func TestMeanTestsTakeTheLessCertainOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 15))
	decidedByFlips, decidedByBootstrap := 0, 0
	for range 50 {
		x, distances := make([]float64, 30), make([]float64, 30)
		for i := range x {
			x[i] = math.Exp(rng.NormFloat64())
			distances[i] = x[i] - 2
		}
		flips, drawn := SignFlip(distances, 4).P, Bootstrap{Seed: 4}.MeanP(distances, 0)
		if r := MeanTest(x, 2, 4); r.P != max(flips, drawn) {
			t.Errorf("p = %v, want the larger of %v and %v", r.P, flips, drawn)
		}
		if flips > drawn {
			decidedByFlips++
		} else {
			decidedByBootstrap++
		}
	}
	if decidedByFlips == 0 || decidedByBootstrap == 0 {
		t.Errorf("%d of sign flips and %d of the bootstrap are the larger, want some of both", decidedByFlips, decidedByBootstrap)
	}
}

// Skewed values with a known mean: the documentation of MeanTest has the shares.
func TestMeanTestsKeepTheirLevelForSkewedValues(t *testing.T) {
	mixture := func(at float64) func(rng *rand.Rand) float64 {
		return func(rng *rand.Rand) float64 {
			v := rng.NormFloat64() - at/10
			if rng.Float64() < 0.1 {
				v += at
			}
			return v
		}
	}
	sizes, studies := []int{30}, 500
	if *exhaustive {
		sizes = []int{30, 100, 300}
	}
	for _, c := range []struct {
		name string
		draw func(rng *rand.Rand) float64 // with mean 0
	}{
		{"log-normal", func(rng *rand.Rand) float64 { return math.Exp(rng.NormFloat64()) - math.Exp(0.5) }},
		{"exponential", func(rng *rand.Rand) float64 { return rng.ExpFloat64() - 1 }},
		{"one in ten at 5", mixture(5)},
		{"one in ten at 100", mixture(100)},
		{"one in ten with ten times the deviation", func(rng *rand.Rand) float64 {
			v := rng.NormFloat64()
			if rng.Float64() < 0.1 {
				v *= 10
			}
			return v
		}},
	} {
		for _, n := range sizes {
			studies, most := studies, 0.08
			switch {
			case *exhaustive && n == 30:
				studies, most = 20_000, 0.065
			case *exhaustive:
				studies, most = 4000, 0.065
			}
			t.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(9, uint64(n)))
				x := make([]float64, n)
				var flips, drawn, both float64
				for s := range studies {
					for i := range x {
						x[i] = c.draw(rng)
					}
					f, d := SignFlip(x, uint64(s)).P <= 0.05, Bootstrap{Seed: uint64(s)}.MeanP(x, 0) <= 0.05
					for share, rejects := range map[*float64]bool{&flips: f, &drawn: d, &both: f && d} {
						if rejects {
							*share += 1 / float64(studies)
						}
					}
				}
				t.Logf("a mean that is right is rejected in %.4f of %d studies (sign flips alone %.4f, the bootstrap alone %.4f)", both, studies, flips, drawn)
				if both > most || both < 0.002 {
					t.Errorf("a mean that is right is rejected in %.4f of %d studies, want at most %v", both, studies, most)
				}
			})
		}
	}
}

func TestMeanTestsLoseLittlePowerWithoutSkewness(t *testing.T) {
	studies := 250
	if *exhaustive {
		studies = 4000
	}
	for _, n := range []int{30, 100} {
		rng := rand.New(rand.NewPCG(10, uint64(n)))
		x := make([]float64, n)
		flips, both := 0, 0
		for s := range studies {
			for i := range x {
				x[i] = rng.NormFloat64() + 2.2/math.Sqrt(float64(n))
			}
			if SignFlip(x, uint64(s)).P <= 0.05 {
				flips++
			}
			if MeanTest(x, 0, uint64(s)).P <= 0.05 {
				both++
			}
		}
		found, alone := float64(both)/float64(studies), float64(flips)/float64(studies)
		t.Logf("n = %d: a mean 2.2 standard errors off is found in %.4f of %d, by sign flips alone in %.4f", n, found, studies, alone)
		if found < alone-0.04 || found < 0.48 {
			t.Errorf("n = %d: a mean 2.2 standard errors off is found in %.4f of %d, by sign flips alone in %.4f, want at most 0.04 less", n, found, studies, alone)
		}
	}
}

// BenchmarkMeanTest tests the mean of the sample, where the first thousand resamples
// settle it, and one two standard errors away.
func BenchmarkMeanTest(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 5))
	x := make([]float64, 100)
	for i := range x {
		x[i] = math.Exp(rng.NormFloat64())
	}
	mean, variance := stat.MeanVariance(x, nil)
	for _, c := range []struct {
		name      string
		at        float64
		low, high float64
	}{{"its", mean, 0.9, 1}, {"another", mean + 2*math.Sqrt(variance/100), 0.01, 0.2}} {
		b.Run("values=100/mean="+c.name, func(b *testing.B) {
			for b.Loop() {
				if r := MeanTest(x, c.at, 1); r.P < c.low || r.P > c.high {
					b.Fatalf("%+v, want a p-value from %v to %v", r, c.low, c.high)
				}
			}
		})
	}
}

func ExampleMeanTest() {
	var ratios []float64 // a saving of 5 % on 27 instances, a hundredfold cost on 3
	for range 27 {
		ratios = append(ratios, math.Log(0.95))
	}
	ratios = append(ratios, slices.Repeat([]float64{math.Log(100)}, 3)...)
	r := MeanTest(ratios, 0, 1)
	fmt.Printf("geometric mean %.2f, p = %.2f\n", math.Exp(r.Mean), r.P)
	// Output: geometric mean 1.51, p = 0.25
}
