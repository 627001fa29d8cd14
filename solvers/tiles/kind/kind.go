// Package kind is the whole of what the sliding-tile puzzle says of itself: the
// core, the programs of the write-ups, and its drawings.
package kind

import (
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/programs"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Kind returns the puzzle.
var Kind = sync.OnceValue(func() *puzzle.Kind[tiles.Board] {
	k := *tiles.Core()
	k.Strategies = puzzle.NewGrammar(k.Name, "heuristic", slices.Concat(tiles.Strategies(), programs.Strategies()))
	k.Code = append(slices.Clip(k.Code), programs.Source)
	k.Pictures, k.Style = render.Pictures(), render.Style()
	return &k
})

// Puzzle returns the puzzle with its type of instances erased.
var Puzzle = sync.OnceValue(func() *puzzle.Puzzle { return puzzle.Of(Kind()) })
