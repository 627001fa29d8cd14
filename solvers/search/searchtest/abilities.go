package searchtest

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// checkPacking checks that a number stands for one state and brings it back.
func (e *exam[S, A]) checkPacking(t testing.TB) {
	packer, ok := e.p.(search.Packer[S])
	if !ok {
		return
	}
	var none A
	owner := map[uint64]S{}
	for _, v := range e.visits {
		s := v.state
		key := packer.Pack(&s)
		if s != v.state || packer.Pack(&s) != key {
			e.breaks(t, packing, "Pack(%v) changes the state, or returns another number the second time", v.state)
			return
		}
		back := packer.Unpack(key)
		if got := packer.Pack(&back); got != key {
			e.breaks(t, unpacking, "Unpack(%#x) is %v, which packs to %#x", key, back, got)
			return
		}
		if e.p.Goal(&back) != e.p.Goal(&v.state) || !e.alike(e.expand(back, none), e.expand(v.state, none)) {
			e.breaks(t, unpacking, "%v packed and unpacked is %v, which has other steps:\n%v\nwant\n%v",
				v.state, back, e.expand(back, none), e.expand(v.state, none))
			return
		}
		if first, known := owner[key]; known && first != v.state && !e.alike(e.expand(first, none), e.expand(v.state, none)) {
			e.breaks(t, packing, "%v and %v have one number, %#x, and different steps", first, v.state, key)
			return
		}
		owner[key] = v.state
	}
}

// alike reports whether two lists of steps are one to an algorithm.
func (e *exam[S, A]) alike(a, b []search.Step[S, A]) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &a[i], &b[i]
		if x.Action != y.Action || x.Cost != y.Cost || x.H != y.H || !e.same(&x.State, &y.State) {
			return false
		}
	}
	return true
}

// checkReversing checks Reverse, and the whole contract but this part on what
// it returns.
func (e *exam[S, A]) checkReversing(t testing.TB) {
	p, ok := e.p.(search.Reversible[S, A])
	if !ok {
		return
	}
	q := p.Reverse()
	start, h := p.Start()
	end, _ := q.Start()
	atEnd, atStart := p.Unpack(q.Pack(&end)), q.Unpack(p.Pack(&start))
	if !p.Goal(&atEnd) || !q.Goal(&atStart) {
		e.breaks(t, reversing, "the reverse leads from %v to the goal %t: want from a goal, to the start", end, q.Goal(&atStart))
		return
	}
	r := q.Reverse()
	if again, h2 := r.Start(); r.Pack(&again) != p.Pack(&start) || h2 != h {
		e.breaks(t, reversing, "the reverse of the reverse starts at %v with estimate %d, want %v with %d", again, h2, start, h)
		return
	}
	if back := q.Unpack(p.Pack(&start)); q.Pack(&back) != p.Pack(&start) {
		e.breaks(t, reversing, "the reverse packs %v to another number", start)
		return
	}
	if p.Goal(&start) {
		return
	}
	other := &exam[S, A]{Suite: e.Suite, instance: e.instance, p: q, small: e.small}
	other.Begin = nil
	other.instance.Name += " reversed"
	other.prepare(t)
	for _, c := range []check{
		{"steps", branches, other.checkSteps},
		{"undoing", undoing, other.checkUndoing},
		{"estimates", alone, other.checkEstimates},
		{"packing", packing, other.checkPacking},
	} {
		other.take(t, c)
	}
}

// checkProbe compares a problem's own probe or drain with the engine, and several workers
// with one.
func (e *exam[S, A]) checkProbe(t testing.TB) {
	bare := plain[S, A]{e.p}
	whole := e.MaxNodes
	if !e.small || e.instance.Unsolvable && !e.Ends {
		whole = min(whole, 100_000)
	}
	full := search.IDAStar(t.Context(), bare, search.Limits{Expanded: whole})
	for _, workers := range []int{2, 3, 7} {
		if d := differences(search.ParallelIDAStar(t.Context(), e.p, workers, search.Limits{Expanded: whole}), full); d != "" {
			e.breaks(t, probing, "with %d workers the search differs from the engine: %s", workers, d)
			return
		}
	}
	prober, probes := e.p.(search.Prober[A])
	drainer, drains := e.p.(search.Drainer[S, A])
	if (!probes || prober.Probe() == nil) && (!drains || drainer.Drain() == nil) {
		return
	}
	for _, limit := range nodeLimits(full.Expanded, whole) {
		limits := search.Limits{Expanded: limit}
		got, want := search.IDAStar(t.Context(), e.p, limits), search.IDAStar(t.Context(), bare, limits)
		if d := differences(got, want); d != "" {
			e.breaks(t, probing, "under a limit of %d nodes the probe or drain differs from the engine: %s", limit, d)
			return
		}
	}
}

// plain is a problem without its optional abilities.
type plain[S, A comparable] struct{ search.Problem[S, A] }

// nodeLimits are the limits to try on a search that expands total nodes: every
// small one, then ever more distant ones, those around the total, and most.
func nodeLimits(total, most uint64) []uint64 {
	var limits []uint64
	for n := uint64(1); n < total; n += 1 + n/4 {
		limits = append(limits, n)
	}
	for n := max(total, 2) - 1; n <= min(total+1, most-1); n++ {
		limits = append(limits, n)
	}
	return append(limits, most)
}
