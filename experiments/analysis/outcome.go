package analysis

import (
	"cmp"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Instance identifies an instance among the trials of a study.
type Instance struct {
	Set    string
	Size   int
	Index  int
	Digest string
}

// Compare orders instances by set, size, index and digest.
func (a Instance) Compare(b Instance) int {
	return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Digest, b.Digest))
}

func instanceOf(t *experiments.Trial) Instance {
	return Instance{Set: t.Set, Size: t.Size, Index: t.Index, Digest: t.Instance}
}

// Outcome is what one strategy did on one instance: its repeats, aggregated.
type Outcome struct {
	Instance
	Strategy string
	Value    Bounded // of the metric, the median of the repeats; NaN if none has a value
	Failed   int     // repeats that ended in an error
	Missing  int     // repeats that did not, but have no value of the metric
	state    state
	repeats  []int // in increasing order
	doubles  int   // trials passed over because another has the same key
}

// state sums up the outcomes of the repeats: solved if any of them solved the
// instance, else measured if any measured it, else unsolvable if any proved it,
// else censored if any ran into a limit, else failed.
type state uint8

const (
	failed state = iota
	censored
	unsolvable
	measured
	solved
)

func stateOf(t *experiments.Trial) state {
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

// Bounded is a number of which only a lower bound may be known.
type Bounded struct {
	Value float64
	Lower bool // Value is a lower bound
}

// Outcomes groups trials by strategy and instance, in increasing order of
// strategy name and instance, and aggregates the repeats of each by the median
// of the metric. Failed trials have no value. The result does not depend on
// the order of the trials.
func Outcomes(trials []experiments.Trial, m experiments.Metric) []Outcome {
	rows := make([]*experiments.Trial, len(trials))
	for i := range trials {
		rows[i] = &trials[i]
	}
	slices.SortStableFunc(rows, func(a, b *experiments.Trial) int {
		return cmp.Or(
			cmp.Compare(a.Strategy, b.Strategy), instanceOf(a).Compare(instanceOf(b)), cmp.Compare(a.Repeat, b.Repeat),
			cmp.Compare(modeRank(a, m), modeRank(b, m)), compareWorth(a, b, m),
		)
	})
	var all []Outcome
	var values []Bounded
	for i := 0; i < len(rows); {
		o := Outcome{Instance: instanceOf(rows[i]), Strategy: rows[i].Strategy}
		values = values[:0]
		for i < len(rows) && rows[i].Strategy == o.Strategy && instanceOf(rows[i]) == o.Instance {
			t := rows[i]
			i++
			if n := len(o.repeats); n > 0 && o.repeats[n-1] == t.Repeat {
				if t.Mode == rows[i-2].Mode {
					o.doubles++
				}
				continue
			}
			o.repeats = append(o.repeats, t.Repeat)
			s := stateOf(t)
			o.state = max(o.state, s)
			switch v := m.Value(t); {
			case s == failed:
				o.Failed++
			case math.IsNaN(v):
				o.Missing++
			default:
				values = append(values, Bounded{Value: v, Lower: s == censored})
			}
		}
		o.Value = Quantile(values, 0.5)
		all = append(all, o)
	}
	return all
}

// modeRank prefers, for a key run in both modes, the timed trial for a timing
// metric and the trial under a node budget for any other.
func modeRank(t *experiments.Trial, m experiments.Metric) int {
	if (t.Mode == experiments.Timed) == m.Timing {
		return 0
	}
	return 1
}

// compareWorth puts the trial that tells more first, when two have the same
// key: the newer version, the better state, the smaller value.
func compareWorth(a, b *experiments.Trial, m experiments.Metric) int {
	return cmp.Or(
		-cmp.Compare(a.Version, b.Version), -cmp.Compare(stateOf(a), stateOf(b)),
		cmp.Compare(m.Value(a), m.Value(b)), cmp.Compare(a.Study, b.Study), cmp.Compare(a.Seed, b.Seed),
	)
}

// Quantile returns the p-quantile of numbers some of which are lower bounds.
// Quantiles do not decrease when a number grows, so it is at least the
// quantile of the bounds; and it is exact if letting all bounds grow beyond
// any number leaves it where it is.
func Quantile(x []Bounded, p float64) Bounded {
	low, high := make([]float64, len(x)), make([]float64, len(x))
	for i, b := range x {
		low[i], high[i] = b.Value, b.Value
		if b.Lower {
			high[i] = math.Inf(1)
		}
	}
	q := stats.Quantile(low, p)
	return Bounded{Value: q, Lower: len(x) > 0 && stats.Quantile(high, p) != q}
}
