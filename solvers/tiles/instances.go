package tiles

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// Known is a published board with published and proved facts about it. Its JSON contains the facts
// but not the board. Unknown facts are 0 or empty.
type Known struct {
	Set    string `json:"-"`              // name of the [known.Set] that contains the board
	Number int    `json:"number"`         // number of the board in the source, or its position in the set, counted from 1
	Name   string `json:"name,omitempty"` // another name of the board, such as a file name or a number in another set; may be ""
	Board  Board  `json:"-"`

	// Optimal is the length of a shortest solution, or 0 for an unsolvable board. If Verified is
	// true, a complete search by this project proved the length; otherwise it is the published
	// number. AtLeast is a lower bound on the length, and equals Optimal if Verified is true.
	Optimal   int    `json:"optimal,omitempty"`
	Verified  bool   `json:"verified"`
	AtLeast   int    `json:"at_least,omitempty"`
	Published int    `json:"published_length,omitempty"` // length of a shortest solution according to the source, whether right or wrong
	Path      []Move `json:"-"`                          // a solution of length Optimal; nil if unknown

	// Generated and the fields after it, up to CallsRepaired, hold numbers from the source. The
	// source has its own definitions, which the Counting of the [known.Set] explains.
	Generated     uint64  `json:"published_generated,omitempty"`
	Expanded      uint64  `json:"published_expanded,omitempty"`
	Seconds       float64 `json:"published_seconds,omitempty"`
	Thresholds    []int   `json:"-"` // bounds of the iterations of IDA*, in order
	Calls         uint64  `json:"-"` // number of nodes counted by lemtea8's original program
	CallsRepaired uint64  `json:"-"` // number of nodes counted by lemtea8's program with the option root-on-path

	// Manhattan holds the counts of IDA* with the heuristic [Manhattan] in [DefaultOrder].
	Manhattan Counts `json:"manhattan,omitzero"`

	Note string `json:"note,omitempty"` // remark on facts that contradict each other, for a footnote
}

// Counts holds the counters of a complete search, as defined by search.Meter.
type Counts struct {
	Expanded   uint64 `json:"expanded"`
	Generated  uint64 `json:"generated"`
	Iterations int    `json:"iterations"`
}

// KnownInstances returns the boards in the set with the given name. If there is no such set, the
// error lists the known names.
func KnownInstances(set string) ([]Known, error) {
	return known.Instances(name, "boards", knownSets, set)
}

var knownSets = known.Sets(Source, parseKnown, func(k *Known) { k.Thresholds, k.Path = slices.Clone(k.Thresholds), slices.Clone(k.Path) },
	"korf100", "korf24", "simon531", "lemtea8", "coursera", "hardest8", "hardest15")
