package idastar

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var spaceSections = study.Sections{{
	Heading: "From both ends, and in linear space",
	Text: "MM searches from the start and from the goal and stores both sides. RBFS needs no more memory than a path with its siblings, but goes best-first. " +
		"All four find shortest solutions of the same boards.",
	Items: []study.Item{
		study.Block("spaces", SpacesTable), study.Figure("spaces-ratios", SpacesFigure), study.Block("mm-needs-more", MMClaim), study.Block("rbfs-against-idastar", RBFSClaim),
	},
}}

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
func againstAStar(rows frame.Frame, strategy string) (ratio stats.Estimate, boards int, err error) {
	c, ok, err := compare(rows, experiments.Expanded, "astar/"+heuristicOf(strategy), strategy)
	if !ok {
		return stats.Estimate{Value: math.NaN()}, 0, err
	}
	return c.GeoMeans, c.N - c.Censored, nil
}

// SpacesTable sets four ways to use memory beside each other.
func SpacesTable(trials frame.Frame) (t reports.Table, err error) {
	rows := spacesTrials(trials)
	t = column.Fill(reports.Table{
		ID: "spaces", Title: "Four optimal searches on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. Ratios to A* with the same heuristic are geometric means over the boards both solved, with 95 %% bootstrap intervals. MM counts both sides. %s",
			easiestBoards(rows), limitsOf(rows)),
	}, each(rows, spaceNames()...),
		column.Words("heuristic", ran.heuristic),
		column.Words("algorithm", ran.algorithm),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Capped()).Doc("runs that a limit on memory or nodes ended; their counts are lower bounds"),
		column.On(ran.expanded, column.Median("median expanded")).Smallest(),
		column.Estimates("÷ A*", reports.Ratio, func(r ran) stats.Estimate {
			ratio, _, failed := againstAStar(rows, r.strategy)
			err = cmp.Or(err, failed)
			return ratio
		}),
		column.On(ran.stored, column.Median("median stored")).Smallest().Doc("the largest number of positions held at one time"),
	)
	return t, err
}

// SpacesFigure shows the nodes of each algorithm relative to A*.
func SpacesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := spacesTrials(trials)
	var intervals []plots.Interval
	for _, name := range spaceNames() {
		ratio, boards, err := againstAStar(rows, name)
		if err != nil {
			return plots.Figure{}, err
		}
		if boards > 0 {
			intervals = append(intervals, plots.IntervalOf(name, ratio, boards))
		}
	}
	f, err := plots.Forest("spaces-ratios", "Nodes expanded relative to A* with the same heuristic", plots.ForestOptions{
		XLabel: "nodes expanded ÷ A*, geometric mean", Below: "fewer than A*", Above: "more than A*",
	}, intervals)
	f.Caption = fmt.Sprintf("Geometric means over the boards that both solved, with 95 %% bootstrap intervals; of %s in all. %s Boards left out for that are the harder ones.",
		study.Plural(rows.Instances(), "board"), limitsOf(rows))
	return f, err
}

// MMClaim asks whether searching from both ends saves nodes.
func MMClaim(trials frame.Frame) (reports.Claim, error) {
	return compared(spacesTrials(trials), "mm-needs-more", "Meeting in the middle does not pay with a strong heuristic: with lc-wd MM expands more nodes than A*.",
		experiments.Expanded, "astar/lc-wd", "mm/lc-wd", true)
}

// RBFSClaim asks whether best-first order in linear space saves nodes.
func RBFSClaim(trials frame.Frame) (reports.Claim, error) {
	return compared(spacesTrials(trials), "rbfs-against-idastar", "Best-first order in linear space saves nodes: with Manhattan distance RBFS expands fewer than IDA*.",
		experiments.Expanded, "idastar/manhattan", "rbfs/manhattan", false)
}
