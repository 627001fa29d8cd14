package lookahead

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"gonum.org/v1/gonum/stat"
)

// exact is the strategy whose lengths are the optima.
const exact = "layered/layers"

// movesOf returns the moves of a strategy on the boards that it solved.
func movesOf(rows frame.Frame, strategy string) []float64 {
	return rows.Match(strategy).Solved().Values(experiments.Cost, 0)
}

// above returns how many moves more than another one a strategy makes on each
// board that both solved.
func above(rows frame.Frame, other, strategy string) []float64 {
	return rows.Match(other, strategy).Solved().Differences(experiments.Cost, 0, 1)
}

// minus returns the differences of the numbers of two lists of the same boards.
func minus(a, b []float64) []float64 {
	less := slices.Clone(a)
	for i := range less {
		less[i] -= b[i]
	}
	return less
}

// count returns how many differences are below 0, 0, and above.
func count(each []float64) (fewer, same, more int) {
	for _, x := range each {
		switch {
		case x < 0:
			fewer++
		case x > 0:
			more++
		default:
			same++
		}
	}
	return fewer, same, more
}

// optimal returns the share of the boards that are cleared in the fewest moves
// possible, of the moves above the optimum.
func optimal(above []float64) float64 {
	_, same, _ := count(above)
	return float64(same) / float64(len(above))
}

// score is the games of a strategy on the boards that it solved.
type score struct {
	name  string
	rows  frame.Frame
	moves []float64
	above []float64 // moves above the optimum, on the boards of which that is known
}

// scores returns those of the strategies that solved boards, in the order given.
func scores(rows frame.Frame, names ...string) []score {
	var list []score
	for name, at := range frame.By(rows.Where(frame.Strategy.Is(names...)), frame.Strategy.In(names...)) {
		if moves := movesOf(at, name); len(moves) > 0 {
			list = append(list, score{name, at, moves, above(rows, exact, name)})
		}
	}
	return list
}

// ranked is scores in the order of their means.
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
func (s score) median(m experiments.Metric) float64 { return s.rows.Summary(m).Median.Value }

// The columns of scores.
var (
	meanMoves    = column.Numbers("mean moves", reports.Number, func(s score) float64 { return stats.Mean(s.moves) }).Digits(4)
	aboveOptimum = column.Estimates("above optimum", reports.Number, func(s score) stats.Estimate { return s.gap().Firm() }).Doc("mean over boards")
	leastAbove   = column.Numbers("least", reports.Count, func(s score) float64 { return slices.Min(s.above) }).Doc("smallest number of moves above the optimum")
	mostAbove    = column.Numbers("most", reports.Count, func(s score) float64 { return slices.Max(s.above) }).Doc("largest number of moves above the optimum")
	optimalShare = column.Numbers("optimal", reports.Percent, func(s score) float64 { return optimal(s.above) }).Doc("share of the boards that are cleared in the least possible moves")
	movesTried   = column.Numbers("moves tried", reports.Count, func(s score) float64 { return s.median(experiments.Generated) }).Doc("median of the moves made on the region graph, tried ones included")
)

// summary sums up the moves of several games.
type summary struct {
	n           int
	least, most float64
	mean        stats.Estimate
	deviation   float64 // of the sample, with n − 1
}

func summarize(x []float64) summary {
	return summary{
		n: len(x), least: stats.Quantile(x, 0), most: stats.Quantile(x, 1),
		mean: stats.Bootstrap{}.Mean(x), deviation: stat.StdDev(x, nil),
	}
}

func (s summary) String() string {
	return fmt.Sprintf("%.0f/%.2f/%.0f/%.2f", s.least, s.mean.Value, s.most, s.deviation)
}
