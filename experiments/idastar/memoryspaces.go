package idastar

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

// spaces are the algorithms that differ in what they store, A* first.
var spaces = []string{"astar", "idastar", "mm", "rbfs"}

// spacesTrials returns the trials of all four algorithms on the boards that MM
// ran on, so that their numbers are of the same boards.
func spacesTrials(trials frame.Frame) frame.Frame {
	var names []string
	for _, h := range memoryHeuristics {
		names = append(names, spaceNames(h)...)
	}
	rows := onKorf(trials, names...)
	boards := frame.Index.Of(rows.Where(func(t *experiments.Trial) bool { return strings.HasPrefix(t.Strategy, "mm/") }))
	return rows.Where(frame.Index.Is(boards...)).Counted(experiments.Expanded)
}

// spaceNames names the four algorithms with a heuristic.
func spaceNames(heuristic string) []string {
	var names []string
	for _, s := range spaces {
		names = append(names, s+"/"+heuristic)
	}
	return names
}

// SpacesTable sets four ways to use memory beside each other.
func SpacesTable(trials frame.Frame) (reports.Table, error) {
	rows := spacesTrials(trials)
	t := reports.Table{
		ID: "spaces", Title: "Four optimal searches on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. Ratios to A* with the same heuristic are geometric means over the boards both solved, with 95 %% bootstrap intervals. MM counts both sides. %s",
			easiestBoards(rows), limitsOf(rows)),
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "algorithm"},
			{Name: "boards", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "runs that a limit on memory or nodes ended; their counts are lower bounds"},
			{Name: "median expanded", Kind: reports.Count, Best: reports.Smallest},
			{Name: "÷ A*", Kind: reports.Ratio},
			{Name: "median stored", Kind: reports.Count, Best: reports.Smallest, Doc: "the largest number of positions held at one time"},
		},
	}
	for _, h := range memoryHeuristics {
		for _, name := range spaceNames(h) {
			at := rows.Where(frame.Strategy.Is(name))
			if at.Len() == 0 {
				continue
			}
			expanded, stored := summed(at, experiments.Expanded), summed(at, experiments.Stored)
			ratio := reports.Cell{}
			if name != "astar/"+h && len(finishedBy(rows, "astar/"+h, name)) > 0 {
				c, err := analysis.Compare(rows, experiments.Expanded, "astar/"+h, name)
				if err != nil {
					return t, err
				}
				ratio = reports.Est(c.GeoMeans)
			}
			algorithm, _ := named(name)
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Str(h), reports.Str(algorithm), reports.Int(expanded.N), reports.Int(expanded.Censored),
				reports.Bounded(expanded.Median), ratio, reports.Bounded(stored.Median),
			})
		}
	}
	return t, nil
}

// SpacesFigure shows the nodes of each algorithm relative to A*.
func SpacesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := spacesTrials(trials)
	var intervals []plots.Interval
	for _, h := range memoryHeuristics {
		for _, name := range spaceNames(h)[1:] {
			if len(finishedBy(rows, "astar/"+h, name)) == 0 {
				continue
			}
			c, err := analysis.Compare(rows, experiments.Expanded, "astar/"+h, name)
			if err != nil {
				return plots.Figure{}, err
			}
			intervals = append(intervals, plots.IntervalOf(name, c.GeoMeans, c.N-c.Censored))
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
