package tiles

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// Known is a published board and what has been published or proved about it. Its
// JSON contains the facts but not the board. Unknown facts are 0 or empty.
type Known struct {
	Set    string `json:"-"`              // the name of its [KnownSet]
	Number int    `json:"number"`         // from 1, as in the source if it numbers boards
	Name   string `json:"name,omitempty"` // a second name: a file, a number in another set
	Board  Board  `json:"-"`

	// Optimal is the length of a shortest solution, or 0 for an unsolvable board.
	// If Verified is true, a complete search for this collection proved it;
	// otherwise the number is as published. AtLeast is a lower bound on the
	// length, equal to Optimal if that is verified.
	Optimal   int    `json:"optimal,omitempty"`
	Verified  bool   `json:"verified"`
	AtLeast   int    `json:"at_least,omitempty"`
	Published int    `json:"published_length,omitempty"` // the length that the source prints, right or wrong
	Path      []Move `json:"-"`                          // a solution that proves Optimal from above

	// Numbers from the source, by its own definitions: see [KnownSet.Counting].
	Generated     uint64  `json:"published_generated,omitempty"`
	Expanded      uint64  `json:"published_expanded,omitempty"`
	Seconds       float64 `json:"published_seconds,omitempty"`
	Thresholds    []int   `json:"-"` // bound of each iteration of IDA*
	Calls         uint64  `json:"-"` // node counter of lemtea8's program, unchanged
	CallsRepaired uint64  `json:"-"` // and with the root on its path

	// Manhattan holds the counts of IDA* with [Manhattan] in [DefaultOrder].
	Manhattan Counts `json:"manhattan,omitzero"`

	Note string `json:"note,omitempty"` // what does not fit, for a footnote
}

// Counts holds the counters of a complete search, as defined by search.Meter.
type Counts struct {
	Expanded   uint64 `json:"expanded"`
	Generated  uint64 `json:"generated"`
	Iterations int    `json:"iterations"`
}

// KnownSet is a published set of boards.
type KnownSet = known.Set[Known]

// KnownSets returns all published sets.
func KnownSets() []KnownSet { return slices.Clone(knownSets) }

// KnownInstances returns the boards of the set with the given name. If there is
// none, the error lists the known names.
func KnownInstances(set string) ([]Known, error) {
	return known.Instances(name, "boards", knownSets, set)
}

var knownSets = known.Sets(Source, parseKnown, func(k *Known) { k.Thresholds, k.Path = slices.Clone(k.Thresholds), slices.Clone(k.Path) },
	"korf100", "korf24", "simon531", "lemtea8", "coursera", "hardest8", "hardest15")
