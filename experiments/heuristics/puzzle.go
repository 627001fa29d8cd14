package heuristics

import (
	"bytes"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// example is the board that the assignment draws: Hamming 5, Manhattan 10.
const example = "8 1 3 4 0 2 7 6 5"

// PuzzleFigure draws a board, given as one line of text, with what a heuristic
// adds up on it: what the puzzle is, for a reader who has not met it.
func PuzzleFigure(line, heuristic string) (reports.Figure, error) {
	board, err := tiles.ParseBoard(line, tiles.BlankLast)
	if err != nil {
		return reports.Figure{}, err
	}
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		return reports.Figure{}, err
	}
	if err := h.Fits(board.Width(), board.Height()); err != nil {
		return reports.Figure{}, err
	}
	var svg bytes.Buffer
	if err := render.SVG(&svg, board, render.Drawing{Heuristic: h, Size: 300, ID: "puzzle"}); err != nil {
		return reports.Figure{}, err
	}
	return reports.Figure{
		ID: "puzzle", Title: fmt.Sprintf("A board of %dx%d and an estimate", board.Width(), board.Height()), SVG: svg.Bytes(),
		Caption: fmt.Sprintf("A tile beside the gap may slide into it; the goal is 1, 2, 3 … row by row. Drawn over the board is what the heuristic %s adds up: %s. Here it says %d; Hamming says %d.",
			h.Name, h.Doc, h.Of(board), tiles.Hamming.Of(board)),
		Alt: fmt.Sprintf("The board %s with the parts of the estimate %s, which is %d.", board, h.Name, h.Of(board)),
	}, nil
}

// examplePuzzle is the figure of the report, which no trial is needed for.
func examplePuzzle([]experiments.Trial) (reports.Figure, error) {
	return PuzzleFigure(example, tiles.Manhattan.Name)
}
