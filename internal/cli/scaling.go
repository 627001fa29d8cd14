package cli

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/scaling"
)

// scalingStudy is the row of the study of growth, which is of no one puzzle.
func scalingStudy() study {
	return study{
		name:     scaling.Name,
		title:    scaling.Title,
		source:   "R. E. Korf, M. Reid, S. Edelkamp, Time complexity of iterative-deepening-A*, Artificial Intelligence 129, 2001; B. Pitney, 2013",
		notebook: "scaling.ipynb",
		key:      []string{"rings-growth", "boards-growth"},
		items:    scaling.Items(),
		plan:     planScaling,
		code:     scaling.Code,
		report:   scaling.Report,
		lead:     scaling.Lead,
	}
}

// planScaling chooses among the parts in which the instances grow.
func planScaling(c choice) (trials, error) {
	strategies, err := c.strategyNames(scaling.SplitStrategies)
	if err != nil {
		return nil, err
	}
	chosen := scaling.Study{Strategies: strategies, Sizes: c.sizes, Instances: c.instances, Nodes: c.nodes}
	if len(c.sizes) > 0 {
		if err := chosen.Check(); err != nil {
			return nil, &sizeError{strings.TrimPrefix(err.Error(), "scaling: ")}
		}
	}
	return chosen.Run, nil
}
