package heuristics

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var timesSection = study.Section{
	Heading: "Which heuristic pays",
	Text:    "A better estimate takes longer to compute. These are CPU times, one run at a time; they depend on the machine.",
	Items: []study.Item{
		study.Figure("times", TimesFigure), study.Block("solve-times", TimesTable), study.Block("lc-wd-faster", FasterClaim), study.Block("idastar-faster", AlgorithmClaim),
	},
}

// timed returns the trials of A* and IDA* that ran one at a time, and what a
// caption says of their number.
func timed(trials frame.Frame) (rows frame.Frame, boards string) {
	rows = uniform(trials, experiments.Timed).Where(algorithm.Is(astar, idastar))
	return rows, study.Capitalised(study.Plural(rows.Instances(), "uniform board"))
}

// TimesFigure shows the CPU time of A* and IDA* with every heuristic.
func TimesFigure(trials frame.Frame) (plots.Figure, error) {
	rows, boards := timed(trials)
	f, err := plots.BoxOf(rows, experiments.Seconds, byStrategy.Of(rows)...)
	f.ID, f.Title, f.Timing = "times", "CPU time to solve a board", true
	return f.Captioned("%s, one run at a time; boxes reach from the lower to the upper quartile with a line at the median. %s Times depend on the machine.",
		boards, limitPhrase(rows, "Open markers with an arrow are lower bounds.")), err
}

// TimesTable gives the times of A* and IDA* with every heuristic.
func TimesTable(trials frame.Frame) (reports.Table, error) {
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

// FasterClaim asks whether the heuristic with the fewest nodes is worth its
// time.
func FasterClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(uniform(trials, experiments.Timed), experiments.Seconds, "lc-wd-faster",
		"A* is faster with lc-wd, which leaves the fewest nodes, than with Manhattan.", astar+tiles.Manhattan.Name, astar+tiles.LCWD.Name)
}

// AlgorithmClaim asks whether IDA*, which keeps nothing, is faster than A*
// where the space is small.
func AlgorithmClaim(trials frame.Frame) (reports.Claim, error) {
	return study.Ahead(uniform(trials, experiments.Timed), experiments.Seconds, "idastar-faster",
		"With Manhattan, IDA* is faster than A* although it expands more nodes.", astar+tiles.Manhattan.Name, idastar+tiles.Manhattan.Name)
}
