package column

import (
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
)

// The columns of summaries, as [frame.Frame.Summarize] makes them: what was run,
// how it ended, and the statistics of the metric as counts.

// Size is the column of sizes.
func Size(name string) Of[frame.Cell] {
	return Counts(name, func(c frame.Cell) int { return c.Size })
}

// Strategy is the column of strategies.
func Strategy() Of[frame.Cell] {
	return Words("strategy", func(c frame.Cell) string { return c.Strategy })
}

// Instances is the column of the numbers of instances.
func Instances(name string) Of[frame.Cell] {
	return Counts(name, func(c frame.Cell) int { return c.N })
}

// Solved is the column of instances solved.
func Solved() Of[frame.Cell] {
	return Counts("solved", func(c frame.Cell) int { return c.Solved })
}

// Capped is the column of instances on which a limit stopped the run.
func Capped() Of[frame.Cell] {
	return Counts("capped", func(c frame.Cell) int { return c.Censored })
}

// bounds is a column of a statistic.
func bounds(name string, of func(frame.Cell) frame.Bounded) Of[frame.Cell] {
	return Bounds(name, reports.Count, of).From(func(c frame.Cell) frame.Cell { return c })
}

// Total is the column of totals.
func Total(name string) Of[frame.Cell] {
	return bounds(name, func(c frame.Cell) frame.Bounded { return c.Total })
}

// Median is the column of medians.
func Median(name string) Of[frame.Cell] {
	return bounds(name, func(c frame.Cell) frame.Bounded { return c.Median })
}

// Q1 is the column of lower quartiles.
func Q1(name string) Of[frame.Cell] {
	return bounds(name, func(c frame.Cell) frame.Bounded { return c.Q1 })
}

// Q3 is the column of upper quartiles.
func Q3(name string) Of[frame.Cell] {
	return bounds(name, func(c frame.Cell) frame.Bounded { return c.Q3 })
}

// Max is the column of maxima.
func Max(name string) Of[frame.Cell] {
	return bounds(name, func(c frame.Cell) frame.Bounded { return c.Max })
}
