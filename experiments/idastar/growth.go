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
	ID: "growth-branching", Statement: fmt.Sprintf("The nodes of IDA* with the Manhattan distance grow faster than the tree: on a typical board of Korf's the last complete iteration generates more than %.4f times, the square of the branching factor, what the one before does.", perStep),
	Ask: func(f frame.Frame) (claim.Answer, error) {
		const far = 4
		before := stats.GeoMean(steps(korfManhattan(f), far))
		return claim.Above(claim.GeoMean("nodes generated, last complete iteration ÷ the one before,", "board", steps(korfManhattan(f), 0)), perStep).
			Saying("%d iterations before the nodes grow by %.3g.", far, before), nil
	},
}}

// branching is the asymptotic branching factor of the 15-puzzle without inverse
// moves (S. Edelkamp, R. E. Korf, The branching factor of regular search
// spaces, AAAI 1998).
const branching = 2.1304

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
// next, over the boards that have so many: those of the last two complete
// iterations for back = 0, those before for 1 and so on.
func steps(rows frame.Frame, back int) []float64 {
	var factors []float64
	for t := range rows.All() {
		done := complete(t)
		if at := len(done) - 1 - back; at >= 1 && done[at].Bound == done[at-1].Bound+2 {
			factors = append(factors, float64(done[at].Generated)/float64(done[at-1].Generated))
		}
	}
	return factors
}

// fitted returns, for each board with at least four complete iterations, the
// factor for a bound larger by 2 that fits all its iterations, or the last
// three of them.
func fitted(rows frame.Frame, last bool) []float64 {
	const fewest, late = 4, 3
	var factors []float64
	for t := range rows.All() {
		done := complete(t)
		if len(done) < fewest {
			continue
		}
		if last {
			done = done[len(done)-late:]
		}
		var x, y []float64
		for _, it := range done {
			x, y = append(x, float64(it.Bound)/2), append(y, float64(it.Generated))
		}
		if f := stats.FitExponential(x, y); !math.IsNaN(f.B) {
			factors = append(factors, f.B)
		}
	}
	return factors
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
		from, to := first.X, last[len(last)-1].X
		low := first.Y / 10
		curves = append(curves, plots.Curve{
			Name:   fmt.Sprintf("× %.2f per step", perStep),
			Points: []plots.Point{{X: from, Y: low}, {X: to, Y: low * math.Pow(branching, to-from)}},
		})
	}
	f, err := plots.Growth("iterations", "Nodes of each iteration against its bound", plots.CurveOptions{
		XLabel: "bound on f (moves)", YLabel: "nodes generated in the iteration", LogY: true,
	}, curves)
	f.Caption = fmt.Sprintf("IDA* with the Manhattan distance; %d of the %s run, evenly spaced from the easiest to the hardest by nodes in total. The line without points on the way has the slope of the theory, at a height chosen to be seen.",
		shown, study.Plural(rows.Len(), "board"))
	return f, err
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
	f, err := plots.Dots("growth-steps", "Growth from one iteration to the next", plots.DotsOptions{
		XLabel: "nodes generated ÷ those of the iteration before", Log: true, References: []plots.Reference{{At: perStep, Label: fmt.Sprintf("%.4f^{2} = %.2f", branching, perStep)}},
	}, dots)
	f.Caption = "IDA* with the Manhattan distance on Korf's boards. Steps are counted from the last complete iteration. Dots are geometric means with 95 % bootstrap intervals over the boards, strokes single boards."
	return f, err
}

// factorsTable gives the growth per step for each heuristic.
func factorsTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{
		ID: "growth-factors", Title: "Growth of the nodes for a bound larger by 2, by heuristic",
		Caption: fmt.Sprintf("Geometric means over Korf's boards with 95 %% bootstrap intervals. Fits are exponentials through the iterations of each board that has at least four complete ones. The square of the asymptotic branching factor is %.4f.", perStep),
	}, each(korfRows(trials), korfNames...),
		column.Words("heuristic", ran.heuristic),
		column.Counts("boards", func(r ran) int { return len(steps(r.Frame, 0)) }).Doc("with at least two complete iterations"),
		column.Estimates("last step", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(steps(r.Frame, 0)) }),
		column.Estimates("one before", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(steps(r.Frame, 1)) }),
		column.Counts("boards fitted", func(r ran) int { return len(fitted(r.Frame, true)) }),
		column.Estimates("fit, last three iterations", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(fitted(r.Frame, true)) }),
		column.Estimates("fit, all iterations", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(fitted(r.Frame, false)) }),
	), nil
}
