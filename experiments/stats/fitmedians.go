package stats

import (
	"fmt"
	"math"
)

// MedianFit is the outcome of [Bootstrap.FitMedians].
type MedianFit struct {
	Fit       Fit      // through the medians
	Resampled Estimate // of B; shows how far it depends on the drawn instances
	Interval  Interval // of B: includes Fit.BInterval and Resampled.BCa
	N         int      // samples
	Warnings  []string
}

// MinSizes is the smallest number of samples that can decide about growth: AICc needs five points,
// and Interval has little power with fewer (see [Bootstrap.FitMedians]).
const MinSizes = 5

// Growth returns the estimate of B with the interval for decisions.
func (m MedianFit) Growth() Estimate {
	return Estimate{Value: m.Fit.B, Percentile: m.Interval, BCa: m.Interval, N: m.Resampled.N, Warnings: m.Warnings}
}

// FitMedians fits a curve through the medians of samples: samples[k] was observed at x[k], such as
// the work on the instances of one size. Use Interval for decisions.
//
// Medians deviate from a curve for two reasons. First, only some instances were drawn; resampling
// within each sample shows this. Second, the sizes differ in more than their size; resampling
// cannot show this, and with more and more instances its interval shrinks to nothing around a line
// that does not exist. The interval of Student's t, from the deviations of the medians with n−2
// degrees of freedom, accounts for both if the deviations are independent and roughly normal, but
// it is far too narrow if a few medians happen to be close to a curve. Interval extends from the
// smaller of the low ends to the larger of the high ends, so it excludes only values that both
// exclude.
//
// In 20,000 simulated studies without growth (20 instances per size, log-normal work of deviation
// 1, each size off by a factor of log-deviation 0.5) a 95 % interval excludes "no growth" in 3.0,
// 4.4 and 4.9 % of studies with 3, 5 and 8 sizes. Resampling alone excludes it in 33 % at each, and
// in more with more instances. If the sizes do not differ otherwise, the shares are 0.6, 1.5 and
// 2.4 %. The price is power: a doubling with each size is found with three sizes in 22 % of studies
// without such factors and in 10 % with them, with five sizes in 100 and 73 %.
//
// x, medians and model must satisfy the conditions of [FitLinear] or its variants; samples must
// satisfy the conditions of [Bootstrap.Medians]. Otherwise Interval is unknown and a warning says
// why. It needs three samples.
func (b Bootstrap) FitMedians(model Model, x []float64, samples [][]float64) MedianFit {
	r := MedianFit{N: len(samples), Interval: unknown(b.level())}
	medians := make([]float64, len(samples))
	n := 0
	for k, s := range samples {
		medians[k] = Median(s)
		n += len(s)
	}
	r.Fit = fit(model, x, medians)
	r.Warnings = append(r.Warnings, r.Fit.Warnings...)
	r.Resampled = b.undefined(n, "no fit")
	if math.IsNaN(r.Fit.B) {
		return r
	}
	u, v := mapped(x, r.Fit.toFit), make([]float64, len(x))
	r.Resampled = b.Medians(samples, func(medians []float64) float64 {
		for i, m := range medians {
			v[i] = r.Fit.fromY(m)
		}
		_, slope := r.Fit.scaled(0, lineThrough(u, v).slope)
		return slope
	})
	for _, w := range r.Resampled.Warnings {
		r.Warnings = append(r.Warnings, fmt.Sprintf("resampling: %s", w))
	}
	if b.check() == "" && r.N >= 3 && r.Resampled.BCa.Known() {
		t := r.Fit.slopeInterval(b.level())
		r.Interval.Low, r.Interval.High = min(t.Low, r.Resampled.BCa.Low), max(t.High, r.Resampled.BCa.High)
	}
	return r
}
