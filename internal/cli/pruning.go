package cli

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
)

// pruningStudy is the row of the study of the ring puzzle.
func pruningStudy() study {
	return study{
		name:     pruning.Name,
		title:    pruning.Title,
		source:   `B. Pitney, "Depth-First Search for 'Hands of Time' Puzzle", 2013`,
		puzzle:   "handsoftime",
		notebook: "pruning.ipynb",
		key:      []string{"growth", "cycles"},
		items:    pruning.Items(),
		plan:     planPruning,
		code:     pruning.Code,
		report:   pruning.Report,
		lead:     pruning.Lead,
	}
}

func planPruning(c choice) (trials, error) {
	chosen := pruning.Study{Instances: c.instances, Nodes: c.nodes}
	for _, size := range c.sizes {
		if size < 2 || size > handsoftime.MaxSize {
			return nil, &sizeError{fmt.Sprintf("no ring has size %d (want 2 to %d nodes)", size, handsoftime.MaxSize)}
		}
		if !slices.Contains(chosen.Sizes, size) {
			chosen.Sizes = append(chosen.Sizes, size)
		}
	}
	var err error
	chosen.Strategies, err = c.strategyNames(pruning.SplitStrategies)
	return chosen.Run, err
}
