package idastar

import (
	"fmt"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var twentyFourItems = []study.Item{
	study.Block("twentyfour", twentyFourTable), study.Block("twentyfour-boards", twentyFourBoardsTable), study.Claim(claims, "twentyfour-bounds"),
}

var twentyFourClaims = []claim.Claim{{
	ID: "twentyfour-bounds", Statement: "On none of the fifty boards of the 24-puzzle is the published length below a bound proved here, and none is solved in another length.",
	Ask: func(f frame.Frame) (claim.Answer, error) {
		bounds := len(values(twentyFour(f), gap))
		wrong := twentyFour(f).Count(func(t *experiments.Trial) bool { return gap(t) < 0 || solved(t) && gap(t) != 0 })
		return claim.Every("run", len(fiveByFive())*len(twentyFourStrategies), bounds, wrong).
			Saying("Of %s, %d contradict the published length.", study.Plural(bounds, "proved bound"), wrong), nil
	},
}}

// twentyFourSet is the set of Korf and Felner's boards of 5×5 cells.
const twentyFourSet = "korf24"

// twentyFourStrategies run on them; lc-id is the strongest heuristic that fits
// the size without large tables.
var twentyFourStrategies = []string{"idastar/manhattan", "idastar/lc-id"}

// twentyFour returns the trials on the 24-puzzle.
func twentyFour(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(twentyFourSet), frame.Index.Below(len(fiveByFive())), frame.Strategy.Is(twentyFourStrategies...))
}

// notRun is what a table of the 24-puzzle says without trials.
const notRun = "These boards were not run: they belong to the full scale (--full)."

// fiveByFive returns Korf and Felner's boards by index.
var fiveByFive = sync.OnceValue(func() []tiles.Known { return sliding.Boards(twentyFourSet) })

// provedBound returns the lower bound that a trial proved on a board of the
// 24-puzzle, NaN if it proved none. Every solution has the parity of the
// Manhattan distance, so a bound of the other parity is raised by one.
func provedBound(t *experiments.Trial) float64 {
	bound := experiments.LowerBound.Value(t)
	if (tiles.Manhattan.Of(fiveByFive()[t.Index].Board)-t.Bound)%2 != 0 {
		bound++
	}
	return bound
}

// gap is how far the proved bound of a trial is below the published length.
func gap(t *experiments.Trial) float64 {
	return float64(fiveByFive()[t.Index].Optimal) - provedBound(t)
}

// twentyFourTable sums up what the runs on the 24-puzzle prove.
func twentyFourTable(trials frame.Frame) (reports.Table, error) {
	rows := twentyFour(trials)
	t := reports.Table{ID: "twentyfour", Title: "The 24-puzzle under a limit", Caption: notRun}
	if rows.Len() > 0 {
		var lengths []float64
		for _, index := range frame.Index.Of(rows) {
			lengths = append(lengths, float64(fiveByFive()[index].Optimal))
		}
		t.Caption = fmt.Sprintf("Korf and Felner's boards (Artificial Intelligence 134, 2002); the published lengths have a mean of %.2f. %s", stats.Mean(lengths), study.Limits(rows, ""))
	}
	return column.Fill(t, each(rows, twentyFourStrategies...),
		column.Words("strategy", func(r ran) string { return r.strategy }),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Solved()),
		column.On(ran.expanded, column.Capped()).Doc("runs that the node limit ended"),
		column.Numbers("mean bound", reports.Number, func(r ran) float64 { return stats.Mean(values(r.Frame, provedBound)) }).Unit("moves").Digits(4).Doc("largest proved lower bound, mean over boards"),
		column.Estimates("mean gap", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.Mean(values(r.Frame, gap)) }).Unit("moves").Doc("published length − proved bound, with a 95 % bootstrap interval"),
		column.Numbers("smallest gap", reports.Count, func(r ran) float64 { return stats.Quantile(values(r.Frame, gap), 0) }).Unit("moves"),
		column.Counts("closed", func(r ran) int { return r.Count(func(t *experiments.Trial) bool { return gap(t) == 0 }) }).Doc("boards whose proved bound is the published length"),
	), nil
}

// twentyFourBoardsTable sets the proved bounds beside the published lengths,
// board by board.
func twentyFourBoardsTable(trials frame.Frame) (reports.Table, error) {
	boards := tried(entries(trials, twentyFourSet, twentyFourStrategies...))
	t := reports.Table{ID: "twentyfour-boards", Title: "Proved bounds and published lengths of the 24-puzzle", Caption: notRun, Across: true}
	if len(boards) > 0 {
		t.Caption = "No solution is shorter than the bound: the one a run was searching under when the node limit ended it, raised by one where its parity is not that of a solution, or the length if it was solved. Lengths are published, and not proved here unless the gap is 0."
	}
	columns := []column.Of[entry]{
		column.Counts("board", func(e entry) int { return e.Number }).Doc("number in Korf and Felner (2002)"),
		column.Counts("published", func(e entry) int { return e.Optimal }).Unit("moves"),
	}
	for i, name := range twentyFourStrategies {
		moves := func(name string, of func(*experiments.Trial) float64) column.Of[entry] {
			return column.Numbers(name, reports.Count, func(e entry) float64 { return e.value(i, of) }).Unit("moves")
		}
		columns = append(columns, moves(name, provedBound).Largest(), moves("gap of "+name, gap))
	}
	return column.Fill(t, boards, columns...), nil
}
