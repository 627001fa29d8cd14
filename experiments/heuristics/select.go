package heuristics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Which trials belong to which question. Trials of different parts stand in
// one list; set, mode and strategy tell them apart.

// programs returns the trials of the write-up's program on uniform boards.
func programs(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(uniformSet), frame.Mode.Is(experiments.Budget), isProgram)
}

func isProgram(t *experiments.Trial) bool { return strings.HasPrefix(t.Strategy, program) }

// course returns the trials on the course's boards.
func course(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(courseSet))
}

// searches returns the trials of A* and IDA* on uniform boards.
func searches(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(uniformSet), frame.Mode.Is(experiments.Budget), func(t *experiments.Trial) bool { return !isProgram(t) })
}

// atDistances returns the trials on as many boards of every distance.
func atDistances(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(distanceSet))
}

// timed returns the trials that ran one at a time; of the write-up's program,
// or of the others.
func timed(trials frame.Frame, programs bool) frame.Frame {
	return trials.Where(frame.Mode.Is(experiments.Timed), func(t *experiments.Trial) bool { return isProgram(t) == programs })
}

// ofAlgorithm passes trials of an algorithm with any heuristic.
func ofAlgorithm(name string) frame.Filter {
	return func(t *experiments.Trial) bool { return strings.HasPrefix(t.Strategy, name) }
}

// strategiesOf returns the strategies among the trials, in the study's order.
func strategiesOf(trials frame.Frame) []string {
	order := append([]string{byHamming, byManhattan}, steps...)
	for _, algorithm := range []string{astar, idastar} {
		order = append(order, under(algorithm, heuristicNames()...)...)
	}
	return frame.Strategy.In(order...).Of(trials)
}

// row is the trial of a strategy on the goal with the blank on a cell; nil if
// there is none.
func row(trials frame.Frame, strategy string, cell int) *experiments.Trial {
	for t := range trials.All() {
		if t.Set == everySet && t.Index == cell && t.Strategy == strategy && t.Outcome.Answered() && t.Error == "" {
			return t
		}
	}
	return nil
}

// expansionsOf returns the trial with the most starts for a goal, and that
// number.
func expansionsOf(trials frame.Frame, cell int) (t *experiments.Trial, starts int) {
	for _, name := range frame.Strategy.In(nil...).Of(trials) {
		number, ok := strings.CutPrefix(name, expansionsPrefix)
		if !ok {
			continue
		}
		n, err := strconv.Atoi(number)
		if number == everyStart {
			n, err = positions, nil
		}
		if r := row(trials, name, cell); err == nil && r != nil && n > starts {
			t, starts = r, n
		}
	}
	return t, starts
}

// joint is a survey: the number of positions at each distance with each
// estimate.
type joint struct {
	heuristic string
	counts    map[[2]int]int // by distance and estimate
	pairs     [][2]int       // in increasing order
}

// surveyedBy returns the survey of a heuristic for a goal, or false if it was
// not run.
func surveyedBy(trials frame.Frame, heuristic string, cell int) (joint, bool) {
	t := row(trials, surveyOf(heuristic), cell)
	if t == nil {
		return joint{}, false
	}
	j := joint{heuristic: heuristic, counts: map[[2]int]int{}}
	for _, o := range t.Observed {
		left, right, _ := strings.Cut(o.Name, ",h=")
		d, err := strconv.Atoi(strings.TrimPrefix(left, "d="))
		if err != nil {
			continue
		}
		h, err := strconv.Atoi(right)
		if err != nil {
			continue
		}
		pair := [2]int{d, h}
		if j.counts[pair] == 0 {
			j.pairs = append(j.pairs, pair)
		}
		j.counts[pair] += int(o.Value)
	}
	slices.SortFunc(j.pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return j, len(j.pairs) > 0
}

// histogram returns the number of positions at each distance.
func (j joint) histogram() tiles.Histogram {
	var h tiles.Histogram
	for _, p := range j.pairs {
		for len(h) <= p[0] {
			h = append(h, 0)
		}
		h[p[0]] += uint64(j.counts[p])
	}
	return h
}

// surveyedHeuristics returns the heuristics that were surveyed for a goal.
func surveyedHeuristics(trials frame.Frame, cell int) []joint {
	var list []joint
	for _, h := range heuristicNames() {
		if j, ok := surveyedBy(trials, h, cell); ok {
			list = append(list, j)
		}
	}
	return list
}

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

// change is one thing done differently, on the same boards.
type change struct {
	name          string // as a row says it
	before, after string // strategies
}

// changes are the steps of the write-up, each taken from its last program, and
// the two steps that it did not take.
var changes = []change{
	{"enqueue the previous board too", byManhattan, withParent},
	{"look up a list of closed boards", byManhattan, withClosedList},
	{"solve the twin in lockstep", byManhattan, withTwin},
	{"compute estimates again and again", byManhattan, recomputed},
	{"Manhattan for Hamming", byHamming, byManhattan},
	{"a table of boards, Manhattan", byManhattan, astar + "manhattan"},
	{"a table of boards, Hamming", byHamming, astar + "hamming"},
}

// compare compares the two on uniform boards; false if one was not run.
func (c change) compare(trials frame.Frame, m experiments.Metric) (analysis.Comparison, bool, error) {
	rows := trials.Where(frame.Set.Is(uniformSet))
	if m.Timing {
		rows = rows.Where(frame.Mode.Is(experiments.Timed))
	} else {
		rows = rows.Where(frame.Mode.Is(experiments.Budget))
	}
	return study.Compare(rows, m, c.before, c.after)
}
