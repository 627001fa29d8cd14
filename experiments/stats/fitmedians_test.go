package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Growth by a factor of e^growth per size, with an additional random factor for each size: the
// median of a size is not on the curve, however many instances it has.
func wobblingSamples(rng *rand.Rand, sizes, instances int, growth, wobble float64) (x []float64, samples [][]float64) {
	for i := range sizes {
		x = append(x, float64(10+i))
		centre := 5 + growth*float64(i) + wobble*rng.NormFloat64()
		s := make([]float64, instances)
		for k := range s {
			s[k] = math.Exp(centre + rng.NormFloat64())
		}
		samples = append(samples, s)
	}
	return x, samples
}

func TestFitsOfMediansAllowForLackOfFit(t *testing.T) {
	studies, resamples, most := 400, 200, 0.07
	if *exhaustive {
		studies, resamples, most = 20_000, 300, 0.06
	}
	for _, wobble := range []float64{0, 0.5} {
		for _, sizes := range []int{3, 5, 8} {
			rng := rand.New(rand.NewPCG(8, uint64(sizes)))
			var both, line, resampling, grown float64
			for s := range studies {
				b := Bootstrap{Seed: uint64(s), Resamples: resamples}
				x, samples := wobblingSamples(rng, sizes, 20, 0, wobble)
				r := b.FitMedians(Exponential, x, samples)
				if !r.Interval.Contains(1) {
					both++
				}
				if !r.Fit.BInterval.Contains(1) {
					line++
				}
				if !r.Resampled.BCa.Contains(1) {
					resampling++
				}
				if s%4 > 0 {
					continue
				}
				if x, samples = wobblingSamples(rng, sizes, 20, 0.7, wobble); b.FitMedians(Exponential, x, samples).Interval.Low > 1 {
					grown += 4
				}
			}
			runs := float64(studies)
			t.Logf("wobble %v, %d sizes: no growth is decided in %.4f (line alone %.4f, resampling alone %.4f), a factor of 2 in %.4f",
				wobble, sizes, both/runs, line/runs, resampling/runs, grown/runs)
			if both/runs > most || both > min(line, resampling) {
				t.Errorf("wobble %v, %d sizes: no growth is decided in %.4f of %d, want at most %v and no more than either alone", wobble, sizes, both/runs, studies, most)
			}
			if sizes > 3 && grown/runs < 0.2 {
				t.Errorf("wobble %v, %d sizes: a factor of 2 is decided in %.4f of %d, want more", wobble, sizes, grown/runs, studies)
			}
		}
	}
}

func TestFitsOfMediansFitTheMedians(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 25))
	x, samples := wobblingSamples(rng, 6, 15, 0.3, 0.2)
	samples[2][0] = math.Inf(1) // longer than anything seen
	var medians []float64
	for _, s := range samples {
		medians = append(medians, Median(s))
	}
	b := Bootstrap{Seed: 5, Resamples: 400, Level: 0.9}
	for model, f := range map[Model]func(x, y []float64) Fit{Linear: FitLinear, Exponential: FitExponential, Power: FitPower} {
		r := b.FitMedians(model, x, samples)
		if want := f(x, medians); r.Fit.A != want.A || r.Fit.B != want.B || r.Fit.BInterval != want.BInterval {
			t.Errorf("%s: %+v, want %+v", model, r.Fit, want)
		}
		want := b.Medians(samples, func(m []float64) float64 { return f(x, m).B })
		if !same(r.Resampled.Value, want.Value) || !same(r.Resampled.BCa.Low, want.BCa.Low) || !same(r.Resampled.BCa.High, want.BCa.High) {
			t.Errorf("%s: resampled %+v, want %+v", model, r.Resampled, want)
		}
		if r.Interval.Level != 0.9 || r.N != 6 || r.Interval.Low > r.Resampled.BCa.Low || r.Interval.High < r.Resampled.BCa.High ||
			r.Interval.Low < r.Fit.BInterval.Low && r.Interval.Low < r.Resampled.BCa.Low {
			t.Errorf("%s: interval %v at level %v, resampled %v, of the line at 0.95 %v", model, r.Interval, r.Interval.Level, r.Resampled.BCa, r.Fit.BInterval)
		}
	}
}

func TestFitsOfMediansSayWhatTheyCannotDo(t *testing.T) {
	sample := []float64{1, 2, 4}
	for _, c := range []struct {
		name    string
		b       Bootstrap
		x       []float64
		samples [][]float64
		want    string
	}{
		{"nothing", Bootstrap{}, nil, nil, "at one x or none"},
		{"unequal lengths", Bootstrap{}, []float64{1}, [][]float64{sample, sample}, "1 x against 2 y"},
		{"two sizes", Bootstrap{}, []float64{1, 2}, [][]float64{sample, sample}, "two points fix the curve"},
		{"an empty sample", Bootstrap{}, []float64{1, 2, 3}, [][]float64{sample, sample, nil}, "(3, NaN)"},
		{"a median beyond all limits", Bootstrap{}, []float64{1, 2, 3}, [][]float64{sample, sample, {math.Inf(1)}}, "(3, +Inf)"},
		{"level in percent", Bootstrap{Level: 95}, []float64{1, 2, 3}, [][]float64{sample, sample, sample}, "confidence level 95"},
	} {
		r := c.b.FitMedians(Exponential, c.x, c.samples)
		if got := strings.Join(r.Warnings, "; "); r.Interval.Known() || !strings.Contains(got, c.want) {
			t.Errorf("%s: interval %v, warnings %q, want none and %q", c.name, r.Interval, got, c.want)
		}
	}
}

func ExampleBootstrap_FitMedians() {
	sizes := []float64{10, 20, 30, 40, 50}
	var nodes [][]float64
	for _, median := range []float64{206, 340, 247, 863, 403} { // five sizes that disagree
		var sample []float64
		for k := range 21 {
			sample = append(sample, median*math.Pow(1.05, float64(k-10)))
		}
		nodes = append(nodes, sample)
	}
	r := Bootstrap{Seed: 1}.FitMedians(Exponential, sizes, nodes)
	fmt.Printf("× %.3f per unit: by resampling %s, in all %s\n", r.Fit.B, r.Resampled.BCa, r.Interval)
	// Output:
	// × 1.023 per unit: by resampling 1.02 to 1.03, in all 0.974 to 1.07
}
