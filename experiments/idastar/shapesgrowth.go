package idastar

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var shapeGrowthItems = []study.Item{
	figure("shapes-growth", shapesGrowthFigure), study.Block("shapes-nodes", shapesNodesTable), study.Block("shapes-factors", shapesFactorsTable),
	study.Claim(claims, "shapes-narrow-nodes"),
}

var shapeGrowthClaims = []claim.Claim{{
	ID: "shapes-narrow-nodes", Statement: "The narrower of two boards with twelve cells is harder to search: IDA* expands more nodes on a typical board of 6×2 than of 4×3.",
	Ask: func(f frame.Frame) (claim.Answer, error) {
		expanded := func(s shape) []float64 {
			return values(drawnOn(f).Where(byShape.Is(s)), experiments.Expanded.Value)
		}
		narrow, wide := expanded(narrowShape), expanded(wideShape)
		if min(len(narrow), len(wide)) == 0 {
			return claim.Answer{}, nil
		}
		return claim.Above(claim.Estimate{
			What: "ratio of the median nodes expanded, 6×2 ÷ 4×3,", Noun: "board", N: len(narrow) + len(wide),
			Note: "A capped run counts as what it had expanded.",
			Describe: func() stats.Estimate {
				return stats.Bootstrap{}.Medians([][]float64{narrow, wide}, func(m []float64) float64 { return m[0] / m[1] })
			},
			Test: func(at float64) claim.Tested {
				times := slices.Clone(wide)
				for i := range times {
					times[i] *= at
				}
				r := stats.MannWhitney(narrow, times)
				return claim.Tested{P: r.P, Above: r.A12 > 0.5, Differing: r.N, Method: "Mann-Whitney test"}
			},
		}, 1), nil
	},
}}

// shapesGrowthFigure shows the nodes of IDA* against the number of cells.
func shapesGrowthFigure(trials frame.Frame) (plots.Figure, error) {
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
	perShape := 0
	for _, rows := range frame.By(drawnOn(trials), byShape) {
		perShape = max(perShape, rows.Instances())
	}
	f.Caption = fmt.Sprintf("%s of each size; bars reach from the lower to the upper quartile. A curve joins the boards with one side of 2, 3 or 4 cells; lines are the growth factors of [[table:shapes-factors]]. %s Open markers with an arrow are lower bounds.",
		study.Capitalised(study.Plural(perShape, "uniform board")), limitsOf(drawnOn(trials)))
	return f, err
}

// shapesNodesTable sums up the nodes of IDA* on boards of every shape.
func shapesNodesTable(trials frame.Frame) (reports.Table, error) {
	rows := drawnOn(trials)
	type shaped = frame.Group[shape]
	expanded := func(g shaped) frame.Cell { return g.Summary(experiments.Expanded) }
	return column.Fill(reports.Table{
		ID: "shapes-nodes", Title: "IDA* with linear conflict on uniform boards",
		Caption: "Boards drawn uniformly from the solvable ones. " + limitsOf(rows),
	}, frame.Groups(rows, byShape),
		column.Words("board", func(g shaped) string { return g.Value.String() }),
		column.Counts("cells", func(g shaped) int { return g.Value.cells() }),
		column.On(expanded, column.Instances("boards")),
		column.On(expanded, column.Capped()),
		column.Estimates("mean length", reports.Number, func(g shaped) stats.Estimate { return stats.Bootstrap{}.Mean(g.Values(experiments.Cost)) }).Unit("moves").Doc("over the boards solved, with a 95 % bootstrap interval"),
		column.On(expanded, column.Q1("lower quartile")).Doc("nodes expanded"),
		column.On(expanded, column.Median("median")),
		column.On(expanded, column.Q3("upper quartile")),
		column.On(expanded, column.Max("most")),
	), nil
}

// shapesFactorsTable gives the factor by which the median grows with one more
// cell, for each family of boards.
func shapesFactorsTable(trials frame.Frame) (reports.Table, error) {
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
