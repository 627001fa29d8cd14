package analysis

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// Filter says whether a trial belongs to a question.
type Filter func(t *experiments.Trial) bool

// Where returns the trials that pass all filters, in their order, in a new
// slice. Without filters it copies.
func Where(trials []experiments.Trial, filters ...Filter) []experiments.Trial {
	var kept []experiments.Trial
next:
	for i := range trials {
		for _, pass := range filters {
			if !pass(&trials[i]) {
				continue next
			}
		}
		kept = append(kept, trials[i])
	}
	return kept
}

// Sizes passes trials on instances of one of the sizes.
func Sizes(sizes ...int) Filter {
	return func(t *experiments.Trial) bool { return slices.Contains(sizes, t.Size) }
}

// Strategies passes trials of one of the named strategies.
func Strategies(names ...string) Filter {
	return func(t *experiments.Trial) bool { return slices.Contains(names, t.Strategy) }
}

// Sets passes trials on instances of one of the named sets.
func Sets(names ...string) Filter {
	return func(t *experiments.Trial) bool { return slices.Contains(names, t.Set) }
}

// InMode passes trials run in the given mode.
func InMode(mode experiments.Mode) Filter {
	return func(t *experiments.Trial) bool { return t.Mode == mode }
}

// FirstInstances passes trials on the first n instances of each set and size,
// those with an index below n.
func FirstInstances(n int) Filter {
	return func(t *experiments.Trial) bool { return t.Index < n }
}
