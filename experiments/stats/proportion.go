package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Wilson returns the score interval of a proportion at the given level: the set of proportions that
// a two-sided z-test of the observed count does not reject (Wilson 1927). It keeps its coverage
// near 0 and 1, where the usual p ± z·se collapses. Without trials (n = 0) the interval is 0 to 1.
// The ends are NaN if successes is not in 0..n, n is negative, or level is not between 0 and 1.
func Wilson(successes, n int, level float64) Interval {
	if successes < 0 || successes > n || !validLevel(level) {
		return unknown(level)
	}
	if n == 0 {
		return Interval{Low: 0, High: 1, Level: level}
	}
	z := NormalQuantile((1 + level) / 2)
	N, p := float64(n), float64(successes)/float64(n)
	scale := 1 + z*z/N
	centre := (p + z*z/(2*N)) / scale
	half := z / scale * math.Sqrt(p*(1-p)/N+z*z/(4*N*N))
	iv := Interval{Low: centre - half, High: centre + half, Level: level}
	if successes == 0 {
		iv.Low = 0 // exactly, not up to rounding
	}
	if successes == n {
		iv.High = 1
	}
	return iv
}

// ClopperPearson returns the exact interval of a proportion at the given level: the proportions for
// which neither tail of the binomial distribution, from the observed count outwards, is below
// (1−level)/2 (Clopper & Pearson 1934). Trials must be independent and have the same probability.
// The coverage is never below the level and often well above it; [Wilson] is closer on average. Use
// this interval for a claim that must not hold by chance. Edge cases are as in [Wilson].
func ClopperPearson(successes, n int, level float64) Interval {
	if successes < 0 || successes > n || !validLevel(level) {
		return unknown(level)
	}
	iv := Interval{Low: 0, High: 1, Level: level}
	s, f, tail := float64(successes), float64(n-successes), (1-level)/2
	if s > 0 {
		iv.Low = mathext.InvRegIncBeta(s, f+1, tail)
	}
	if f > 0 {
		iv.High = mathext.InvRegIncBeta(s+1, f, 1-tail)
	}
	return iv
}
