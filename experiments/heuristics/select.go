package heuristics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// Which trials belong to which question. Trials of different parts stand in
// one list; set, mode and strategy tell them apart.

// uniform returns the trials on uniform boards in a mode.
func uniform(trials frame.Frame, mode experiments.Mode) frame.Frame {
	return trials.Where(frame.Set.Is(uniformSet), frame.Mode.Is(mode))
}

// programs returns those of them that are of the write-up's program.
func programs(trials frame.Frame, mode experiments.Mode) frame.Frame {
	return uniform(trials, mode).Where(ofAlgorithm(program))
}

// ofAlgorithm passes trials of an algorithm with any heuristic.
func ofAlgorithm(names ...string) frame.Filter {
	return func(t *experiments.Trial) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(t.Strategy, name) })
	}
}

// answered passes trials that came to an end of their own.
func answered(t *experiments.Trial) bool { return t.Outcome.Answered() && t.Error == "" }

// byStrategy groups by strategy in the study's order.
var byStrategy = frame.Strategy.In(append([]string{byHamming, byManhattan, withParent, withClosedList, withTwin, recomputed}, searches(heuristicNames()...)...)...)

// limitPhrase says under which limit trials ran and how many it ended, and, if
// there are any, how they are shown.
func limitPhrase(trials frame.Frame, shown string) string {
	limit, ended := trials.NodeLimit(), trials.Count(frame.Limited)
	if limit == 0 {
		return "No limit was set."
	}
	phrase := fmt.Sprintf("Runs stop after %s nodes expanded, which ended %s of %s.", study.Grouped(limit), study.Grouped(uint64(ended)), study.Grouped(uint64(trials.Len())))
	if ended > 0 && shown != "" {
		phrase += " " + shown
	}
	return phrase
}
