package render

import (
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Pictures returns the ways to draw a ring.
func Pictures() []puzzle.Picture[handsoftime.Ring] {
	return []puzzle.Picture[handsoftime.Ring]{{
		Name: "board", Doc: "the ring and a path on it", Formats: []string{"text", "svg", "html"}, Structure: []string{"text", "svg", "html"}, Draw: drawRing, Play: play,
	}}
}

// drawingOf returns what is asked of the picture, and the ring with the start that is
// drawn.
func drawingOf(r handsoftime.Ring, v puzzle.View) (handsoftime.Ring, Drawing, error) {
	var d Drawing
	if v.Solved {
		path, err := handsoftime.ParsePath(v.Solution)
		if err != nil {
			return r, d, err
		}
		d.Path, r.Start = path, int(path[0])
	}
	r.Start = max(r.Start, 0) // of a ring that is about every start
	return r, d, nil
}

// play gives the stage other ids than those of the picture of the same path.
func play(r handsoftime.Ring, v puzzle.View) (puzzle.Player, error) {
	r, d, err := drawingOf(r, v)
	if err != nil {
		return nil, err
	}
	d.ID = draw.ID("clock-steps", r, d.Path)
	p, err := Steps(r, d)
	return &p, err
}

func drawRing(w io.Writer, r handsoftime.Ring, v puzzle.View) error {
	r, d, err := drawingOf(r, v)
	if err != nil {
		return err
	}
	if v.Structure {
		structure := handsoftime.Analyze(r)
		d.Structure = &structure
		d.Layers = Layers{Forced: true, Cycles: true, Special: true}
	}
	switch v.Format {
	case "svg":
		return SVG(w, r, d)
	case "html":
		return Page(w, r, d)
	}
	return v.Text(w, Text(r, d), func() puzzle.Analysis { return handsoftime.Core().Analyze(r) })
}
