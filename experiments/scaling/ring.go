package scaling

import (
	"io"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	ringsrender "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
)

// ringTitle is the title of the picture that introduces the puzzle of the first question.
const ringTitle = "A ring with 6 places"

// ringFigure draws a ring with one of its solutions.
func ringFigure(frame.Frame) (reports.Figure, error) {
	ring, err := handsoftime.ParseRing("start=0 2 2 2 2 1 3")
	if err != nil {
		return reports.Figure{}, err
	}
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return ringsrender.SVG(w, ring, ringsrender.Drawing{Path: handsoftime.Path{0, 2, 4, 3, 1, 5}, Size: 320, ID: "ring"})
	})
	return reports.Figure{
		ID: "ring", Title: ringTitle, SVG: svg, PNG: png,
		Caption: "The hand starts at the top and moves by the value there. The arrows show one solution.",
		Alt:     "A clock face with six numbers and a path through all of them.",
	}, err
}
