package heuristics

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// published returns the number of positions at each distance from the goal
// with the blank on a cell, as published.
func published(cell int) tiles.Histogram {
	for _, k := range tiles.KnownHistograms() {
		if k.Width == side && k.Height == side && k.Blank == cell && !k.LineMoves && k.Complete() {
			return k.Counts
		}
	}
	return nil
}

// sequences are the published sequences that count the positions of the
// 8-puzzle by distance, by the cell of the goal's blank.
var sequences = map[int]string{0: "OEIS A089473", 1: "OEIS A089483", 4: "OEIS A089474"}

// bookRow is a row of figure 3.29 of Russell & Norvig, Artificial Intelligence:
// A Modern Approach (3rd edition, 2010): nodes of A*, mean of 100 boards of the
// 8-puzzle at each distance, and the effective branching factor. Their nodes
// include the root: 6 nodes at distance 2 give 1.79, as 1 + b + b² = 6 does. The
// factors are a little below those of the mean nodes, as means of the factors of
// single boards are.
type bookRow struct {
	distance           int
	hamming, manhattan float64
	hammingB           float64
	manhattanB         float64
}

var book = []bookRow{
	{2, 6, 6, 1.79, 1.79},
	{4, 13, 12, 1.48, 1.45},
	{6, 20, 18, 1.34, 1.30},
	{8, 39, 25, 1.33, 1.24},
	{10, 93, 39, 1.38, 1.22},
	{12, 227, 73, 1.42, 1.24},
	{14, 539, 113, 1.44, 1.23},
	{16, 1301, 211, 1.45, 1.25},
	{18, 3056, 363, 1.46, 1.26},
	{20, 7276, 676, 1.47, 1.27},
	{22, 18094, 1219, 1.48, 1.28},
	{24, 39135, 1641, 1.48, 1.26},
}

// inBook reports whether the textbook prints a row for a distance.
func inBook(distance int) bool {
	return slices.ContainsFunc(book, func(r bookRow) bool { return r.distance == distance })
}
