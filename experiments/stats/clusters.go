package stats

import "fmt"

// Clusters estimates a statistic of repeated runs: values[i] holds the repeats of instance i. It
// draws instances with replacement, each with all its repeats, so that the interval is about other
// instances. Runs of one instance are similar, and drawing single runs would count each as an
// instance (Davison & Hinkley 1997, section 3.8). With 40 instances of one to five runs, where half
// of the variance is between runs, a 95 % interval covers 93 %; if single runs are drawn, it covers
// 80 %. The statistic gets the repeats of the drawn instances, one instance after another; it must
// not keep the slice. An instance with more repeats weighs more in a mean over them.
//
// Every instance needs at least one repeat. Estimate.N is the number of instances.
func (b Bootstrap) Clusters(values [][]float64, statistic func(x []float64) float64) Estimate {
	for i, v := range values {
		if len(v) == 0 {
			return b.undefined(len(values), fmt.Sprintf("instance %d has no repeats", i))
		}
	}
	var pooled []float64
	return b.Of(len(values), func(idx []int) float64 {
		pooled = pooled[:0]
		for _, i := range idx {
			pooled = append(pooled, values[i]...)
		}
		return statistic(pooled)
	})
}
