package heuristics

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

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
func (c change) compare(trials []experiments.Trial, m experiments.Metric) (analysis.Comparison, bool, error) {
	rows := analysis.Where(trials, analysis.Sets(uniformSet))
	if m.Timing {
		rows = analysis.Where(rows, analysis.InMode(experiments.Timed))
	} else {
		rows = analysis.Where(rows, analysis.InMode(experiments.Budget))
	}
	return study.Compare(rows, m, c.before, c.after)
}
