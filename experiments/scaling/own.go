package scaling

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// triedNodes is the limit on the nodes that Try expands on each board.
const triedNodes = 1_000_000

// triedUpTo is the largest number of cells that Try runs on.
const triedUpTo = 10

// Try solves n boards of each shape of up to ten cells by IDA* with a
// heuristic, such as one of your own, and sets its growth beside that of the
// Manhattan distance. Nothing is stored. A heuristic that says too much finds
// solutions that are not shortest, and the table counts them.
func Try(h tiles.Heuristic, n int) (reports.Table, error) {
	t := reports.Table{
		ID: "try", Title: "IDA* with " + h.Name + " on boards of growing size",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "boards", Kind: reports.Count},
			{Name: "mean length", Kind: reports.Number, Unit: "moves", Doc: "of the shortest solutions, over the boards solved with the Manhattan distance"},
			{Name: "longer", Kind: reports.Count, Doc: "boards on which " + h.Name + " found a solution that is not shortest"},
			{Name: "median nodes, manhattan", Kind: reports.Count},
			{Name: "median nodes, " + h.Name, Kind: reports.Count},
			{Name: "ratio", Kind: reports.Ratio, Doc: "of the medians"},
		},
	}
	var length, theirs, own []float64
	for _, sh := range shapes {
		if sh.Cells > triedUpTo {
			continue
		}
		tried, err := try(sh, h, n)
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(shapeName(point{set: boardsPrefix + sh.Text})), reports.Int(n), reports.Num(tried.length), reports.Int(tried.longer),
			reports.Bounded(tried.manhattan.median()), reports.Bounded(tried.own.median()), tried.ratio(),
		})
		if a, b := tried.manhattan.median(), tried.own.median(); !a.Lower && !b.Lower && tried.length > 0 {
			length, theirs, own = append(length, tried.length), append(theirs, a.Value), append(own, b.Value)
		}
	}
	t.Caption = fmt.Sprintf("Boards drawn uniformly; runs stop after %s nodes expanded.", study.Grouped(triedNodes))
	if f, g := stats.FitExponential(length, theirs), stats.FitExponential(length, own); f.N >= 3 && !math.IsNaN(f.B) && !math.IsNaN(g.B) {
		t.Caption += fmt.Sprintf(" Each further move of the mean length multiplies the median by %.3f with the Manhattan distance and by %.3f with %s.", f.B, g.B, h.Name)
	}
	return t, nil
}

// tried is what came of the boards of one shape.
type tried struct {
	length         float64 // mean over the boards solved with the Manhattan distance; 0 for none
	longer         int
	manhattan, own nodes
}

// nodes are counts of which some may be lower bounds: all of those that equal
// the limit.
type nodes []float64

func (n nodes) median() frame.Bounded {
	median := stats.Median(n)
	return frame.Bounded{Value: median, Lower: median >= triedNodes}
}

func (t tried) ratio() reports.Cell {
	a, b := t.manhattan.median(), t.own.median()
	if a.Lower || b.Lower || a.Value <= 0 {
		return reports.Cell{}
	}
	return reports.Num(b.Value / a.Value)
}

// try solves the boards of a shape with the Manhattan distance and with h.
func try(sh puzzle.Size, h tiles.Heuristic, n int) (tried, error) {
	var t tried
	instances, err := uniform(sh, n)
	if err != nil {
		return t, err
	}
	solved, sum := 0, 0
	for _, instance := range instances {
		b, err := instance.Make()
		if err != nil {
			return t, err
		}
		manhattan, err := sliding.Deepened(b, tiles.Manhattan, triedNodes)
		if err != nil {
			return t, err
		}
		own, err := sliding.Deepened(b, h, triedNodes)
		if err != nil {
			return t, err
		}
		t.manhattan, t.own = append(t.manhattan, float64(manhattan.Expanded)), append(t.own, float64(own.Expanded))
		if manhattan.Outcome == search.Solved {
			solved, sum = solved+1, sum+manhattan.Cost
			if own.Outcome == search.Solved && own.Cost > manhattan.Cost {
				t.longer++
			}
		}
	}
	if solved > 0 {
		t.length = float64(sum) / float64(solved)
	}
	return t, nil
}
