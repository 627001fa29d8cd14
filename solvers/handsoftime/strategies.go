package handsoftime

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Strategy is a named way to solve a ring. All strategies find the same set of
// solutions, except "pruning,literal" and "pruning+sorting,literal", which
// reproduce a fault (see [ParseStrategy]); they differ in the work and in the
// order of the solutions.
type Strategy struct {
	Name    string   // with its options
	Version int      // raised when the same name begins to count differently
	Doc     string   // one line
	Source  string   // who described it
	Options []string // names that may follow, after a comma each

	open func(r Ring, g *search.Guard, m *search.Meter) (engine, search.Outcome)
}

// engine enumerates the solutions of one ring from its start. It is left when
// a solution is found and entered again for the next one.
type engine interface {
	// next moves to the next solution and returns Solved, or Unsolvable when
	// there is none left, or the guard's outcome. It adds to the meter.
	next(g *search.Guard, m *search.Meter) search.Outcome
	// path writes the solution it stands at; len(dst) = n.
	path(dst []int32)
}

const (
	writeUp = "B. Pitney, Depth-First Search for 'Hands of Time' Puzzle, 2013"
	ours    = "package documentation, \"The midpoint graph\""
)

// DefaultStrategy is what a caller without an opinion should use.
const DefaultStrategy = "contraction"

// Strategies returns every strategy, from the simplest to the best.
func Strategies() []Strategy {
	return []Strategy{
		{
			Name: "standard", Version: 1, Source: writeUp,
			Doc:  "depth-first search, clockwise move first",
			open: openStatic(staticOrder{}),
		},
		{
			Name: "pruning", Version: 1, Source: writeUp, Options: []string{"literal"},
			Doc:  "standard, but a target with a single input is taken at once",
			open: openStatic(staticOrder{prune: true}),
		},
		{
			Name: "pruning+sorting", Version: 1, Source: writeUp, Options: []string{"literal"},
			Doc:  "pruning, and of two targets the one with fewer inputs first",
			open: openStatic(staticOrder{prune: true, sort: true}),
		},
		{
			Name: "dynamic-pruning", Version: 1, Source: ours,
			Doc:  "depth-first search that keeps the input counts current and rejects a move that starves a node",
			open: openDynamic(false),
		},
		{
			Name: "dynamic-sorting", Version: 1, Source: ours,
			Doc:  "dynamic-pruning, and of two targets the one with fewer inputs left first",
			open: openDynamic(true),
		},
		{
			Name: "propagation", Version: 1, Source: ours,
			Doc:  "branching on the head of the path with forced inputs, lost ends and closed chains propagated to a fixpoint",
			open: openPropagation,
		},
		{
			Name: "contraction", Version: 1, Source: ours,
			Doc:  "peel forced moves, contract them to segments, propagate on what is left",
			open: openContraction,
		},
		{
			Name: "orientation", Version: 1, Source: ours,
			Doc:  "peel and contract, then enumerate orientations of the free cycles and walk the hole of the special component",
			open: openOrientation,
		},
	}
}

// ParseStrategy returns the strategy of that name. The option "literal" of
// pruning and pruning+sorting reproduces a fault of the write-up's program,
// whose test for the start node is against node 0 whatever the start is: on
// the ring 2 1 1 1 from start 3 it misses both solutions.
func ParseStrategy(name string) (Strategy, error) {
	base, option, hasOption := strings.Cut(name, ",")
	var names []string
	for _, s := range Strategies() {
		names = append(names, s.Name)
		if s.Name != base {
			continue
		}
		if !hasOption {
			return s, nil
		}
		if option == "literal" && len(s.Options) > 0 {
			s.Name = name
			s.open = openStatic(staticOrder{prune: true, sort: base == "pruning+sorting", literal: true})
			s.Doc += " (the write-up's test for the start, wrong for any start but 0)"
			return s, nil
		}
		if len(s.Options) == 0 {
			return Strategy{}, fmt.Errorf("handsoftime: strategy %q takes no option, got %q", base, option)
		}
		return Strategy{}, fmt.Errorf("handsoftime: strategy %q has no option %q (want %s)", base, option, strings.Join(s.Options, ", "))
	}
	return Strategy{}, fmt.Errorf("handsoftime: no strategy is called %q (want %s)%s", base, strings.Join(names, ", "), search.DidYouMean(base, names))
}
