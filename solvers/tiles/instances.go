package tiles

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
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
type KnownSet = puzzle.KnownSet[Known]

// KnownSets returns all sets.
func KnownSets() []KnownSet { return slices.Clone(knownSets) }

// KnownInstances returns the boards of the set of that name. The error lists
// the names there are.
func KnownInstances(set string) ([]Known, error) {
	return puzzle.KnownInstances(name, "boards", knownSets, set)
}

var knownSets = puzzle.FromFiles(Source, []KnownSet{
	{
		Name: "korf100", Doc: "Korf's 100 random boards of the 15-puzzle",
		Source:   "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985, appendix",
		Counting: "generated: children created in all iterations, and 1; blank moves in the order up, left, right, down; numbers 22, 88 and 89 cannot be reproduced",
	},
	{
		Name: "korf24", Doc: "Korf and Felner's 50 random boards of the 24-puzzle",
		Source: "R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002; the first ten R. E. Korf, L. A. Taylor, AAAI 1996",
	},
	{
		Name: "simon531", Doc: "the six boards of the 15-puzzle in Simon531's table, all from korf100",
		Source:   "Simon531, blog post on IDA* in C, 2019, section 3",
		Counting: "generated: children created in all iterations; expanded: those of them not pruned and not the goal, so that roots are not counted; blank moves in the order left, right, up, down",
	},
	{
		Name: "lemtea8", Doc: "the nine test boards of lemtea8's 15-puzzle solver, and its example for A*'s memory",
		Source:   "lemtea8, write-up of a 15-puzzle solver in C++",
		Counting: "calls: every call of the recursive function, with pruned children and the root of every iteration; measured by running the program",
	},
	{
		Name: "coursera", Doc: "26 boards of 2x2 to 4x4 for the assignment 8 Puzzle, two of them unsolvable",
		Source: "Algorithms, Part I (Coursera), write-up of 2014; files from the public repository 18ivan18/ArtificialIntelligence",
	},
	{
		Name: "hardest8", Doc: "the two boards of the 8-puzzle that need most moves, 31",
		Source: "complete enumeration; OEIS A089473",
	},
	{
		Name: "hardest15", Doc: "the 17 boards of the 15-puzzle that need most moves, 80",
		Source: "R. E. Korf, P. Schultze, Large-scale parallel breadth-first search, AAAI 2005; OEIS A089484; boards from public lists",
	},
}, parseKnown, func(k *Known) { k.Thresholds, k.Path = slices.Clone(k.Thresholds), slices.Clone(k.Path) })
