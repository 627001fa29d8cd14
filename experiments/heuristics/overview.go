package heuristics

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var overviewItems = []study.Item{study.Block("puzzle", puzzleFigure), study.Block("overview", overview)}

// overview says what was run: boards, strategies and limits of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	type group = frame.Group[string]
	parts := frame.NewFactor("part", func(t *experiments.Trial) string {
		return fmt.Sprint(t.Set, " ", t.Mode, slices.Index(algorithms, algorithmOf(t)))
	})
	text := "The set by-distance has as many boards of every distance; every-position looks at all positions for one goal."
	return column.Fill(reports.Table{ID: "overview", Title: "What was run", Caption: text}, frame.Groups(trials.Where(algorithm.Is(algorithms...)), parts),
		column.Words("boards", func(g group) string { return g.First().Set }), column.Counts("number", func(g group) int { return g.Instances() }),
		column.Words("mode", func(g group) string { return string(g.First().Mode) }),
		column.Words("strategies", func(g group) string {
			if names := byStrategy.Of(g.Frame); len(names) <= 2 {
				return strings.Join(names, ", ")
			}
			return fmt.Sprintf("%s… (%d)", algorithmOf(g.First()), len(byStrategy.Of(g.Frame)))
		}),
		column.Counts("trials", func(g group) int { return g.Len() }),
		column.Cells("limit", reports.Count, func(g group) (limit reports.Cell) {
			if n := g.NodeLimit(); n > 0 {
				limit = reports.Int(n)
			}
			return limit
		}).Unit("nodes").Full(),
		column.Counts("capped", func(g group) int { return g.Count(frame.Limited) }),
	), nil
}

// example is the board that the assignment draws: Hamming 5, Manhattan 10.
const example = "8 1 3 4 0 2 7 6 5"

// puzzleFigure draws the example with what the Manhattan distance adds up on it: what
// the puzzle is, for a reader who has not met it.
func puzzleFigure(frame.Frame) (reports.Figure, error) {
	board, err := tiles.ParseBoard(example, tiles.BlankLast)
	if err != nil {
		return reports.Figure{}, err
	}
	h := tiles.Manhattan
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.SVG(w, board, render.Drawing{Heuristic: h, Size: 300, ID: "puzzle"})
	})
	return reports.Figure{
		ID: "puzzle", Title: fmt.Sprintf("A board of %dx%d and an estimate", board.Width(), board.Height()), SVG: svg, PNG: png,
		Caption: fmt.Sprintf("Drawn over the board is what the heuristic %s adds up, here %d; Hamming says %d.", h.Name, h.Of(board), tiles.Hamming.Of(board)),
		Alt:     fmt.Sprintf("The board %s with the parts of the estimate %s, which is %d.", board, h.Name, h.Of(board)),
	}, err
}
