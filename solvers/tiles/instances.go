package tiles

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Known is a published board with what is published and proved about it.
// Fields without a figure are 0 or empty.
type Known struct {
	Set    string // the name of its [KnownSet]
	Number int    // from 1, as published where boards are numbered there
	Name   string // a second name: a file, a number in another set
	Board  Board

	// Optimal is the length of a shortest solution, 0 for an unsolvable
	// board. Verified says that it was proved by a complete search for this
	// collection; otherwise it is as published. No solution is shorter than
	// AtLeast, which is Optimal where that is verified.
	Optimal, AtLeast int
	Verified         bool
	Published        int    // the length printed in the source where it gives its own, right or wrong
	Path             []Move // a solution that proves Optimal from above

	// Figures of the source, by its own definitions: see [KnownSet.Counting].
	Generated, Expanded  uint64
	Seconds              float64
	Thresholds           []int  // bound of each iteration of IDA*
	Calls, CallsRepaired uint64 // node counter of lemtea8's program, as it is and with the root on its path

	// Manhattan is what IDA* with [Manhattan] counts in [DefaultOrder].
	Manhattan Counts

	Note string // what does not fit, for a footnote
}

// Counts are the counters of a complete search as search.Meter defines them.
type Counts struct {
	Generated, Expanded uint64
	Iterations          int
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

var knownSets = []KnownSet{
	fromFile("korf100", "Korf's 100 random boards of the 15-puzzle",
		"R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985, appendix",
		"generated: children created in all iterations, and 1; blank moves in the order up, left, right, down; numbers 22, 88 and 89 cannot be reproduced"),
	fromFile("korf24", "Korf and Felner's 50 random boards of the 24-puzzle",
		"R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002; the first ten R. E. Korf, L. A. Taylor, AAAI 1996",
		""),
	fromFile("simon531", "the six boards of the 15-puzzle in Simon531's table, all from korf100",
		"Simon531, blog post on IDA* in C, 2019, section 3",
		"generated: children created in all iterations; expanded: those of them not pruned and not the goal, so that roots are not counted; blank moves in the order left, right, up, down"),
	fromFile("lemtea8", "the nine test boards of lemtea8's 15-puzzle solver, and its example for A*'s memory",
		"lemtea8, write-up of a 15-puzzle solver in C++",
		"calls: every call of the recursive function, with pruned children and the root of every iteration; measured by running the program"),
	fromFile("coursera", "26 boards of 2x2 to 4x4 for the assignment 8 Puzzle, two of them unsolvable",
		"Algorithms, Part I (Coursera), write-up of 2014; files from the public repository 18ivan18/ArtificialIntelligence",
		""),
	fromFile("hardest8", "the two boards of the 8-puzzle that need most moves, 31",
		"complete enumeration; OEIS A089473",
		""),
	fromFile("hardest15", "the 17 boards of the 15-puzzle that need most moves, 80",
		"R. E. Korf, P. Schultze, Large-scale parallel breadth-first search, AAAI 2005; OEIS A089484; boards from public lists",
		""),
}

// fromFile is the set of the boards of sets/SET.txt.
func fromFile(set, doc, source, counting string) KnownSet {
	return KnownSet{
		Name: set, Doc: doc, Source: source, Counting: counting,
		Members: puzzle.KnownFile(Source, "sets/"+set+".txt", func(line string) (Known, error) {
			k, err := parseKnown(line)
			k.Set = set
			return k, err
		}),
		Own: func(k *Known) { k.Thresholds, k.Path = slices.Clone(k.Thresholds), slices.Clone(k.Path) },
	}
}
