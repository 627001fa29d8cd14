package stats

import (
	"math"
	"math/rand/v2"
)

// sampler draws indices from a PCG generator (O'Neill 2014). Its sequence for
// a seed is part of this package's contract: published intervals depend on it.
type sampler struct {
	pcg   *rand.PCG
	spare uint32 // the unused half of the last 64 bits
	full  bool
}

func newSampler(seed uint64) *sampler {
	const stream = 0x9e3779b97f4a7c15 // any constant: one seed, one stream
	return &sampler{pcg: rand.NewPCG(seed, stream)}
}

// fill sets every entry of idx to a uniformly drawn number in 0..n−1, by multiplication and
// rejection of a few draws (Lemire 2019). Each draw takes 32 random bits, using the upper half of
// 64 first. n must be in 1..2³²−1.
func (s *sampler) fill(idx []int, n int) {
	m := uint64(n)
	uneven := -uint32(n) % uint32(n) // 2³² mod n
	i := 0
	put := func(bits uint32) {
		if product := uint64(bits) * m; uint32(product) >= uneven {
			idx[i] = int(product >> 32)
			i++
		}
	}
	if s.full && len(idx) > 0 {
		s.full = false
		put(s.spare)
	}
	for i+1 < len(idx) { // there is room for both halves
		u := s.pcg.Uint64()
		put(uint32(u >> 32))
		put(uint32(u))
	}
	for i < len(idx) {
		u := s.pcg.Uint64()
		put(uint32(u >> 32))
		if s.spare, s.full = uint32(u), i == len(idx); !s.full {
			put(s.spare)
		}
	}
}

// acceleration returns the jackknife estimate of BCa's acceleration from the values of a statistic
// without each instance (Efron 1987): with the influence l = mean(left) − left[i], a = Σl³ / (6
// (Σl²)^1.5). It is 0 if no instance has any influence, or if the statistic is undefined without
// one of them.
func acceleration(left []float64) float64 {
	if len(left) == 0 {
		return 0
	}
	// Computed relative to one of the values, so that equal values have exactly zero influence
	// instead of a rounding error.
	var mean, squares, cubes float64
	for _, v := range left {
		mean += (v - left[0]) / float64(len(left))
	}
	for _, v := range left {
		l := mean - (v - left[0])
		square := float64(l * l)
		squares += square
		cubes += float64(square * l)
	}
	a := cubes / (6 * math.Pow(squares, 1.5))
	if math.IsNaN(a) || math.IsInf(a, 0) {
		return 0
	}
	return a
}
