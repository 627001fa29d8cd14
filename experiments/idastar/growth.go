package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var growthItems = []study.Item{
	figure("iterations", iterationsFigure), figure("growth-steps", stepsFigure), study.Block("growth-factors", factorsTable), study.Claim(claims, "growth-branching"),
}

var growthClaims = []claim.Claim{{
	ID: "growth-branching", Statement: fmt.Sprintf("With the Manhattan distance the last complete iteration generates more than %.4f times the nodes of the one before, the square of the branching factor, on a typical board of Korf's.", perStep),
	Ask: func(f frame.Frame) (claim.Answer, error) {
		const far = 4
		before := stats.GeoMean(steps(korfManhattan(f), far))
		return claim.Above(claim.GeoMean("nodes, last complete iteration ÷ the one before", "board", steps(korfManhattan(f), 0)), perStep).
			Saying("%d iterations before the nodes grow by %.3g.", far, before), nil
	},
}}

// perStep is the factor that belongs to a bound larger by 2.
const perStep = branching * branching

// complete returns the iterations of a trial that ended without a solution or a
// limit.
func complete(t *experiments.Trial) []search.Iteration {
	if n := len(t.Meter.Iterations); n > 0 {
		return t.Meter.Iterations[:n-1]
	}
	return nil
}

// steps returns the factors by which the nodes grow from an iteration to the
// next, over the boards with enough of them: those of the last two complete
// iterations for back = 0, those before for 1 and so on.
func steps(rows frame.Frame, back int) []float64 {
	return values(rows, func(t *experiments.Trial) float64 {
		done := complete(t)
		if at := len(done) - 1 - back; at >= 1 && done[at].Bound == done[at-1].Bound+2 {
			return float64(done[at].Generated) / float64(done[at-1].Generated)
		}
		return math.NaN()
	})
}

// fitted returns, for each board with at least four complete iterations, the
// factor for a bound larger by 2 that fits its last iterations.
func fitted(rows frame.Frame, last int) []float64 {
	const fewest = 4
	return values(rows, func(t *experiments.Trial) float64 {
		done := complete(t)
		if len(done) < fewest {
			return math.NaN()
		}
		var x, y []float64
		for _, it := range done[max(0, len(done)-last):] {
			x, y = append(x, float64(it.Bound)/2), append(y, float64(it.Generated))
		}
		return stats.FitExponential(x, y).B
	})
}

// korfManhattan returns the trials with the Manhattan distance.
func korfManhattan(trials frame.Frame) frame.Frame {
	return korfRows(trials).Where(frame.Strategy.Is("idastar/manhattan"))
}

// lines is how many boards the figure of iterations shows.
const lines = 6

// iterationsFigure shows the nodes of each iteration against its bound, for
// boards from the easiest to the hardest.
func iterationsFigure(trials frame.Frame) (plots.Figure, error) {
	rows := korfManhattan(trials).Where(func(t *experiments.Trial) bool { return len(complete(t)) > 0 })
	sorted := slices.SortedStableFunc(rows.All(), func(a, b *experiments.Trial) int {
		return cmp.Or(cmp.Compare(a.Meter.Generated, b.Meter.Generated), cmp.Compare(a.Index, b.Index))
	})
	var curves []plots.Curve
	shown := min(lines, rows.Len())
	for i := range shown {
		t := sorted[i*(rows.Len()-1)/max(1, shown-1)]
		curve := plots.Curve{Name: fmt.Sprintf("Korf %d", t.Index+1)}
		for _, it := range complete(t) {
			curve.Points = append(curve.Points, plots.Point{X: float64(it.Bound), Y: float64(it.Generated)})
		}
		curves = append(curves, curve)
	}
	if len(curves) > 0 {
		// A line with the slope of theory, below the curves.
		first, last := curves[0].Points[0], curves[len(curves)-1].Points
		from, to, low := first.X, last[len(last)-1].X, first.Y/10
		line := []plots.Point{{X: from, Y: low}, {X: to, Y: low * math.Pow(branching, to-from)}}
		curves = append(curves, plots.Curve{Name: fmt.Sprintf("× %.2f per step", perStep), Points: line})
	}
	text := fmt.Sprintf("%d of the %s run, evenly spaced from the easiest to the hardest. The line has the slope of the theory.", shown, study.Plural(rows.Len(), "board"))
	options := plots.CurveOptions{XLabel: "bound on f (moves)", YLabel: "nodes generated in the iteration", LogY: true}
	return captioned(text)(plots.Growth("iterations", "Nodes of each iteration against its bound", options, curves))
}

// stepsFigure shows by which factor the nodes grow from one iteration to the
// next, counted from the last.
func stepsFigure(trials frame.Frame) (plots.Figure, error) {
	var dots []plots.Dot
	for back, name := range []string{"last step", "one before", "2 before", "3 before", "4 before"} {
		if factors := steps(korfManhattan(trials), back); len(factors) > 1 {
			dots = append(dots, plots.DotOf(fmt.Sprintf("%s (%s)", name, study.Plural(len(factors), "board")), stats.Bootstrap{}.GeoMean(factors), factors))
		}
	}
	text := "Manhattan distance; dots are geometric means, strokes single boards, steps counted from the last complete iteration."
	options := plots.DotsOptions{XLabel: "nodes generated ÷ those of the iteration before", Log: true, References: []plots.Reference{{At: perStep, Label: fmt.Sprintf("%.4f^{2} = %.2f", branching, perStep)}}}
	return captioned(text)(plots.Dots("growth-steps", "Growth from one iteration to the next", options, dots))
}

// factorsTable gives the growth per step for each heuristic.
func factorsTable(trials frame.Frame) (reports.Table, error) {
	mean := func(name string, of func(frame.Frame, int) []float64, n int) column.Of[ran] {
		return column.Estimates(name, reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(of(r.Frame, n)) })
	}
	text := fmt.Sprintf("Geometric means over Korf's boards; exponentials are fitted to boards with at least four complete iterations. The square of the branching factor is %.4f.", perStep)
	return column.Fill(reports.Table{ID: "growth-factors", Title: "Growth of the nodes for a bound larger by 2, by heuristic", Caption: text}, each(korfRows(trials), korfNames...),
		column.Words("heuristic", ran.heuristic),
		column.Counts("boards", func(r ran) int { return len(steps(r.Frame, 0)) }).Doc("with at least two complete iterations"),
		mean("last step", steps, 0), mean("one before", steps, 1),
		column.Counts("boards fitted", func(r ran) int { return len(fitted(r.Frame, 3)) }),
		mean("fit, last three iterations", fitted, 3), mean("fit, all iterations", fitted, math.MaxInt),
	), nil
}
