package tiles

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// Known is a published board with what is published and proved about it, which
// its JSON says but for the board. Fields without a figure are 0 or empty.
type Known struct {
	Set    string `json:"-"`              // the name of its [KnownSet]
	Number int    `json:"number"`         // from 1, as published where boards are numbered there
	Name   string `json:"name,omitempty"` // a second name: a file, a number in another set
	Board  Board  `json:"-"`

	// Optimal is the length of a shortest solution, 0 for an unsolvable
	// board. Verified says that it was proved by a complete search for this
	// collection; otherwise it is as published. No solution is shorter than
	// AtLeast, which is Optimal where that is verified.
	Optimal   int    `json:"optimal,omitempty"`
	Verified  bool   `json:"verified"`
	AtLeast   int    `json:"at_least,omitempty"`
	Published int    `json:"published_length,omitempty"` // the length printed in the source where it gives its own, right or wrong
	Path      []Move `json:"-"`                          // a solution that proves Optimal from above

	// Figures of the source, by its own definitions: see [KnownSet.Counting].
	Generated     uint64  `json:"published_generated,omitempty"`
	Expanded      uint64  `json:"published_expanded,omitempty"`
	Seconds       float64 `json:"published_seconds,omitempty"`
	Thresholds    []int   `json:"-"` // bound of each iteration of IDA*
	Calls         uint64  `json:"-"` // node counter of lemtea8's program, as it is
	CallsRepaired uint64  `json:"-"` // and with the root on its path

	// Manhattan is what IDA* with [Manhattan] counts in [DefaultOrder].
	Manhattan Counts `json:"manhattan,omitzero"`

	Note string `json:"note,omitempty"` // what does not fit, for a footnote
}

// Counts are the counters of a complete search as search.Meter defines them.
type Counts struct {
	Expanded   uint64 `json:"expanded"`
	Generated  uint64 `json:"generated"`
	Iterations int    `json:"iterations"`
}

// KnownSet is a published collection of boards.
type KnownSet = known.Set[Known]

// KnownSets returns all sets.
func KnownSets() []KnownSet { return slices.Clone(knownSets) }

// KnownInstances returns the boards of the set of that name. The error lists
// the names there are.
func KnownInstances(set string) ([]Known, error) {
	return known.Instances(name, "boards", knownSets, set)
}

var knownSets = known.Sets(Source, parseKnown, func(k *Known) { k.Thresholds, k.Path = slices.Clone(k.Thresholds), slices.Clone(k.Path) },
	"korf100", "korf24", "simon531", "lemtea8", "coursera", "hardest8", "hardest15")
