package reports

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Est is an estimate with its BCa interval, as [Between] makes it.
func Est(e stats.Estimate) Cell { return Between(e.Value, e.BCa.Low, e.BCa.High) }

// EstimateOf is the number that a claim rests on, with its BCa interval; nil if
// there is no interval.
func EstimateOf(e stats.Estimate) *Estimate {
	if !e.BCa.Known() {
		return nil
	}
	return &Estimate{Value: e.Value, Low: e.BCa.Low, High: e.BCa.High, N: e.N}
}

// VerdictOf is the verdict on a statement that was checked case by case.
func VerdictOf(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Fails
}

// Above is the verdict on the statement that a quantity with this interval is
// larger than x: undecided if the interval contains x or is not known.
func Above(i stats.Interval, x float64) Verdict {
	switch {
	case i.Low > x:
		return Holds
	case i.High < x:
		return Fails
	}
	return Undecided
}

// Below is the verdict on the statement that it is smaller than x.
func Below(i stats.Interval, x float64) Verdict {
	switch {
	case i.High < x:
		return Holds
	case i.Low > x:
		return Fails
	}
	return Undecided
}

// All is the verdict on a statement of several parts: it holds if all of them
// do, and fails if one of them fails.
func All(parts ...Verdict) Verdict {
	switch {
	case slices.Contains(parts, Fails):
		return Fails
	case slices.Contains(parts, Undecided):
		return Undecided
	}
	return Holds
}

// Less is the verdict on the statement that of two quantities with these
// intervals the first is smaller: undecided if they overlap.
func Less(a, b stats.Interval) Verdict {
	switch {
	case a.High < b.Low:
		return Holds
	case a.Low > b.High:
		return Fails
	}
	return Undecided
}

// Unanimous is the verdict on a statement about several cases: it fails if any
// is against it, and holds if none is open either.
func Unanimous(against, open int) Verdict {
	switch {
	case against > 0:
		return Fails
	case open > 0:
		return Undecided
	}
	return Holds
}
