package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
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

	Total, Mean, Median, Q1, Q3, Min, Max float64 // of the metric; NaN if Valued is 0

	// LowerBound reports that at least one statistic above is only known to
	// be at least what it says, because capped runs entered it with what they
	// had counted when they were stopped. Bounds says which.
	LowerBound bool
	Bounds     Bounds
	Warnings   []string
}

// Bounds says of each statistic of a [Cell] whether it is a lower bound. Total
// and Mean are as soon as one instance is censored. A quantile is exact as
// long as it would be the same had the censored runs gone on for ever: for the
// median that takes fewer than half of the instances censored, and no finished
// one above the point where others were stopped.
type Bounds struct{ Total, Mean, Median, Q1, Q3, Min, Max bool }

// Summarize sums up the metric for every set, size and strategy among the
// trials, in increasing order of set, then size, then strategy. The named
// strategies come in the order given, and no others; without names all come,
// in alphabetical order. Repeats of an instance are aggregated by the median
// first. The result does not depend on the order of the trials.
func Summarize(trials []experiments.Trial, m experiments.Metric, strategies ...string) []Cell {
	if m.Value == nil {
		return nil
	}
	if len(strategies) > 0 {
		trials = Where(trials, Strategies(strategies...))
	}
	all := Outcomes(trials, m)
	slices.SortStableFunc(all, func(a, b Outcome) int {
		return cmp.Or(
			cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size),
			cmp.Compare(slices.Index(strategies, a.Strategy), slices.Index(strategies, b.Strategy)),
			cmp.Compare(a.Strategy, b.Strategy),
		)
	})
	var cells []Cell
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].Set == all[from].Set && all[to].Size == all[from].Size && all[to].Strategy == all[from].Strategy {
			to++
		}
		cells = append(cells, summary(all[from:to]))
		from = to
	}
	return cells
}

// summary is the cell of outcomes that share set, size and strategy.
func summary(all []Outcome) Cell {
	c := Cell{Set: all[0].Set, Size: all[0].Size, Strategy: all[0].Strategy, N: len(all)}
	var values []Bounded
	doubles := 0
	for _, o := range all {
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
		if !math.IsNaN(o.Value.Value) {
			values = append(values, o.Value)
		}
		doubles += o.doubles
	}
	c.Valued = len(values)
	if doubles > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s at size %d: %s with the same key as another left out", c.Strategy, c.Size, plural(doubles, "trial")))
	}
	if c.Failed > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s at size %d: %d of %s failed with an error", c.Strategy, c.Size, c.Failed, plural(c.N, "instance")))
	}
	c.fill(values)
	return c
}

func (c *Cell) fill(values []Bounded) {
	plain := make([]float64, len(values))
	some := false
	for i, v := range values {
		plain[i] = v.Value
		some = some || v.Lower
	}
	c.Total, c.Mean = math.NaN(), math.NaN()
	if len(values) > 0 {
		c.Total, c.Mean = stats.Sum(plain), stats.Mean(plain)
	}
	c.Bounds.Total, c.Bounds.Mean = some, some
	for _, q := range []struct {
		p     float64
		value *float64
		lower *bool
	}{
		{0, &c.Min, &c.Bounds.Min},
		{0.25, &c.Q1, &c.Bounds.Q1},
		{0.5, &c.Median, &c.Bounds.Median},
		{0.75, &c.Q3, &c.Bounds.Q3},
		{1, &c.Max, &c.Bounds.Max},
	} {
		b := Quantile(values, q.p)
		*q.value, *q.lower = b.Value, b.Lower
	}
	c.LowerBound = some
}
