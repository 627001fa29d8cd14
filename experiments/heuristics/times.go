package heuristics

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var timesItems = []study.Item{
	figure("times", timesFigure), study.Block("solve-times", timesTable), study.Claim(claims, "lc-wd-faster"), study.Claim(claims, "idastar-faster"),
}

var timesClaims = []claim.Claim{
	{ID: "lc-wd-faster", Timing: true, Statement: "A* is faster with lc-wd than with Manhattan on a typical board.", Ask: saves(experiments.Seconds, astar+tiles.Manhattan.Name, astar+tiles.LCWD.Name)},
	{
		ID: "idastar-faster", Timing: true, Statement: "With Manhattan IDA* expands more nodes than A* on a typical board and is faster.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			ratio := func(m experiments.Metric) claim.Estimate {
				return claim.Ratio(uniform(f, experiments.Timed), m, astar+tiles.Manhattan.Name, idastar+tiles.Manhattan.Name, "board")
			}
			return claim.All(claim.Above(ratio(experiments.Expanded), 1), claim.Below(ratio(experiments.Seconds), 1)), nil
		},
	},
}

// timed returns the trials of A* and IDA* that ran one at a time.
func timed(trials frame.Frame) frame.Frame {
	return uniform(trials, experiments.Timed).Where(algorithm.Is(astar, idastar))
}

// timesFigure shows the CPU time of A* and IDA* with every heuristic.
func timesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := timed(trials)
	f, err := plots.BoxOf(rows, experiments.Seconds, byStrategy.Of(rows)...)
	f.ID, f.Title, f.Timing = "times", "CPU time to solve a board", true
	return f.Captioned("%s, one run at a time.", study.Capitalised(study.Plural(rows.Instances(), "uniform board"))), err
}

// timesTable gives the times of A* and IDA* with every heuristic.
func timesTable(trials frame.Frame) (reports.Table, error) {
	rows := timed(trials)
	nodes := func(c frame.Cell) frame.Bounded {
		return rows.Where(frame.Strategy.Is(c.Strategy)).Summary(experiments.Expanded).Total
	}
	return column.Fill(reports.Table{ID: "solve-times", Title: "CPU time with every heuristic", Timing: true, Caption: "The boards of [[fig:times]]."}, rows.Summarize(experiments.Seconds, byStrategy.Of(rows)...),
		column.Strategy(), column.Solved(), column.Bounds("nodes", reports.Count, nodes).Doc("nodes expanded, total"),
		column.Total("total").Kind(reports.Seconds).Smallest(), column.Median("median").Kind(reports.Seconds).Smallest(),
		column.Numbers("per node", reports.Seconds, func(c frame.Cell) float64 { return c.Total.Value / nodes(c).Value }).Doc("total time ÷ total nodes expanded"),
	), nil
}
