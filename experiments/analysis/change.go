package analysis

import (
	"cmp"
	"maps"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// Change is what differs between two sets of results of one strategy of a study, such as
// those of two machines, versions or codes.
type Change struct {
	Study, Strategy string

	// Comparison is of the trials that both have; its strategies are the names of the two
	// sets. If there is nothing to compare, Err says why.
	Comparison
	Err error

	OnlyA, OnlyB int // trials that one set alone has
	Differ       []Difference
}

// Difference is a trial that both sets have, and in which they should agree but do not:
// neither the clock nor the system ended it in either.
type Difference struct {
	Key     experiments.Key // in the second set
	Columns []string        // that differ, as [experiments.Diff] has them
}

// pairing is what two trials have in common that are the same trial in two sets: a key
// without the version of the strategy.
func pairing(t *experiments.Trial) experiments.Key {
	k := t.Key()
	k.Version = 0
	return k
}

// Changes compares the trials of set b with those of set a by a metric, a strategy at a
// time, in the order of studies and strategies. Trials belong together if their keys are
// equal but for the version; of several versions in a set the highest counts. The sets are
// not changed.
func Changes(a, b []experiments.Trial, m experiments.Metric, nameA, nameB string) []Change {
	type group struct{ study, strategy string }
	sets := [2]map[group]map[experiments.Key]*experiments.Trial{{}, {}}
	for i, trials := range [][]experiments.Trial{a, b} {
		for k := range trials {
			t := &trials[k]
			g := group{t.Study, t.Strategy}
			if sets[i][g] == nil {
				sets[i][g] = map[experiments.Key]*experiments.Trial{}
			}
			if old := sets[i][g][pairing(t)]; old == nil || old.Version <= t.Version {
				sets[i][g][pairing(t)] = t
			}
		}
	}
	all := slices.Concat(slices.Collect(maps.Keys(sets[0])), slices.Collect(maps.Keys(sets[1])))
	slices.SortFunc(all, func(x, y group) int {
		return cmp.Or(cmp.Compare(x.study, y.study), cmp.Compare(x.strategy, y.strategy))
	})
	var changes []Change
	for _, g := range slices.Compact(all) {
		inA, inB := sets[0][g], sets[1][g]
		c := Change{Study: g.study, Strategy: g.strategy}
		var rows []experiments.Trial
		take := func(t *experiments.Trial, set string) {
			row := *t
			row.Strategy = set
			rows = append(rows, row)
		}
		for k, t := range inA {
			other := inB[k]
			if other == nil {
				c.OnlyA++
				continue
			}
			take(t, nameA)
			take(other, nameB)
			if !t.Deterministic() || !other.Deterministic() {
				continue
			}
			same := *t
			same.Version, same.Limits, same.Limited = other.Version, other.Limits, other.Limited // asked for, not found
			if diff := experiments.Diff(&same, other); diff != nil {
				c.Differ = append(c.Differ, Difference{other.Key(), diff})
			}
		}
		c.OnlyB = len(inB) - (len(inA) - c.OnlyA)
		slices.SortFunc(c.Differ, func(x, y Difference) int { return compareKeys(x.Key, y.Key) })
		c.Comparison, c.Err = Compare(frame.Of(rows), m, nameA, nameB)
		changes = append(changes, c)
	}
	return changes
}

func compareKeys(a, b experiments.Key) int {
	return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Instance, b.Instance),
		cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Repeat, b.Repeat), cmp.Compare(a.Seed, b.Seed))
}
