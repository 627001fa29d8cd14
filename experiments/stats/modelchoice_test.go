package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func asIs(x float64) float64 { return x }

// growing returns sizes from 10 to 30 with the medians of log-normal work whose logarithm
// grows with of(size), by the growth given for one unit of the size at 20.
func growing(rng *rand.Rand, sizes, instances int, growth, wobble float64, power bool) (x, medians []float64) {
	work := make([]float64, instances)
	for i := range sizes {
		size := 10 + 20*float64(i)/float64(sizes-1)
		centre := growth * size
		if power {
			centre = 20 * growth * math.Log(size)
		}
		centre += wobble * rng.NormFloat64()
		for k := range work {
			work[k] = math.Exp(centre + rng.NormFloat64())
		}
		x, medians = append(x, size), append(medians, Median(work))
	}
	return x, medians
}

func TestModelChoicesAreSeldomWrong(t *testing.T) {
	studies, growths, most, instances := 200, []float64{0.2}, 0.06, []int{20}
	if *exhaustive {
		studies, growths, most, instances = 4000, []float64{0.1, 0.2}, 0.05, []int{20, 50, 500}
	}
	for _, sizes := range []int{5, 9} {
		for _, growth := range growths {
			for _, power := range []bool{false, true} {
				for _, n := range instances {
					for _, wobble := range []float64{0, 0.1, 0.3} {
						rng := rand.New(rand.NewPCG(12, uint64(sizes*n)))
						var wrong, right, alone float64
						for s := range studies {
							x, medians := growing(rng, sizes, n, growth, wobble, power)
							r := Bootstrap{Seed: uint64(s), Resamples: 500}.ModelChoice(x, medians, asIs, math.Log)
							first := r.Difference > 0
							switch {
							case r.P > 0.05 || !r.Agrees:
							case first == power:
								wrong += 1 / float64(studies)
							default:
								right += 1 / float64(studies)
							}
							if first == power && math.Abs(r.Difference) > 2 {
								alone += 1 / float64(studies)
							}
						}
						cell := fmt.Sprintf("%d sizes of %d instances, growth %v, wobble %v, a power: %t", sizes, n, growth, wobble, power)
						t.Logf("%s: chosen wrongly in %.4f of %d, rightly in %.4f; by a difference above 2, wrongly in %.4f", cell, wrong, studies, right, alone)
						if wrong > most || right < wrong {
							t.Errorf("%s: chosen wrongly in %.4f of %d and rightly in %.4f, want at most %v and more", cell, wrong, studies, right, most)
						}
					}
				}
			}
		}
	}
}

func TestModelChoicesCompareFits(t *testing.T) {
	x, medians := growing(rand.New(rand.NewPCG(1, 26)), 9, 300, 0.3, 0.05, false)
	logs := func(x []float64) (l []float64) {
		for _, v := range x {
			l = append(l, math.Log(v))
		}
		return l
	}
	e, p := FitExponential(x, medians), FitPower(x, medians)
	r, back := Bootstrap{Seed: 1}.ModelChoice(x, medians, asIs, math.Log), Bootstrap{Seed: 1}.ModelChoice(x, medians, math.Log, asIs)
	if !same(r.Difference, p.AICc-e.AICc) || r.N != 9 || r.P > 0.05 || !r.Agrees || !(r.Difference > r.ByChance) {
		t.Errorf("%+v, want the exponential by %v", r, p.AICc-e.AICc)
	}
	if back.Difference != -r.Difference || back.P != r.P || back.ByChance != r.ByChance || back.Agrees != r.Agrees || back.HeldOut != [2]float64{r.HeldOut[1], r.HeldOut[0]} {
		t.Errorf("%+v, exchanged %+v", r, back)
	}
	for k, f := range []Fit{FitExponential(x[:6], medians[:6]), FitExponential(logs(x[:6]), medians[:6])} {
		var off float64
		for i := 6; i < 9; i++ {
			at := x[i]
			if k == 1 {
				at = math.Log(at)
			}
			off += math.Abs(math.Log(medians[i])-math.Log(f.At(at))) / 3
		}
		if math.Abs(r.HeldOut[k]-off) > 1e-9 {
			t.Errorf("held-out error %d is %v, want %v", k, r.HeldOut[k], off)
		}
	}
	// An unlikely difference that the largest sizes contradict.
	x, medians = growing(rand.New(rand.NewPCG(1, 469)), 9, 20, 0.2, 0.3, false)
	if r := (Bootstrap{}).ModelChoice(x, medians, asIs, math.Log); r.P > 0.05 || r.Agrees || !(r.Difference > 0 && r.HeldOut[0] > r.HeldOut[1]) {
		t.Errorf("%+v, want a small p-value and no agreement", r)
	}
}

func TestModelChoicesSayWhatTheyCannotDo(t *testing.T) {
	five, doubling := []float64{1, 2, 3, 4, 5}, []float64{2, 4, 8, 16, 32}
	for _, c := range []struct {
		name       string
		b          Bootstrap
		x, medians []float64
		second     func(float64) float64
		want       string
	}{
		{"nothing", Bootstrap{}, nil, nil, math.Log, "at one x or none"},
		{"four sizes", Bootstrap{}, five[:4], []float64{2, 4, 9, 16}, math.Log, "4 sizes (at least 5 "},
		{"unequal lengths", Bootstrap{}, five, doubling[:4], math.Log, "5 x against 4 y"},
		{"a median of 0", Bootstrap{}, five, []float64{0, 4, 8, 16, 32}, math.Log, "-Inf) has no place"},
		{"a curve without a value", Bootstrap{}, five, []float64{2, 4, 9, 16, 32}, func(x float64) float64 { return math.Log(x - 2) }, "has no place"},
		{"unordered sizes", Bootstrap{}, []float64{1, 3, 2, 4, 5}, []float64{2, 4, 9, 16, 32}, math.Log, "that increase"},
		{"both through all medians", Bootstrap{}, five, doubling, func(x float64) float64 { return 2 * x }, "not on both curves"},
		{"level in percent", Bootstrap{Level: 95}, five, doubling, math.Log, "confidence level 95"},
	} {
		r := c.b.ModelChoice(c.x, c.medians, asIs, c.second)
		if got := strings.Join(r.Warnings, "; "); !math.IsNaN(r.P) || !math.IsNaN(r.Difference) || r.Agrees || !strings.Contains(got, c.want) {
			t.Errorf("%s: %+v, want none and %q", c.name, r, c.want)
		}
	}
	if r := (Bootstrap{}).ModelChoice(five, doubling, asIs, math.Log); !math.IsInf(r.Difference, 1) || r.P != 2./10_001 || !r.Agrees {
		t.Errorf("%+v of medians on the first curve, want the smallest p-value", r)
	}
}

func ExampleBootstrap_ModelChoice() {
	sizes := []float64{20, 25, 30, 35, 40, 45}
	medians := []float64{410, 1150, 2600, 7900, 19500, 61000}
	r := Bootstrap{Seed: 1}.ModelChoice(sizes, medians, func(n float64) float64 { return n }, math.Log)
	fmt.Printf("AICc of the power is larger by %.1f, by chance by up to %.1f, p = %.3f\n", r.Difference, r.ByChance, r.P)
	fmt.Printf("errors at 40 and 45: %.2f against %.2f\n", r.HeldOut[0], r.HeldOut[1])
	// Output:
	// AICc of the power is larger by 15.1, by chance by up to 7.3, p = 0.003
	// errors at 40 and 45: 0.09 against 0.62
}
