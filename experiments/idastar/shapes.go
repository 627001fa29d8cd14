package idastar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var shapeSections = study.Sections{
	{
		Heading: "Boards of other shapes",
		Text: "Complete enumerations count the positions at every distance from the goal, for boards of up to twelve cells; the counts of the 15-puzzle are published. " +
			"Boards two cells high have longer solutions than others with as many cells.",
		Items: []study.Item{
			study.Figure("shapes-depths", DepthsFigure), study.Block("shapes-table", ShapesTable), study.Figure("shapes-lengths", LengthsFigure), study.Block("shapes-narrow", NarrowClaim),
		},
	},
	{
		Heading: "How the search grows",
		Text:    "IDA* with linear conflict on boards drawn uniformly from the solvable ones of each shape.",
		Items: []study.Item{
			study.Figure("shapes-growth", ShapesGrowthFigure), study.Block("shapes-nodes", ShapesNodesTable), study.Block("shapes-factors", ShapesFactorsTable),
			study.Block("shapes-narrow-nodes", NarrowNodesClaim),
		},
	},
	{
		Heading: "The 24-puzzle",
		Text:    "Korf and Felner's fifty boards of 5×5 cells, under a limit on the nodes. Without pattern databases hardly any can be solved, but each run proves a lower bound. They run with `--full` only.",
		Items: []study.Item{
			study.Block("twentyfour", TwentyFourTable), study.Block("twentyfour-boards", TwentyFourBoardsTable), study.Block("twentyfour-bounds", TwentyFourClaim),
		},
	},
}

// shapesStrategy solves boards of all shapes.
const shapesStrategy = "idastar/linear-conflict"

// sizeOf writes the size of a board, width first.
func sizeOf(width, height int) string { return fmt.Sprintf("%d×%d", width, height) }

// familyName names the boards with a side of that length: "2 × m".
func familyName(side int) string { return fmt.Sprintf("%d × m", side) }

// sides are the families of boards that grow in one direction.
var sides = []int{2, 3, 4}

// drawnOn returns the trials on uniform boards of any shape.
func drawnOn(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Strategy.Is(shapesStrategy), func(t *experiments.Trial) bool {
		_, _, ok := shapeOf(t)
		return ok
	})
}

// shapeOf returns width and height of the board of a trial on uniform boards,
// the longer side first.
func shapeOf(t *experiments.Trial) (width, height int, ok bool) {
	if t.Set == uniformSet {
		for side := 2; side*side <= t.Size; side++ {
			if side*side == t.Size {
				return side, side, true
			}
		}
		return 0, 0, false
	}
	sizes, found := strings.CutPrefix(t.Set, uniformSet+"-")
	if !found {
		return 0, 0, false
	}
	if _, err := fmt.Sscanf(sizes, "%dx%d", &width, &height); err != nil || width < 2 || height < 2 {
		return 0, 0, false
	}
	return max(width, height), min(width, height), true
}

// family returns the trials on boards with a side of that length, as one set
// with the number of cells as their size.
func family(trials frame.Frame, side int) frame.Frame {
	var rows []experiments.Trial
	for t := range drawnOn(trials).All() {
		if width, height, ok := shapeOf(t); ok && (width == side || height == side) {
			trial := *t
			trial.Set = familyName(side)
			rows = append(rows, trial)
		}
	}
	return frame.Of(rows)
}

// histograms returns the complete histograms of boards with moves of one tile,
// by the number of cells.
func histograms() []tiles.KnownHistogram {
	var found []tiles.KnownHistogram
	for _, h := range tiles.KnownHistograms() {
		if h.Complete() && !h.LineMoves {
			found = append(found, h)
		}
	}
	slices.SortStableFunc(found, func(a, b tiles.KnownHistogram) int {
		return cmp.Or(cmp.Compare(a.Width*a.Height, b.Width*b.Height), cmp.Compare(a.Width, b.Width))
	})
	return found
}

// blankClass says where the goal has its blank.
func blankClass(h tiles.KnownHistogram) string {
	return fmt.Sprintf("%s (cell %d)", cellKinds[kindOf(h.Blank, h.Width, h.Height)], h.Blank)
}

// DepthsFigure shows the share of positions at each distance from the goal.
func DepthsFigure(frame.Frame) (plots.Figure, error) {
	var series []plots.Counts
	for _, h := range cornered() {
		counts := make([]float64, len(h.Counts))
		for i, n := range h.Counts {
			counts[i] = float64(n)
		}
		series = append(series, plots.Counts{Name: sizeOf(h.Width, h.Height), Counts: counts})
	}
	f, err := plots.Histogram("shapes-depths", "Positions at each distance from the goal", plots.HistogramOptions{
		XLabel: "length of a shortest solution (moves)", YLabel: "share of all positions", LogY: true, Percent: true,
	}, series)
	f.Caption = "Complete counts for goals with the blank in a corner, as shares of all positions from which the goal can be reached. 4×4: OEIS A089484 (R. E. Korf and P. Schultze, 2005); the others by enumeration, which the tests of package tiles repeat."
	return f, err
}

// cornered returns the complete histograms of goals with the blank in a corner.
func cornered() []tiles.KnownHistogram {
	var found []tiles.KnownHistogram
	for _, h := range histograms() {
		if h.Blank == 0 {
			found = append(found, h)
		}
	}
	return found
}

// ShapesTable gives mean and maximum of the solution length for every size and
// place of the blank in the goal.
func ShapesTable(frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "shapes-table", Title: "Lengths of shortest solutions over all positions", Groups: 1,
		Caption: "One row for each class of goal cells that mirroring makes equal, as far as they were enumerated; cells are numbered row by row from 0.",
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "blank of the goal"},
			{Name: "positions", Kind: reports.Count},
			{Name: "mean length", Kind: reports.Number, Unit: "moves", Digits: 4},
			{Name: "most frequent", Kind: reports.Count, Unit: "moves"},
			{Name: "longest", Kind: reports.Count, Unit: "moves"},
			{Name: "positions that long", Kind: reports.Count},
		},
	}
	for _, h := range histograms() {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(sizeOf(h.Width, h.Height)), reports.Str(blankClass(h)), reports.Int(h.Counts.Positions()),
			reports.Num(h.Counts.Mean()), reports.Int(h.Counts.Mode()), reports.Int(h.Counts.Max()), reports.Int(h.Counts[h.Counts.Max()]),
		})
	}
	return t, nil
}

// LengthsFigure shows mean and maximum of the solution length against the
// number of cells.
func LengthsFigure(frame.Frame) (plots.Figure, error) {
	known := cornered()
	var curves []plots.Curve
	for _, of := range []struct {
		name  string
		value func(tiles.Histogram) float64
	}{
		{"longest", func(h tiles.Histogram) float64 { return float64(h.Max()) }},
		{"mean", tiles.Histogram.Mean},
	} {
		for _, side := range sides {
			curve := plots.Curve{Name: familyName(side) + ", " + of.name}
			for cells := range tiles.MaxCells {
				for _, h := range known {
					if h.Width*h.Height == cells && (h.Width == side || h.Height == side) {
						curve.Points = append(curve.Points, plots.Point{X: float64(cells), Y: of.value(h.Counts)})
					}
				}
			}
			curves = append(curves, curve)
		}
	}
	f, err := plots.Growth("shapes-lengths", "Solution lengths against the number of cells", plots.CurveOptions{
		XLabel: cellsLabel, YLabel: "length of shortest solutions (moves)",
	}, curves)
	f.Caption = "Mean and longest over all positions, blank of the goal in a corner; a curve joins the boards with one side of 2, 3 or 4 cells. No sampling is involved."
	return f, err
}

// cellsLabel is what an axis of sizes says.
const cellsLabel = "cells of the board"

// NarrowClaim asks whether narrow boards have longer solutions.
func NarrowClaim(frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("shapes-narrow", "Of two boards with twelve cells the narrower one has the longer solutions, on average and at most.")
	var narrow, wide tiles.KnownHistogram
	for _, h := range cornered() {
		switch {
		case h.Width == 6 && h.Height == 2:
			narrow = h
		case h.Width == 4 && h.Height == 3:
			wide = h
		}
	}
	if narrow.Counts == nil || wide.Counts == nil {
		return claim, nil
	}
	return claim.Decided(2, reports.VerdictOf(narrow.Counts.Mean() > wide.Counts.Mean() && narrow.Counts.Max() > wide.Counts.Max()),
		"Over all %s positions each: 6×2 has a mean of %.2f and at most %d moves, 4×3 a mean of %.2f and at most %d.",
		study.Grouped(narrow.Counts.Positions()), narrow.Counts.Mean(), narrow.Counts.Max(), wide.Counts.Mean(), wide.Counts.Max()), nil
}
