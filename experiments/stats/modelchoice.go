package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// ModelChoice holds the result of [Bootstrap.ModelChoice], which compares two models.
type ModelChoice struct {
	// AICc of the second model minus the AICc of the first; positive if the first model fits better
	Difference float64
	ByChance   float64 // value that Difference exceeds in 2.5 % of the resamples
	P          float64 // two-sided p-value; the null hypothesis is the model that fits worse
	// mean error of each model's predictions for the largest sizes, on the scale of natural
	// logarithms
	HeldOut  [2]float64
	Agrees   bool // whether the model that fits better also predicts the largest sizes better
	N        int  // number of sizes
	Warnings []string
}

// ModelChoice tests which of two curves the medians follow; medians[k] was observed at x[k]. The
// logarithm of the first curve is linear in first(x), and the logarithm of the second curve is
// linear in second(x). For an exponential, let the function return x; for a power law, let it
// return log x. Choose the curve with the smaller AICc if P is at most 0.05 and Agrees is true;
// otherwise choose neither.
//
// The test compares the observed difference between the two AICc values with the same difference in
// resamples. The resamples are drawn from the curve that fits worse, with normal deviations as
// large as the deviations of the medians (a parametric bootstrap: Williams 1970; Wagenmakers et al.
// 2004). P is twice the share of resamples in which the other curve wins by at least as much; the
// data count as one resample. HeldOut and Agrees show how well curves fitted to the smaller sizes
// predict the largest third.
//
// Medians deviate from a curve because only some instances were drawn, and because instances of
// different sizes may also differ in other ways. The deviations in the data reflect both causes.
// Resampling instances would reflect only the first, so with enough instances per size it would
// always choose a curve, even if the medians follow neither.
//
// The error rate was simulated in 4,000 studies of exponentials and 4,000 of power laws, with sizes
// from 10 to 30 and 20 to 500 instances per size. Work is log-normal, and its logarithm has a
// standard deviation of 1. The median at each size is multiplied by a log-normal factor whose
// logarithm has a standard deviation of 0, 0.1 or 0.3. The wrong curve is chosen in at most 3.0 %
// of studies with 5 sizes, and in at most 2.8 % with 9 sizes. The simpler rule "difference above 2"
// chooses it in up to 18 % and 13 %.
//
// The power was simulated without these factors, with growth by a factor of e⁴ over all sizes. With
// 20 instances per size, the right curve is chosen in 21 % of studies with 5 sizes and in 46 % with
// 9 sizes. With 50 instances per size, it is chosen in 47 % and 79 %.
//
// The values of x must increase, and all medians must be above 0. With fewer than [MinSizes] sizes,
// or if both curves go through all medians, the numbers are NaN and a warning says why.
func (b Bootstrap) ModelChoice(x, medians []float64, first, second func(x float64) float64) ModelChoice {
	logs := mapped(medians, math.Log)
	r, why := ModelChoice{N: len(x)}, b.check()
	var u [2][]float64
	var fits [2]Fit
	known := len(x) - len(x)/3
	for k, of := range []func(float64) float64{first, second} {
		u[k] = mapped(x, of)
		if fits[k] = FitLinear(u[k], logs); math.IsNaN(fits[k].B) {
			why = fits[k].Warnings[0]
			continue
		}
		short := FitLinear(u[k][:known], logs[:known])
		for i := known; i < len(x); i++ {
			r.HeldOut[k] += math.Abs(logs[i]-short.At(u[k][i])) / float64(len(x)-known)
		}
	}
	r.Difference = fits[1].AICc - fits[0].AICc
	if why == "" && (len(x) < MinSizes || !slices.IsSorted(x) || math.IsNaN(r.Difference)) {
		why = fmt.Sprintf("%s (at least %d that increase are needed, and medians that are not on both curves)", plural(len(x), "size"), MinSizes)
	}
	if why != "" {
		nan := math.NaN()
		return ModelChoice{nan, nan, nan, [2]float64{nan, nan}, false, len(x), []string{"no choice: " + why}}
	}
	better, worse := 0, 1
	if r.Difference < 0 {
		better, worse = 1, 0
	}
	r.Agrees = r.HeldOut[better] < r.HeldOut[worse]
	rng, drawn := rand.New(newSampler(b.Seed).pcg), make([]float64, b.resamples())
	for k := range drawn {
		for i, at := range u[worse] {
			logs[i] = fits[worse].At(at) + float64(fits[worse].Sigma*rng.NormFloat64())
		}
		drawn[k] = float64(len(x)) * math.Log(lineThrough(u[worse], logs).residual(u[worse], logs)/lineThrough(u[better], logs).residual(u[better], logs))
	}
	slices.Sort(drawn)
	below, _ := slices.BinarySearch(drawn, math.Abs(r.Difference))
	r.P = min(1, 2*float64(1+len(drawn)-below)/float64(1+len(drawn)))
	r.ByChance = resampleQuantile(drawn, 0.975)
	return r
}
