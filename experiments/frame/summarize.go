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

// Cell sums up one strategy on the instances of one set and size.
type Cell struct {
	Set, Strategy string
	Size          int
	Metric        trial.Metric
	Rows          Frame // that it sums up

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

	values  []Bounded // of the instances that have one
	doubles int       // trials passed over because another has the same key
	residue residue
	runs
}

// Summarize sums up the metric for every set, size and strategy among the rows,
// in increasing order of set, then size, then strategy. The named strategies
// come in the order given, and no others; without names all come, in
// alphabetical order. Repeats of an instance are aggregated by the median
// first. The result does not depend on the order of the rows.
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

// Summary sums up all of the rows, which should be of one strategy on instances of
// one set and size: [Cell.Warnings] says what else they are of. Without rows it is a
// cell of no instances.
func (f Frame) Summary(m trial.Metric) Cell {
	if cells := f.cells(m, func(*Cell, Outcome) bool { return true }); len(cells) > 0 {
		return cells[0]
	}
	var none Cell
	none.fill()
	return none
}

// cells sums up neighbouring outcomes that belong to the cell of those before.
func (f Frame) cells(m trial.Metric, belongs func(c *Cell, o Outcome) bool) []Cell {
	var cells []Cell
	var c *Cell
	for o, rows := range f.outcomes(m) {
		if c == nil || !belongs(c, o) {
			c.fill()
			cells = append(cells, Cell{Set: o.Set, Size: o.Size, Strategy: o.Strategy, Metric: m, Rows: Frame{f.table, rows[:0]}})
			c = &cells[len(cells)-1]
		}
		c.Rows.rows = append(c.Rows.rows, rows...) // where they are
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

// Pair pairs the rows of two summaries of one metric by instance, as
// [Frame.Pair] does; there is no pair of two tables, or of one strategy.
func (c Cell) Pair(d Cell) []Pair {
	if c.Rows.table != d.Rows.table || c.Strategy == d.Strategy {
		return nil
	}
	both := Frame{c.Rows.table, slices.Concat(c.Rows.rows, d.Rows.rows)}
	pairs, _ := both.Pair(c.Metric, c.Strategy, d.Strategy)
	return pairs
}

// Rivals counts the others, the best first, up to the first that can be told apart from
// c, whose statistic is the smallest or else the largest. Instances are resampled
// ([stats.Bootstrap.Smaller]), with Bonferroni's correction over the others at 5 %. A run
// that a limit stopped counts in favor of the others: with what it had counted if small
// values are good and it is theirs, as infinite if it is of c. The statistic is as in
// [Cell.Statistic]. There are no rivals on fewer than [stats.MinBootstrap] instances. Ok is
// false if the cells are not over the same instances.
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

// count counts an instance.
func (c *Cell) count(o Outcome) {
	c.N++
	c.doubles += o.doubles
	*[...]*int{failed: &c.Failed, censored: &c.Censored, unsolvable: &c.Unsolvable, measured: &c.Measured, solved: &c.Solved}[o.state]++
}

// fill computes the statistics of the values of the instances counted.
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

// Statistic returns a statistic of the values of the instances, one that does not
// decrease when a value grows; NaN if there are none.
func (c Cell) Statistic(of func([]float64) float64) Bounded {
	if len(c.values) == 0 {
		return Bounded{Value: math.NaN()}
	}
	low, high := extremes(c.values)
	return between(of(low), of(high))
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
		warn("%s with the same key as another left out", numerals.Plural(c.doubles, "trial", numerals.Narrow))
	}
	if c.Failed > 0 {
		warn("%d of %s failed with an error", c.Failed, numerals.Plural(c.N, "instance", numerals.Narrow))
	}
	if varies := c.residue.String(); varies != "" {
		warn("summed up together although they differ in %s", varies)
	}
	return list
}
