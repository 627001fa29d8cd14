package cli

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
)

// idastarStudy is the row of the study of the 15-puzzle.
func idastarStudy() study {
	st := study{
		name:     idastar.Name,
		title:    idastar.Title,
		source:   "Simon531, blog post on IDA* in C, 2019; lemtea8, 15-puzzle solver in C++; R. E. Korf, Artificial Intelligence 27, 1985",
		puzzle:   "tiles",
		notebook: "idastar.ipynb",
		key:      []string{"korf-cactus", "iterations"},
		plan:     planIdastar,
		code:     idastar.Code,
		report:   idastar.Report,
		lead:     idastar.Lead,
	}
	for _, item := range idastar.Items() {
		st.items = append(st.items, studyItem(item))
	}
	return st
}

// planIdastar chooses among Korf's boards, which are all of one size.
func planIdastar(c choice) (trials, error) {
	const cells = 16
	for _, size := range c.sizes {
		if size != cells {
			return nil, &sizeError{fmt.Sprintf("no board of this study has size %d (want %d, the cells of the 15-puzzle)", size, cells)}
		}
	}
	chosen := idastar.Study{Instances: c.instances, Nodes: c.nodes}
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
