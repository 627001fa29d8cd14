package plots

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// newSample joins values that are exact with lower bounds.
func newSample(answered, censored []float64) []frame.Bounded {
	var s []frame.Bounded
	for _, v := range answered {
		s = append(s, frame.Bounded{Value: v})
	}
	for _, v := range censored {
		s = append(s, frame.Bounded{Value: v, Lower: true})
	}
	return s
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
