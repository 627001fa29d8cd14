package scaling

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	walkrender "github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	ringsrender "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	tilesrender "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// puzzlesTitle is the title of the picture that introduces the puzzles.
const puzzlesTitle = "The three puzzles"

const drawnSize, drawnStep = 240, 264 // width and height of a drawing, and the distance from one to the next

// drawing returns a function that reads an instance and draws it.
func drawing[I, D any](parse func(string) (I, error), line string, svg func(io.Writer, I, D) error, d D) func(io.Writer) error {
	return func(w io.Writer) error {
		instance, err := parse(line)
		if err != nil {
			return err
		}
		return svg(w, instance, d)
	}
}

// draw draws a small instance of each puzzle, each so far to the right of the one before and below
// it. All IDs begin with id.
func draw(w io.Writer, id string, right, down int) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="%[3]s-title"><title id="%[3]s-title">%[4]s</title><g>`, 2*right+drawnSize, 2*down+drawnSize, id, puzzlesTitle)
	for i, draw := range []func(w io.Writer) error{
		drawing(handsoftime.ParseRing, "start=0 2 2 2 2 1 3", ringsrender.SVG, ringsrender.Drawing{Size: drawnSize, ID: id + "-ring", Path: handsoftime.Path{0, 2, 4, 3, 1, 5}}),
		drawing(func(line string) (tiles.Board, error) { return tiles.ParseBoard(line, tiles.BlankFirst) }, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", tilesrender.SVG, tilesrender.Drawing{Size: drawnSize, ID: id + "-tiles"}),
		drawing(colorwalk.ParseBoard, "12345/23412/41523/35142/54231", walkrender.SVG, walkrender.Drawing{Size: drawnSize, ID: id + "-walk"}),
	} {
		_, opened := fmt.Fprintf(w, `</g><g transform="translate(%d %d)">`, i*right, i*down)
		err = cmp.Or(err, opened, draw(w))
	}
	_, closed := io.WriteString(w, "</g></svg>\n")
	return cmp.Or(err, closed)
}

// puzzlesFigure draws the three puzzles side by side, and one below the other for narrow screens.
func puzzlesFigure(frame.Frame) (reports.Figure, error) {
	var narrow bytes.Buffer
	failed := draw(&narrow, "puzzles-narrow", 0, drawnStep)
	svg, png, err := plots.Drawing(func(w io.Writer) error { return draw(w, "puzzles", drawnStep, 0) })
	return reports.Figure{
		ID: "puzzles", Title: puzzlesTitle, SVG: svg, PNG: png, Narrow: narrow.Bytes(),
		Caption: "Hands of Time is played on a ring of numbers, the 15-puzzle with tiles and a gap, and Color Walk on a board of colored cells.",
		Alt:     "A ring of six numbers, a board of fifteen tiles and a board of colored cells.",
	}, cmp.Or(err, failed)
}
