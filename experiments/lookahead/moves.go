package lookahead

import (
	"maps"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// exact is the strategy whose lengths are the optima.
const exact = "layered/layers"

// moves are the lengths of solutions by the index of the board.
type moves map[int]int

// movesOf returns the moves of a strategy on the boards that it solved.
func movesOf(trials frame.Frame, strategy string) moves {
	m := moves{}
	for t := range trials.All() {
		if t.Strategy == strategy && t.Outcome == search.Solved && t.Error == "" {
			m[t.Index] = t.Cost
		}
	}
	return m
}

// boards returns the indices in increasing order.
func (m moves) boards() []int { return slices.Sorted(maps.Keys(m)) }

// values returns the moves in the order of the boards.
func (m moves) values() []float64 {
	var values []float64
	for _, board := range m.boards() {
		values = append(values, float64(m[board]))
	}
	return values
}

// above returns how many moves more than those of o are made on each board of
// both, in the order of the boards.
func (m moves) above(o moves) []float64 {
	var values []float64
	for _, board := range m.boards() {
		if n, ok := o[board]; ok {
			values = append(values, float64(m[board]-n))
		}
	}
	return values
}

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
		mean: stats.Bootstrap{}.Mean(x), deviation: deviation(x),
	}
}

// deviation returns the standard deviation of a sample, with n − 1; NaN for
// fewer than two values.
func deviation(x []float64) float64 {
	mean, squares := stats.Mean(x), 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}
