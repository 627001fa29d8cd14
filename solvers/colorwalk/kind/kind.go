// Package kind is the whole of what the flood game says of itself: the core, the
// programs of the series, and its drawings.
package kind

import (
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Kind returns the puzzle.
var Kind = sync.OnceValue(func() *puzzle.Kind[colorwalk.Board] {
	k := *colorwalk.Core()
	k.Strategies = puzzle.NewGrammar(k.Name, "evaluation", slices.Concat(programs.Strategies(), colorwalk.Strategies()))
	k.Code = append(slices.Clip(k.Code), programs.Source)
	k.Sets = slices.Clone(k.Sets)
	for i := range k.Sets {
		if s := &k.Sets[i]; s.Name == "series" {
			// The boards behind the published hundred are what its program would have
			// made next.
			s.Doc += "; a larger --count goes on behind them"
			s.More = programs.Series
		}
	}
	k.Pictures, k.Style = render.Pictures(), render.Style()
	return &k
})

// Puzzle returns the puzzle with its type of instances erased.
var Puzzle = sync.OnceValue(func() *puzzle.Puzzle { return puzzle.Of(Kind()) })
