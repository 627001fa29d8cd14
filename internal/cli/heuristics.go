package cli

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
)

// heuristicsStudy is the row of the study of the 8-puzzle.
func heuristicsStudy() study {
	st := study{
		name:     heuristics.Name,
		title:    heuristics.Title,
		source:   "write-up of the 8-puzzle assignment of the Coursera course Algorithms, Part I, 2014",
		puzzle:   "tiles",
		notebook: "heuristics.ipynb",
		key:      []string{"must-expand", "map-manhattan"},
		plan:     planHeuristics,
		code:     heuristics.Code,
		report:   heuristics.Report,
		lead:     heuristics.Lead,
	}
	for _, item := range heuristics.Items() {
		st.items = append(st.items, studyItem(item))
	}
	return st
}

// planHeuristics chooses among boards of 3x3.
func planHeuristics(c choice) (trials, error) {
	const cells = 9
	for _, size := range c.sizes {
		if size != cells {
			return nil, &sizeError{fmt.Sprintf("no board of this study has size %d (want %d, the cells of the 8-puzzle)", size, cells)}
		}
	}
	chosen := heuristics.Study{Instances: c.instances, Nodes: c.nodes}
	if c.strategies != "" {
		names, err := sliding.SplitStrategies(c.strategies)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !slices.Contains(chosen.Strategies, name) {
				chosen.Strategies = append(chosen.Strategies, name)
			}
		}
	}
	return chosen.Run, nil
}
