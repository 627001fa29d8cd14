package scaling

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	ringsrender "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Names of the ring sets; this study generates ringsSet.
const (
	ringsPrefix = "handsoftime/"
	ringsSet    = ringsPrefix + "planted"
)

// Strategies for rings. Those in searching expand one node at a time. Those in deciding follow all
// forced moves and count only decisions.
var (
	searching = []string{"standard", "pruning", "pruning+sorting", "dynamic-sorting"}
	deciding  = []string{"propagation", "contraction", "orientation"}
)

// rings returns the study of planted rings.
func rings(c study.Choice) study.Growing {
	sizes := []string{"16", "18", "20", "22", "24", "26", "28", "30", "32", "36", "40", "48", "56", "64", "72", "80", "96", "112"}
	return study.Growing{
		Study: Name, Kind: ringsrender.Puzzle(), Files: files, Seed: rootSeed,
		Set:    func(family string, _ puzzle.Size) string { return ringsPrefix + family },
		Family: "planted", Sizes: sizes[:study.At(c.Scale, 14, 16, 18)], Instances: study.At(c.Scale, 50, 100, 200),
		Strategies: slices.Concat(searching, deciding),
		Limits:     search.Limits{Expanded: study.At[uint64](c.Scale, 1_000_000, 5_000_000, 100_000_000)},
	}
}

// Rings asks how the number of expanded nodes grows with the size of the ring.
var Rings = Question{
	ID: "rings", What: "planted rings", Noun: "ring", Axis: "places on the ring, n", Unit: "node", Step: "place",
	Models:     []Model{Exponential, Power},
	strategies: slices.Concat(searching, deciding), looks: ringsrender.Kind().Strategies.Names(),
	legend: "Sorting prefers places that few others reach; the lowest three follow forced moves everywhere. ",
	rows:   bySize(frame.Set.Is(ringsSet)),
	asked:  frame.Selection{Sets: []string{ringsSet}}, population: "planted rings",
}
