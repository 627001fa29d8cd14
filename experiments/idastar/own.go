package idastar

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// triedNodes is the limit on the nodes that Try expands on each board.
const triedNodes = 5_000_000

// Try solves the n easiest of Korf's boards by IDA* with a heuristic, such as
// one of your own, and sets it beside Manhattan distance and linear conflict.
// Nothing is stored. A length other than the shortest shows that the heuristic
// says too much.
func Try(h tiles.Heuristic, n int) (reports.Table, error) {
	if n < 1 {
		return reports.Table{}, fmt.Errorf("idastar: try %s on %d boards (want 1 or more)", h.Name, n)
	}
	type attempt struct {
		tiles.Known
		own, conflict search.Result[tiles.Move]
		ratio         float64
	}
	chosen := sliding.Easiest("korf100", n)
	var all []attempt
	var ratios []float64
	for _, k := range slices.DeleteFunc(sliding.Boards("korf100"), func(k tiles.Known) bool { return !chosen(k) }) {
		own, err := sliding.Deepened(k.Board, h, triedNodes)
		if err != nil {
			return reports.Table{}, err
		}
		conflict, err := sliding.Deepened(k.Board, tiles.LinearConflict, triedNodes)
		if err != nil {
			return reports.Table{}, err
		}
		a := attempt{k, own, conflict, math.NaN()}
		if own.Outcome == search.Solved && conflict.Outcome == search.Solved && conflict.Generated > 0 {
			a.ratio = float64(own.Generated) / float64(conflict.Generated)
			ratios = append(ratios, a.ratio)
		}
		all = append(all, a)
	}
	t := column.Fill(reports.Table{ID: "try", Title: "IDA* with " + h.Name + " on Korf's easiest boards"}, all,
		column.Words("board", func(a attempt) string { return fmt.Sprintf("Korf %d", a.Number) }),
		column.Counts("shortest", func(a attempt) int { return a.Optimal }).Doc("length of a shortest solution"),
		column.Cells("found", reports.Count, func(a attempt) (found reports.Cell) {
			if a.own.Outcome == search.Solved {
				found = reports.Int(a.own.Cost)
			}
			return found
		}).Doc("length found with "+h.Name),
		column.Counts("estimate", func(a attempt) int { return h.Of(a.Board) }).Doc(h.Name+" of the start"),
		column.Counts("generated, manhattan", func(a attempt) uint64 { return a.Manhattan.Generated }),
		column.Counts("generated, linear-conflict", func(a attempt) uint64 { return a.conflict.Generated }),
		column.Bounds("generated, "+h.Name, reports.Count, func(a attempt) frame.Bounded {
			return frame.Bounded{Value: float64(a.own.Generated), Lower: a.own.Outcome != search.Solved}
		}),
		column.Numbers("of linear-conflict", reports.Ratio, func(a attempt) float64 { return a.ratio }))
	t.Caption = fmt.Sprintf("The %s that IDA* with the Manhattan distance solves with the fewest nodes; runs stop after %s nodes expanded. Geometric mean of the ratios: %.3f.",
		study.Plural(len(t.Rows), "board"), study.Grouped(triedNodes), stats.GeoMean(ratios))
	return t, nil
}
