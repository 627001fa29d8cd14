package pruning

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// Which trials belong to which question. Trials of different parts stand in
// one list; set, mode, strategy and size tell them apart.

// planted returns the trials that find one solution of planted rings under a
// node budget.
func planted(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets("planted"), analysis.InMode(experiments.Budget), finding)
}

// finding passes trials that look for one solution from one start.
func finding(t *experiments.Trial) bool {
	return !strings.HasSuffix(t.Strategy, countOption) && !strings.HasSuffix(t.Strategy, startsOption) && !strings.HasSuffix(t.Strategy, structureOption)
}

// growth returns the trials of the small planted rings that every strategy of
// that size ran on, so that curves and totals compare like with like.
func growth(trials []experiments.Trial) []experiments.Trial {
	type block struct{ size, index int }
	strategies := map[int]map[string]bool{}
	ran := map[block]int{}
	for _, t := range planted(trials) {
		if strategies[t.Size] == nil {
			strategies[t.Size] = map[string]bool{}
		}
		strategies[t.Size][t.Strategy] = true
		ran[block{t.Size, t.Index}]++
	}
	return analysis.Where(planted(trials), func(t *experiments.Trial) bool {
		return ran[block{t.Size, t.Index}] == len(strategies[t.Size])
	})
}

// sortingPair returns the trials of the two strategies that differ in sorting.
func sortingPair(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(planted(trials), analysis.Strategies("pruning", "pruning+sorting"))
}

// timed returns the trials that ran one at a time.
func timed(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.InMode(experiments.Timed))
}

// largeSize is the smallest size of the part that goes up to a million nodes.
const largeSize = 1_000

func large(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(timed(trials), func(t *experiments.Trial) bool { return t.Size >= largeSize })
}

func counted(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets("planted"), func(t *experiments.Trial) bool {
		return strings.HasSuffix(t.Strategy, countOption)
	})
}

func structured(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets("planted"), analysis.Strategies("orientation"+structureOption))
}

func uniform(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets("uniform"))
}

func families(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, func(t *experiments.Trial) bool { return strings.Contains(t.Set, ",c=") })
}

// strategiesOf returns the strategies among the trials, in the study's order.
func strategiesOf(trials []experiments.Trial) []string {
	return study.Strategies(trials, StrategyNames())
}
