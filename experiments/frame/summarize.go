package frame

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Cell summarizes the runs of one strategy on the instances of one size in one set.
type Cell struct {
	Set, Strategy string
	Size          int
	Metric        trial.Metric
	Rows          Frame // trials that the cell summarizes

	N          int // number of instances: Solved + Measured + Unsolvable + Censored + Failed
	Solved     int
	Measured   int // number of instances on which the run finished without looking for a solution
	Unsolvable int
	Censored   int // number of instances on which the run was stopped by a limit or canceled
	Failed     int // number of instances on which the run ended in an error; they have no value
	Valued     int // number of instances for which the metric has a value; the statistics use only these

	// Total to Max are statistics of the metric over the instances; they are NaN if Valued is 0.
	// Stopped runs count with their values so far, so Total and Mean are lower bounds if any
	// instance is censored. A quantile is exact if it would stay the same even if the censored runs
	// continued forever. The median is exact if fewer than half of the instances are censored and
	// no run below the median was stopped.
	Total, Mean, Median, Q1, Q3, Min, Max Bounded

	values  []Bounded // values of the instances that have one
	doubles int       // trials skipped because another trial has the same key
	residue residue
	runs
}

// Summarize returns one cell for each set, size and strategy in the rows, sorted by set, then by
// size, then by strategy. If strategies are given, it includes only those, in the given order;
// otherwise, it includes all strategies in alphabetical order. The value of an instance is the
// median of its repeats. The result does not depend on the order of the rows.
func (f Frame) Summarize(m trial.Metric, strategies ...string) []Cell {
	if m.Value == nil {
		return nil
	}
	if len(strategies) > 0 {
		f = f.Where(Strategy.Is(strategies...))
	}
	cells := f.cells(m, func(c *Cell, o Outcome) bool { return o.Strategy == c.Strategy && o.Size == c.Size && o.Set == c.Set })
	slices.SortStableFunc(cells, func(a, b Cell) int {
		return cmp.Or(
			cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size),
			cmp.Compare(slices.Index(strategies, a.Strategy), slices.Index(strategies, b.Strategy)),
			cmp.Compare(a.Strategy, b.Strategy),
		)
	})
	return cells
}

// Summary summarizes all rows in one cell. The rows should belong to one strategy on instances of
// one size in one set; otherwise [Cell.Warnings] says so. Without rows, the cell has no instances.
func (f Frame) Summary(m trial.Metric) Cell {
	if cells := f.cells(m, func(*Cell, Outcome) bool { return true }); len(cells) > 0 {
		return cells[0]
	}
	var none Cell
	none.fill()
	return none
}

// cells collects outcomes into cells. belongs reports whether an outcome belongs to the last cell;
// if not, it begins a new one.
func (f Frame) cells(m trial.Metric, belongs func(c *Cell, o Outcome) bool) []Cell {
	var cells []Cell
	var c *Cell
	for o, rows := range f.outcomes(m) {
		if c == nil || !belongs(c, o) {
			c.fill()
			cells = append(cells, Cell{Set: o.Set, Size: o.Size, Strategy: o.Strategy, Metric: m, Rows: Frame{f.table, rows[:0]}})
			c = &cells[len(cells)-1]
		}
		c.Rows.rows = append(c.Rows.rows, rows...) // in place: the rows of consecutive outcomes are adjacent
		c.count(o)
		for _, r := range rows {
			c.runs.add(&f.table.trials[r], m)
		}
		c.residue.add(f.table, rows)
		if !math.IsNaN(o.Value.Value) {
			c.values = append(c.values, o.Value)
		}
	}
	c.fill()
	return cells
}

// Pair pairs the rows of cells c and d by instance, like [Frame.Pair]. The cells must summarize the
// same metric. Pair returns nil if they come from different tables or summarize the same strategy.
func (c Cell) Pair(d Cell) []Pair {
	if c.Rows.table != d.Rows.table || c.Strategy == d.Strategy {
		return nil
	}
	both := Frame{c.Rows.table, slices.Concat(c.Rows.rows, d.Rows.rows)}
	pairs, _ := both.Pair(c.Metric, c.Strategy, d.Strategy)
	return pairs
}

// Rivals returns the number n of other cells that do not differ significantly from the best cell c.
// The other cells must be sorted from best to worst; Rivals stops counting at the first significant
// difference. If smallest is true, the best cell has the smallest statistic; otherwise it has the
// largest. The function statistic is applied as in [Cell.Statistic].
//
// The test resamples instances ([stats.Bootstrap.Smaller]) at the 5 % level, with Bonferroni's
// correction for the number of other cells. A stopped run counts against c: if small values are
// good, the test uses infinity for a stopped run of c, and the value so far for a stopped run of
// another cell. With fewer than [stats.MinBootstrap] instances, n is 0. The result ok is false if
// the cells do not cover the same instances.
func (c Cell) Rivals(smallest bool, statistic func([]float64) float64, others ...Cell) (n int, ok bool) {
	boot := stats.Bootstrap{Resamples: max(1000, 100*len(others))} // so that P can be small enough
	apart := c.Valued < stats.MinBootstrap
	for _, other := range others {
		pairs := c.Pair(other)
		if len(pairs) == 0 || len(pairs) != c.Valued || len(pairs) != other.Valued {
			return 0, false
		}
		less, more := make([]Bounded, len(pairs)), make([]Bounded, len(pairs))
		for k, pair := range pairs {
			less[k], more[k] = pair.A, pair.B
		}
		if !smallest {
			less, more = more, less
		}
		_, high := extremes(less)
		low, _ := extremes(more)
		apart = apart || boot.Smaller(high, low, statistic)*float64(len(others)) <= 1-stats.DefaultLevel
		if !apart {
			n++
		}
	}
	return n, true
}

// count adds an instance to the counter for its state.
func (c *Cell) count(o Outcome) {
	c.N++
	c.doubles += o.doubles
	*[...]*int{failed: &c.Failed, censored: &c.Censored, unsolvable: &c.Unsolvable, measured: &c.Measured, solved: &c.Solved}[o.state]++
}

// fill computes the statistics over the instances with a value.
func (c *Cell) fill() {
	if c == nil {
		return
	}
	c.Valued = len(c.values)
	low, high := extremes(c.values)
	c.Total, c.Mean = c.Statistic(stats.Sum), c.Statistic(stats.Mean)
	l := stats.Quartiles(low)
	h := l
	if len(low) > 0 && &high[0] != &low[0] {
		h = stats.Quartiles(high)
	}
	c.Min, c.Q1, c.Median, c.Q3, c.Max = between(l.Min, h.Min), between(l.Q1, h.Q1), between(l.Median, h.Median), between(l.Q3, h.Q3), between(l.Max, h.Max)
}

// Statistic applies a function to the values of all instances in the cell. The result is a lower
// bound if it could be larger with the final values of stopped runs. The function must not decrease
// when a value increases. The result is NaN for a cell without instances.
func (c Cell) Statistic(of func([]float64) float64) Bounded {
	if len(c.values) == 0 {
		return Bounded{Value: math.NaN()}
	}
	low, high := extremes(c.values)
	return between(of(low), of(high))
}

// Warnings returns one sentence for each problem that readers of the numbers must know about.
// Examples are failed runs, and rows that were summarized together although they differ in the
// strategy's version, its code, the limits, or the number of repeats.
func (c Cell) Warnings() []string {
	var list []string
	warn := func(format string, args ...any) {
		list = append(list, fmt.Sprintf("%s at size %d: ", c.Strategy, c.Size)+fmt.Sprintf(format, args...))
	}
	if c.doubles > 0 {
		warn("%s left out: another trial has the same key", numerals.Plural(c.doubles, "trial", numerals.Narrow))
	}
	if c.Failed > 0 {
		warn("%d of %s failed with an error", c.Failed, numerals.Plural(c.N, "instance", numerals.Narrow))
	}
	if varies := c.residue.String(); varies != "" {
		warn("summed up together although they differ in %s", varies)
	}
	return list
}
