package column

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

// ComparisonTable returns a table with one row for each comparison, in the given order. Warnings
// become footnotes. The table's ID is "compare" followed by the names of the metrics.
func ComparisonTable(comparisons ...analysis.Comparison) reports.Table {
	type comparison = analysis.Comparison
	t := reports.Table{Title: "Strategies in pairs", Caption: "Each ratio is the value of the first strategy divided by the value of the second, on the same instances, with a 95 % interval."}
	metrics := about(&t, "compare", comparisons, func(c comparison) trial.Metric { return c.Metric })
	if len(metrics) == 1 {
		t.Title += ": " + metrics[0].Name
	}
	centre := "of geometric means"
	if !slices.ContainsFunc(metrics, func(m trial.Metric) bool { return !m.Timing }) {
		centre = "typical ratio"
	}
	size := Cells("size", reports.Count, func(c comparison) reports.Cell {
		if c.Size > 0 {
			return reports.Int(c.Size)
		}
		return reports.Str("all")
	}).Full()
	sized := slices.ContainsFunc(comparisons, func(c comparison) bool { return c.Size > 0 })
	open := slices.ContainsFunc(comparisons, func(c comparison) bool { return c.Undecided > 0 })
	return noted(t, func(c comparison) []string { return c.Warnings }, comparisons, slices.Concat(
		when(len(metrics) > 1, Words("metric", func(c comparison) string { return c.Metric.Name })),
		when(sized, size),
		[]Of[comparison]{
			Words("strategy", func(c comparison) string { return c.B }),
			Words("against", func(c comparison) string { return c.A }),
			Counts("pairs", func(c comparison) int { return c.N }).Doc("Number of instances with values for both strategies."),
			Counts("stopped", func(c comparison) int { return c.Censored }).Doc("Number of pairs with a run stopped by a limit. If all runs had the same limit, the ratios apply to searches cut off at this limit; otherwise, the ratios exclude these pairs."),
			Estimates("ratio of totals", reports.Ratio, func(c comparison) stats.Estimate { return c.Totals }),
			Estimates(centre, reports.Ratio, func(c comparison) stats.Estimate { return c.GeoMeans }),
			Counts("wins", func(c comparison) int { return c.Wins }),
			Counts("losses", func(c comparison) int { return c.Losses }),
			Counts("ties", func(c comparison) int { return c.Ties }),
		},
		when(open, Counts("undecided", func(c comparison) int { return c.Undecided }).Doc("Number of pairs whose order is unknown, because the runs had different limits.")),
		[]Of[comparison]{Numbers("p", reports.PValue, func(c comparison) float64 { return c.SignP }).Doc("The p-value of the exact two-sided sign test of wins against losses, over all pairs.")},
	))
}

// noted works like [Fill], and adds the warnings about each row as a footnote to its strategy.
func noted[R any](t reports.Table, warnings func(R) []string, values []R, columns []Of[R]) reports.Table {
	i := slices.IndexFunc(columns, func(c Of[R]) bool { return c.Column.Name == "strategy" })
	strategy := columns[i].Cell
	columns[i].Cell = func(r R) reports.Cell { return strategy(r).WithNote(t.Warn(warnings(r))) }
	filled := Fill(t, values, columns...)
	filled.Notes = t.Notes
	return filled
}

// about sets the ID and the timing of a table with values of metrics. It returns the metrics
// without duplicates.
func about[R any](t *reports.Table, first string, values []R, of func(R) trial.Metric) []trial.Metric {
	var metrics []trial.Metric
	for _, v := range values {
		m := of(v)
		if !slices.ContainsFunc(metrics, func(known trial.Metric) bool { return known.Name == m.Name }) {
			metrics = append(metrics, m)
		}
		t.Timing = t.Timing || m.Timing
	}
	t.ID = tableID(first, metrics)
	return metrics
}

// GrowthTable returns a table with one row for each growth factor, in the given order. The table's
// ID is "growth" followed by the names of the metrics.
func GrowthTable(growths ...analysis.Growth) reports.Table {
	type growth = analysis.Growth
	t := reports.Table{
		Title:   "Growth with size",
		Caption: fmt.Sprintf("The median grows by this factor for each additional unit of size. The 95 %% interval of the factor accounts for the choice of instances and the distance of the medians from the curve. At least %d sizes are needed for a conclusion.", stats.MinSizes),
	}
	metrics := about(&t, "growth", growths, func(g growth) trial.Metric { return g.Metric })
	if len(metrics) == 1 {
		t.Title = "Growth of " + metrics[0].Name + " with size"
	}
	// The criterion is not finite for too few points, or for a curve that goes through all of them.
	finite := func(x float64) float64 {
		if math.IsInf(x, 0) {
			return math.NaN()
		}
		return x
	}
	predicted := func(name, doc string, of func(g growth) float64) Of[growth] {
		return Numbers(name, reports.Ratio, func(g growth) float64 {
			if g.HeldOut.Size == 0 {
				return math.NaN()
			}
			return of(g)
		}).Doc(doc)
	}
	return noted(t, func(g growth) []string { return g.Warnings }, growths, append(
		when(len(metrics) > 1, Words("metric", func(g growth) string { return g.Metric.Name })),
		Words("strategy", func(g growth) string { return g.Strategy }),
		Words("sizes", func(g growth) string { return sizeRange(g.Sizes) }),
		Estimates("factor", reports.Number, func(g growth) stats.Estimate { return g.Factor }),
		Numbers("AICc, exponential", reports.Number, func(g growth) float64 { return finite(g.Fit.AICc) }).
			Doc("AICc (Akaike's criterion for small samples) of the model a·bⁿ. The model with the smaller value fits better; a difference below 2 means nothing. There is no value for fewer than five sizes, or if a curve passes through every median."),
		Numbers("AICc, power", reports.Number, func(g growth) float64 { return finite(g.Power.AICc) }).Doc("AICc of the model a·nᵇ"),
		predicted("predicted, exponential", "ratio of predicted to measured median at the largest size, for a·bⁿ fitted to the other sizes",
			func(g growth) float64 { return g.HeldOut.Exponential }),
		predicted("predicted, power", "ratio of predicted to measured median at the largest size, for a·nᵇ fitted to the other sizes", func(g growth) float64 { return g.HeldOut.Power }),
	))
}

func sizeRange(sizes []int) string {
	switch len(sizes) {
	case 0:
		return "–"
	case 1:
		return fmt.Sprint(sizes[0])
	}
	return fmt.Sprintf("%d–%d", sizes[0], sizes[len(sizes)-1])
}
