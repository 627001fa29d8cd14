package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// floodAnalysis prints what is known of a board before any search.
type floodAnalysis struct{ colorwalk.Structure }

// floodStructure is the object of a floodAnalysis.
type floodStructure struct {
	Rows         int          `json:"rows"`
	Cols         int          `json:"cols"`
	Start        [2]int       `json:"start"` // row and column, from 1
	Blank        int          `json:"blank"`
	Colors       []floodColor `json:"colors"`
	Regions      int          `json:"regions"`
	Largest      int          `json:"largest_region"`
	Frontier     int          `json:"frontier"`
	Eccentricity int          `json:"eccentricity"`
	LayerBound   int          `json:"layer_bound"`
	Distances    int          `json:"distances"`
	Upper        *int         `json:"upper_bound"` // null: the board is too large
}

// floodColor is how often a colour occurs.
type floodColor struct {
	Color   int `json:"color"`
	Cells   int `json:"cells"`
	Regions int `json:"regions"`
}

// MarshalJSON writes every field of [colorwalk.Structure].
func (a floodAnalysis) MarshalJSON() ([]byte, error) {
	s := floodStructure{
		Rows: a.Rows, Cols: a.Cols, Start: [2]int{a.Start/a.Cols + 1, a.Start%a.Cols + 1}, Blank: a.Blank,
		Colors: []floodColor{}, Regions: a.Regions, Largest: a.Largest, Frontier: a.Frontier,
		Eccentricity: a.Eccentricity, LayerBound: a.LayerBound, Distances: a.Distances,
	}
	for _, c := range a.Colors {
		s.Colors = append(s.Colors, floodColor{int(c.Color), c.Cells, c.Regions})
	}
	if a.Upper >= 0 {
		s.Upper = &a.Upper
	}
	return json.Marshal(s)
}

// Describe prints a line for each thing known.
func (a floodAnalysis) Describe(w io.Writer) error {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-18s  %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(w, "structure")
	line("size", "%dx%d, rows by columns", a.Rows, a.Cols)
	line("blank area", "%s from %d,%d on", plural(uint64(a.Blank), "cell", "cells"), a.Start/a.Cols+1, a.Start%a.Cols+1)
	for _, c := range a.Colors {
		line(fmt.Sprintf("colour %v", c.Color), "%s in %s", plural(uint64(c.Cells), "cell", "cells"), plural(uint64(c.Regions), "region", "regions"))
	}
	line("regions", "%d, the largest of %s, %d in the frontier", a.Regions, plural(uint64(a.Largest), "cell", "cells"), a.Frontier)
	line("eccentricity", "%d", a.Eccentricity)
	line("layer bound", "%d", a.LayerBound)
	line("distances", "%d", a.Distances)
	upper := "not computed for a board of this size"
	if a.Upper >= 0 {
		upper = fmt.Sprintf("%s, by beam-1/layers+distances", plural(uint64(a.Upper), "move", "moves"))
	}
	_, err := fmt.Fprintf(w, "  %-18s  %s\n", "upper bound", upper)
	return err
}
