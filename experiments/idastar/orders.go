package idastar

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var orderSections = study.Sections{
	{
		Heading: "How much is luck?",
		Text: "IDA* tries the moves in a fixed order, and its last iteration ends at the first solution: how soon that comes is chance. " +
			"Here all 24 orders of the four moves solve the same boards. The iterations before the last are searched to the end, whatever the order.",
		Items: []study.Item{
			study.Figure("orders", OrdersFigure), study.Block("orders-table", OrdersTable), study.Block("orders-equal", EqualClaim),
			study.Block("orders-luck", LuckClaim), study.Figure("orders-each", OrdersEachFigure), study.Block("orders-best", BestOrderClaim),
		},
	},
}

// orderedName is IDA* with Manhattan distance and an order of moves.
func orderedName(order tiles.Order) string {
	if order == tiles.DefaultOrder {
		return "idastar/manhattan"
	}
	return "idastar/manhattan,order=" + string(order)
}

// ordered names IDA* with every order of moves.
func ordered() []string {
	var names []string
	for _, order := range tiles.Orders() {
		names = append(names, orderedName(order))
	}
	return names
}

// reordered is one board as all orders solve it, in the order of
// [tiles.Orders]: nodes generated in all, in the last iteration, and before.
type reordered struct {
	index              int
	total, last        []float64
	before             []uint64
	expandedBefore     []uint64
	iterations, length int
}

// worst returns the most nodes of any order over the fewest.
func (r reordered) worst() float64 { return ratioOfEnds(r.total) }

// worstLast is worst for the last iteration alone.
func (r reordered) worstLast() float64 { return ratioOfEnds(r.last) }

func ratioOfEnds(x []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		low, high = min(low, v), max(high, v)
	}
	return high / low
}

// reorderedBoards returns the boards that every order solved, the easiest
// first.
func reorderedBoards(trials []experiments.Trial) []reordered {
	names := ordered()
	rows := onKorf(trials, names...)
	boards := finishedBy(rows, names...)
	found := make([]reordered, 0, len(boards))
	of := make([]map[int]*experiments.Trial, len(names))
	for i, name := range names {
		of[i] = byBoard(rows, name)
	}
	for _, index := range boards {
		r := reordered{index: index, length: shortest(of[0][index]), iterations: len(of[0][index].Meter.Iterations)}
		for i := range names {
			t := of[i][index]
			last := lastIteration(t)
			r.total = append(r.total, float64(t.Meter.Generated))
			r.last = append(r.last, float64(last.Generated))
			r.before = append(r.before, t.Meter.Generated-last.Generated)
			r.expandedBefore = append(r.expandedBefore, t.Meter.Expanded-last.Expanded)
		}
		found = append(found, r)
	}
	return found
}

// lastIteration returns the iteration that ended a run of IDA*.
func lastIteration(t *experiments.Trial) search.Iteration {
	if n := len(t.Meter.Iterations); n > 0 {
		return t.Meter.Iterations[n-1]
	}
	return search.Iteration{Expanded: t.Meter.Expanded, Generated: t.Meter.Generated}
}
