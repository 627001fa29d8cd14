package scaling

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// figureHeight leaves room for the names of seven strategies with their models.
const figureHeight = 4 * 72

// Growth draws the median number of nodes of each strategy with the model that
// fits it best.
func (q Question) Growth(trials frame.Frame) (plots.Figure, error) {
	all := q.series(trials)
	var curves []plots.Curve
	for _, s := range all {
		curve := plots.Curve{Name: s.strategy, Points: study.Map(s.points, func(p point) plots.Point {
			return plots.Point{X: p.x, Y: p.cell.Median.Value, Low: p.cell.Q1.Value, High: p.cell.Q3.Value, Censored: p.cell.Median.Lower}
		})}
		if f, _ := best(q.Models, s.known()); f.line.N >= stats.MinSizes {
			curve.Fit, curve.FitLabel = f.at, f.note(q.Unit)
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth(q.ID+"-growth", "Nodes expanded on "+q.What, plots.CurveOptions{
		XLabel: q.Axis, YLabel: "nodes expanded, median", LogY: true, Bars: q.bars, Height: figureHeight,
	}, curves)
	if err != nil || len(all) == 0 {
		return f, err
	}
	f.Caption = fmt.Sprintf("Lines are the best models of [[table:%s-fits]]; a curve of fewer than %d sizes has none.", q.ID, stats.MinSizes) + q.unplaced(trials)
	return plots.Scheme(q.strategies).On(f), nil
}

// Nodes gives the median of every strategy at each size, side by side.
func (q Question) Nodes(trials frame.Frame) (reports.Table, error) {
	var points []point
	var medians []column.Of[point]
	for _, s := range q.series(trials) {
		points = append(points, s.points...)
		c := column.On(func(p point) frame.Cell { return s.at(p.place) }, column.Median(s.strategy))
		if q.alike {
			c = c.Smallest()
		}
		medians = append(medians, c)
	}
	// Of the points of one place the one with the most instances counts them.
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Or(a.compare(b.place), b.cell.N-a.cell.N) })
	points = slices.CompactFunc(points, func(a, b point) bool { return a.place == b.place })
	return column.Fill(reports.Table{ID: q.ID + "-nodes", Title: "Median number of nodes expanded on " + q.What, Across: true}, points, append([]column.Of[point]{
		column.On(func(p point) place { return p.place }, q.where()),
		column.Counts(q.Noun+"s", func(p point) int { return p.cell.N }),
	}, medians...)...), nil
}

// Fits gives the parameters of the best model of each strategy, fitted to all
// sizes whose median is known, and how well each model does.
func (q Question) Fits(trials frame.Frame) (reports.Table, error) {
	type fitted struct {
		series
		best fit
		all  []fit
		a, b stats.Estimate
	}
	var rows []fitted
	for _, s := range q.series(trials) {
		f := fitted{series: s}
		if f.best, f.all = best(q.Models, s.known()); f.best.line.N < stats.MinSizes {
			f.best = fit{}
		}
		f.a, f.b = f.best.parameters()
		rows = append(rows, f)
	}
	columns := []column.Of[fitted]{
		column.Words("strategy", func(f fitted) string { return f.strategy }),
		column.Words("n", func(f fitted) string { return span(f.known()) }).Doc("smallest to largest size fitted, and how many points"),
		column.Cells("best model", reports.Words, func(f fitted) reports.Cell {
			if !f.best.known() {
				return reports.Cell{}
			}
			return reports.Str(f.best.Formula)
		}).Doc(fmt.Sprintf("with the smallest AICc; a difference below 2 says nothing, and of fewer than %d sizes none is chosen", stats.MinSizes)),
		column.Estimates("a", reports.Number, func(f fitted) stats.Estimate { return f.a }),
		column.Estimates("b", reports.Number, func(f fitted) stats.Estimate { return f.b }).Digits(4),
	}
	for i, m := range q.Models {
		columns = append(columns, column.Numbers("AICc, "+m.Formula, reports.Number, func(f fitted) float64 { return f.all[i].criterion() }).Doc("Akaike's criterion for small samples of "+strings.Replace(m.what, "%s", q.Unit, 1)))
	}
	return column.Fill(reports.Table{ID: q.ID + "-fits", Title: "Models of the median number of nodes on " + q.What}, rows, columns...), nil
}

// span says which sizes points are of: "16–64 (10)".
func span(points []point) string {
	if len(points) == 0 {
		return "–"
	}
	first, last := points[0].x, points[len(points)-1].x
	if first == last {
		return fmt.Sprintf("%.3g (%d)", first, len(points))
	}
	return fmt.Sprintf("%.3g–%.3g (%d)", first, last, len(points))
}
