package heuristics

import (
	"fmt"

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
	{ID: "lc-wd-faster", Timing: true, Statement: "On a typical board A* is faster with lc-wd than with Manhattan.", Ask: saves(experiments.Seconds, astar+tiles.Manhattan.Name, astar+tiles.LCWD.Name)},
	{
		ID: "idastar-faster", Timing: true, Statement: "With Manhattan, on a typical board IDA* expands more nodes than A* and is faster.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			ratio := func(m experiments.Metric) claim.Estimate {
				return claim.Ratio(uniform(f, experiments.Timed), m, astar+tiles.Manhattan.Name, idastar+tiles.Manhattan.Name, "board")
			}
			return claim.All(claim.Above(ratio(experiments.Expanded), 1), claim.Below(ratio(experiments.Seconds), 1)), nil
		},
	},
}

// timed returns the trials of A* and IDA* that ran one at a time, and what a
// caption says of their number.
func timed(trials frame.Frame) (rows frame.Frame, boards string) {
	rows = uniform(trials, experiments.Timed).Where(algorithm.Is(astar, idastar))
	return rows, study.Capitalised(study.Plural(rows.Instances(), "uniform board"))
}

// timesFigure shows the CPU time of A* and IDA* with every heuristic.
func timesFigure(trials frame.Frame) (plots.Figure, error) {
	rows, boards := timed(trials)
	f, err := plots.BoxOf(rows, experiments.Seconds, byStrategy.Of(rows)...)
	f.ID, f.Title, f.Timing = "times", "CPU time to solve a board", true
	return f.Captioned("%s, one run at a time; boxes reach from the lower to the upper quartile with a line at the median. %s Times depend on the machine.",
		boards, limitPhrase(rows, "Open markers with an arrow are lower bounds.")), err
}

// timesTable gives the times of A* and IDA* with every heuristic.
func timesTable(trials frame.Frame) (reports.Table, error) {
	rows, boards := timed(trials)
	nodes := func(c frame.Cell) frame.Bounded {
		return rows.Where(frame.Strategy.Is(c.Strategy)).Summary(experiments.Expanded).Total
	}
	return column.Fill(reports.Table{
		ID: "solve-times", Title: "CPU time with every heuristic", Timing: true,
		Caption: fmt.Sprintf("%s, one run at a time. %s", boards, limitPhrase(rows, "Totals with such a run are lower bounds.")),
	}, rows.Summarize(experiments.Seconds, byStrategy.Of(rows)...),
		column.Strategy(), column.Solved(),
		column.Bounds("nodes", reports.Count, nodes).Doc("nodes expanded, total"),
		column.Total("total").Kind(reports.Seconds).Smallest(), column.Median("median").Kind(reports.Seconds).Smallest(),
		column.Numbers("per node", reports.Seconds, func(c frame.Cell) float64 { return c.Total.Value / nodes(c).Value }).Doc("total time ÷ total nodes expanded"),
	), nil
}
