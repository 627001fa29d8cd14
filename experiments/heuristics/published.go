package heuristics

import "github.com/puzzlelab/puzzlelab/solvers/tiles"

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

// printed is what figure 3.29 of Russell & Norvig, Artificial Intelligence: A
// Modern Approach (3rd edition, 2010), prints for a heuristic at a distance: nodes
// of A*, mean of 100 boards of the 8-puzzle, and the effective branching factor.
// Their nodes include the root: 6 nodes at distance 2 give 1.79, as 1 + b + b² = 6
// does. The factors are a little below those of the mean nodes, as means of the
// factors of single boards are.
type printed struct {
	heuristic string
	distance  int
	nodes, b  float64
}

var book = []printed{
	{"hamming", 2, 6, 1.79},
	{"hamming", 4, 13, 1.48},
	{"hamming", 6, 20, 1.34},
	{"hamming", 8, 39, 1.33},
	{"hamming", 10, 93, 1.38},
	{"hamming", 12, 227, 1.42},
	{"hamming", 14, 539, 1.44},
	{"hamming", 16, 1301, 1.45},
	{"hamming", 18, 3056, 1.46},
	{"hamming", 20, 7276, 1.47},
	{"hamming", 22, 18094, 1.48},
	{"hamming", 24, 39135, 1.48},
	{"manhattan", 2, 6, 1.79},
	{"manhattan", 4, 12, 1.45},
	{"manhattan", 6, 18, 1.30},
	{"manhattan", 8, 25, 1.24},
	{"manhattan", 10, 39, 1.22},
	{"manhattan", 12, 73, 1.24},
	{"manhattan", 14, 113, 1.23},
	{"manhattan", 16, 211, 1.25},
	{"manhattan", 18, 363, 1.26},
	{"manhattan", 20, 676, 1.27},
	{"manhattan", 22, 1219, 1.28},
	{"manhattan", 24, 1641, 1.26},
}
