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
const figureHeight = 3.75 * 72

// Growth draws the median number of nodes at each size for each strategy, with the curve of the
// model that fits best.
func (q Question) Growth(trials frame.Frame) (plots.Figure, error) {
	all := q.series(trials)
	var curves []plots.Curve
	for _, s := range all {
		curve := plots.Curve{Name: s.strategy, Points: study.Map(s.points, func(p point) plots.Point {
			return plots.Point{X: p.x, Y: p.cell.Median.Value, Low: p.cell.Q1.Value, High: p.cell.Q3.Value, Censored: p.cell.Median.Lower}
		})}
		if f, _ := best(q.Models, s.known()); f.line.N >= stats.MinSizes {
			curve.Fit, curve.FitLabel = f.at, f.note(cmp.Or(q.Step, q.Unit))
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth(q.ID+"-growth", "Number of nodes expanded on "+q.What, plots.CurveOptions{
		XLabel: q.Axis, YLabel: "nodes expanded, median", LogY: true, Bars: q.bars, Height: figureHeight,
	}, curves)
	if err != nil || len(all) == 0 {
		return f, err
	}
	spread, bounds := map[bool]string{true: "bars", false: "bands"}[q.bars], strings.Replace(f.Caption, ", because a limit stopped runs", "", 1)
	f.Caption = fmt.Sprintf("Points show medians, %s show the middle half, and lines show the closest models in [[table:%s-fits]]. %s%s%s", spread, q.ID, q.legend, bounds, q.unplaced(trials))
	f.Caption = strings.TrimSpace(f.Caption)
	return plots.Scheme(q.looks).On(f), nil
}

// Nodes makes a table of the median number of nodes for every strategy at each size.
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
	// If several points are at the same place, use the number of instances of the point with the
	// most.
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Or(a.compare(b.place), b.cell.N-a.cell.N) })
	points = slices.CompactFunc(points, func(a, b point) bool { return a.place == b.place })
	return column.Fill(reports.Table{ID: q.ID + "-nodes", Title: "Median number of nodes expanded on " + q.What, Across: true}, points, append([]column.Of[point]{
		column.On(func(p point) place { return p.place }, q.where()),
		column.Counts(q.Noun+"s", func(p point) int { return p.cell.N }),
	}, medians...)...), nil
}

// Fits makes a table of the best model for each strategy, fitted to all sizes with a known median.
// The table shows the model's parameters and how well it fits.
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
		column.Words("n", func(f fitted) string { return span(f.known()) }).Doc("range of the fitted sizes, and the number of points"),
		column.Cells("best model", reports.Words, func(f fitted) reports.Cell {
			if !f.best.known() {
				return reports.Cell{}
			}
			return reports.Str(f.best.Formula)
		}).Doc(fmt.Sprintf("model with the smallest AICc; a difference below 2 is not meaningful, and no model is chosen with fewer than %d sizes", stats.MinSizes)),
		column.Estimates("a", reports.Number, func(f fitted) stats.Estimate { return f.a }),
		column.Estimates("b", reports.Number, func(f fitted) stats.Estimate { return f.b }).Digits(4),
	}
	for i, m := range q.Models {
		columns = append(columns, column.Numbers("AICc, "+m.Formula, reports.Number, func(f fitted) float64 { return f.all[i].criterion() }).Doc("AICc (Akaike's criterion for small samples) of "+strings.Replace(m.what, "%s", cmp.Or(q.Step, q.Unit), 1)))
	}
	return column.Fill(reports.Table{ID: q.ID + "-fits", Title: "Models of the median number of nodes expanded on " + q.What}, rows, columns...), nil
}

// span describes the sizes of the points: "16–64 (10)".
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

// heldOut is a size that fits to smaller sizes predict.
type heldOut struct {
	strategy string
	point    point
	best     fit   // the best fit to the smaller sizes
	fits     []fit // fits of all models
}

// verdict returns whether the measured median agrees with the prediction.
func (h heldOut) verdict() verdict { return h.point.judge(h.best) }

// heldOut returns every held-out point for every strategy.
func (q Question) heldOut(trials frame.Frame) []heldOut {
	var list []heldOut
	for _, s := range q.series(trials) {
		fitted, held := s.holdOut()
		for _, p := range held {
			if f, all := best(q.Models, fitted); f.known() {
				list = append(list, heldOut{s.strategy, p, f, all})
			}
		}
	}
	return list
}

// manyRows is the number of rows above which the figure puts rows closer together.
const manyRows = 8

// Prediction draws, for each held-out size with a known median, the ratio of the prediction to the
// measured median. The prediction comes from the model that fits the smaller sizes best.
func (q Question) Prediction(trials frame.Frame) (plots.Figure, error) {
	var rows []plots.Interval
	capped := 0
	for _, h := range q.heldOut(trials) {
		if !h.point.known() {
			capped++
			continue
		}
		p, m := h.best.predict(h.point.x), h.point.cell.Median.Value
		rows = append(rows, plots.Interval{
			Name:  fmt.Sprintf("%s, %s (%s)", h.strategy, q.name(h.point.place), h.best.Name),
			Value: p.Value / m, Low: p.Interval.Low / m, High: p.Interval.High / m,
		})
	}
	f, err := plots.Forest(q.ID+"-prediction", "Ratio of predicted to measured median number of nodes at the largest sizes: "+q.What, plots.ForestOptions{
		XLabel: "predicted ÷ measured median", Below: "prediction too low", Above: "too high",
	}, rows)
	if err != nil || len(rows) == 0 {
		return f, err
	}
	if len(rows) > manyRows {
		f.Height *= 0.65
	}
	f.Caption = "The predictions for the largest third of the sizes come from the model that is closest to the medians of the smaller sizes."
	if capped > 0 {
		f.Caption += fmt.Sprintf(" The figure omits %s at which only a lower bound was measured.", study.Plural(capped, "point"))
	}
	return f, nil
}

// HeldOut makes a table that compares every model's predictions for the held-out sizes with the
// measured medians.
func (q Question) HeldOut(trials frame.Frame) (reports.Table, error) {
	columns := []column.Of[heldOut]{
		column.Words("strategy", func(h heldOut) string { return h.strategy }),
		column.Words("fitted n", func(h heldOut) string { return span(h.best.points) }),
		column.On(func(h heldOut) place { return h.point.place }, q.where()),
		column.Bounds("measured", reports.Count, func(h heldOut) frame.Bounded { return h.point.cell.Median }),
	}
	for i, m := range q.Models {
		columns = append(columns, column.Cells(m.Formula, reports.Count, func(h heldOut) reports.Cell {
			p := h.fits[i].predict(h.point.x)
			return reports.Between(p.Value, p.Interval.Low, p.Interval.High)
		}))
	}
	return column.Fill(reports.Table{ID: q.ID + "-held-out", Title: "Predictions of the median number of nodes at the largest sizes: " + q.What, Groups: 1}, q.heldOut(trials), append(columns,
		column.Words("closest model", func(h heldOut) string { return h.best.Formula }).Doc("model closest to the medians of the fitted sizes"),
		column.Words("measured is", func(h heldOut) string { return h.verdict().String() }).Doc("whether the measured median is inside or outside the interval of the closest model; it is not tested if the interval spans more than a factor of 100, or if only a lower bound was measured and the interval does not contradict it"),
	)...), nil
}
