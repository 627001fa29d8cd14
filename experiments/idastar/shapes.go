package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var shapeItems = []study.Item{
	figure("shapes-depths", depthsFigure), study.Block("shapes-table", shapesTable), figure("shapes-lengths", lengthsFigure), study.Claim(claims, "shapes-narrow"),
}

var shapeClaims = []claim.Claim{{
	ID: "shapes-narrow", Statement: "Of two boards with twelve cells the narrower one has the longer solutions, on average and at most.",
	Ask: func(frame.Frame) (claim.Answer, error) {
		return longer(countsOf(narrowShape), countsOf(wideShape)), nil
	},
}}

// longer is the answer to the claim that solutions of 6×2 are longer than of 4×3,
// by the counts of all positions.
func longer(narrow, wide tiles.Histogram) claim.Answer {
	against := 0
	for _, difference := range []float64{narrow.Mean() - wide.Mean(), float64(narrow.Max() - wide.Max())} {
		if difference <= 0 {
			against++
		}
	}
	return claim.Every("length", 2, 2, against).Saying("Over all %s positions each: 6×2 has a mean of %.2f and at most %d moves, 4×3 a mean of %.2f and at most %d.",
		study.Grouped(narrow.Positions()), narrow.Mean(), narrow.Max(), wide.Mean(), wide.Max())
}

// shapesStrategy solves boards of all shapes.
const shapesStrategy = "idastar/linear-conflict"

// shape is the size of a board; in trials the longer side is the width.
type shape struct{ width, height int }

func (s shape) String() string    { return fmt.Sprintf("%d×%d", s.width, s.height) }
func (s shape) cells() int        { return s.width * s.height }
func (s shape) has(side int) bool { return s.width == side || s.height == side }
func (s shape) compare(o shape) int {
	return cmp.Or(cmp.Compare(s.cells(), o.cells()), cmp.Compare(s.width, o.width))
}

// shapeOf returns the shape of the board of a trial on uniform boards, none of
// another.
func shapeOf(t *experiments.Trial) shape {
	var width, height int
	if t.Set == uniformSet {
		if side := int(math.Sqrt(float64(t.Size))); side*side == t.Size {
			return shape{side, side}
		}
	} else if _, err := fmt.Sscanf(t.Set, uniformSet+"-%dx%d", &width, &height); err == nil {
		return shape{max(width, height), min(width, height)}
	}
	return shape{}
}

var byShape = frame.NewFactorFunc("shape", shapeOf, shape.compare)

// familyName names the boards with a side of that length: "2 × m".
func familyName(side int) string { return fmt.Sprintf("%d × m", side) }

// sides are the families of boards that grow in one direction.
var sides = []int{2, 3, 4}

// drawnOn returns the trials on uniform boards of any shape.
func drawnOn(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Strategy.Is(shapesStrategy), func(t *experiments.Trial) bool { return shapeOf(t) != shape{} })
}

// family returns the trials on boards with a side of that length, as one set
// with the number of cells as their size.
func family(trials frame.Frame, side int) frame.Frame {
	var rows []experiments.Trial
	for t := range drawnOn(trials).All() {
		if shapeOf(t).has(side) {
			trial := *t
			trial.Set = familyName(side)
			rows = append(rows, trial)
		}
	}
	return frame.Of(rows)
}

// depths is how many positions of a shape are at each distance from the goal.
type depths struct {
	tiles.KnownHistogram
	shape
}

// histograms returns the complete histograms of boards with moves of one tile,
// by the number of cells.
func histograms() []depths {
	var found []depths
	for _, h := range tiles.KnownHistograms() {
		if h.Complete() && !h.LineMoves {
			found = append(found, depths{h, shape{h.Width, h.Height}})
		}
	}
	slices.SortStableFunc(found, func(a, b depths) int { return a.compare(b.shape) })
	return found
}

// cornered returns the complete histograms of goals with the blank in a corner.
func cornered() []depths {
	return slices.DeleteFunc(histograms(), func(d depths) bool { return d.Blank != 0 })
}

// depthsFigure shows the share of positions at each distance from the goal.
func depthsFigure(frame.Frame) (plots.Figure, error) {
	var series []plots.Counts
	for _, h := range cornered() {
		counts := make([]float64, len(h.Counts))
		for i, n := range h.Counts {
			counts[i] = float64(n)
		}
		series = append(series, plots.Counts{Name: h.shape.String(), Counts: counts})
	}
	f, err := plots.Histogram("shapes-depths", "Positions at each distance from the goal", plots.HistogramOptions{
		XLabel: "length of a shortest solution (moves)", YLabel: "share of all positions", LogY: true, Percent: true,
	}, series)
	f.Caption = "Complete counts for goals with the blank in a corner, as shares of all positions from which the goal can be reached. 4×4: OEIS A089484 (R. E. Korf and P. Schultze, 2005); the others by enumeration, which the tests of package tiles repeat."
	return f, err
}

// shapesTable gives mean and maximum of the solution length for every size and
// place of the blank in the goal.
func shapesTable(frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{
		ID: "shapes-table", Title: "Lengths of shortest solutions over all positions", Groups: 1,
		Caption: "One row for each class of goal cells that mirroring makes equal, as far as they were enumerated; cells are numbered row by row from 0.",
	}, histograms(),
		column.Words("board", func(d depths) string { return d.shape.String() }),
		column.Words("blank of the goal", func(d depths) string {
			return fmt.Sprintf("%s (cell %d)", cellKinds[kindOf(d.Blank, d.width, d.height)], d.Blank)
		}),
		column.Counts("positions", func(d depths) uint64 { return d.Counts.Positions() }),
		column.Numbers("mean length", reports.Number, func(d depths) float64 { return d.Counts.Mean() }).Unit("moves").Digits(4),
		column.Counts("most frequent", func(d depths) int { return d.Counts.Mode() }).Unit("moves"),
		column.Counts("longest", func(d depths) int { return d.Counts.Max() }).Unit("moves"),
		column.Counts("positions that long", func(d depths) uint64 { return d.Counts[d.Counts.Max()] }),
	), nil
}

// lengthsFigure shows mean and maximum of the solution length against the
// number of cells.
func lengthsFigure(frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	add := func(name string, length func(tiles.Histogram) float64) {
		for _, side := range sides {
			curve := plots.Curve{Name: familyName(side) + ", " + name}
			for _, d := range cornered() {
				if d.has(side) {
					curve.Points = append(curve.Points, plots.Point{X: float64(d.cells()), Y: length(d.Counts)})
				}
			}
			curves = append(curves, curve)
		}
	}
	add("longest", func(h tiles.Histogram) float64 { return float64(h.Max()) })
	add("mean", tiles.Histogram.Mean)
	f, err := plots.Growth("shapes-lengths", "Solution lengths against the number of cells", plots.CurveOptions{XLabel: cellsLabel, YLabel: "length of shortest solutions (moves)"}, curves)
	f.Caption = "Mean and longest over all positions, blank of the goal in a corner; a curve joins the boards with one side of 2, 3 or 4 cells. No sampling is involved."
	return f, err
}

// cellsLabel is what an axis of sizes says.
const cellsLabel = "cells of the board"

// countsOf returns the histogram of a shape that was enumerated.
func countsOf(s shape) tiles.Histogram {
	all := cornered()
	return all[slices.IndexFunc(all, func(d depths) bool { return d.shape == s })].Counts
}

// The two shapes with twelve cells.
var narrowShape, wideShape = shape{6, 2}, shape{4, 3}
