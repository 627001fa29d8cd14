package heuristics

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Overview says what was run: boards, strategies and limits of each set.
func Overview(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "overview", Title: "What was run",
		Caption: "Uniform boards are equally likely positions; by-distance has as many of every distance; every-position looks at all positions for one goal. Timed trials ran one at a time.",
		Columns: []reports.Column{
			{Name: "boards"},
			{Name: "number", Kind: reports.Count},
			{Name: "mode"},
			{Name: "strategies"},
			{Name: "trials", Kind: reports.Count},
			{Name: "limit", Unit: "nodes", Kind: reports.Count, Full: true},
			{Name: "capped", Kind: reports.Count, Doc: "runs that the limit ended"},
		},
	}
	for _, set := range frame.Set.Of(trials) {
		for _, mode := range []experiments.Mode{experiments.Budget, experiments.Timed} {
			for _, kind := range []string{program, astar, idastar, surveyPrefix, expansionsPrefix} {
				rows := trials.Where(frame.Set.Is(set), frame.Mode.Is(mode), ofAlgorithm(kind))
				if rows.Len() == 0 {
					continue
				}
				limit := reports.Cell{}
				if n := rows.NodeLimit(); n > 0 {
					limit = reports.Int(n)
				}
				t.Rows = append(t.Rows, []reports.Cell{
					reports.Str(set), reports.Int(rows.Instances()), reports.Str(string(mode)), reports.Str(strategyPhrase(kind, strategiesOf(rows))),
					reports.Int(rows.Len()), limit, reports.Int(rows.Count(frame.Limited)),
				})
			}
		}
	}
	return t, nil
}

// strategyPhrase names up to two strategies of a kind and counts more.
func strategyPhrase(kind string, names []string) string {
	if len(names) > 2 {
		return fmt.Sprintf("%s… (%d)", kind, len(names))
	}
	return strings.Join(names, ", ")
}

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
func examplePuzzle(frame.Frame) (reports.Figure, error) {
	return PuzzleFigure(example, tiles.Manhattan.Name)
}
