package analysis

import (
	"cmp"
	"maps"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Change describes how the results of one strategy differ between two sets of trials, for example
// from two machines or two versions of the code.
type Change struct {
	Study, Strategy string

	// Comparison compares the trials that are in both sets. Its fields A and B hold the names of
	// the sets instead of the names of strategies. If there is nothing to compare, Err says why.
	Comparison
	Err error

	OnlyA, OnlyB int // numbers of trials that are only in set A (OnlyA) or only in set B (OnlyB)
	Differ       []Difference
}

// Difference describes a trial whose results should be the same in both sets but are not. In
// neither set was the trial stopped by a time limit or by the system.
type Difference struct {
	Key     trial.Key // key of the trial in the second set
	Columns []string  // columns that differ, each with both values, as [trial.Diff] lists them
}

// pairing returns the key without the version of the strategy, so that the same trial has the same
// key in both sets.
func pairing(t *trial.Trial) trial.Key {
	k := t.Key()
	k.Version = 0
	return k
}

// Changes compares two sets of trials by a metric, and returns one Change per strategy, sorted by
// study and strategy. The arguments nameA and nameB name the two sets in the results. Changes pairs
// trials whose keys are equal except for the version. If a set contains several versions of a
// trial, Changes uses the highest one. Changes does not modify the sets.
func Changes(a, b []trial.Trial, m trial.Metric, nameA, nameB string) (changes []Change) {
	inA, inB := newest(a), newest(b)
	all := slices.Concat(slices.Collect(maps.Keys(inA)), slices.Collect(maps.Keys(inB)))
	slices.SortFunc(all, func(x, y group) int {
		return cmp.Or(cmp.Compare(x.study, y.study), cmp.Compare(x.strategy, y.strategy))
	})
	for _, g := range slices.Compact(all) {
		c := Change{Study: g.study, Strategy: g.strategy}
		var rows []trial.Trial
		for k, t := range inA[g] {
			if other := inB[g][k]; other == nil {
				c.OnlyA++
			} else {
				rows = append(rows, as(nameA, t), as(nameB, other))
				c.differ(t, other)
			}
		}
		c.OnlyB = len(inB[g]) - (len(inA[g]) - c.OnlyA)
		slices.SortFunc(c.Differ, func(x, y Difference) int { return compareKeys(x.Key, y.Key) })
		c.Comparison, c.Err = Compare(frame.Of(rows), m, nameA, nameB)
		changes = append(changes, c)
	}
	return changes
}

// group identifies a strategy in a study.
type group struct{ study, strategy string }

// newest returns the newest version of each trial, by group and by [pairing].
func newest(trials []trial.Trial) map[group]map[trial.Key]*trial.Trial {
	set := map[group]map[trial.Key]*trial.Trial{}
	for i := range trials {
		t := &trials[i]
		g, k := group{t.Study, t.Strategy}, pairing(t)
		if set[g] == nil {
			set[g] = map[trial.Key]*trial.Trial{}
		}
		if old := set[g][k]; old == nil || old.Version <= t.Version {
			set[g][k] = t
		}
	}
	return set
}

// as returns a copy of a trial with another strategy name.
func as(name string, t *trial.Trial) trial.Trial {
	row := *t
	row.Strategy = name
	return row
}

// differ records the differences between two trials that should agree.
func (c *Change) differ(t, other *trial.Trial) {
	if !t.Deterministic() || !other.Deterministic() {
		return
	}
	same := *t
	same.Version, same.Limits, same.Limited = other.Version, other.Limits, other.Limited // these describe the request, not the result
	if diff := trial.Diff(&same, other); diff != nil {
		c.Differ = append(c.Differ, Difference{other.Key(), diff})
	}
}

func compareKeys(a, b trial.Key) int {
	return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Instance, b.Instance),
		cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Repeat, b.Repeat), cmp.Compare(a.Seed, b.Seed))
}
