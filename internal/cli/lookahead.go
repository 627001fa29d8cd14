package cli

import "github.com/puzzlelab/puzzlelab/experiments/lookahead"

// lookaheadStudy is the row of the study of Color Walk.
func lookaheadStudy() study {
	return study{
		name:     lookahead.Name,
		title:    lookahead.Title,
		source:   "S. Koblenski, Explore Simple Game Algorithms with Color Walk, 2017–2018, and github.com/koblenski/color_walk",
		puzzle:   "colorwalk",
		notebook: "lookahead.ipynb",
		key:      []string{"gaps", "front"},
		items:    lookahead.Items(),
		plan:     planLookahead,
		code:     lookahead.Code,
		report:   lookahead.Report,
		lead:     lookahead.Lead,
	}
}

// planLookahead chooses among the boards of the series, which are all of one
// size.
func planLookahead(c choice) (trials, error) {
	if err := c.onlySize(600, "the cells of the boards of the series"); err != nil {
		return nil, err
	}
	strategies, err := c.strategyNames(lookahead.SplitStrategies)
	return lookahead.Study{Strategies: strategies, Instances: c.instances, Nodes: c.nodes}.Run, err
}
