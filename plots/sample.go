package plots

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// observation is a value of which it may only be known that the true one is
// not smaller.
type observation struct {
	value    float64
	censored bool
}

// sample is a set of observations in any order.
type sample []observation

func newSample(answered, censored []float64) sample {
	s := make(sample, 0, len(answered)+len(censored))
	for _, v := range answered {
		s = append(s, observation{v, false})
	}
	for _, v := range censored {
		s = append(s, observation{v, true})
	}
	return s
}

// answered returns the values that are exact.
func (s sample) answered() []float64 {
	var out []float64
	for _, o := range s {
		if !o.censored {
			out = append(out, o.value)
		}
	}
	return out
}

// quantile returns the type 7 quantile of a sample that is not empty. Quantiles
// do not fall when a value rises, so that of the lower bounds is a lower bound.
// It is exact if it stays the same when every censored value rises beyond any
// number; otherwise bounded is true.
func (s sample) quantile(p float64) (v float64, bounded bool) {
	least, most := make([]float64, len(s)), make([]float64, len(s))
	for i, o := range s {
		least[i], most[i] = o.value, o.value
		if o.censored {
			most[i] = math.MaxFloat64
		}
	}
	v = stats.Quantile(least, p)
	return v, v != stats.Quantile(most, p)
}

// fences returns the ends of the range in which a value is not an outlier: one
// and a half box lengths beyond the quartiles.
func fences(q1, q3 float64, log bool) (lo, hi float64) {
	if !log {
		return q1 - 1.5*(q3-q1), q3 + 1.5*(q3-q1)
	}
	if q1 <= 0 {
		return 0, math.Inf(1) // the box begins at zero, which has no logarithm
	}
	r := math.Pow(q3/q1, 1.5)
	return q1 / r, q3 * r
}
