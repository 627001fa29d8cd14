package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var orderItems = []study.Item{
	figure("orders", ordersFigure), study.Block("orders-table", ordersTable), study.Claim(claims, "orders-equal"),
	study.Claim(claims, "orders-luck"), figure("orders-each", ordersEachFigure), study.Claim(claims, "orders-best"),
}

var orderClaims = []claim.Claim{
	{ID: "orders-equal", Of: korf(ordered()...), Ask: func(f frame.Frame) (claim.Answer, error) {
		found := map[string]bool{}
		for _, c := range reordered(f) {
			for _, t := range c.Trials[1:] {
				found[korfName(c.Index)+", "+t.Strategy] = slices.Equal(complete(t), complete(c.Trials[0]))
			}
		}
		return claim.Every("run", combined(easiestNames(few), ordered()[1:]), found), nil
	}},
	{ID: "orders-luck", Of: small(ordered()...), Population: smallBoards, Ask: func(f frame.Frame) (claim.Answer, error) {
		of := func(m trial.Metric) []float64 {
			return study.Map(f.Match(ordered()...).Solved(), func(c frame.Case) float64 { return spread(c, m) })
		}
		return claim.Above(claim.GeoMean("nodes, unluckiest order ÷ luckiest", "board", of(generated)).IfSolved(f.Match(ordered()...)).Called("geometric mean ratio of nodes generated (unluckiest order ÷ luckiest order)"), 2).
			Saying("In the last iteration alone, the ratio is %.3g.", stats.GeoMean(of(lastGenerated))), nil
	}},
	{ID: "orders-best", Of: small(ordered()...), Population: smallBoards, Ask: func(f frame.Frame) (claim.Answer, error) {
		cases := f.Match(ordered()...)
		var parts []claim.Answer
		for i, order := range tiles.Orders() {
			parts = append(parts, claim.Equivalent(claim.GeoMean("nodes with "+string(order)+" ÷ mean of all orders", "board", orderEffect(cases.Solved(), i)).IfSolved(cases).Called("geometric mean ratio of nodes generated (order "+string(order)+" ÷ mean of all orders)"), 0.5, 2))
		}
		return claim.All(parts...), nil
	}},
}

// ordered returns the names of IDA* with every move order.
func ordered() (names []string) {
	for _, order := range tiles.Orders() {
		names = append(names, strings.TrimSuffix("idastar/manhattan,order="+string(order), ",order="+string(tiles.DefaultOrder)))
	}
	return names
}

// reordered matches all move orders, in the sequence of [tiles.Orders], on the boards that every
// one of them solved. The easiest boards come first.
func reordered(trials frame.Frame) frame.Cases { return matched(trials, ordered()...).Solved() }

// lastGenerated is the number of nodes that the last iteration generates.
var lastGenerated = trial.Metric{Value: func(t *trial.Trial) float64 { return float64(lastIteration(t).Generated) }}

// byOrder returns the metric for every move order on a board.
func byOrder(c frame.Case, m trial.Metric) []float64 { return study.Map(c.Trials, m.Value) }

// spread returns the ratio between the largest and the smallest number of any move order.
func spread(c frame.Case, m trial.Metric) float64 {
	counts := byOrder(c, m)
	return slices.Max(counts) / slices.Min(counts)
}

// lastIteration returns the iteration that ended a run of IDA*.
func lastIteration(t *trial.Trial) search.Iteration {
	if n := len(t.Meter.Iterations); n > 0 {
		return t.Meter.Iterations[n-1]
	}
	return search.Iteration{Expanded: t.Meter.Expanded, Generated: t.Meter.Generated}
}

// ordersFigure shows the nodes generated with each move order, board by board.
func ordersFigure(trials frame.Frame) (plots.Figure, error) {
	rows := study.Map(reordered(trials), func(c frame.Case) plots.Dot {
		total := byOrder(c, generated)
		return plots.Dot{Name: korfName(c.Index), Value: total[defaultOrder()], Each: total, Note: fmt.Sprintf("%.3g×", spread(c, generated))}
	})
	text := "Each stroke is one of the 24 orders, and each point is the default order: up, left, right, down."
	options := plots.DotsOptions{XLabel: "nodes generated in all iterations", Note: "most ÷ fewest", Log: true}
	return captioned(text)(plots.Dots("orders", "Number of nodes that IDA* generates with each of the 24 move orders", options, rows))
}

// defaultOrder returns the index of [tiles.DefaultOrder] in [tiles.Orders].
func defaultOrder() int { return slices.Index(tiles.Orders(), tiles.DefaultOrder) }

// ordersTable shows how much the move orders differ on every board.
func ordersTable(trials frame.Frame) (reports.Table, error) {
	last := func(of func(stats.FiveNumbers) float64) func(frame.Case) float64 {
		return func(c frame.Case) float64 { return of(stats.Quartiles(byOrder(c, lastGenerated))) }
	}
	return column.Fill(reports.Table{ID: "orders-table", Title: "Number of nodes that IDA* generates with the 24 move orders", Caption: "IDA* uses Manhattan distance."}, reordered(trials),
		korfColumn, lengthColumn, column.Counts("iterations", func(c frame.Case) int { return len(c.Trials[0].Meter.Iterations) }),
		column.Counts("before the last", func(c frame.Case) uint64 { return c.Trials[0].Meter.Generated - lastIteration(c.Trials[0]).Generated }).Doc("nodes generated before the last iteration"),
		column.Numbers("last, fewest", reports.Count, last(func(q stats.FiveNumbers) float64 { return q.Min })).Doc("nodes generated in the last iteration with the luckiest order"),
		column.Numbers("last, median", reports.Count, last(func(q stats.FiveNumbers) float64 { return q.Median })),
		column.Numbers("last, most", reports.Count, last(func(q stats.FiveNumbers) float64 { return q.Max })),
		column.Numbers("total, most ÷ fewest", reports.Ratio, func(c frame.Case) float64 { return spread(c, generated) }),
		column.Words("luckiest order", func(c frame.Case) string {
			total := byOrder(c, generated)
			return string(tiles.Orders()[slices.Index(total, slices.Min(total))])
		}).Doc("order in which the blank's moves (u, l, r, d) are tried; if several orders are equally lucky, the first of them"),
	), nil
}

// orderEffect returns the effect of a move order on each board: its nodes divided by the geometric
// mean over all orders.
func orderEffect(cases frame.Cases, order int) []float64 {
	effects := cases.Values(generated, order)
	for i, c := range cases {
		effects[i] /= stats.GeoMean(byOrder(c, generated))
	}
	return effects
}

// ordersEachFigure shows whether one move order is better than the others over many boards.
func ordersEachFigure(trials frame.Frame) (plots.Figure, error) {
	cases := reordered(trials)
	var rows []plots.Interval
	for i, order := range tiles.Orders() {
		if len(cases) > 0 {
			rows = append(rows, plots.IntervalOf(string(order), stats.Bootstrap{}.GeoMean(orderEffect(cases, i)), 0))
		}
	}
	text := "Points show geometric means over boards. By chance alone, about one in 24 intervals would not contain 1. An order lists the moves of the blank, whose goal is the upper left corner."
	options := plots.ForestOptions{XLabel: "nodes generated ÷ geometric mean of the 24 orders", Below: "luckier", Above: "unluckier", Height: 1.5 * plots.OneColumn}
	return captioned(text)(plots.Forest("orders-each", "Number of nodes generated with each order, relative to the mean of all orders", options, rows))
}

var growthItems = []study.Item{
	figure("iterations", iterationsFigure), figure("growth-steps", stepsFigure), study.Block("growth-factors", factorsTable), study.Claim(claims, "growth-branching").Whole(),
}

var growthClaims = []claim.Claim{{ID: "growth-branching", Of: korf("idastar/manhattan"), Ask: func(f frame.Frame) (claim.Answer, error) {
	const far = 4
	last, before := steps(f, 0), stats.GeoMean(steps(f, far))
	return hundred(claim.Above(claim.GeoMean("nodes, last complete iteration ÷ the one before", "board", last).Called("geometric mean ratio of nodes generated (last complete iteration ÷ previous iteration)"), perStep), len(last),
		fmt.Sprintf("The factor %d iterations earlier is %.3g.", far, before)), nil
}}}

// perStep is the expected factor of growth when the bound increases by 2.
const perStep = branching * branching

// complete returns the iterations of a trial that found no solution and were not stopped by a
// limit.
func complete(t *trial.Trial) []search.Iteration {
	if n := len(t.Meter.Iterations); n > 0 {
		return t.Meter.Iterations[:n-1]
	}
	return nil
}

// steps returns the factor by which the number of nodes grows from one iteration to the next, for
// each board with enough iterations. For back = 0 these are the last two complete iterations, for
// back = 1 the two before them, and so on.
func steps(rows frame.Frame, back int) []float64 {
	return values(rows, func(t *trial.Trial) float64 {
		done := complete(t)
		if at := len(done) - 1 - back; at >= 1 && done[at].Bound == done[at-1].Bound+2 {
			return float64(done[at].Generated) / float64(done[at-1].Generated)
		}
		return math.NaN()
	})
}

// fitted returns, for each board with at least four complete iterations, the growth factor per
// increase of the bound by 2, fitted to its last iterations.
func fitted(rows frame.Frame, last int) []float64 {
	const fewest = 4
	return values(rows, func(t *trial.Trial) float64 {
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

// korfManhattan returns the trials with Manhattan distance.
func korfManhattan(trials frame.Frame) frame.Frame {
	return korfRows(trials).Where(frame.Strategy.Is("idastar/manhattan"))
}

// lines is the number of boards in the figure of iterations.
const lines = 6

// iterationsFigure shows the nodes of each iteration as a function of the bound, for boards from
// the easiest to the hardest.
func iterationsFigure(trials frame.Frame) (plots.Figure, error) {
	rows := korfManhattan(trials).Where(func(t *trial.Trial) bool { return len(complete(t)) > 0 })
	sorted := slices.SortedStableFunc(rows.All(), func(a, b *trial.Trial) int {
		return cmp.Or(cmp.Compare(a.Meter.Generated, b.Meter.Generated), cmp.Compare(a.Index, b.Index))
	})
	var curves []plots.Curve
	shown := min(lines, rows.Len())
	for i := range shown {
		t := sorted[i*(rows.Len()-1)/max(1, shown-1)]
		curves = append(curves, plots.Curve{Name: korfName(t.Index), Points: study.Map(complete(t), func(it search.Iteration) plots.Point {
			return plots.Point{X: float64(it.Bound), Y: float64(it.Generated)}
		})})
	}
	if len(curves) > 0 {
		// Draw a line with the theoretical slope below the curves.
		first, last := curves[0].Points[0], curves[len(curves)-1].Points
		from, to, low := first.X, last[len(last)-1].X, first.Y/10
		line := []plots.Point{{X: from, Y: low}, {X: to, Y: low * math.Pow(branching, to-from)}}
		curves = append(curves, plots.Curve{Name: fmt.Sprintf("× %.2f per step", perStep), Points: line, Ruler: true})
	}
	text := fmt.Sprintf("The curves show %d of the %s that were run, evenly spaced from the easiest to the hardest. The gray line has the slope that theory predicts.", shown, study.Plural(rows.Len(), "board"))
	options := plots.CurveOptions{XLabel: "bound on f (moves)", YLabel: "nodes generated in the iteration", LogY: true}
	return captioned(text)(plots.Growth("iterations", "Number of nodes generated in each iteration, by bound", options, curves))
}

// stepsFigure shows the factor by which the nodes grow from one iteration to the next, counted from
// the last iteration.
func stepsFigure(trials frame.Frame) (plots.Figure, error) {
	var dots []plots.Dot
	for back, name := range []string{"last step", "one before", "2 before", "3 before", "4 before"} {
		if factors := steps(korfManhattan(trials), back); len(factors) > 1 {
			dots = append(dots, plots.DotOf(fmt.Sprintf("%s (%s)", name, study.Plural(len(factors), "board")), stats.Bootstrap{}.GeoMean(factors), factors))
		}
	}
	text := "Dots show geometric means, and strokes show individual boards. IDA* uses Manhattan distance. Steps are counted back from the last complete iteration."
	options := plots.DotsOptions{XLabel: "nodes generated ÷ nodes generated in the previous iteration", Log: true, References: []plots.Reference{{At: perStep, Label: fmt.Sprintf("%.4f^{2} = %.2f", branching, perStep)}}}
	return captioned(text)(plots.Dots("growth-steps", "Growth of the number of nodes from one iteration to the next", options, dots))
}

// factorsTable shows the growth per iteration for each heuristic.
func factorsTable(trials frame.Frame) (reports.Table, error) {
	mean := func(name string, of func(frame.Frame, int) []float64, n int) column.Of[ran] {
		return column.Estimates(name, reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(of(r.Frame, n)) })
	}
	text := fmt.Sprintf("The values are geometric means of growth factors over Korf's boards. Exponentials are fitted for boards with at least four complete iterations. The square of the branching factor is %.4f.", perStep)
	return column.Fill(reports.Table{ID: "growth-factors", Title: "Growth of the number of nodes when the bound rises by 2, by heuristic", Caption: text}, each(korfRows(trials), korfNames...),
		column.Words("heuristic", heuristic),
		column.Counts("boards", func(r ran) int { return len(steps(r.Frame, 0)) }).Doc("number of boards with at least two complete iterations"),
		mean("last step", steps, 0), mean("one before", steps, 1),
		column.Counts("boards fitted", func(r ran) int { return len(fitted(r.Frame, 3)) }),
		mean("fit, last three iterations", fitted, 3), mean("fit, all iterations", fitted, math.MaxInt),
	), nil
}
