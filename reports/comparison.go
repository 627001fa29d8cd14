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
	var metrics []experiments.Metric
	known := map[string]bool{}
	sized, undecided := false, false
	t := Table{Title: "Strategies in pairs", Caption: "Ratios are of the first strategy to the second, on the same instances, with 95 % intervals."}
	for _, c := range comparisons {
		if !known[c.Metric.Name] {
			known[c.Metric.Name] = true
			metrics = append(metrics, c.Metric)
		}
		sized = sized || c.Size > 0
		undecided = undecided || c.Undecided > 0
		t.Timing = t.Timing || c.Metric.Timing
	}
	t.ID = tableID("compare", metrics)
	if len(metrics) > 1 {
		t.Columns = append(t.Columns, Column{Name: "metric"})
	} else if len(metrics) == 1 {
		t.Title += ": " + metrics[0].Name
	}
	if sized {
		t.Columns = append(t.Columns, Column{Name: "size", Kind: Count, Full: true})
	}
	t.Columns = append(t.Columns,
		Column{Name: "strategy"}, Column{Name: "against"},
		Column{Name: "pairs", Kind: Count, Doc: "Instances on which both strategies have a value."},
		Column{Name: "stopped", Kind: Count, Doc: "Pairs with a run stopped by a limit; the ratios are over the others."},
		Column{Name: "ratio of totals", Kind: Ratio},
		Column{Name: "of geometric means", Kind: Ratio},
		Column{Name: "wins", Kind: Count}, Column{Name: "losses", Kind: Count}, Column{Name: "ties", Kind: Count})
	if undecided {
		t.Columns = append(t.Columns, Column{Name: "undecided", Kind: Count, Doc: "Pairs whose runs had different limits and cannot be ordered."})
	}
	t.Columns = append(t.Columns, Column{Name: "p", Kind: PValue, Doc: "Exact two-sided sign test of wins against losses, over all pairs."})
	for _, c := range comparisons {
		var row []Cell
		if len(metrics) > 1 {
			row = append(row, Str(c.Metric.Name))
		}
		if sized && c.Size > 0 {
			row = append(row, Int(c.Size))
		} else if sized {
			row = append(row, Str("all"))
		}
		row = append(row, Str(c.B).WithNote(t.Warn(c.Warnings)), Str(c.A), Int(c.N), Int(c.Censored),
			estimateCell(c.Totals), estimateCell(c.GeoMeans), Int(c.Wins), Int(c.Losses), Int(c.Ties))
		if undecided {
			row = append(row, Int(c.Undecided))
		}
		t.Rows = append(t.Rows, append(row, Num(c.SignP)))
	}
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

// interval returns the interval to print: BCa where there is one.
func interval(e stats.Estimate) stats.Interval {
	if e.BCa.Known() {
		return e.BCa
	}
	return e.Percentile
}

func estimateCell(e stats.Estimate) Cell {
	i := interval(e)
	return Between(e.Value, i.Low, i.High)
}

// GrowthTable puts growth factors under one another in the order given. The ID
// is "growth" and the names of the metrics.
func GrowthTable(growths ...analysis.Growth) Table {
	t := Table{
		Title:   "Growth with size",
		Caption: fmt.Sprintf("How much one more unit of size multiplies the median, with 95 %% intervals that cover the choice of the instances and how far the medians are from the curve. Fewer than %d sizes decide nothing.", stats.MinSizes),
	}
	var metrics []experiments.Metric
	known := map[string]bool{}
	for _, g := range growths {
		if !known[g.Metric.Name] {
			known[g.Metric.Name] = true
			metrics = append(metrics, g.Metric)
		}
		t.Timing = t.Timing || g.Metric.Timing
	}
	t.ID = tableID("growth", metrics)
	if len(metrics) > 1 {
		t.Columns = append(t.Columns, Column{Name: "metric"})
	} else if len(metrics) == 1 {
		t.Title = "Growth of " + metrics[0].Name + " with size"
	}
	t.Columns = append(t.Columns, Column{Name: "strategy"}, Column{Name: "sizes"},
		Column{Name: "factor", Kind: Number},
		Column{Name: "AICc, exponential", Kind: Number, Doc: "Akaike's criterion for small samples, of a·bⁿ. The smaller of the two fits better; a difference below 2 tells nothing. Missing below five sizes, and where a curve goes through every median."},
		Column{Name: "AICc, power", Kind: Number, Doc: "the same of a·nᵇ"},
		Column{Name: "predicted, exponential", Kind: Ratio, Doc: "what a·bⁿ, fitted to the other sizes, predicts of the median at the largest one, in multiples of what was measured"},
		Column{Name: "predicted, power", Kind: Ratio, Doc: "the same of a·nᵇ"})
	for _, g := range growths {
		var row []Cell
		if len(metrics) > 1 {
			row = append(row, Str(g.Metric.Name))
		}
		row = append(row, Str(g.Strategy).WithNote(t.Warn(g.Warnings)), Str(sizeRange(g.Sizes)),
			estimateCell(g.Factor), criterion(g.Fit), criterion(g.Power))
		if held := g.HeldOut; held.Size > 0 {
			row = append(row, Num(held.Exponential), Num(held.Power))
		}
		t.Rows = append(t.Rows, append(row, make([]Cell, len(t.Columns)-len(row))...))
	}
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
