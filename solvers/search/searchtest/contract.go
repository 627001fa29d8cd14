package searchtest

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// checkSteps checks what Expand writes.
func (e *exam[S, A]) checkSteps(t testing.TB) {
	var none A
	branching := e.p.Branching()
	other, _ := e.p.Start() // a state for the slab to hold before
	for _, v := range e.visits {
		for _, via := range viaChoices(v.via) {
			s := v.state
			// One longer than is promised, with a guard behind the end.
			first := make([]search.Step[S, A], branching+1)
			n := e.p.Expand(&s, via, first)
			if s != v.state {
				t.Errorf("%s: Expand(%v, %v) changed the state to %v", e.instance.Name, v.state, via, s)
				return
			}
			if n < 0 || n > branching || first[branching] != (search.Step[S, A]{}) {
				t.Errorf("%s: Expand(%v, %v) wrote %d steps or more; Branching is %d", e.instance.Name, v.state, via, n, branching)
				return
			}
			want := slices.Clone(first[:n])
			// The same again, into memory that is not empty, after the first
			// slab was overwritten: nothing may be kept and every field filled.
			second := make([]search.Step[S, A], branching)
			for i := range second {
				second[i] = search.Step[S, A]{State: other, Action: v.via, Cost: -1, H: -1}
				first[i] = second[i]
			}
			s = v.state
			again := second[:e.p.Expand(&s, via, second)]
			if !slices.Equal(again, want) {
				t.Errorf("%s: Expand(%v, %v) wrote\n%v, and the second time\n%v", e.instance.Name, v.state, via, want, again)
				return
			}
			seen := map[A]bool{}
			for _, step := range want {
				if step.Action == none || seen[step.Action] || step.Cost < 1 || step.H < 0 {
					t.Errorf("%s: Expand(%v, %v) wrote %+v: want a new action that is not zero, a cost of 1 or more, an estimate of 0 or more",
						e.instance.Name, v.state, via, step)
					return
				}
				seen[step.Action] = true
			}
		}
	}
}

// viaChoices are the actions to expand with: none, and the one that led here.
func viaChoices[A comparable](via A) []A {
	var none A
	if via == none {
		return []A{none}
	}
	return []A{none, via}
}

// checkUndoing checks what Expand leaves out, and Inverse.
func (e *exam[S, A]) checkUndoing(t testing.TB) {
	var none A
	inverter, invertible := e.p.(search.Inverter[A])
	if invertible {
		if got := inverter.Inverse(none); got != none {
			t.Errorf("%s: the inverse of the zero action is %v, want the zero action", e.instance.Name, got)
		}
	}
	for _, v := range e.visits {
		if v.via == none {
			continue
		}
		all, rest := e.expand(v.state, none), e.expand(v.state, v.via)
		left := 0
		for _, step := range all {
			if left < len(rest) && step == rest[left] {
				left++
				continue
			}
			if slices.Contains(rest[left:], step) {
				left = -1 // another order
				break
			}
			if !e.same(&step.State, &v.parent) {
				t.Errorf("%s: in %v, reached by %v, Expand leaves out %v, which does not lead back but to %v",
					e.instance.Name, v.state, v.via, step.Action, step.State)
				return
			}
		}
		if left != len(rest) || len(all)-len(rest) > 1 {
			t.Errorf("%s: in %v Expand writes %v; after %v it writes %v: want the same in the same order, at most the step back left out",
				e.instance.Name, v.state, all, v.via, rest)
			return
		}
		if !invertible {
			continue
		}
		undo := inverter.Inverse(v.via)
		i := slices.IndexFunc(all, func(s search.Step[S, A]) bool { return s.Action == undo })
		if i < 0 || !e.same(&all[i].State, &v.parent) || all[i].Cost != v.cost || inverter.Inverse(undo) != v.via {
			t.Errorf("%s: the inverse of %v is %v, which does not lead back from %v to %v at cost %d, or whose inverse is another action",
				e.instance.Name, v.via, undo, v.state, v.parent, v.cost)
			return
		}
		if len(all) > len(rest) && slices.ContainsFunc(rest, func(s search.Step[S, A]) bool { return s.Action == undo }) {
			t.Errorf("%s: in %v, reached by %v, Expand leaves out another step than %v, which undoes it", e.instance.Name, v.state, v.via, undo)
			return
		}
	}
}

// checkEstimates checks H against the state alone, against the true distance
// and against the estimates beside it.
func (e *exam[S, A]) checkEstimates(t testing.TB) {
	known := map[any]int32{}
	for _, v := range e.visits {
		id := e.id(&v.state)
		if h, ok := known[id]; ok && h != v.h {
			t.Errorf("%s: state %v has estimate %d on one path and %d on another", e.instance.Name, v.state, h, v.h)
			return
		}
		known[id] = v.h
		if e.p.Goal(&v.state) && v.h != 0 {
			t.Errorf("%s: goal %v has estimate %d, want 0", e.instance.Name, v.state, v.h)
			return
		}
	}
	if e.Begin != nil && !e.checkFromScratch(t) || e.Consistent && !e.checkConsistent(t) {
		return
	}
	if e.space != nil {
		e.checkAdmissible(t)
	} else {
		e.checkAdmissibleFromGoal(t)
	}
}

// checkFromScratch compares every estimate with that of a problem begun there.
func (e *exam[S, A]) checkFromScratch(t testing.TB) bool {
	for _, v := range e.visits {
		if s, h := e.Begin(e.p, v.state).Start(); h != v.h || !e.same(&s, &v.state) {
			t.Errorf("%s: a problem begun at %v starts at %v with estimate %d; on a path there the estimate is %d",
				e.instance.Name, v.state, s, h, v.h)
			return false
		}
	}
	return true
}

// checkConsistent compares every estimate with those one action on.
func (e *exam[S, A]) checkConsistent(t testing.TB) bool {
	var none A
	for _, v := range e.visits {
		for _, step := range e.expand(v.state, none) {
			if int64(v.h) > int64(step.Cost)+int64(step.H) {
				t.Errorf("%s: not consistent: action %v of cost %d leads from %v with estimate %d to %v with %d",
					e.instance.Name, step.Action, step.Cost, v.state, v.h, step.State, step.H)
				return false
			}
		}
	}
	return true
}

// checkAdmissible compares every estimate of a small instance with the truth.
func (e *exam[S, A]) checkAdmissible(t testing.TB) {
	for i, h := range e.space.h {
		if d := e.space.distance[i]; h > d {
			t.Errorf("%s: not admissible: %v has estimate %d, its distance to a goal is %d", e.instance.Name, e.space.states[i], h, d)
			return
		}
	}
	switch d := e.space.distance[0]; {
	case e.instance.Unsolvable != (d == search.Infinite):
		t.Errorf("%s: distance of the start %d, but Unsolvable is %t", e.instance.Name, d, e.instance.Unsolvable)
	case e.instance.Cost != 0 && e.instance.Cost != int(d):
		t.Errorf("%s: a cheapest path costs %d, not %d", e.instance.Name, d, e.instance.Cost)
	}
}

// checkAdmissibleFromGoal walks away from the goal of a large instance that can
// be reversed: no estimate may be larger than what the walk has cost.
func (e *exam[S, A]) checkAdmissibleFromGoal(t testing.TB) {
	p, ok := e.p.(search.Reversible[S, A])
	if !ok {
		return
	}
	q := p.Reverse()
	goal, _ := q.Start()
	back := &exam[S, A]{Suite: e.Suite, p: begun[S, A]{p, p.Unpack(q.Pack(&goal))}}
	back.walk()
	cost := int64(0)
	for _, v := range back.visits {
		cost += int64(v.cost)
		if v.parent == back.visits[0].state {
			cost = int64(v.cost)
		}
		if int64(v.h) > cost {
			t.Errorf("%s: not admissible: %v has estimate %d and can be reached from the goal, and the goal from it, at cost %d",
				e.instance.Name, v.state, v.h, cost)
			return
		}
	}
}

// begun is a problem that starts elsewhere, for walks: its estimate there is
// not known and never asked for.
type begun[S, A comparable] struct {
	search.Problem[S, A]
	at S
}

func (b begun[S, A]) Start() (S, int32) { return b.at, 0 }
