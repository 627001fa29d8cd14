package colorwalk

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// analysis prints what is known of a board before any search.
type analysis struct{ Structure }

// colorCount is how often a colour occurs.
type colorCount struct {
	Color   int `json:"color"`
	Cells   int `json:"cells"`
	Regions int `json:"regions"`
}

// MarshalJSON writes every field of [Structure].
func (a analysis) MarshalJSON() ([]byte, error) {
	s := struct {
		Rows         int          `json:"rows"`
		Cols         int          `json:"cols"`
		Start        [2]int       `json:"start"` // row and column, from 1
		Blank        int          `json:"blank"`
		Colors       []colorCount `json:"colors"`
		Regions      int          `json:"regions"`
		Largest      int          `json:"largest_region"`
		Frontier     int          `json:"frontier"`
		Eccentricity int          `json:"eccentricity"`
		LayerBound   int          `json:"layer_bound"`
		Distances    int          `json:"distances"`
		Upper        *int         `json:"upper_bound"` // null: the board is too large
	}{
		Rows: a.Rows, Cols: a.Cols, Start: [2]int{a.Start/a.Cols + 1, a.Start%a.Cols + 1}, Blank: a.Blank,
		Colors: []colorCount{}, Regions: a.Regions, Largest: a.Largest, Frontier: a.Frontier,
		Eccentricity: a.Eccentricity, LayerBound: a.LayerBound, Distances: a.Distances,
	}
	for _, c := range a.Colors {
		s.Colors = append(s.Colors, colorCount{int(c.Color), c.Cells, c.Regions})
	}
	if a.Upper >= 0 {
		s.Upper = &a.Upper
	}
	return json.Marshal(s)
}

// Describe prints a line for each thing known.
func (a analysis) Describe(w io.Writer) error {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-18s  %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(w, "structure")
	line("size", "%dx%d, width by height", a.Cols, a.Rows)
	line("blank area", "%s from %d,%d on", puzzle.Counted(a.Blank, "cell"), a.Start/a.Cols+1, a.Start%a.Cols+1)
	for _, c := range a.Colors {
		line(fmt.Sprintf("colour %v", c.Color), "%s in %s", puzzle.Counted(c.Cells, "cell"), puzzle.Counted(c.Regions, "region"))
	}
	line("regions", "%d, the largest of %s, %d in the frontier", a.Regions, puzzle.Counted(a.Largest, "cell"), a.Frontier)
	line("eccentricity", "%d", a.Eccentricity)
	line("layer bound", "%d", a.LayerBound)
	line("distances", "%d", a.Distances)
	upper := "not computed for a board of this size"
	if a.Upper >= 0 {
		upper = puzzle.Counted(a.Upper, "move") + ", by beam-1/layers+distances"
	}
	_, err := fmt.Fprintf(w, "  %-18s  %s\n", "upper bound", upper)
	return err
}
