package lookahead

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
)

// Sets of boards with five colors. Two sets are drawn from the seed: boards with 20 rows of 30
// cells, as in the blog series, and boards with 16 rows of 24 cells, which every exact search
// solves. The third set holds the hundred boards of the series. The index of a board is its number
// minus 1, and its size is the number of cells.
const (
	drawnSet     = "uniform-30x20x5"
	smallSet     = "uniform-24x16x5"
	seriesSet    = "series"
	seriesBoards = 100
)

// Selections of the trials for claims about each set. They contain no timed trials.
var (
	onDrawn  = frame.Selection{Sets: []string{drawnSet}, Mode: trial.Budget}
	onSmall  = frame.Selection{Sets: []string{smallSet}, Mode: trial.Budget}
	onSeries = frame.Selection{Sets: []string{seriesSet}, Mode: trial.Budget}
)

// Descriptions of the populations from which the boards are sampled.
const (
	anyBoard      = "random five-color boards with 20 rows and 30 columns"
	anySmallBoard = "random five-color boards with 16 rows and 24 columns"
)

// boardsOf says how many boards of a population are among the rows.
func boardsOf(rows frame.Frame, population string) string {
	before, after, _ := strings.Cut(population, "boards")
	return study.Plural(rows.Instances(), before+"board") + after
}

// series returns the boards of the series. Reading them takes milliseconds, so use seriesBoards if
// only their number matters.
var series = sync.OnceValue(func() []colorwalk.Known {
	known, err := colorwalk.KnownInstances(seriesSet)
	if err != nil || len(known) != seriesBoards {
		panic(fmt.Sprintf("lookahead: %d boards of the series: %v", len(known), err)) // the set exists in that package
	}
	return known
})

// leastBoards is the number of boards per size that every scale draws. A census of drawn boards is
// about these.
const leastBoards = 30

// boardsAt returns the number of boards per size at a scale.
func boardsAt(scale experiments.Scale) int { return study.At(scale, leastBoards, 100, 100) }

// random returns the first n boards of a size that a seed draws.
func random(set string, width, height, colors, n int, seed uint64) []experiments.Instance {
	family, _ := render.Puzzle().Family("uniform") // the family exists in that package
	return experiments.Drawn(set, family, colorwalk.SizeOf(width, height, colors), n, seed)
}

// drawn returns the first n boards in drawnSet.
func drawn(n int, seed uint64) []experiments.Instance {
	return random(drawnSet, 30, 20, 5, n, seed)
}

// looked describes the trials that examined boards.
type looked struct {
	at    string // "astar/layers on "
	cases frame.Cases
}

// everyBoard answers a claim about the first boards in a set, as a census over everything that was
// examined.
func everyBoard(boards int, noun string, pass func(frame.Case) bool, all ...looked) claim.Answer {
	var list []string
	passed := map[string]bool{}
	for _, l := range all {
		for i := range boards {
			list = append(list, fmt.Sprintf("%sboard %d", l.at, i+1))
		}
		for _, c := range l.cases {
			passed[fmt.Sprintf("%sboard %d", l.at, c.Index+1)] = pass(c)
		}
	}
	return claim.Every(noun, list, passed)
}

// firstOf returns the first n boards of the series.
func firstOf(n int) []experiments.Instance {
	return study.Map(series()[:n], func(k colorwalk.Known) experiments.Instance {
		return experiments.Instance{
			Set: seriesSet, Index: k.Number - 1, Size: k.Board.Cells(), Text: k.Board.String(), Puzzle: k.Board,
		}
	})
}

// games returns the names of the series' algorithms on a single board, with those in its table
// first.
func games() []string {
	return append(tabled(), "round-robin", "random", "gla-3", "gla-4", "gla-6", "gla-4,finish-first", "gla-5,finish-first", "gla-6,finish-first")
}

// tabled returns the names of the algorithms in the series' table.
func tabled() []string { return study.Map(published, func(a algorithm) string { return a.clean }) }

// batchSet is the set of the batches; the board of a batch is the first that it plays.
const batchSet = "batch"

var ofBatches = frame.Selection{Sets: []string{batchSet}}

// batchGames is the number of games in a batch of the series.
const batchGames = 100

// seriesParts returns the batches of the series, its algorithms and the optimum on its boards, and
// the searches that its text reports for board 1. All scales run them completely, because the
// published numbers are for a hundred games.
func seriesParts(experiments.Scale, uint64) ([]study.Part, error) {
	first := series()[0].Board
	part := study.Part{Instances: []experiments.Instance{{
		Set: batchSet, Size: first.Cells(), Text: "colorwalk batch@1 series", Puzzle: first,
	}}}
	for _, a := range published {
		part.Strategies = append(part.Strategies, inBatch(a.literal))
		if a.leaves {
			part.Strategies = append(part.Strategies, inBatch(a.literal+strayOption))
		}
	}
	part.Strategies = append(part.Strategies, inBatch("gla-2,literal"+strayOption))
	alone := study.Part{Instances: firstOf(1), Strategies: []string{markedGame}}
	for _, q := range quotations {
		if q.measure == "moves" {
			alone.Strategies = append(alone.Strategies, q.strategy)
		}
	}
	return []study.Part{part, {Instances: firstOf(seriesBoards), Strategies: append(tabled(), exact)}, alone}, nil
}

// inBatch returns the name of a strategy's batch.
func inBatch(strategy string) string { return batchPrefix + strconv.Itoa(batchGames) + "/" + strategy }

// batchOf returns the number of moves in each game of a batch, or nothing if the batch was not
// finished.
func batchOf(trials frame.Frame, strategy string) []float64 {
	moves, _ := measure.Of[[]int](trials.Where(frame.Set.Is(batchSet), frame.Strategy.Is(inBatch(strategy)), frame.Answered).First())
	return study.Map(moves, func(n int) float64 { return float64(n) })
}

// shaped returns a metric for a number that "structure" measures.
func shaped(of func(*shape) int) trial.Metric {
	return measure.Metric(func(_ *trial.Trial, s *shape) float64 { return float64(of(s)) })
}

// exact is the strategy whose solutions are the optima.
const exact = "layered/layers"

// movesOf returns the number of moves of a strategy on each board that it solved.
func movesOf(rows frame.Frame, strategy string) []float64 {
	return rows.Match(strategy).Solved().Values(trial.Cost, 0)
}

// above returns how many more moves a strategy makes than another one, for each board that both
// solved.
func above(rows frame.Frame, other, strategy string) []float64 {
	return rows.Match(other, strategy).Solved().Differences(trial.Cost, 0, 1)
}

// minus returns the differences of two lists of numbers for the same boards.
func minus(a, b []float64) []float64 {
	return floats.SubTo(make([]float64, len(a)), a, b)
}

// count returns how many differences are below 0, equal to 0, and above 0.
func count(each []float64) (fewer, same, more int) {
	var n [3]int
	for _, x := range each {
		n[1+cmp.Compare(x, 0)]++
	}
	return n[0], n[1], n[2]
}

// optimal returns the share of boards that were cleared in the minimum number of moves, given the
// moves above the optimum.
func optimal(above []float64) float64 {
	_, same, _ := count(above)
	return float64(same) / float64(len(above))
}

// score holds the games of a strategy on the boards that it solved.
type score struct {
	name  string
	rows  frame.Frame
	moves []float64
	above []float64 // moves above the optimum, for the boards whose optimum is known
}

// scores returns the scores of the strategies that solved boards, in the given order.
func scores(rows frame.Frame, names ...string) []score {
	var list []score
	for name, at := range frame.By(rows.Where(frame.Strategy.Is(names...)), frame.Strategy.In(names...)) {
		if moves := movesOf(at, name); len(moves) > 0 {
			list = append(list, score{name, at, moves, above(rows, exact, name)})
		}
	}
	return list
}

// ranked returns scores sorted by mean.
func ranked(rows frame.Frame, names ...string) []score {
	list := scores(rows, names...)
	slices.SortStableFunc(list, func(a, b score) int { return cmp.Compare(stats.Mean(a.moves), stats.Mean(b.moves)) })
	return list
}

// known keeps the scores that can be compared with the optimum.
func known(list []score) []score {
	return slices.DeleteFunc(list, func(s score) bool { return len(s.above) == 0 })
}

func (s score) gap() stats.Estimate { return stats.Bootstrap{}.Mean(s.above) }

// median returns the median of a metric over the boards.
func (s score) median(m trial.Metric) float64 { return s.rows.Summary(m).Median.Value }

// Table columns for scores. A score holds the games of one algorithm.
var (
	meanMoves    = column.Numbers("mean moves", reports.Number, func(s score) float64 { return stats.Mean(s.moves) }).Digits(4)
	aboveOptimum = column.Estimates("above optimum", reports.Number, score.gap).Doc("mean number of moves above the optimum")
	leastAbove   = column.Numbers("least", reports.Count, func(s score) float64 { return slices.Min(s.above) }).Doc("smallest number of moves above the optimum")
	mostAbove    = column.Numbers("most", reports.Count, func(s score) float64 { return slices.Max(s.above) }).Doc("largest number of moves above the optimum")
	optimalShare = column.Numbers("optimal", reports.Percent, func(s score) float64 { return optimal(s.above) }).Doc("share of boards cleared in the fewest possible moves")
	movesTried   = column.Numbers("moves tried", reports.Count, func(s score) float64 { return s.median(trial.Generated) }).Doc("median number of moves made on the region graph, including those that are tried and taken back")
)

// summary summarizes the moves of several games.
type summary struct {
	n                 int
	least, mean, most float64
	deviation         float64 // standard deviation of the sample, with n − 1
	moves             []float64
}

// interval returns the mean with its intervals.
func (s summary) interval() stats.Estimate { return stats.Bootstrap{}.Mean(s.moves) }

func summarize(x []float64) summary {
	return summary{n: len(x), least: stats.Quantile(x, 0), mean: stats.Mean(x), most: stats.Quantile(x, 1), deviation: stats.StdDev(x), moves: x}
}

func (s summary) String() string {
	return fmt.Sprintf("%.0f/%.2f/%.0f/%.2f", s.least, s.mean, s.most, s.deviation)
}
