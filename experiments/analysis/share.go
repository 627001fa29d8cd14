package analysis

import (
	"cmp"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Proportion is the share of the instances of one size that have a property.
type Proportion struct {
	Size         int
	Successes, N int            // instances
	Censored     int            // without the property, and no trial answered: a failure for coverage, unknown for solvability
	Failed       int            // not in N: all trials ended in an error
	Interval     stats.Interval // Wilson's, at 95 %
}

// Value returns the share, NaN without instances.
func (p Proportion) Value() float64 { return float64(p.Successes) / float64(p.N) }

// Share counts, for each size in increasing order, the instances of which at
// least one trial satisfies the predicate. An instance counts once however
// many strategies and repeats ran on it; for the share of one strategy, pass
// its trials alone. Failed trials are not shown to the predicate.
func Share(trials []experiments.Trial, predicate func(t *experiments.Trial) bool) []Proportion {
	type verdict struct {
		Instance
		state   state
		success bool
	}
	verdicts := make([]verdict, len(trials))
	for i := range trials {
		t := &trials[i]
		s := stateOf(t)
		verdicts[i] = verdict{instanceOf(t), s, s != failed && predicate(t)}
	}
	slices.SortStableFunc(verdicts, func(a, b verdict) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), a.Compare(b.Instance))
	})
	var shares []Proportion
	for from := 0; from < len(verdicts); {
		v := verdicts[from]
		for from++; from < len(verdicts) && verdicts[from].Instance == v.Instance; from++ {
			v.state = max(v.state, verdicts[from].state)
			v.success = v.success || verdicts[from].success
		}
		if n := len(shares); n == 0 || shares[n-1].Size != v.Size {
			shares = append(shares, Proportion{Size: v.Size})
		}
		p := &shares[len(shares)-1]
		switch {
		case v.state == failed:
			p.Failed++
			continue
		case v.success:
			p.Successes++
		case v.state == censored:
			p.Censored++
		}
		p.N++
	}
	for i := range shares {
		p := &shares[i]
		p.Interval = stats.Wilson(p.Successes, p.N, stats.DefaultLevel)
	}
	return shares
}
