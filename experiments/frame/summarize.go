package frame

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Cell sums up one strategy on the instances of one set and size.
type Cell struct {
	Set, Strategy string
	Size          int

	N          int // instances: the sum of the five that follow
	Solved     int
	Measured   int // came to their end without looking for a solution
	Unsolvable int
	Censored   int // stopped by a limit or cancelled
	Failed     int // ended in an error; without a value
	Valued     int // instances that have a value of the metric; the statistics are over these

	// Of the metric; NaN if Valued is 0. Stopped runs enter with what they had
	// counted. So Total and Mean are lower bounds as soon as one instance is
	// censored. A quantile is exact as long as it would be the same had the censored
	// runs gone on for ever: for the median that takes fewer than half of the
	// instances censored, and no finished one above the point where others were
	// stopped.
	Total, Mean, Median, Q1, Q3, Min, Max Bounded

	doubles int // trials passed over because another has the same key
	residue residue
	runs
}

// Summarize sums up the metric for every set, size and strategy among the rows,
// in increasing order of set, then size, then strategy. The named strategies
// come in the order given, and no others; without names all come, in
// alphabetical order. Repeats of an instance are aggregated by the median
// first. The result does not depend on the order of the rows.
func (f Frame) Summarize(m experiments.Metric, strategies ...string) []Cell {
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

// Summary sums up all of the rows, which should be of one strategy on instances of
// one set and size: [Cell.Warnings] says what else they are of. Without rows it is a
// cell of no instances.
func (f Frame) Summary(m experiments.Metric) Cell {
	if cells := f.cells(m, func(*Cell, Outcome) bool { return true }); len(cells) > 0 {
		return cells[0]
	}
	var none Cell
	none.fill(nil)
	return none
}

// cells sums up neighbouring outcomes that belong to the cell of those before.
func (f Frame) cells(m experiments.Metric, belongs func(c *Cell, o Outcome) bool) []Cell {
	var cells []Cell
	var values []Bounded
	var c *Cell
	for o, rows := range f.outcomes(m) {
		if c == nil || !belongs(c, o) {
			c.fill(values)
			cells, values = append(cells, Cell{Set: o.Set, Size: o.Size, Strategy: o.Strategy}), values[:0]
			c = &cells[len(cells)-1]
		}
		c.count(o)
		for _, r := range rows {
			c.runs.add(&f.table.trials[r], m)
		}
		c.residue.add(f.table, rows)
		if !math.IsNaN(o.Value.Value) {
			values = append(values, o.Value)
		}
	}
	c.fill(values)
	return cells
}

// count counts an instance.
func (c *Cell) count(o Outcome) {
	c.N++
	c.doubles += o.doubles
	switch o.state {
	case solved:
		c.Solved++
	case measured:
		c.Measured++
	case unsolvable:
		c.Unsolvable++
	case censored:
		c.Censored++
	default:
		c.Failed++
	}
}

// fill computes the statistics of the values of the instances counted.
func (c *Cell) fill(values []Bounded) {
	if c == nil {
		return
	}
	c.Valued = len(values)
	low, high := extremes(values)
	c.Total, c.Mean = between(stats.Sum(low), stats.Sum(high)), between(stats.Mean(low), stats.Mean(high))
	if len(values) == 0 {
		c.Total.Value = math.NaN()
	}
	l, h := stats.Quartiles(low), stats.Quartiles(high)
	c.Min, c.Q1, c.Median, c.Q3, c.Max = between(l.Min, h.Min), between(l.Q1, h.Q1), between(l.Median, h.Median), between(l.Q3, h.Q3), between(l.Max, h.Max)
}

// Warnings returns what a reader of the numbers must know, such as what varies in the
// cell although nobody asked for it: two versions or codes of the strategy, limits, an
// uneven number of repeats.
func (c Cell) Warnings() []string {
	var list []string
	warn := func(format string, args ...any) {
		list = append(list, fmt.Sprintf("%s at size %d: ", c.Strategy, c.Size)+fmt.Sprintf(format, args...))
	}
	if c.doubles > 0 {
		warn("%s with the same key as another left out", digits.Plural(c.doubles, "trial", digits.Narrow))
	}
	if c.Failed > 0 {
		warn("%d of %s failed with an error", c.Failed, digits.Plural(c.N, "instance", digits.Narrow))
	}
	if varies := c.residue.String(); varies != "" {
		warn("summed up together although they differ in %s", varies)
	}
	return list
}
