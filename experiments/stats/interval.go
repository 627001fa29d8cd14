package stats

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// DefaultLevel is the confidence level of functions that do not take a level.
const DefaultLevel = 0.95

// OpenFactor is the largest ratio between the ends of an interval that is printed with its ends. A
// curve through four medians may predict anything from 7 to 84 billion for the next size; then the
// only useful statement is that the data leave it open.
const OpenFactor = 1000

// Interval is a two-sided confidence interval. Both ends are NaN if the interval is unknown; the
// Warnings of its result then say why.
type Interval struct {
	Low, High float64
	Level     float64 // the nominal coverage, such as 0.95
}

// Known reports whether the interval has two ends.
func (i Interval) Known() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// Open reports whether both ends are positive and differ by more than [OpenFactor]. It is false for
// an interval that is infinite on one side, since the other end is a bound.
func (i Interval) Open() bool {
	return i.Low > 0 && i.High > OpenFactor*i.Low && !math.IsInf(i.High, 1)
}

// Contains reports whether v is in the closed interval. An unknown interval contains nothing.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// String returns the ends to three significant digits: "0.744 to 0.813", "0.90 to 1.05",
// or "open".
func (i Interval) String() string {
	switch {
	case !i.Known():
		return "unknown"
	case i.Open():
		return "open"
	}
	return numerals.Range(i.Low, i.High)
}

// Number writes the estimate behind the interval with the decimals of its ends.
func (i Interval) Number(estimate float64) string {
	if !i.Known() || i.Open() {
		return numerals.Number(estimate)
	}
	return numerals.Within(i.Low, i.High, estimate)
}

// Phrase returns the interval as a phrase for a sentence: "95 % interval 0.744 to 0.813", or "no
// interval".
func (i Interval) Phrase() string {
	if !i.Known() {
		return "no interval"
	}
	return fmt.Sprintf("%.4g %% interval %s", 100*i.Level, i)
}

// unknown returns an unknown interval.
func unknown(level float64) Interval {
	return Interval{Low: math.NaN(), High: math.NaN(), Level: level}
}

// validLevel reports whether level is a confidence level: above 0, below 1.
func validLevel(level float64) bool { return level > 0 && level < 1 }

// plural writes a count with its noun: "1 point", "20 points".
func plural(n int, noun string) string { return numerals.Plural(n, noun, numerals.Narrow) }
