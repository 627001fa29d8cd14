package render

import (
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Kind returns the complete description of the puzzle: [handsoftime.Core] and the drawings.
var Kind = sync.OnceValue(func() *puzzle.Kind[handsoftime.Ring] {
	k := *handsoftime.Core()
	k.Pictures = pictureList()
	return &k
})

// Puzzle returns the puzzle of [Kind] as a [puzzle.Puzzle], so that a list can hold different
// puzzles; see [puzzle.Of].
var Puzzle = sync.OnceValue(func() *puzzle.Puzzle { return puzzle.Of(Kind()) })

// pictureList returns the ways to draw a ring.
func pictureList() []puzzle.Picture[handsoftime.Ring] {
	show := draw.Show[handsoftime.Ring, Drawing]{
		Puzzle: name, Asked: asked, SVG: SVG, Steps: Steps, Analyze: handsoftime.Core().Analyze,
		Text: func(r handsoftime.Ring, d Drawing) (string, handsoftime.Ring, error) { return Text(r, d), r, nil },
	}
	board := show.Picture(puzzle.Picture[handsoftime.Ring]{
		Name: "board", Doc: "the ring and a path on it", Formats: []string{"text", "svg", "html"}, Structure: []string{"text", "svg", "html"},
	})
	// The ids of the stage must differ from the ids in the picture of the same path.
	show.Steps = func(r handsoftime.Ring, d Drawing) (draw.Page, error) {
		d.ID = draw.ID("clock-steps", r, d.Path)
		return Steps(r, d)
	}
	board.Play = show.Picture(board).Play
	return []puzzle.Picture[handsoftime.Ring]{board}
}

// asked converts a view to drawing options, and returns the ring with the start to draw.
func asked(r handsoftime.Ring, v puzzle.View) (handsoftime.Ring, Drawing, error) {
	var d Drawing
	if v.Solved {
		path, err := handsoftime.ParsePath(v.Solution)
		if err != nil {
			return r, d, err
		}
		d.Path, r.Start = path, int(path[0])
	}
	if v.Format != "text" {
		r.Start = max(r.Start, 0) // draw AnyStart as node 0
	}
	if v.Structure {
		structure := handsoftime.Analyze(r)
		d.Structure, d.Layers = &structure, Layers{Forced: true, Cycles: true, Special: true}
	}
	return r, d, nil
}
