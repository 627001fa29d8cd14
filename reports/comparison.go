package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// ComparisonTable puts comparisons under one another in the order given. What
// an analysis warns of becomes a footnote. The ID is "compare" and the names
// of the metrics.
func ComparisonTable(comparisons ...analysis.Comparison) Table {
	type comparison = analysis.Comparison
	t := Table{Title: "Strategies in pairs", Caption: "Ratios are of the first strategy to the second, on the same instances, with 95 % intervals."}
	metrics := about(&t, "compare", comparisons, func(c comparison) experiments.Metric { return c.Metric })
	if len(metrics) == 1 {
		t.Title += ": " + metrics[0].Name
	}
	sized := slices.ContainsFunc(comparisons, func(c comparison) bool { return c.Size > 0 })
	centre := "of geometric means"
	if !slices.ContainsFunc(metrics, func(m experiments.Metric) bool { return !m.Timing }) {
		centre = "typical ratio"
	}
	var notes Table
	var fields fieldsOf[comparison]
	fields.add(len(metrics) > 1, Column{Name: "metric"}, func(c comparison) Cell { return Str(c.Metric.Name) })
	fields.add(sized, Column{Name: "size", Kind: Count, Full: true}, func(c comparison) Cell {
		if c.Size > 0 {
			return Int(c.Size)
		}
		return Str("all")
	})
	fields.add(true, Column{Name: "strategy"}, func(c comparison) Cell { return Str(c.B).WithNote(notes.Warn(c.Warnings)) })
	fields.add(true, Column{Name: "against"}, func(c comparison) Cell { return Str(c.A) })
	fields.count("pairs", "Instances on which both strategies have a value.", func(c comparison) int { return c.N })
	fields.count("stopped", "Pairs with a run stopped by a limit. Runs that were all stopped at one limit count as searches given up there; otherwise the ratios are over the other pairs.", func(c comparison) int { return c.Censored })
	fields.add(true, Column{Name: "ratio of totals", Kind: Ratio}, func(c comparison) Cell { return Est(c.Totals) })
	fields.add(true, Column{Name: centre, Kind: Ratio}, func(c comparison) Cell { return Est(c.GeoMeans) })
	fields.count("wins", "", func(c comparison) int { return c.Wins })
	fields.count("losses", "", func(c comparison) int { return c.Losses })
	fields.count("ties", "", func(c comparison) int { return c.Ties })
	if slices.ContainsFunc(comparisons, func(c comparison) bool { return c.Undecided > 0 }) {
		fields.count("undecided", "Pairs whose runs had different limits and cannot be ordered.", func(c comparison) int { return c.Undecided })
	}
	fields.add(true, Column{Name: "p", Kind: PValue, Doc: "Exact two-sided sign test of wins against losses, over all pairs."}, func(c comparison) Cell { return Num(c.SignP) })
	t = Fill(t, comparisons, fields...)
	t.Notes = notes.Notes
	return t
}

// Warn adds a footnote for the warnings and returns its number for [Cell.WithNote],
// that of an equal one if there is one, 0 without warnings.
func (t *Table) Warn(warnings []string) int {
	if len(warnings) == 0 {
		return 0
	}
	note := strings.Join(warnings, "; ") + "."
	i := slices.Index(t.Notes, note)
	if i < 0 {
		t.Notes = append(t.Notes, note)
		i = len(t.Notes) - 1
	}
	return i + 1
}

// GrowthTable puts growth factors under one another in the order given. The ID
// is "growth" and the names of the metrics.
func GrowthTable(growths ...analysis.Growth) Table {
	type growth = analysis.Growth
	t := Table{
		Title:   "Growth with size",
		Caption: fmt.Sprintf("How much one more unit of size multiplies the median, with 95 %% intervals that cover the choice of the instances and how far the medians are from the curve. Fewer than %d sizes decide nothing.", stats.MinSizes),
	}
	metrics := about(&t, "growth", growths, func(g growth) experiments.Metric { return g.Metric })
	if len(metrics) == 1 {
		t.Title = "Growth of " + metrics[0].Name + " with size"
	}
	var notes Table
	var fields fieldsOf[growth]
	fields.add(len(metrics) > 1, Column{Name: "metric"}, func(g growth) Cell { return Str(g.Metric.Name) })
	fields.add(true, Column{Name: "strategy"}, func(g growth) Cell { return Str(g.Strategy).WithNote(notes.Warn(g.Warnings)) })
	fields.add(true, Column{Name: "sizes"}, func(g growth) Cell { return Str(sizeRange(g.Sizes)) })
	fields.add(true, Column{Name: "factor", Kind: Number}, func(g growth) Cell { return Est(g.Factor) })
	fields.add(true, Column{Name: "AICc, exponential", Kind: Number, Doc: "Akaike's criterion for small samples, of a·bⁿ. The smaller of the two fits better; a difference below 2 tells nothing. Missing below five sizes, and where a curve goes through every median."},
		func(g growth) Cell { return criterion(g.Fit) })
	fields.add(true, Column{Name: "AICc, power", Kind: Number, Doc: "the same of a·nᵇ"}, func(g growth) Cell { return criterion(g.Power) })
	predicted := func(of func(g growth) float64) func(g growth) Cell {
		return func(g growth) Cell {
			if g.HeldOut.Size == 0 {
				return Cell{}
			}
			return Num(of(g))
		}
	}
	fields.add(true, Column{Name: "predicted, exponential", Kind: Ratio, Doc: "what a·bⁿ, fitted to the other sizes, predicts of the median at the largest one, in multiples of what was measured"},
		predicted(func(g growth) float64 { return g.HeldOut.Exponential }))
	fields.add(true, Column{Name: "predicted, power", Kind: Ratio, Doc: "the same of a·nᵇ"}, predicted(func(g growth) float64 { return g.HeldOut.Power }))
	t = Fill(t, growths, fields...)
	t.Notes = notes.Notes
	return t
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

// criterion is Akaike's criterion of a fit for small samples. Too few points have
// none that could be printed, nor has a curve that goes through all of them.
func criterion(f stats.Fit) Cell {
	if math.IsInf(f.AICc, 0) {
		return Cell{}
	}
	return Num(f.AICc)
}
