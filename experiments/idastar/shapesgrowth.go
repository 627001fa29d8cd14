package idastar

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

// ShapesGrowthFigure shows the nodes of IDA* against the number of cells.
func ShapesGrowthFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, side := range sides {
		rows := family(trials, side)
		if rows.Len() == 0 {
			continue
		}
		_, drawn, err := plots.CurvesOf(rows, experiments.Expanded, shapesStrategy)
		if err != nil {
			return plots.Figure{}, err
		}
		for _, curve := range drawn {
			curve.Name = familyName(side)
			if g, err := analysis.Scaling(rows, experiments.Expanded, shapesStrategy); err == nil && len(g.Sizes) >= 3 {
				curve.Fit, curve.FitLabel = g.Fit.At, fmt.Sprintf("×%.2f per cell", g.Factor.Value)
			}
			curves = append(curves, curve)
		}
	}
	f, err := plots.Growth("shapes-growth", "Nodes IDA* expands against the number of cells", plots.CurveOptions{
		XLabel: cellsLabel, YLabel: "nodes expanded, median", LogY: true, Bars: true,
	}, curves)
	if err != nil {
		return f, err
	}
	rows := drawnOn(trials)
	f.Caption = fmt.Sprintf("%s of each size; bars reach from the lower to the upper quartile. A curve joins the boards with one side of 2, 3 or 4 cells; lines are the growth factors of [[table:shapes-factors]]. %s Open markers with an arrow are lower bounds.",
		study.Capitalised(study.Plural(perShape(rows), "uniform board")), limitsOf(rows))
	return f, nil
}

// perShape returns the largest number of boards of one shape.
func perShape(trials frame.Frame) int {
	most := 0
	for _, set := range frame.Set.Of(trials) {
		of := trials.Where(frame.Set.Is(set))
		for _, size := range frame.Size.Of(of) {
			most = max(most, of.Where(frame.Size.Is(size)).Instances())
		}
	}
	return most
}

// ShapesNodesTable sums up the nodes of IDA* on boards of every shape.
func ShapesNodesTable(trials frame.Frame) (reports.Table, error) {
	rows := drawnOn(trials)
	t := reports.Table{
		ID: "shapes-nodes", Title: "IDA* with linear conflict on uniform boards",
		Caption: "Boards drawn uniformly from the solvable ones. " + limitsOf(rows),
		Columns: []reports.Column{
			{Name: "board"},
			{Name: "cells", Kind: reports.Count},
			{Name: "boards", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count},
			{Name: "mean length", Kind: reports.Number, Unit: "moves", Doc: "over the boards solved, with a 95 % bootstrap interval"},
			{Name: "lower quartile", Kind: reports.Count, Doc: "nodes expanded"},
			{Name: "median", Kind: reports.Count},
			{Name: "upper quartile", Kind: reports.Count},
			{Name: "most", Kind: reports.Count},
		},
	}
	for _, size := range frame.Size.Of(rows) {
		at := rows.Where(frame.Size.Is(size))
		for _, set := range frame.Set.Of(at) {
			of := at.Where(frame.Set.Is(set))
			width, height, _ := shapeOf(of.First())
			c := summed(of, experiments.Expanded)
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Str(sizeOf(width, height)), reports.Int(size), reports.Int(c.N), reports.Int(c.Censored),
				reports.Est(stats.Bootstrap{}.Mean(of.Values(experiments.Cost))),
				reports.Bounded(c.Q1), reports.Bounded(c.Median), reports.Bounded(c.Q3), reports.Bounded(c.Max),
			})
		}
	}
	return t, nil
}

// ShapesFactorsTable gives the factor by which the median grows with one more
// cell, for each family of boards.
func ShapesFactorsTable(trials frame.Frame) (reports.Table, error) {
	var fits []analysis.Growth
	for _, side := range sides {
		rows := family(trials, side)
		if len(frame.Size.Of(rows)) < 3 {
			continue
		}
		g, err := analysis.Scaling(rows, experiments.Expanded, shapesStrategy)
		if err != nil {
			return reports.Table{}, err
		}
		g.Strategy = familyName(side)
		fits = append(fits, g)
	}
	t := reports.GrowthTable(fits...)
	t.ID, t.Title = "shapes-factors", "Growth of the median number of nodes with one more cell"
	t.Columns[0].Name = "boards"
	return t, nil
}

// NarrowNodesClaim asks whether narrow boards are harder to search.
func NarrowNodesClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("shapes-narrow-nodes", "The narrower of two boards with twelve cells is harder to search: the median number of nodes on 6×2 is larger than on 4×3.")
	narrow, wide := expandedOn(trials, 6, 2), expandedOn(trials, 4, 3)
	if len(narrow) == 0 || len(wide) == 0 {
		return claim, nil
	}
	r := stats.Bootstrap{}.Medians([][]float64{narrow, wide}, func(m []float64) float64 { return m[0] / m[1] })
	claim.Evidence = fmt.Sprintf("Medians %s and %s nodes, ratio %.3g (95 %% interval %.3g to %.3g) on %d and %s; a capped run counts as what it had expanded.",
		study.Grouped(uint64(stats.Median(narrow))), study.Grouped(uint64(stats.Median(wide))), r.Value, r.BCa.Low, r.BCa.High, len(narrow), study.Plural(len(wide), "board"))
	claim.Estimate = reports.EstimateOf(r)
	if min(len(narrow), len(wide)) >= stats.MinBootstrap {
		claim.Holds = reports.Above(r.BCa, 1)
	}
	return claim, nil
}

// expandedOn returns the nodes expanded on every uniform board of a shape; a
// run that a limit ended counts as what it had expanded, a lower bound.
func expandedOn(trials frame.Frame, width, height int) []float64 {
	var nodes []float64
	rows := drawnOn(trials)
	for t := range rows.All() {
		if w, h, _ := shapeOf(t); w != width || h != height {
			continue
		}
		if v := experiments.Expanded.Value(t); !math.IsNaN(v) {
			nodes = append(nodes, v)
		}
	}
	return nodes
}
