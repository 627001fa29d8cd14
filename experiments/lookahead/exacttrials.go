package lookahead

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A trial whose strategy is called structureName tells what is known of a board
// before any search: its bound is the layer bound at the start, its cost that of
// a beam of one position.
const structureName = "structure"

// What such a trial observes.
const (
	regionsSeen      = "regions"
	colorsSeen       = "colours"
	eccentricitySeen = "eccentricity"
)

// structure returns the strategy of that name.
func structure(name, rest string) (puzzle.Strategy[colorwalk.Board], error) {
	if rest != "" {
		return puzzle.Strategy[colorwalk.Board]{}, fmt.Errorf("lookahead: strategy %q: nothing may follow %s", name, structureName)
	}
	return puzzle.Strategy[colorwalk.Board]{
		Name: name, Version: 1, Doc: "regions of the board, and bounds at the start", Source: "colorwalk.Analyze", Complete: true,
		Run: func(_ context.Context, b colorwalk.Board, _ uint64, _ search.Limits) (puzzle.Finding, error) {
			a := colorwalk.Analyze(b)
			if a.Upper < 0 {
				return puzzle.Finding{}, fmt.Errorf("lookahead: a board of %d regions is too large for %s (want at most %d)", a.Regions, name, colorwalk.MaxUpperRegions)
			}
			return puzzle.Finding{Outcome: search.Measured, Cost: a.Upper, Bound: a.LayerBound, Observed: []puzzle.Observation{
				{Name: regionsSeen, Value: float64(a.Regions)},
				{Name: colorsSeen, Value: float64(len(a.Colors))},
				{Name: eccentricitySeen, Value: float64(a.Eccentricity)},
			}}, nil
		},
	}, nil
}
