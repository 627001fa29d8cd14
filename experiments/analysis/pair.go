package analysis

import (
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// paired is one instance on which both strategies have a value.
type paired struct {
	Instance
	a, b Bounded
}

// losses counts trials that were passed over on instances that do count.
type losses struct {
	doubles int // have the key of another
	repeats int // repeats that only one of the two finished
}

// pair matches the trials and counts what does not match.
func (c *Comparison) pair(trials []experiments.Trial) (pairs []paired, lost losses) {
	const (
		ranA, finishedA uint8 = 1 << iota, 1 << (iota + 2)
		ranB, finishedB
		both = ranA | ranB | finishedA | finishedB
	)
	type run struct {
		Instance
		repeat int
	}
	flags := map[run]uint8{}
	instances := map[Instance]uint8{}
	of := func(t *experiments.Trial) run { return run{instanceOf(t), t.Repeat} }
	for i := range trials {
		t := &trials[i]
		var f uint8
		switch t.Strategy {
		case c.A:
			f = ranA | finishedA
		case c.B:
			f = ranB | finishedB
		default:
			continue
		}
		if stateOf(t) == failed {
			f &= ranA | ranB
		}
		flags[of(t)] |= f
		instances[instanceOf(t)] |= f & (ranA | ranB)
	}
	all := Outcomes(Where(trials, Strategies(c.A, c.B), func(t *experiments.Trial) bool {
		return stateOf(t) != failed && flags[of(t)] == both
	}), c.Metric)
	values := map[Instance]Bounded{}
	for _, o := range all {
		lost.doubles += o.doubles
		if o.Strategy == c.A {
			values[o.Instance] = o.Value
		}
	}
	for _, o := range all {
		if o.Strategy != c.B {
			continue
		}
		p := paired{Instance: o.Instance, a: values[o.Instance], b: o.Value}
		delete(instances, o.Instance)
		if math.IsNaN(p.a.Value) || math.IsNaN(p.b.Value) {
			c.WithoutMetric++
			continue
		}
		pairs = append(pairs, p)
	}
	for r, f := range flags { // counted in any order
		if _, kept := values[r.Instance]; kept && f != both {
			lost.repeats++
		}
	}
	for _, ran := range instances { // those that remain
		if ran == ranA|ranB {
			c.Failed++
		} else {
			c.Unpaired++
		}
	}
	slices.SortFunc(pairs, func(x, y paired) int { return x.Compare(y.Instance) })
	return pairs, lost
}

// standing is how B did against A on one instance.
type standing uint8

const (
	undecided standing = iota
	better
	worse
	equal
)

// verdict compares b with a, as far as lower bounds allow.
func verdict(a, b Bounded, smaller bool) standing {
	less, larger := better, worse // what it means for b to be so
	if !smaller {
		less, larger = larger, less
	}
	switch {
	case a.Lower && b.Lower:
		return equal
	case a.Lower:
		// The limit stopped a at its bound, so b needed no more than that.
		if b.Value <= a.Value {
			return less
		}
		return undecided
	case b.Lower:
		if a.Value <= b.Value {
			return larger
		}
		return undecided
	case b.Value > a.Value:
		return larger
	case b.Value < a.Value:
		return less
	}
	return equal
}
