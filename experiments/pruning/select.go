package pruning

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// Which trials belong to which question. Trials of different parts stand in
// one list; set, mode, strategy and size tell them apart.

// planted returns the trials that find one solution of planted rings under a
// node budget.
func planted(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("planted"), frame.Mode.Is(experiments.Budget), finding)
}

// finding passes trials that look for one solution from one start.
func finding(t *experiments.Trial) bool {
	return !strings.HasSuffix(t.Strategy, countOption) && !strings.HasSuffix(t.Strategy, startsOption) && !strings.HasSuffix(t.Strategy, structureOption)
}

// growth returns the trials of the small planted rings that every strategy of
// that size ran on, so that curves and totals compare like with like.
func growth(trials frame.Frame) frame.Frame {
	rows, strategies, ran := planted(trials), map[int]int{}, map[frame.Instance]int{}
	for size, at := range frame.By(rows, frame.Size) {
		strategies[size] = len(frame.Strategy.Of(at))
	}
	for t := range rows.All() {
		ran[frame.InstanceOf(t)]++
	}
	return rows.Where(func(t *experiments.Trial) bool { return ran[frame.InstanceOf(t)] == strategies[t.Size] })
}

// pruned are the two strategies that differ in sorting.
var pruned = []string{"pruning", "pruning+sorting"}

// structure is the strategy that reports what contraction leaves of a ring.
var structure = []string{"contraction" + structureOption}

// sortingPair returns the trials of the two strategies that differ in sorting.
func sortingPair(trials frame.Frame) frame.Frame {
	return planted(trials).Where(frame.Strategy.Is(pruned...))
}

// timed returns the trials that ran one at a time, without the control arms.
func timed(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Mode.Is(experiments.Timed), frame.NoControl)
}

// largeSize is the smallest size of the part that goes up to a million nodes.
const largeSize = 1_000

func large(trials frame.Frame) frame.Frame { return timed(trials).Where(frame.Size.From(largeSize)) }

func counted(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("planted"), func(t *experiments.Trial) bool { return strings.HasSuffix(t.Strategy, countOption) })
}

func structured(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("planted"), frame.Strategy.Is(structure...))
}

func uniform(trials frame.Frame) frame.Frame { return trials.Where(frame.Set.Is("uniform")) }

func families(trials frame.Frame) frame.Frame {
	return trials.Where(func(t *experiments.Trial) bool { return strings.Contains(t.Set, ",c=") })
}

// strategiesOf returns the strategies among the trials, in the study's order.
func strategiesOf(trials frame.Frame) []string {
	return frame.Strategy.In(StrategyNames()...).Of(trials)
}
