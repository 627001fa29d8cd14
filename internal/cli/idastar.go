package cli

import (
	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
)

// idastarStudy is the row of the study of the 15-puzzle.
func idastarStudy() study {
	return study{
		name:     idastar.Name,
		title:    idastar.Title,
		source:   "Simon531, blog post on IDA* in C, 2019; lemtea8, 15-puzzle solver in C++; R. E. Korf, Artificial Intelligence 27, 1985",
		puzzle:   "tiles",
		notebook: "idastar.ipynb",
		key:      []string{"korf-cactus", "iterations"},
		items:    idastar.Items(),
		plan:     planIdastar,
		code:     idastar.Code,
		report:   idastar.Report,
		lead:     idastar.Lead,
	}
}

// planIdastar chooses among Korf's boards, which are all of one size.
func planIdastar(c choice) (trials, error) {
	if err := c.onlySize(16, "the cells of the 15-puzzle"); err != nil {
		return nil, err
	}
	strategies, err := c.strategyNames(sliding.SplitStrategies)
	return idastar.Study{Strategies: strategies, Instances: c.instances, Nodes: c.nodes}.Run, err
}
