// Package kind is the whole of what the flood game says of itself: the
// core and its drawings.
package kind

import (
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Kind returns the puzzle.
var Kind = sync.OnceValue(func() *puzzle.Kind[colorwalk.Board] {
	k := *colorwalk.Core()
	k.Pictures, k.Style = render.Pictures(), render.Style()
	return &k
})
