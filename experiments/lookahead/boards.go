package lookahead

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
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
	return mapped(series()[:n], func(k colorwalk.Known) experiments.Instance[colorwalk.Board] {
		return experiments.Instance[colorwalk.Board]{
			Set: seriesSet, Index: k.Number - 1, Size: k.Board.Cells(), Text: k.Board.String(), Puzzle: k.Board,
		}
	})
}

// onSeries returns the trials on boards of the series that were not timed.
func onSeries(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(seriesSet), frame.Mode.Is(experiments.Budget))
}

// games names the algorithms of the series as they are on one board, those of
// its table first.
func games() []string {
	names := tabled()
	return append(names,
		"round-robin", "random", "gla-3", "gla-4", "gla-6",
		"gla-4,finish-first", "gla-5,finish-first", "gla-6,finish-first")
}

// tabled names the algorithms of the series' table.
func tabled() []string {
	return mapped(published, func(a algorithm) string { return a.clean })
}

// batchSet is the set of the batches, whose board is the first that they play.
const batchSet = "batch"

// batchGames is how many games a batch of the series has.
const batchGames = 100

// batchParts are the batches of the series. All scales play them whole: the
// published figures are of a hundred games.
func batchParts(experiments.Scale) ([]Part, error) {
	first := series()[0].Board
	part := Part{Instances: []experiments.Instance[colorwalk.Board]{{
		Set: batchSet, Size: first.Cells(), Text: "colorwalk batch@1 series", Puzzle: first,
	}}}
	for _, a := range published {
		part.Strategies = append(part.Strategies, inBatch(a.literal))
		if a.leaves {
			part.Strategies = append(part.Strategies, inBatch(a.literal+strayOption))
		}
	}
	part.Strategies = append(part.Strategies, inBatch("gla-2,literal"+strayOption))
	return []Part{part}, nil
}

// inBatch names the batch of a strategy.
func inBatch(strategy string) string {
	return batchPrefix + strconv.Itoa(batchGames) + "/" + strategy
}

// batchOf returns the moves of each game of a batch, none if it was not played
// to its end.
func batchOf(trials frame.Frame, strategy string) []float64 {
	rows := trials.Where(frame.Set.Is(batchSet), frame.Strategy.Is(inBatch(strategy)))
	var moves []float64
	for i := range batchGames {
		moves = append(moves, rows.Values(seen(gameNumber(i+1)))...)
	}
	return moves
}

// answered passes trials that settled what they were asked.
func answered(t *experiments.Trial) bool { return t.Outcome.Answered() && t.Error == "" }

// seen is the metric of what a trial of this study observes.
func seen(name string) experiments.Metric { return experiments.Observed(name, "", "") }

// mapped returns what f makes of each value.
func mapped[T, R any](values []T, f func(T) R) []R {
	made := make([]R, len(values))
	for i, v := range values {
		made[i] = f(v)
	}
	return made
}
