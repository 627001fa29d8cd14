package frame

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Outcome summarizes the repeats of one strategy on one instance.
type Outcome struct {
	Instance
	Strategy string
	Value    Bounded // median of the metric over the repeats that have a value; NaN if there are none
	Failed   int     // number of repeats that ended in an error
	Missing  int     // number of repeats without an error for which the metric has no value
	state    state
	doubles  int // trials skipped because another trial has the same key
}

// state summarizes the outcomes of the repeats. It is the first of these that applies: solved, if
// any repeat solved the instance; measured, if any measured it; unsolvable, if any proved that;
// censored, if any did not finish; and failed.
type state uint8

const (
	failed state = iota
	censored
	unsolvable
	measured
	solved
)

func stateOf(t *trial.Trial) state {
	switch {
	case t.Error != "" || t.Outcome == search.Running:
		return failed
	case t.Outcome == search.Solved:
		return solved
	case t.Outcome == search.Measured:
		return measured
	case t.Outcome == search.Unsolvable:
		return unsolvable
	default:
		return censored
	}
}

// Bounded is either a number or a lower bound on an unknown number.
type Bounded struct {
	Value float64
	Lower bool // whether Value is only a lower bound on the number
}

// String returns the value, preceded by "≥" if it is a lower bound.
func (b Bounded) String() string {
	if b.Lower {
		return fmt.Sprintf("≥ %v", b.Value)
	}
	return fmt.Sprint(b.Value)
}

// Outcomes groups the rows by strategy and instance, and summarizes the repeats in each group by
// the metric's median. It sorts the outcomes by strategy, then by instance. Failed trials have no
// value. The result does not depend on the order of the rows.
func (f Frame) Outcomes(m trial.Metric) []Outcome {
	var all []Outcome
	for o := range f.outcomes(m) {
		all = append(all, o)
	}
	return all
}

// outcomes yields the results of [Frame.Outcomes], each with the rows that it is based on. The rows
// of all results are adjacent parts of one slice.
func (f Frame) outcomes(m trial.Metric) iter.Seq2[Outcome, []int32] {
	return func(yield func(Outcome, []int32) bool) {
		if len(f.rows) == 0 {
			return
		}
		instances, strategies := columnOf(f.table, Subject), columnOf(f.table, Strategy)
		rows, _ := instances.sort(f.rows)
		rows, _ = strategies.sort(rows)
		for from := 0; from < len(rows); {
			r, to := rows[from], from+1
			for to < len(rows) && instances.codes[rows[to]] == instances.codes[r] && strategies.codes[rows[to]] == strategies.codes[r] {
				to++
			}
			if !yield(f.table.outcome(rows[from:to], m)) {
				return
			}
			from = to
		}
	}
}

// outcome aggregates the rows of one strategy on one instance. It returns the rows that it used,
// one for each repeat, and sorts rows.
func (t *table) outcome(rows []int32, m trial.Metric) (o Outcome, counted []int32) {
	if len(rows) > 1 {
		slices.SortStableFunc(rows, func(a, b int32) int { return compareWorth(&t.trials[a], &t.trials[b], m) })
	}
	before := &t.trials[rows[0]]
	o = Outcome{Instance: InstanceOf(before), Strategy: before.Strategy}
	var few [8]Bounded
	values := few[:0]
	counted = rows[:0]
	for i, r := range rows {
		row := &t.trials[r]
		repeated, doubled := i > 0 && before.Repeat == row.Repeat, before.Mode == row.Mode
		if before = row; repeated {
			if doubled {
				o.doubles++
			}
			continue
		}
		counted = append(counted, r)
		s := stateOf(row)
		o.state = max(o.state, s)
		switch v := m.Value(row); {
		case s == failed:
			o.Failed++
		case math.IsNaN(v):
			o.Missing++
		default:
			values = append(values, Bounded{Value: v, Lower: s == censored})
		}
	}
	o.Value = Quantile(values, 0.5)
	return o, counted
}

// Counted returns the trials from which the metric is computed: one for each strategy, instance and
// repeat, even if the repeat was run in both modes or with several versions of the strategy.
func (f Frame) Counted(m trial.Metric) Frame {
	counts := map[*trial.Trial]bool{}
	for _, rows := range f.outcomes(m) {
		for _, r := range rows {
			counts[&f.table.trials[r]] = true
		}
	}
	return f.Where(func(t *trial.Trial) bool { return counts[t] })
}

// compareWorth orders trials by repeat, and within a repeat by preference: first the mode in which
// the metric is measured, then the newer version, the better state, and the smaller value.
func compareWorth(a, b *trial.Trial, m trial.Metric) int {
	return cmp.Or(
		cmp.Compare(a.Repeat, b.Repeat), cmp.Compare(modeRank(a, m), modeRank(b, m)),
		-cmp.Compare(a.Version, b.Version), -cmp.Compare(stateOf(a), stateOf(b)),
		cmp.Compare(m.Value(a), m.Value(b)), cmp.Compare(a.Study, b.Study), cmp.Compare(a.Seed, b.Seed),
	)
}

// modeRank prefers the timed trial for a timing metric, and the trial in budget mode for any other
// metric.
func modeRank(t *trial.Trial, m trial.Metric) int {
	if (t.Mode == trial.Timed) == m.Timing {
		return 0
	}
	return 1
}

// Quantile returns the p-quantile, for p from 0 to 1, of numbers that may be lower bounds. The
// quantile of the bounds is itself a lower bound, because a quantile never decreases if a number
// increases. The result is exact if it would stay the same with every bound replaced by infinity.
func Quantile(x []Bounded, p float64) Bounded {
	if len(x) == 1 {
		return x[0]
	}
	low, high := extremes(x)
	return between(stats.Quantile(low, p), stats.Quantile(high, p))
}

// extremes returns the smallest and the largest possible values of the numbers. If no number is a
// bound, both results are the same slice.
func extremes(x []Bounded) (low, high []float64) {
	low = make([]float64, len(x))
	high = low
	for i, b := range x {
		low[i] = b.Value
		if b.Lower && &high[0] == &low[0] {
			high = make([]float64, len(x))
		}
	}
	for i, b := range x {
		if high[i] = b.Value; b.Lower {
			high[i] = math.Inf(1)
		}
	}
	return low, high
}

// between returns a number known to be between low and high. It is exact if they are equal, and NaN
// if they are NaN.
func between(low, high float64) Bounded { return Bounded{low, low < high} }
