package column

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/reports"
)

// The columns for summaries, as made by [frame.Frame.Summarize]: what was run, how it ended, and
// the statistics of the metric as counts.

// Size returns a column with the instance size of each group of trials.
func Size(name string) Of[frame.Cell] {
	return Counts(name, func(c frame.Cell) int { return c.Size })
}

// Strategy returns a column with the strategy of each group of trials.
func Strategy() Of[frame.Cell] {
	return Words("strategy", func(c frame.Cell) string { return c.Strategy })
}

// Instances returns a column with the number of instances in each group of trials.
func Instances(name string) Of[frame.Cell] {
	return Counts(name, func(c frame.Cell) int { return c.N })
}

// Solved returns a column with the number of solved instances in each group of trials.
func Solved() Of[frame.Cell] {
	return Counts("solved", func(c frame.Cell) int { return c.Solved })
}

// Capped returns a column with the number of instances in each group of trials on which a limit
// stopped a run.
func Capped() Of[frame.Cell] {
	return Counts("capped", func(c frame.Cell) int { return c.Censored })
}

// Penalised returns columns for coverage and for the penalized averages PAR2 and PAR10, with the
// smallest PAR values in bold. If every run found an answer, it returns nil, because the columns
// would add nothing.
func Penalised(cells []frame.Cell) []Of[frame.Cell] {
	if !slices.ContainsFunc(cells, unanswered) {
		return nil
	}
	return []Of[frame.Cell]{coverage(), par(2, "PAR2"), par(10, "PAR10")}
}

func unanswered(c frame.Cell) bool { return c.Unanswered() > 0 }

func coverage() Of[frame.Cell] {
	return Numbers("coverage", reports.Percent, func(c frame.Cell) float64 { return c.Coverage() }).Doc("Share of the runs, including repeats, that were answered.")
}

func par(k int, name string) Of[frame.Cell] {
	return Numbers(name, reports.Count, func(c frame.Cell) float64 { return c.PAR(float64(k)) }).Smallest().
		Doc(fmt.Sprintf("Mean in which a run without an answer counts as %d times the limit.", k))
}

// statisticOf returns a column with a statistic.
func statisticOf(name string, statistic Statistic) Of[frame.Cell] {
	return Bounds(name, reports.Count, func(c frame.Cell) frame.Bounded { return c.Statistic(statistic) }).From(statistic, func(c frame.Cell) frame.Cell { return c })
}

// quantile returns a column with a quantile.
func quantile(name string, p float64) Of[frame.Cell] {
	return statisticOf(name, func(x []float64) float64 { return stats.Quantile(x, p) })
}

// Total returns a column with the total of the metric over the instances in each group of trials.
func Total(name string) Of[frame.Cell] { return statisticOf(name, stats.Sum) }

// Median returns a column with the median of the metric in each group of trials.
func Median(name string) Of[frame.Cell] { return statisticOf(name, stats.Median) }

// Q1 returns a column with the lower quartile of the metric in each group of trials.
func Q1(name string) Of[frame.Cell] { return quantile(name, 0.25) }

// Q3 returns a column with the upper quartile of the metric in each group of trials.
func Q3(name string) Of[frame.Cell] { return quantile(name, 0.75) }

// Max returns a column with the largest value of the metric in each group of trials.
func Max(name string) Of[frame.Cell] { return quantile(name, 1) }
