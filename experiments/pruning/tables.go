package pruning

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// nodesTable shows the nodes that each strategy expanded at each small size.
func nodesTable(trials frame.Frame) (reports.Table, error) {
	rows := growth(trials)
	cells := rows.Summarize(trial.Expanded, strategiesOf(rows)...)
	return column.Fill(reports.Table{ID: "nodes", Title: "Number of nodes expanded to find one solution", Groups: 1, Caption: "The searches start at place 0 of planted rings."}, cells, append([]column.Of[frame.Cell]{
		column.Size("n"), column.Strategy(), column.Instances("rings"), column.Solved(), column.Capped(),
		column.Median("median").Smallest(), column.Q3("upper quartile"), column.Max("maximum"), column.Total("total").Smallest(),
	}, column.Penalised(cells)...)...), nil
}

// growthTable shows the factor by which each strategy's median grows when the ring has one more
// node.
func growthTable(trials frame.Frame) (reports.Table, error) {
	rows := growth(trials)
	var fits []analysis.Growth
	for _, s := range strategiesOf(rows) {
		g, err := analysis.Scaling(rows, trial.Expanded, s)
		if err != nil {
			return reports.Table{}, err
		}
		fits = append(fits, g)
	}
	t := column.GrowthTable(fits...)
	t.ID, t.Title = "growth-factors", "Growth of the median number of nodes per additional place on the ring"
	return t, nil
}

// sortingTable compares pruning with and without sorting at each size, for a sample as large as the
// write-up's and for all rings.
func sortingTable(trials frame.Frame) (reports.Table, error) {
	var all []analysis.Comparison
	var err error
	if rows := sortingPair(trials); rows.Has("pruning", "pruning+sorting") {
		all, err = analysis.CompareSizes(rows, trial.Expanded, "pruning", "pruning+sorting")
	}
	t := column.ComparisonTable(all...)
	t.ID, t.Title = "sorting", "Number of nodes expanded with and without sorting on the same rings"
	return t, err
}

// largeTable shows nodes and memory of the strategies that are polynomial in practice.
func largeTable(trials frame.Frame) (reports.Table, error) {
	rows := large(trials)
	bytes := func(c frame.Cell) frame.Cell { return c.Rows.Summary(trial.Memory) }
	return column.Fill(reports.Table{ID: "large-nodes", Title: "Number of nodes expanded on large rings", Groups: 1, Caption: "The searches start at place 0 of planted rings."}, rows.Summarize(trial.Expanded, strategiesOf(rows)...),
		column.Size("n").Full(), column.Strategy(), column.Instances("rings"), column.Solved(),
		column.Median("median nodes").Smallest(), column.Max("most nodes"),
		column.Numbers("memory per place", reports.Number, func(c frame.Cell) float64 { return bytes(c).Median.Value / float64(c.Size) }).
			Unit("B").Smallest().From(stats.Median, bytes).Doc("median memory divided by n, as counted by the solver, including the path but not the ring"),
	), nil
}

// structureTable shows what contraction leaves of planted rings.
func structureTable(trials frame.Frame) (reports.Table, error) {
	rows, sets := structured(trials), counted(trials)
	mean := func(name string, kind reports.Kind, m trial.Metric) column.Of[frame.Group[int]] {
		return column.Numbers(name, kind, func(g frame.Group[int]) float64 { return stats.Mean(g.Values(m)) })
	}
	return column.Fill(reports.Table{ID: "structure", Title: "What remains of planted rings after contraction", Caption: fmt.Sprintf("Values are means over %s of each size.", perSize(rows))}, frame.Groups(rows, frame.Size),
		column.Counts("n", func(g frame.Group[int]) int { return g.Value }).Full(),
		column.Counts("rings", func(g frame.Group[int]) int { return len(g.Values(cyclesMetric)) }),
		mean("forced moves", reports.Percent, forcedMetric),
		mean("segments", reports.Number, segmentsMetric).Doc("number of chains of forced moves; the search decides only between chains"),
		column.Estimates("free cycles", reports.Number, func(g frame.Group[int]) stats.Estimate { return stats.Bootstrap{}.Mean(g.Values(cyclesMetric)) }),
		mean("special states", reports.Number, statesMetric).Doc("number of ways to leave one source of the special component unused"),
		column.Estimates("solutions", reports.Number, func(g frame.Group[int]) stats.Estimate {
			return stats.Bootstrap{}.Mean(sets.Where(frame.Size.Is(g.Value)).Values(solutionsMetric))
		}).Doc("number of solutions that start at place 0, on the rings where contraction counted them"),
	), nil
}

// familiesTable shows what makes rings hard: many free cycles, and traps.
func familiesTable(trials frame.Frame) (reports.Table, error) {
	rows := families(trials)
	var cells []frame.Cell
	for _, at := range frame.By(rows, frame.Set.In(familyNames...)) {
		cells = append(cells, at.Summarize(trial.Expanded)...)
	}
	return column.Fill(reports.Table{ID: "families", Title: "Contraction on rings that were built to be hard", Groups: 1, Caption: "In family names, c is the number of planted free cycles, each with three places."}, cells,
		column.Words("family", func(c frame.Cell) string { return c.Set }), column.Size("n"),
		column.Words("task", func(c frame.Cell) string {
			if strings.HasSuffix(c.Strategy, countOption) {
				return "count all"
			}
			return "find one"
		}),
		column.Instances("rings"), column.Counts("solved", func(c frame.Cell) int { return c.Solved + c.Measured }),
		column.Counts("unsolvable", func(c frame.Cell) int { return c.Unsolvable }),
		column.Capped(), column.Median("median nodes"), column.Max("most nodes"),
		column.Numbers("median number of solutions", reports.Count, func(c frame.Cell) float64 {
			return stats.Median(rows.Where(frame.Set.Is(c.Set), frame.Strategy.Is(c.Strategy), frame.Size.Is(c.Size)).Values(solutionsMetric))
		}),
	), nil
}

// familyNames lists the sets of hard rings. The sets of each family are in the order of their
// numbers of cycles.
var familyNames = withCycles([]string{"planted-cycles", "parity-trap", "double-trap"}, plantedCycles...)
