package scaling

import (
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

const drawnSize, drawnGap = 150, 12 // width and height of a drawing, and the space below it

// puzzleDrawings draw a small instance of each puzzle.
var puzzleDrawings = []func(w io.Writer) error{
	drawing(handsoftime.ParseRing, "start=0 2 2 2 2 1 3", ringsrender.SVG, ringsrender.Drawing{Size: drawnSize, ID: "puzzles-ring", Path: handsoftime.Path{0, 2, 4, 3, 1, 5}}),
	drawing(parseTiles, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", tilesrender.SVG, tilesrender.Drawing{Size: drawnSize, ID: "puzzles-tiles"}),
	drawing(colorwalk.ParseBoard, "12345/23412/41523/35142/54231", walkrender.SVG, walkrender.Drawing{Size: drawnSize, ID: "puzzles-walk"}),
}

func parseTiles(line string) (tiles.Board, error) { return tiles.ParseBoard(line, tiles.BlankFirst) }

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

// puzzlesFigure draws the three puzzles, one below the other.
func puzzlesFigure(frame.Frame) (reports.Figure, error) {
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="puzzles-title"><title id="puzzles-title">%[3]s</title>`, drawnSize, 3*drawnSize+2*drawnGap, puzzlesTitle)
		for i, draw := range puzzleDrawings {
			_, opened := fmt.Fprintf(w, `<g transform="translate(0 %d)">`, i*(drawnSize+drawnGap))
			drawn := draw(w)
			_, closed := io.WriteString(w, "</g>")
			err = cmp.Or(err, opened, drawn, closed)
		}
		_, closed := io.WriteString(w, "</svg>\n")
		return cmp.Or(err, closed)
	})
	return reports.Figure{
		ID: "puzzles", Title: puzzlesTitle, SVG: svg, PNG: png,
		Caption: "Hands of Time is played on a ring of numbers, the 15-puzzle with tiles and a gap, and Color Walk on a board of colored cells.",
		Alt:     "A ring of six numbers, a board of fifteen tiles and a board of colored cells, one below the other.",
	}, err
}
