package cli

import (
	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
)

// heuristicsStudy is the row of the study of the 8-puzzle.
func heuristicsStudy() study {
	return study{
		name:     heuristics.Name,
		title:    heuristics.Title,
		source:   "write-up of the 8-puzzle assignment of the Coursera course Algorithms, Part I, 2014",
		puzzle:   "tiles",
		notebook: "heuristics.ipynb",
		key:      []string{"must-expand", "map-manhattan"},
		items:    heuristics.Items(),
		plan:     planHeuristics,
		code:     heuristics.Code,
		report:   heuristics.Report,
		lead:     heuristics.Lead,
	}
}

// planHeuristics chooses among boards of 3x3.
func planHeuristics(c choice) (trials, error) {
	if err := c.onlySize(9, "the cells of the 8-puzzle"); err != nil {
		return nil, err
	}
	strategies, err := c.strategyNames(sliding.SplitStrategies)
	return heuristics.Study{Strategies: strategies, Instances: c.instances, Nodes: c.nodes}.Run, err
}
