package analysis

import (
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// paired is one instance on which both strategies have a value.
type paired struct {
	instance
	a, b bounded
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
		instance
		repeat int
	}
	flags := map[run]uint8{}
	instances := map[instance]uint8{}
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
	all := outcomes(Where(trials, Strategies(c.A, c.B), func(t *experiments.Trial) bool {
		return stateOf(t) != failed && flags[of(t)] == both
	}), c.Metric)
	values := map[instance]bounded{}
	for _, o := range all {
		lost.doubles += o.doubles
		if o.strategy == c.A {
			values[o.instance] = o.value
		}
	}
	for _, o := range all {
		if o.strategy != c.B {
			continue
		}
		p := paired{instance: o.instance, a: values[o.instance], b: o.value}
		delete(instances, o.instance)
		if math.IsNaN(p.a.value) || math.IsNaN(p.b.value) {
			c.WithoutMetric++
			continue
		}
		pairs = append(pairs, p)
	}
	for r, f := range flags { // counted in any order
		if _, kept := values[r.instance]; kept && f != both {
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
	slices.SortFunc(pairs, func(x, y paired) int { return x.compare(y.instance) })
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
func verdict(a, b bounded, smaller bool) standing {
	less, larger := better, worse // what it means for b to be so
	if !smaller {
		less, larger = larger, less
	}
	switch {
	case a.lower && b.lower:
		return equal
	case a.lower:
		// The limit stopped a at its bound, so b needed no more than that.
		if b.value <= a.value {
			return less
		}
		return undecided
	case b.lower:
		if a.value <= b.value {
			return larger
		}
		return undecided
	case b.value > a.value:
		return larger
	case b.value < a.value:
		return less
	}
	return equal
}
