package analysis

import "github.com/puzzlelab/puzzlelab/experiments/frame"

// standing is how B did against A on one instance.
type standing uint8

const (
	undecided standing = iota
	better
	worse
	equal
)

// verdict compares b with a, as far as lower bounds allow.
func verdict(a, b frame.Bounded, smaller bool) standing {
	less, larger := better, worse // what it means for b to be so
	if !smaller {
		less, larger = larger, less
	}
	switch {
	case a.Lower && b.Lower:
		return equal
	case a.Lower:
		// The limit stopped a at its bound, so b needed no more than that.
		if b.Value <= a.Value {
			return less
		}
		return undecided
	case b.Lower:
		if a.Value <= b.Value {
			return larger
		}
		return undecided
	case b.Value > a.Value:
		return larger
	case b.Value < a.Value:
		return less
	}
	return equal
}
