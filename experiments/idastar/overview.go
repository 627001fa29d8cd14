package idastar

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var overviewItems = []study.Item{
	study.Picture("board", boardTitle, boardFigure), study.Block("overview", overview),
}

// boardTitle is of the board that introduces the puzzle.
const boardTitle = "Number 1 of Korf's boards, with its Manhattan distance"

// boardFigure draws one of Korf's boards with its Manhattan distance.
func boardFigure(frame.Frame) (reports.Figure, error) {
	k := korfBoards()[0]
	svg, png, err := plots.Drawing(func(w io.Writer) error {
		return render.SVG(w, k.Board, render.Drawing{Heuristic: tiles.Manhattan, Size: 340, ID: "board"})
	})
	return reports.Figure{
		ID: "board", Title: boardTitle, SVG: svg, PNG: png,
		Caption: fmt.Sprintf("Arrows and small numbers say how far each tile is from home, together %d moves. Linear conflict says %d, walking distance %d; a shortest solution has %d.",
			tiles.Manhattan.Of(k.Board), tiles.LinearConflict.Of(k.Board), tiles.WalkingDistance.Of(k.Board), k.Optimal),
		Alt: fmt.Sprintf("A board of 4 by 4 cells with the tiles %s and the distance of each from home.", strings.TrimPrefix(k.Board.String(), "goal=blank-first ")),
	}, err
}

// overview says what was run: boards, strategies and limits of each set.
func overview(trials frame.Frame) (reports.Table, error) {
	type part = frame.Group[string]
	parts := frame.NewFactor("part", func(t *trial.Trial) string {
		return fmt.Sprintf("%s %03d %s %s", t.Set, t.Size, algorithmOf(t.Strategy), t.Mode)
	})
	text := "Sets without a size are of the 15-puzzle. Rows with fewer than all boards of korf100 have the easiest."
	return column.Fill(reports.Table{ID: "overview", Title: "What was run", Groups: 1, Caption: text}, frame.Groups(trials.Where(frame.NoControl), parts),
		column.Words("set", func(p part) string {
			if t := p.First(); t.Size != 16 && !strings.Contains(t.Set, "-") {
				return fmt.Sprintf("%s, %d cells", t.Set, t.Size)
			}
			return p.First().Set
		}),
		column.Counts("boards", part.Instances), column.Words("mode", func(p part) string { return string(p.First().Mode) }),
		column.Counts("trials", part.Len), column.Counts("capped", func(p part) int { return p.Count(frame.Limited) }),
		column.Words("strategies", func(p part) string { return study.Names(frame.Strategy.In(korfNames...).Of(p.Frame)) }),
	), nil
}

// triedNodes is the limit on the nodes that Try expands on each board.
const triedNodes = 5_000_000

// Try solves the n easiest of Korf's boards by IDA* with a heuristic, such as
// one of your own, and sets it beside Manhattan distance and linear conflict.
// Nothing is stored. A length other than the shortest shows that the heuristic
// says too much.
func Try(h tiles.Heuristic, n int) (reports.Table, error) {
	if n < 1 {
		return reports.Table{}, fmt.Errorf("idastar: try %s on %d boards (want 1 or more)", h.Name, n)
	}
	trials, err := sliding.Tried(easiest(n), triedNodes, map[string]tiles.Heuristic{"own": h, "linear-conflict": tiles.LinearConflict})
	if err != nil {
		return reports.Table{}, err
	}
	both := trials.Match("own", "linear-conflict")
	text := fmt.Sprintf("Geometric mean of the ratios: %.3f. Limit: %s nodes expanded.", stats.GeoMean(both.Solved().Quotients(generated, 1, 0)), study.Grouped(triedNodes))
	return column.Fill(reports.Table{ID: "try", Title: "IDA* with " + h.Name + " on Korf's easiest boards", Caption: text}, both,
		column.Words("board", func(c frame.Case) string { return korfName(c.Index) }),
		column.Counts("shortest", func(c frame.Case) int { return shortest(c.Trials[0]) }).Doc("length of a shortest solution"),
		column.Cells("found", reports.Count, func(c frame.Case) (found reports.Cell) {
			if own := c.Trials[0]; solved(own) {
				found = reports.Int(own.Cost)
			}
			return found
		}).Doc("length found with "+h.Name),
		column.Counts("estimate", func(c frame.Case) int { return h.Of(korfBoards()[c.Index].Board) }).Doc(h.Name+" of the start"),
		column.Counts("generated, manhattan", func(c frame.Case) uint64 { return korfBoards()[c.Index].Manhattan.Generated }),
		column.Counts("generated, linear-conflict", func(c frame.Case) uint64 { return c.Trials[1].Meter.Generated }),
		column.Bounds("generated, "+h.Name, reports.Count, func(c frame.Case) frame.Bounded { return counted(c.Trials[0], generated) }),
		column.Numbers("of linear-conflict", reports.Ratio, func(c frame.Case) float64 {
			if !solved(c.Trials[0]) || !solved(c.Trials[1]) {
				return math.NaN()
			}
			return quotient(generated.Value(c.Trials[0]), generated.Value(c.Trials[1]))
		})), nil
}
