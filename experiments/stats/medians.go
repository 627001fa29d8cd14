package stats

import (
	"fmt"
	"math"
)

// Median estimates the median of x. Values may be +Inf (longer than anything observed), but not
// NaN; if the median itself is infinite, there is no estimate.
func (b Bootstrap) Median(x []float64) Estimate {
	return b.Medians([][]float64{x}, func(medians []float64) float64 { return medians[0] })
}

// Medians estimates a function of the medians of several independent samples, such as the slope of
// a line through the medians of each size. It draws instances within each sample, so every resample
// has the same sample sizes as the data. f gets one median per sample, in order, and returns NaN if
// the function is undefined; it must not keep or change the slice. The first call has the medians
// of the data.
//
// BCa is corrected only for bias. Leaving out one value moves a median up or down by one step,
// which says nothing about its skewness (Efron 1982), so the jackknife cannot estimate the
// acceleration.
//
// Every sample needs at least one value and no NaN. Estimate.N is the number
// of values in all samples. Cost O(resamples × values); sorting happens once.
func (b Bootstrap) Medians(samples [][]float64, f func(medians []float64) float64) Estimate {
	n := 0
	sets := make([]orderedSample, len(samples))
	medians := make([]float64, len(samples))
	for k, x := range samples {
		n += len(x)
		sets[k] = orderedSample{sorted: sorted(x), idx: make([]int, len(x)), counts: make([]int, len(x))}
		medians[k] = Median(x)
		if math.IsNaN(medians[k]) {
			return b.undefined(n, fmt.Sprintf("sample %d is empty or holds a value that is not a number", k))
		}
	}
	if len(samples) == 0 {
		return b.undefined(0, "no samples")
	}
	if w := b.check(); w != "" {
		return b.undefined(n, w)
	}
	value := f(medians)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return b.undefined(n, fmt.Sprintf("the statistic is %v over all %s", value, plural(n, "instance")))
	}
	draw := newSampler(b.Seed)
	at := make([]float64, len(samples))
	resampled := make([]float64, b.resamples())
	for r := range resampled {
		for k := range sets {
			at[k] = sets[k].resampledMedian(draw)
		}
		resampled[r] = f(at)
	}
	return b.estimate(value, n, resampled, 0)
}

// orderedSample draws medians of resamples without sorting them: it counts how often each rank was
// drawn and walks to the middle.
type orderedSample struct {
	sorted      []float64
	idx, counts []int
}

func (s *orderedSample) resampledMedian(draw *sampler) float64 {
	n := len(s.sorted)
	draw.fill(s.idx, n)
	clear(s.counts)
	for _, i := range s.idx {
		s.counts[i]++
	}
	// The values at positions (n−1)/2 and n/2.
	at, left := 0, (n-1)/2-s.counts[0]
	for left >= 0 {
		at++
		left -= s.counts[at]
	}
	lower := s.sorted[at]
	if n%2 == 1 || left < -1 {
		return lower
	}
	for at++; s.counts[at] == 0; at++ {
	}
	if upper := s.sorted[at]; upper != lower {
		return lower/2 + upper/2
	}
	return lower
}
