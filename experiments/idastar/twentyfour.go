package idastar

import (
	"fmt"
	"math"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// twentyFourSet is the set of Korf and Felner's boards of 5×5 cells.
const twentyFourSet = "korf24"

// twentyFourStrategies run on them; lc-id is the strongest heuristic that fits
// the size without large tables.
var twentyFourStrategies = []string{"idastar/manhattan", "idastar/lc-id"}

// twentyFour returns the trials on the 24-puzzle.
func twentyFour(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(twentyFourSet), frame.Strategy.Is(twentyFourStrategies...))
}

// notRun is what a table of the 24-puzzle says without trials.
const notRun = "These boards were not run: they belong to the full scale (--full)."

// fiveByFive returns Korf and Felner's boards by index.
var fiveByFive = sync.OnceValue(func() map[int]tiles.Known {
	boards := map[int]tiles.Known{}
	for _, k := range sliding.Boards(twentyFourSet) {
		boards[k.Number-1] = k
	}
	return boards
})

// publishedLength returns the length that Korf and Felner (2002) give for a
// board of the 24-puzzle; 0 if there is no such board.
func publishedLength(index int) int { return fiveByFive()[index].Optimal }

// provedBound returns the lower bound that a trial proved on a board of the
// 24-puzzle, NaN if it proved none. Every solution has the parity of the
// Manhattan distance, so a bound of the other parity is raised by one.
func provedBound(t *experiments.Trial) float64 {
	bound := experiments.LowerBound.Value(t)
	k, ok := fiveByFive()[t.Index]
	if !ok || math.IsNaN(bound) {
		return nan
	}
	if (tiles.Manhattan.Of(k.Board)-t.Bound)%2 != 0 {
		bound++
	}
	return bound
}

// gap is how far the proved bound of a trial is below the published length.
func gap(t *experiments.Trial) float64 { return float64(publishedLength(t.Index)) - provedBound(t) }

// TwentyFourTable sums up what the runs on the 24-puzzle prove.
func TwentyFourTable(trials frame.Frame) (reports.Table, error) {
	rows := twentyFour(trials)
	t := reports.Table{
		ID: "twentyfour", Title: "The 24-puzzle under a limit",
		Caption: notRun,
		Columns: []reports.Column{
			{Name: "strategy"},
			{Name: "boards", Kind: reports.Count},
			{Name: "solved", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "runs that the node limit ended"},
			{Name: "mean bound", Kind: reports.Number, Unit: "moves", Digits: 4, Doc: "largest proved lower bound, mean over boards"},
			{Name: "mean gap", Kind: reports.Number, Unit: "moves", Doc: "published length − proved bound, with a 95 % bootstrap interval"},
			{Name: "smallest gap", Kind: reports.Count, Unit: "moves"},
			{Name: "closed", Kind: reports.Count, Doc: "boards whose proved bound is the published length"},
		},
	}
	if rows.Len() > 0 {
		t.Caption = fmt.Sprintf("Korf and Felner's boards (Artificial Intelligence 134, 2002); the published lengths have a mean of %.2f. %s", publishedMean(rows), limitsOf(rows))
	}
	for _, name := range twentyFourStrategies {
		at := rows.Where(frame.Strategy.Is(name))
		if at.Len() == 0 {
			continue
		}
		var gaps, bounds []float64
		closed := 0
		for t := range at.All() {
			if g := gap(t); g == g {
				gaps, bounds = append(gaps, g), append(bounds, provedBound(t))
				if g == 0 {
					closed++
				}
			}
		}
		c := summed(at, experiments.Expanded)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(name), reports.Int(c.N), reports.Int(c.Solved), reports.Int(c.Censored),
			reports.Num(stats.Mean(bounds)), reports.Est(stats.Bootstrap{}.Mean(gaps)), reports.Num(stats.Quantile(gaps, 0)), reports.Int(closed),
		})
	}
	return t, nil
}

// publishedMean is the mean published length of the boards among the trials.
func publishedMean(trials frame.Frame) float64 {
	var lengths []float64
	seen := map[int]bool{}
	for t := range trials.All() {
		if index := t.Index; !seen[index] {
			seen[index] = true
			lengths = append(lengths, float64(publishedLength(index)))
		}
	}
	return stats.Mean(lengths)
}

// TwentyFourBoardsTable sets the proved bounds beside the published lengths,
// board by board.
func TwentyFourBoardsTable(trials frame.Frame) (reports.Table, error) {
	rows := twentyFour(trials)
	t := reports.Table{
		ID: "twentyfour-boards", Title: "Proved bounds and published lengths of the 24-puzzle",
		Caption: notRun,
		Columns: []reports.Column{
			{Name: "board", Kind: reports.Count, Doc: "number in Korf and Felner (2002)"},
			{Name: "published", Kind: reports.Count, Unit: "moves"},
		},
	}
	if rows.Len() > 0 {
		t.Caption = "No solution is shorter than the bound: the one a run was searching under when the node limit ended it, raised by one where its parity is not that of a solution, or the length if it was solved. Lengths are published, and not proved here unless the gap is 0."
	}
	for _, name := range twentyFourStrategies {
		t.Columns = append(t.Columns,
			reports.Column{Name: name, Kind: reports.Count, Unit: "moves", Best: reports.Largest},
			reports.Column{Name: "gap of " + name, Kind: reports.Count, Unit: "moves"})
	}
	of := make([]map[int]*experiments.Trial, len(twentyFourStrategies))
	for i, name := range twentyFourStrategies {
		of[i] = byBoard(rows, name)
	}
	for _, k := range sliding.Boards(twentyFourSet) {
		cells, any := []reports.Cell{reports.Int(k.Number), reports.Int(k.Optimal)}, false
		for i := range twentyFourStrategies {
			t := of[i][k.Number-1]
			if t == nil {
				cells = append(cells, reports.Cell{}, reports.Cell{})
				continue
			}
			any = true
			cells = append(cells, reports.Num(provedBound(t)), reports.Num(gap(t)))
		}
		if any {
			t.Rows = append(t.Rows, cells)
		}
	}
	return t, nil
}

// TwentyFourClaim asks whether the published lengths stand the bounds.
func TwentyFourClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("twentyfour-bounds", "No published length of the 24-puzzle is below a bound proved here, and no board is solved in another length.")
	rows := twentyFour(trials)
	if rows.Len() == 0 {
		claim.Evidence = notRun
		return claim, nil
	}
	runs, wrong := 0, 0
	for t := range rows.All() {
		g := gap(t)
		if math.IsNaN(g) {
			continue
		}
		runs++
		if g < 0 || t.Outcome == search.Solved && t.Cost != publishedLength(t.Index) {
			wrong++
		}
	}
	claim.Evidence = "No run proved a bound."
	return claim.Decided(runs, reports.VerdictOf(wrong == 0),
		"Of %s, %s contradict the published length.", study.Plural(runs, "proved bound"), study.Grouped(uint64(wrong))), nil
}
