// Package kind is the whole of what the ring puzzle says of itself: the
// core and its drawings.
package kind

import (
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Kind returns the puzzle.
var Kind = sync.OnceValue(func() *puzzle.Kind[handsoftime.Ring] {
	k := *handsoftime.Core()
	k.Pictures = render.Pictures()
	return &k
})

// Puzzle returns the puzzle with its type of instances erased.
var Puzzle = sync.OnceValue(func() *puzzle.Puzzle { return puzzle.Of(Kind()) })
