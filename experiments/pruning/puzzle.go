package pruning

import (
	"bytes"
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// PuzzleFigure draws a ring, given as one line of text, with a solution: what
// the puzzle is, for a reader who has not met it.
func PuzzleFigure(line string) (reports.Figure, error) {
	ring, err := handsoftime.ParseRing(line)
	if err != nil {
		return reports.Figure{}, err
	}
	strategy, err := kind.Kind().Strategy(handsoftime.DefaultStrategy)
	if err != nil {
		return reports.Figure{}, err
	}
	result, err := strategy.Run(context.Background(), ring, 0, search.Limits{})
	if err != nil {
		return reports.Figure{}, err
	}
	path, _ := result.Solution.(handsoftime.Path)
	var svg bytes.Buffer
	if err := render.SVG(&svg, ring, render.Drawing{Path: path, Size: 320, ID: "puzzle"}); err != nil {
		return reports.Figure{}, err
	}
	f := reports.Figure{
		ID: "puzzle", Title: "A ring of " + study.Plural(ring.Size(), "node"), SVG: svg.Bytes(),
		Caption: fmt.Sprintf("The hand starts at node %d and moves by the value it stands on, clockwise or back.", ring.Start),
	}
	if result.Outcome == search.Solved {
		f.Caption += fmt.Sprintf(" The arrows are one solution: %d.", []int32(path))
		f.Alt = fmt.Sprintf("A clock face with the values %s and a path through all nodes: %d.", ring, []int32(path))
	} else {
		f.Caption += " This ring has no solution."
		f.Alt = fmt.Sprintf("A clock face with the values %s; it has no solution.", ring)
	}
	return f, nil
}
