package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// DefaultLevel is the confidence level of functions that do not take a level.
const DefaultLevel = 0.95

// OpenFactor is the largest ratio between the two ends of an interval that is worth printing. For
// example, the interval predicted for the next size by a curve through four medians may extend from
// 7 to 84,000,000,000. Reports then print "open" instead of an interval.
const OpenFactor = 1000

// Interval is a two-sided confidence interval. If the interval is unknown, both ends are NaN and
// the Warnings of the result that contains it say why.
type Interval struct {
	Low, High float64
	Level     float64 // nominal coverage, such as 0.95
}

// Known reports whether both ends are known.
func (i Interval) Known() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// Open reports whether the interval is too wide to print: both ends are positive and their ratio
// exceeds [OpenFactor]. Open is false if one end is infinite, since the other end is then a useful
// bound.
func (i Interval) Open() bool {
	return i.Low > 0 && i.High > OpenFactor*i.Low && !math.IsInf(i.High, 1)
}

// Contains reports whether v is in the closed interval. It returns false for an unknown interval.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// String returns the ends with three significant digits, such as "0.744 to 0.813" or "0.90 to
// 1.05". It returns "open" for an open interval, and "unknown" for an unknown one.
func (i Interval) String() string {
	switch {
	case !i.Known():
		return "unknown"
	case i.Open():
		return "open"
	}
	return numerals.Range(i.Low, i.High)
}

// Number formats the estimate with the same number of decimals as the ends of its interval.
func (i Interval) Number(estimate float64) string {
	if !i.Known() || i.Open() {
		return numerals.Number(estimate)
	}
	return numerals.Within(i.Low, i.High, estimate)
}

// Phrase returns the interval in words for a sentence: "95 % interval 0.744 to 0.813", or "no
// interval".
func (i Interval) Phrase() string {
	if !i.Known() {
		return "no interval"
	}
	return fmt.Sprintf("%.4g %% interval %s", 100*i.Level, i)
}

// unknown returns an interval with unknown ends.
func unknown(level float64) Interval {
	return Interval{Low: math.NaN(), High: math.NaN(), Level: level}
}

// validLevel reports whether level is a confidence level: above 0, below 1.
func validLevel(level float64) bool { return level > 0 && level < 1 }

// plural writes a count with its noun: "1 point", "20 points".
func plural(n int, noun string) string { return numerals.Plural(n, noun, numerals.Narrow) }

// Wilson returns the score interval for a proportion at the given level. It contains all
// proportions that a two-sided z-test of the observed count does not reject (Wilson 1927). It keeps
// its coverage near 0 and 1, where the usual interval p ± z·se collapses. For n = 0 the interval is
// 0 to 1. The ends are NaN if successes is not in 0..n, if n is negative, or if level is not
// between 0 and 1.
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
		iv.Low = 0 // exactly 0, without a rounding error
	}
	if successes == n {
		iv.High = 1
	}
	return iv
}

// ClopperPearson returns the exact interval for a proportion at the given level. It contains all
// proportions for which neither tail of the binomial distribution, including the observed count, is
// below (1−level)/2 (Clopper & Pearson 1934). Trials must be independent and have the same
// probability of success. The coverage is never below the level and often well above it. The
// coverage of [Wilson] is closer to the level on average. Use ClopperPearson if the coverage must
// not be below the level. Edge cases are handled as in [Wilson].
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
