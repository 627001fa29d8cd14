package idastar

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var spaceItems = []study.Item{
	study.Block("spaces", spacesTable), figure("spaces-ratios", spacesFigure), study.Claim(claims, "mm-needs-more"), study.Claim(claims, "rbfs-against-idastar"),
}

var spaceClaims = []claim.Claim{
	{
		ID: "mm-needs-more", Statement: "Meeting in the middle does not pay with a strong heuristic: on a typical one of Korf's easier boards MM expands more nodes than A* with lc-wd.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Above(claim.Ratio(spacesTrials(f), experiments.Expanded, "astar/lc-wd", "mm/lc-wd", "board"), 1), nil
		},
	},
	{
		ID: "rbfs-against-idastar", Statement: "Best-first order in linear space saves nodes: on a typical one of Korf's easier boards RBFS expands fewer than IDA* with Manhattan distance.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Below(claim.Ratio(spacesTrials(f), experiments.Expanded, "idastar/manhattan", "rbfs/manhattan", "board"), 1), nil
		},
	},
}

// spaceNames names the algorithms that differ in what they store with each
// heuristic, A* first.
func spaceNames() []string { return underEach("astar/", "idastar/", "mm/", "rbfs/") }

// spacesTrials returns the trials of all four algorithms on the boards that MM
// ran on, so that their numbers are of the same boards.
func spacesTrials(trials frame.Frame) frame.Frame {
	rows := onKorf(trials, spaceNames()...)
	boards := frame.Index.Of(rows.Where(frame.Strategy.Is(underEach("mm/")...)))
	return rows.Where(frame.Index.Is(boards...)).Counted(experiments.Expanded)
}

// againstAStar is the ratio of a strategy's nodes to those of A* with the same
// heuristic, on the boards that both solved; NaN on none, and of A* itself.
func againstAStar(rows frame.Frame, strategy string) stats.Estimate {
	cases := rows.Match("astar/"+heuristicOf(strategy), strategy).Solved()
	if len(cases) == 0 || algorithmOf(strategy) == "astar" {
		return stats.Estimate{Value: math.NaN()}
	}
	return stats.Bootstrap{Seed: 1}.RatioOfGeoMeans(cases.Values(experiments.Expanded, 1), cases.Values(experiments.Expanded, 0))
}

// spacesTable sets four ways to use memory beside each other.
func spacesTable(trials frame.Frame) (reports.Table, error) {
	rows := spacesTrials(trials)
	return column.Fill(reports.Table{
		ID: "spaces", Title: "Four optimal searches on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. Ratios to A* with the same heuristic are geometric means over the boards both solved, with 95 %% bootstrap intervals. MM counts both sides. %s",
			easiestBoards(rows), limitsOf(rows)),
	}, each(rows, spaceNames()...),
		column.Words("heuristic", ran.heuristic),
		column.Words("algorithm", ran.algorithm),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Capped()).Doc("runs that a limit on memory or nodes ended; their counts are lower bounds"),
		column.On(ran.expanded, column.Median("median expanded")).Smallest(),
		column.Estimates("÷ A*", reports.Ratio, func(r ran) stats.Estimate { return againstAStar(rows, r.strategy) }),
		column.On(ran.stored, column.Median("median stored")).Smallest().Doc("the largest number of positions held at one time"),
	), nil
}

// spacesFigure shows the nodes of each algorithm relative to A*.
func spacesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := spacesTrials(trials)
	var intervals []plots.Interval
	for _, name := range spaceNames() {
		if ratio := againstAStar(rows, name); ratio.N > 0 {
			intervals = append(intervals, plots.IntervalOf(name, ratio, ratio.N))
		}
	}
	f, err := plots.Forest("spaces-ratios", "Nodes expanded relative to A* with the same heuristic", plots.ForestOptions{
		XLabel: "nodes expanded ÷ A*, geometric mean", Below: "fewer than A*", Above: "more than A*",
	}, intervals)
	f.Caption = fmt.Sprintf("Geometric means over the boards that both solved, with 95 %% bootstrap intervals; of %s in all. %s Boards left out for that are the harder ones.",
		study.Plural(rows.Instances(), "board"), limitsOf(rows))
	return f, err
}
