package lookahead

import (
	"fmt"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// seriesSet is the set of the hundred boards of the series. The index of a
// board is its number less 1, its size the number of its cells.
const (
	seriesSet    = "series"
	seriesBoards = 100
)

// series returns the boards of the series. Reading them takes milliseconds, so
// what needs only their number takes seriesBoards.
var series = sync.OnceValue(func() []colorwalk.Known {
	known, err := colorwalk.KnownInstances(seriesSet)
	if err != nil || len(known) != seriesBoards {
		panic(fmt.Sprintf("lookahead: %d boards of the series: %v", len(known), err)) // a set of that package
	}
	return known
})

// boardsAt is how many boards of the series a scale runs.
func boardsAt(scale experiments.Scale) int { return study.At(scale, 20, 100, 100) }

// firstOf returns the first n boards of the series.
func firstOf(n int) []experiments.Instance[colorwalk.Board] {
	var instances []experiments.Instance[colorwalk.Board]
	for _, k := range series()[:n] {
		instances = append(instances, experiments.Instance[colorwalk.Board]{
			Set: seriesSet, Index: k.Number - 1, Size: k.Board.Cells(), Text: k.Board.String(), Puzzle: k.Board,
		})
	}
	return instances
}

// onSeries returns the trials on boards of the series that were not timed.
func onSeries(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets(seriesSet), analysis.InMode(experiments.Budget))
}
