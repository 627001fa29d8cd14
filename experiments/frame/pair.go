package frame

import (
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Pair holds the values of a metric for two strategies on one instance. Each value is the median of
// the repeats that both strategies finished.
type Pair struct {
	Instance
	A, B Bounded
}

// Unpaired counts the instances and trials left out by [Frame.Pair].
type Unpaired struct {
	Alone         int // number of instances on which only one of the two strategies has trials
	Failed        int // number of instances without a repeat that both strategies finished, because runs failed
	WithoutMetric int // number of instances on which the metric has no value for one of the two strategies
	OtherRun      int // number of instances for which the two strategies were not timed in the same run, so that their times are not comparable
	Repeats       int // number of repeats on paired instances that only one of the strategies finished
	Doubles       int // number of trials on paired instances that were ignored because another trial has the same key
}

// Missing returns the number of instances that could not be paired for a reason other than failed
// runs.
func (u Unpaired) Missing() int { return u.Alone + u.WithoutMetric + u.OtherRun }

// Pair pairs the rows of strategies a and b by instance, sorts the pairs by instance, and counts
// the rows without a partner. It pairs times only if both were measured in one run on one host,
// because times vary more between days or machines than between strategies.
func (f Frame) Pair(m trial.Metric, a, b string) (pairs []Pair, left Unpaired) {
	flags := map[int]ended{} // by repeat
	for instance, rows := range By(f.Where(Strategy.Is(a, b)), Subject) {
		if m.Timing && rows.Where(Mode.Is(trial.Timed)).Has(a, b) {
			if rows = rows.oneRun(a, b); rows.Len() == 0 {
				left.OtherRun++
				continue
			}
		}
		clear(flags)
		ran := rows.ran(b, flags)
		finished := rows.Where(func(t *trial.Trial) bool { return stateOf(t) != failed && flags[t.Repeat] == both })
		switch {
		case finished.Len() > 0:
		case ran&(ranA|ranB) == ranA|ranB:
			left.Failed++
			continue
		default:
			left.Alone++
			continue
		}
		for _, flag := range flags {
			if flag != both {
				left.Repeats++
			}
		}
		x, _ := f.table.outcome(finished.Where(Strategy.Is(a)).rows, m)
		y, _ := f.table.outcome(finished.Where(Strategy.Is(b)).rows, m)
		left.Doubles += x.doubles + y.doubles
		if math.IsNaN(x.Value.Value) || math.IsNaN(y.Value.Value) {
			left.WithoutMetric++
			continue
		}
		pairs = append(pairs, Pair{instance, x.Value, y.Value})
	}
	return pairs, left
}

// ended records which of two strategies ran, and which ran without an error.
type ended uint8

const (
	ranA, finishedA ended = 1 << iota, 1 << (iota + 2)
	ranB, finishedB
	both = ranA | ranB | finishedA | finishedB
)

// ran records in repeats how the rows of two strategies ended, and returns the union over all
// repeats. b is the name of the second strategy.
func (f Frame) ran(b string, repeats map[int]ended) (all ended) {
	for t := range f.All() {
		flag := ranA | finishedA
		if t.Strategy == b {
			flag = ranB | finishedB
		}
		if stateOf(t) == failed {
			flag &= ranA | ranB
		}
		repeats[t.Repeat] |= flag
		all |= flag
	}
	return all
}

// Case holds one trial of each of several strategies on the same instance.
type Case struct {
	Instance
	Trials []*trial.Trial // one trial per strategy, in the order passed to [Frame.Match]
}

// Cases is a list of cases for the same strategies.
type Cases []Case

// Match returns the cases for the given strategies: one trial of each strategy for every instance,
// sorted by instance. It leaves out an instance if a strategy has only failed trials on it, or none
// at all. If a strategy has several trials on an instance, Match uses the first repeat, in budget
// mode if possible.
func (f Frame) Match(strategies ...string) Cases {
	var cases Cases
	for instance, rows := range By(f.Where(Strategy.Is(strategies...)), Subject) {
		c := Case{instance, make([]*trial.Trial, len(strategies))}
		for i, s := range strategies {
			for t := range rows.All() {
				if t.Strategy == s && t.Error == "" && (c.Trials[i] == nil || compareWorth(t, c.Trials[i], trial.Expanded) < 0) {
					c.Trials[i] = t
				}
			}
		}
		if !slices.Contains(c.Trials, nil) {
			cases = append(cases, c)
		}
	}
	return cases
}

// Solved returns the cases in which every strategy solved the instance.
func (c Cases) Solved() Cases {
	return c.Where(func(one Case) bool {
		return !slices.ContainsFunc(one.Trials, func(t *trial.Trial) bool { return stateOf(t) != solved })
	})
}

// Values returns the metric of strategy i for each case, in the order of the cases. Strategies are
// numbered from 0, in the order passed to [Frame.Match].
func (c Cases) Values(m trial.Metric, i int) []float64 {
	values := make([]float64, len(c))
	for k, one := range c {
		values[k] = m.Value(one.Trials[i])
	}
	return values
}

// Differences returns, for each case in order, the metric of strategy j minus the metric of
// strategy i. Strategies are numbered from 0, in the order passed to [Frame.Match].
func (c Cases) Differences(m trial.Metric, i, j int) []float64 {
	x, y := c.Values(m, i), c.Values(m, j)
	for k := range y {
		y[k] -= x[k]
	}
	return y
}

// Quotients returns, for each case in order, the metric of strategy j divided by the metric of
// strategy i. Strategies are numbered from 0, in the order passed to [Frame.Match].
func (c Cases) Quotients(m trial.Metric, i, j int) []float64 {
	x, y := c.Values(m, i), c.Values(m, j)
	for k := range y {
		y[k] /= x[k]
	}
	return y
}

// Where returns the cases for which pass returns true.
func (c Cases) Where(pass func(Case) bool) Cases {
	var kept Cases
	for _, one := range c {
		if pass(one) {
			kept = append(kept, one)
		}
	}
	return kept
}
