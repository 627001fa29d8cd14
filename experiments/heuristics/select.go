package heuristics

import (
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// Which trials belong to which question. Trials of different parts stand in
// one list; set, mode and strategy tell them apart.

// uniform returns the trials on uniform boards in a mode.
func uniform(trials frame.Frame, mode experiments.Mode) frame.Frame {
	return trials.Where(frame.Set.Is(uniformSet), frame.Mode.Is(mode))
}

// programs returns those of them that are of the write-up's program.
func programs(trials frame.Frame, mode experiments.Mode) frame.Frame {
	return uniform(trials, mode).Where(algorithm.Is(program))
}

// algorithm is what begins the names of strategies with any heuristic; "" for
// others than those of the study.
var algorithm = frame.NewFactor("algorithm", algorithmOf)

func algorithmOf(t *experiments.Trial) string {
	begins := func(name string) bool { return strings.HasPrefix(t.Strategy, name) }
	if i := slices.IndexFunc(algorithms, begins); i >= 0 {
		return algorithms[i]
	}
	return ""
}

var algorithms = []string{program, astar, idastar, surveyPrefix, expansionsPrefix}

// byStrategy groups by strategy in the study's order.
var byStrategy = frame.Strategy.In(append([]string{byHamming, byManhattan, withParent, withClosedList, withTwin, recomputed, inRows}, slices.Concat(searches(heuristicNames()...), under(surveyPrefix, heuristicNames()...))...)...)
