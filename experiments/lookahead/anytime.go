package lookahead

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var anytimeItems = []study.Item{
	figure("anytime", anytimeFigure), study.Block("anytime-table", anytimeTable), study.Claim(claims, "anytime-early"), study.Claim(claims, "anytime-sound"),
	figure("anytime-beams", anytimeBeamsFigure), study.Claim(claims, "beam-width"),
}

var anytimeClaims = []claim.Claim{
	{ID: "anytime-early", Of: onSmall, Population: anySmallBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		share := func(t *trial.Trial) float64 { return shortestAt.Value(t) / trial.Expanded.Value(t) }
		return claim.Below(claim.GeoMean("nodes to a shortest solution ÷ to its proof", "board", courses(f).Values(trial.Metric{Value: share})).Called("geometric mean ratio of nodes expanded (until a shortest solution ÷ until its proof)"), 0.5), nil
	}},
	{ID: "anytime-sound", Of: onSmall, Ask: func(f frame.Frame) (claim.Answer, error) {
		end := func(c frame.Case) bool { return sound(c.Trials[0], float64(c.Trials[1].Cost)) }
		return everyBoard(leastBoards, "board", end, looked{"", f.Match(courseName, exact).Solved()}), nil
	}},
	{ID: "beam-width", Of: onDrawn, Ask: func(f frame.Frame) (claim.Answer, error) {
		var beams []looked
		for i, wider := range everyBeam(bestEvaluation)[1:] {
			beams = append(beams, looked{wider + " on ", f.Match(everyBeam(bestEvaluation)[i], wider).Solved()})
		}
		noMore := func(c frame.Case) bool { return c.Trials[1].Cost <= c.Trials[0].Cost }
		return everyBoard(leastBoards, "comparison", noMore, beams...), nil
	}},
}

// sound reports whether the optimum is always between the bound and the solution, neither gets
// worse, and both end at the optimum.
func sound(t *trial.Trial, optimal float64) bool {
	course, _ := measure.Of[[]moment](t)
	var last moment
	for i, m := range course {
		before := course[max(i-1, 0)]
		last = m
		if m.Bound > optimal || optimal > m.Cost || m.Cost > before.Cost || m.Bound < before.Bound || m.Nodes < before.Nodes {
			return false
		}
	}
	return last.Cost == optimal && last.Bound == optimal
}

// courseBeams lists the widths of additional beams with the best evaluation.
var courseBeams = []int{2, 5, 20, 50, 200, 500}

// bestEvaluation is the evaluation that gives the best results for beams of every width.
const bestEvaluation = "layers+distances"

// courses returns the anytime searches that proved their last solution optimal.
func courses(trials frame.Frame) frame.Frame {
	return trials.Where(onSmall.Pass, frame.Strategy.Is(courseName), frame.Answered, func(t *trial.Trial) bool { return t.Result != "" })
}

// anytimeFigure shows how solution and bound converge to the optimum.
func anytimeFigure(trials frame.Frame) (plots.Figure, error) {
	rows := courses(trials)
	traces := []plots.Trace{{Name: "solution − optimum"}, {Name: "optimum − bound"}}
	for t := range rows.All() {
		var up, down []plots.Improvement
		course, _ := measure.Of[[]moment](t)
		for _, m := range course {
			up = append(up, plots.Improvement{X: m.Nodes, Cost: m.Cost - float64(t.Cost)})
			down = append(down, plots.Improvement{X: m.Nodes, Cost: float64(t.Cost) - m.Bound})
		}
		for i, steps := range [][]plots.Improvement{up, down} {
			traces[i].Runs = append(traces[i].Runs, plots.Run{Steps: steps, End: float64(t.Meter.Expanded)})
		}
	}
	f, err := plots.Anytime("anytime", "Solution and bound, by number of nodes expanded", plots.AnytimeOptions{
		XLabel: "nodes expanded", YLabel: "moves away from the optimum",
	}, traces)
	return f.Captioned("The searches ran on %s. Thin lines show single boards, and thick lines show means.", boardsOf(rows, anySmallBoard)), err
}

// coursesShown is the number of boards in the table of anytime searches.
const coursesShown = 6

// anytimeTable shows the progress of anytime searches on some boards.
func anytimeTable(trials frame.Frame) (reports.Table, error) {
	type line = frame.Group[string]
	rows := courses(trials)
	var lines []line
	for i, board := range frame.By(rows, frame.Index) {
		if len(lines) < coursesShown {
			lines = append(lines, line{Value: strconv.Itoa(i + 1), Frame: board})
		}
	}
	if rows.Len() > 0 {
		lines = append(lines, line{Value: fmt.Sprintf("median of %d", rows.Len()), Frame: rows})
	}
	median := func(name string, m trial.Metric) column.Of[line] {
		return column.Numbers(name, reports.Count, func(l line) float64 { return stats.Median(l.Values(m)) })
	}
	first := func(of func(moment) float64) trial.Metric {
		return measure.Metric(func(_ *trial.Trial, course []moment) float64 { return of(course[0]) })
	}
	return column.Fill(reports.Table{ID: "anytime-table", Title: "From the first solution to the proof", Caption: "The last three columns are numbers of nodes expanded. The rows show the first random boards; the last row shows the median over all boards."}, lines,
		column.Words("board", func(l line) string { return l.Value }),
		median("first solution", first(func(m moment) float64 { return m.Cost })).Unit("moves"),
		median("first bound", first(func(m moment) float64 { return m.Bound })).Unit("moves"),
		median("optimum", trial.Cost).Unit("moves"),
		median("to the first", first(func(m moment) float64 { return m.Nodes })).Doc("nodes expanded until the first solution is found"),
		median("to a shortest", shortestAt).Doc("nodes expanded until a solution of optimal length is found"),
		median("to the proof", trial.Expanded).Doc("nodes expanded until the proof that no shorter solution exists"),
	), nil
}

// shortestAt is the number of nodes until a solution of the optimal length was found.
var shortestAt = measure.Metric(func(t *trial.Trial, course []moment) float64 {
	for _, m := range course {
		if m.Cost == float64(t.Cost) {
			return m.Nodes
		}
	}
	return float64(t.Meter.Expanded)
})

// anytimeBeamsFigure shows how many moves above the optimum beams make on average, as a function of
// the nodes they expand.
func anytimeBeamsFigure(trials frame.Frame) (plots.Figure, error) {
	curves := study.Map([]string{"distances", bestEvaluation}, func(e string) plots.Curve {
		return plots.Curve{Name: "beam/" + e, Points: study.Map(known(scores(trials.Where(onDrawn.Pass), everyBeam(e)...)), func(s score) plots.Point {
			return plots.PointOf(s.rows.Summary(trial.Expanded).Mean.Value, s.gap())
		})}
	})
	f, err := plots.Growth("anytime-beams", "Moves above the optimum, by beam width", plots.CurveOptions{
		XLabel: "nodes expanded, mean", YLabel: "moves above the optimum, mean", LogX: true, Bars: true,
	}, curves)
	return f.Captioned("The beam widths are 1, 10, 100 and so on, and for %s also 2, 5, 20, 50, 200 and 500.", bestEvaluation), err
}

// everyBeam returns the names of the beams of every width with an evaluation, with the narrowest
// first.
func everyBeam(evaluation string) []string {
	widths := slices.Sorted(slices.Values(slices.Concat(beamWidths, courseBeams)))
	return study.Map(widths, func(w int) string { return beam(w, evaluation) })
}
