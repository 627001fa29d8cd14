package tiles

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
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
type KnownSet struct {
	Name     string
	Doc      string // one line: how many boards of what
	Source   string
	Counting string // how the published counters count; empty if there are none

	instances func() []Known
}

// Instances returns the boards in the order of the source, in a new slice. The
// file that holds them is read at the first call.
func (s KnownSet) Instances() []Known {
	if s.instances == nil {
		return nil // the zero KnownSet
	}
	known := slices.Clone(s.instances())
	for i := range known {
		known[i].Thresholds = slices.Clone(known[i].Thresholds)
		known[i].Path = slices.Clone(known[i].Path)
	}
	return known
}

// String returns the name of the set.
func (s KnownSet) String() string { return s.Name }

// KnownSets returns all sets.
func KnownSets() []KnownSet { return slices.Clone(knownSets) }

// KnownInstances returns the boards of the set of that name. The error lists
// the names there are.
func KnownInstances(set string) ([]Known, error) {
	names := make([]string, len(knownSets))
	for i, s := range knownSets {
		if s.Name == set {
			return s.Instances(), nil
		}
		names[i] = s.Name
	}
	return nil, fmt.Errorf("tiles: no set of boards is called %q (want %s)%s", set, strings.Join(names, ", "), search.DidYouMean(set, names))
}

var knownSets = []KnownSet{
	{
		Name: "korf100", instances: fromFile("korf100"),
		Doc:      "Korf's 100 random boards of the 15-puzzle",
		Source:   "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985, appendix",
		Counting: "generated: children created in all iterations, and 1; blank moves in the order up, left, right, down; numbers 22, 88 and 89 cannot be reproduced",
	},
	{
		Name: "korf24", instances: fromFile("korf24"),
		Doc:    "Korf and Felner's 50 random boards of the 24-puzzle",
		Source: "R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002; the first ten R. E. Korf, L. A. Taylor, AAAI 1996",
	},
	{
		Name: "simon531", instances: fromFile("simon531"),
		Doc:      "the six boards of the 15-puzzle in Simon531's table, all from korf100",
		Source:   "Simon531, blog post on IDA* in C, 2019, section 3",
		Counting: "generated: children created in all iterations; expanded: those of them not pruned and not the goal, so that roots are not counted; blank moves in the order left, right, up, down",
	},
	{
		Name: "lemtea8", instances: fromFile("lemtea8"),
		Doc:      "the nine test boards of lemtea8's 15-puzzle solver, and its example for A*'s memory",
		Source:   "lemtea8, write-up of a 15-puzzle solver in C++",
		Counting: "calls: every call of the recursive function, with pruned children and the root of every iteration; measured by running the program",
	},
	{
		Name: "coursera", instances: fromFile("coursera"),
		Doc:    "26 boards of 2x2 to 4x4 for the assignment 8 Puzzle, two of them unsolvable",
		Source: "Algorithms, Part I (Coursera), write-up of 2014; files from the public repository 18ivan18/ArtificialIntelligence",
	},
	{
		Name: "hardest8", instances: fromFile("hardest8"),
		Doc:    "the two boards of the 8-puzzle that need most moves, 31",
		Source: "complete enumeration; OEIS A089473",
	},
	{
		Name: "hardest15", instances: fromFile("hardest15"),
		Doc:    "the 17 boards of the 15-puzzle that need most moves, 80",
		Source: "R. E. Korf, P. Schultze, Large-scale parallel breadth-first search, AAAI 2005; OEIS A089484; boards from public lists",
	},
}

// fromFile returns the boards of sets/NAME.txt, read at the first call.
func fromFile(name string) func() []Known {
	return sync.OnceValue(func() []Known {
		known, err := readSet(name)
		if err != nil {
			panic(err) // a file of this package; its own tests read them all
		}
		return known
	})
}
