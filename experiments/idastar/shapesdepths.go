package idastar

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// DepthsFigure shows the share of positions at each distance from the goal.
func DepthsFigure([]experiments.Trial) (plots.Figure, error) {
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
func ShapesTable([]experiments.Trial) (reports.Table, error) {
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
func LengthsFigure([]experiments.Trial) (plots.Figure, error) {
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
func NarrowClaim([]experiments.Trial) (reports.Claim, error) {
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
