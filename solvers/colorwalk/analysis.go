package colorwalk

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// analysis writes the structure of a board as JSON and as text.
type analysis struct{ Structure }

// MarshalJSON encodes all fields of [Structure] as JSON, with null for an unknown upper bound.
func (a analysis) MarshalJSON() ([]byte, error) {
	s := struct {
		Structure
		Upper *int `json:"upper_bound"`
	}{Structure: a.Structure}
	if a.Upper >= 0 {
		s.Upper = &a.Upper
	}
	return json.Marshal(s)
}

// Describe writes the structure as a table, with one line for each known fact.
func (a analysis) Describe(w io.Writer) error {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-18s  %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(w, "structure")
	line("size", "%dx%d, width by height", a.Cols, a.Rows)
	line("blank area", "%s from %d,%d on", wording.Counted(a.Blank, "cell"), a.Start[0], a.Start[1])
	for _, c := range a.Colors {
		line(fmt.Sprintf("color %v", c.Color), "%s in %s", wording.Counted(c.Cells, "cell"), wording.Counted(c.Regions, "region"))
	}
	line("regions", "%d, the largest of %s, %d in the frontier", a.Regions, wording.Counted(a.Largest, "cell"), a.Frontier)
	line("eccentricity", "%d", a.Eccentricity)
	line("layer bound", "%d", a.LayerBound)
	line("distances", "%d", a.Distances)
	upper := "not computed for a board of this size"
	if a.Upper >= 0 {
		upper = wording.Counted(a.Upper, "move") + ", by beam-1/layers+distances"
	}
	_, err := fmt.Fprintf(w, "  %-18s  %s\n", "upper bound", upper)
	return err
}

// Structure holds what is known about a board without a search: its colors, its regions, and bounds
// on the number of moves.
type Structure struct {
	Rows  int    `json:"rows"`
	Cols  int    `json:"cols"`
	Start [2]int `json:"start"` // row and column of the start, counted from 1

	// Blank is the number of cells in the blank area. If the start has a color, the cells of its
	// region count as blank. Colors and Regions do not include these cells.
	Blank    int          `json:"blank"`
	Colors   []ColorCount `json:"colors"` // number of cells of each color, sorted by color
	Regions  int          `json:"regions"`
	Largest  int          `json:"largest_region"` // number of cells in the largest region
	Frontier int          `json:"frontier"`       // number of regions that touch the blank area

	// Eccentricity is the largest distance of a region from the blank area in the region graph.
	// Eccentricity and LayerBound are both lower bounds on the number of moves, and LayerBound is
	// never the smaller one.
	Eccentricity int `json:"eccentricity"`
	LayerBound   int `json:"layer_bound"`
	Distances    int `json:"distances"` // sum of the distances of all regions from the blank area; not a bound
	// Upper is an upper bound on the optimum: the length of the solution that the strategy
	// beam-1/layers+distances finds. It is −1 for boards with more than [MaxUpperRegions] regions,
	// because the beam search would take a long time.
	Upper int `json:"-"`
}

// ColorCount holds the numbers of cells and regions of one color outside the blank area.
type ColorCount struct {
	Color   Color `json:"color"`
	Cells   int   `json:"cells"`
	Regions int   `json:"regions"`
}

// MaxUpperRegions is the maximum number of regions for which [Analyze] computes an upper bound. At
// this size, Analyze takes about half a second.
const MaxUpperRegions = 10_000

// Analyze returns the structure of a board, or the zero Structure for the zero Board.
func Analyze(b Board) Structure {
	if b.Cells() == 0 {
		return Structure{}
	}
	g := NewGraph(b, -1)
	origin, s := g.Origin(), g.newScratch()
	a := Structure{
		Rows: b.Rows(), Cols: b.Cols(), Start: [2]int{b.Start()/b.Cols() + 1, b.Start()%b.Cols() + 1},
		Blank: g.root, Colors: []ColorCount{}, Regions: g.Regions, Frontier: origin.Frontier.count(),
		Eccentricity: g.eccentricity(origin, s), LayerBound: g.layers(origin, s), Distances: g.distances(origin, s),
	}
	for _, k := range g.Colors {
		count := ColorCount{Color: k.Color, Regions: k.Last - k.First}
		for r := k.First; r < k.Last; r++ {
			count.Cells += int(g.size[r])
			a.Largest = max(a.Largest, int(g.size[r]))
		}
		a.Colors = append(a.Colors, count)
	}
	switch {
	case g.Regions > MaxUpperRegions:
		a.Upper = -1
	case g.Regions > 0:
		var m search.Meter
		path, _ := newBeam(g, 1, layersThenDistances, search.NewGuard(context.Background(), search.Limits{}), &m).run()
		a.Upper = len(path)
	}
	return a
}

// LayerBounds returns len(path)+1 lower bounds on the number of remaining moves: one before the
// first move of the path, and one after each move. Each of them is the layer bound, which the
// package documentation explains. The bound of a cleared board is 0. Moves that are not colors of
// the board change nothing.
func LayerBounds(b Board, path []Color) []int {
	if b.Cells() == 0 {
		return nil
	}
	g := NewGraph(b, -1)
	at, next, s := g.Origin(), g.NewArea(), g.newScratch()
	bounds := []int{g.layers(at, s)}
	for _, c := range path {
		for k := range g.Colors {
			if g.Colors[k].Color == c && g.Play(&next, &at, &g.Colors[k]) {
				at, next = next, at
			}
		}
		bounds = append(bounds, g.layers(at, s))
	}
	return bounds
}
