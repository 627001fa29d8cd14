package idastar

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
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
	t := reports.Table{
		ID: "try", Title: "IDA* with " + h.Name + " on Korf's easiest boards",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "shortest", Kind: reports.Count, Doc: "length of a shortest solution"},
			{Name: "found", Kind: reports.Count, Doc: "length found with " + h.Name},
			{Name: "estimate", Kind: reports.Count, Doc: h.Name + " of the start"},
			{Name: "generated, manhattan", Kind: reports.Count},
			{Name: "generated, linear-conflict", Kind: reports.Count},
			{Name: "generated, " + h.Name, Kind: reports.Count},
			{Name: "of linear-conflict", Kind: reports.Ratio},
		},
	}
	chosen := sliding.Easiest("korf100", n)
	var ratios []float64
	for _, k := range sliding.Boards("korf100") {
		if !chosen(k) {
			continue
		}
		own, err := sliding.Deepened(k.Board, h, triedNodes)
		if err != nil {
			return t, err
		}
		conflict, err := sliding.Deepened(k.Board, tiles.LinearConflict, triedNodes)
		if err != nil {
			return t, err
		}
		row := []reports.Cell{
			reports.Str(fmt.Sprintf("Korf %d", k.Number)), reports.Int(k.Optimal),
			{},
			reports.Int(h.Of(k.Board)),
			reports.Int(k.Manhattan.Generated), reports.Int(conflict.Generated), reports.AtLeast(float64(own.Generated)),
			{},
		}
		if own.Outcome == search.Solved {
			row[2], row[6] = reports.Int(own.Cost), reports.Int(own.Generated)
			if conflict.Outcome == search.Solved && conflict.Generated > 0 {
				ratios = append(ratios, float64(own.Generated)/float64(conflict.Generated))
				row[7] = reports.Num(ratios[len(ratios)-1])
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Caption = fmt.Sprintf("The %s that IDA* with the Manhattan distance solves with the fewest nodes; runs stop after %s nodes expanded. Geometric mean of the ratios: %.3f.",
		study.Plural(len(t.Rows), "board"), study.Grouped(triedNodes), stats.GeoMean(ratios))
	return t, nil
}
