package heuristics

import (
	"bytes"
	"cmp"
	"fmt"
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
	type part struct {
		set  string
		mode experiments.Mode
		kind int // number among the algorithms
	}
	parts := frame.NewFactorFunc("part", func(t *experiments.Trial) part { return part{t.Set, t.Mode, slices.Index(algorithms, algorithmOf(t))} },
		func(a, b part) int {
			return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.mode, b.mode), cmp.Compare(a.kind, b.kind))
		})
	type group = frame.Group[part]
	return column.Fill(reports.Table{
		ID: "overview", Title: "What was run",
		Caption: "Uniform boards are equally likely positions; by-distance has as many of every distance; every-position looks at all positions for one goal. Timed trials ran one at a time.",
	}, frame.Groups(trials.Where(algorithm.Is(algorithms...)), parts),
		column.Words("boards", func(g group) string { return g.Value.set }),
		column.Counts("number", func(g group) int { return g.Instances() }),
		column.Words("mode", func(g group) string { return string(g.Value.mode) }),
		column.Words("strategies", func(g group) string {
			names := byStrategy.Of(g.Frame)
			if len(names) > 2 {
				return fmt.Sprintf("%s… (%d)", algorithms[g.Value.kind], len(names))
			}
			return strings.Join(names, ", ")
		}),
		column.Counts("trials", func(g group) int { return g.Len() }),
		column.Cells("limit", reports.Count, func(g group) reports.Cell {
			if n := g.NodeLimit(); n > 0 {
				return reports.Int(n)
			}
			return reports.Cell{}
		}).Unit("nodes").Full(),
		column.Counts("capped", func(g group) int { return g.Count(frame.Limited) }).Doc("runs that the limit ended"),
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
	var svg bytes.Buffer
	if err := render.SVG(&svg, board, render.Drawing{Heuristic: h, Size: 300, ID: "puzzle"}); err != nil {
		return reports.Figure{}, err
	}
	png, err := plots.Raster(svg.Bytes())
	if err != nil {
		return reports.Figure{}, err
	}
	return reports.Figure{
		ID: "puzzle", Title: fmt.Sprintf("A board of %dx%d and an estimate", board.Width(), board.Height()), SVG: svg.Bytes(), PNG: png,
		Caption: fmt.Sprintf("A tile beside the gap may slide into it; the goal is 1, 2, 3 … row by row. Drawn over the board is what the heuristic %s adds up: %s. Here it says %d; Hamming says %d.",
			h.Name, h.Doc, h.Of(board), tiles.Hamming.Of(board)),
		Alt: fmt.Sprintf("The board %s with the parts of the estimate %s, which is %d.", board, h.Name, h.Of(board)),
	}, nil
}
