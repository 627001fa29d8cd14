package searchtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// clause is what a check holds a problem to, in the words of its documentation.
type clause struct{ of, says string }

var (
	branches   = clause{"search.Problem", "Branching returns the maximum number of steps written by Expand for any state"}
	expanding  = clause{"search.Problem", "Expand must fill every field of a step. It must not change s, and must not keep s or dst"}
	undoing    = clause{"search.Problem", "via is the action that led to s. Expand may leave out the step that undoes via"}
	alone      = clause{"search.Problem", "The estimate must depend only on the state, not on the path to it"}
	unchanging = clause{"search.Problem", "A problem must not change while it is searched"}
	actions    = clause{"search.Step", "Action must be different for each step from a state. It must not be the zero A"}
	costs      = clause{"search.Step", "Cost is the cost of the action and must be at least 1"}
	estimates  = clause{"search.Step", "H is an admissible estimate of the cost from State to a goal: 0 or more, and 0 for a goal"}
	inverses   = clause{"search.Inverter", "Inverse returns the action that undoes a at the same cost. The inverse of the zero A is the zero A"}
	packing    = clause{"search.Packer", "Pack returns a number that identifies the state"}
	unpacking  = clause{"search.Packer", "Unpack returns the state with the given number, including its derived fields"}
	reversing  = clause{"search.Reversible", "Reverse returns the same problem with start and goal exchanged. Pack must map a state to the same number in both problems"}
	probing    = clause{"search.Probe", "Its counts and results must be the same as those of [IDAStar] without a probe"}
	limiting   = clause{"search.Limits", "Expanded is the maximum number of expanded nodes, as [Meter] counts them. The limit is exact"}
	storing    = clause{"search.Limits", "Stored is the maximum number of nodes held at the same time. A search stops before it could exceed this number"}
	cancelling = clause{"search.Outcome", "the caller canceled the context"}
	answers    = clause{"search.Result", "Bound is the largest proved lower bound on the cost of a solution"}
	consistent = clause{"searchtest.Suite", "Consistent claims that an action of cost c never lowers an estimate by more than c"}
	known      = clause{"searchtest.Instance", "Instance is a problem together with known facts about it"}
	searched   = clause{"searchtest.Suite", "The checks enumerate them completely and run every algorithm on them"}
)

// breaks reports a fault, and the clause that it breaks.
func (e *exam[S, A]) breaks(t testing.TB, c clause, format string, args ...any) {
	t.Helper()
	t.Errorf("%s: %s\n\tbreaks the contract of %s: %q", e.instance.Name, fmt.Sprintf(format, args...), c.of, c.says)
}

// checkSteps checks what Expand writes.
func (e *exam[S, A]) checkSteps(t testing.TB) {
	for _, v := range e.visits {
		for _, via := range viaChoices(v.via) {
			if !e.checkExpand(t, v, via) {
				return
			}
		}
	}
}

// checkExpand checks the steps out of one state.
func (e *exam[S, A]) checkExpand(t testing.TB, v visit[S, A], via A) bool {
	branching := e.p.Branching()
	s := v.state
	// One longer than is promised, with a guard behind the end.
	first := make([]search.Step[S, A], branching+1)
	n := e.p.Expand(&s, via, first)
	if s != v.state {
		e.breaks(t, expanding, "Expand(%v, %v) changed the state to %v", v.state, via, s)
		return false
	}
	if n < 0 || n > branching || first[branching] != (search.Step[S, A]{}) {
		e.breaks(t, branches, "Expand(%v, %v) wrote %d steps or more; Branching is %d", v.state, via, n, branching)
		return false
	}
	want := slices.Clone(first[:n])
	// The same again, into memory that is not empty, after the first
	// slab was overwritten: nothing may be kept and every field filled.
	second := make([]search.Step[S, A], branching)
	other, _ := e.p.Start() // a state for the slab to hold before
	for i := range second {
		second[i] = search.Step[S, A]{State: other, Action: v.via, Cost: -1, H: -1}
		first[i] = second[i]
	}
	s = v.state
	again := second[:e.p.Expand(&s, via, second)]
	if !slices.Equal(again, want) {
		e.breaks(t, expanding, "Expand(%v, %v) wrote\n%v, and the second time\n%v", v.state, via, want, again)
		return false
	}
	var none A
	seen := map[A]bool{}
	for _, step := range want {
		c := estimates
		switch {
		case step.Action == none || seen[step.Action]:
			c = actions
		case step.Cost < 1:
			c = costs
		case step.H >= 0:
			seen[step.Action] = true
			continue
		}
		e.breaks(t, c, "Expand(%v, %v) wrote %+v", v.state, via, step)
		return false
	}
	return true
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
	if invertible && inverter.Inverse(none) != none {
		e.breaks(t, inverses, "the inverse of the zero action is %v", inverter.Inverse(none))
	}
	for _, v := range e.visits {
		if v.via == none {
			continue
		}
		all, rest := e.expand(v.state, none), e.expand(v.state, v.via)
		if !e.checkLeftOut(t, v, all, rest) || invertible && !e.checkInverse(t, v, inverter, all, rest) {
			return
		}
	}
}

// checkLeftOut compares all steps out of a state with those after the action that led there.
func (e *exam[S, A]) checkLeftOut(t testing.TB, v visit[S, A], all, rest []search.Step[S, A]) bool {
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
			e.breaks(t, undoing, "in %v, reached by %v, Expand leaves out %v, which does not lead back but to %v",
				v.state, v.via, step.Action, step.State)
			return false
		}
	}
	if left != len(rest) || len(all)-len(rest) > 1 {
		e.breaks(t, undoing, "in %v Expand writes %v; after %v it writes %v: want the same in the same order, at most the step back left out",
			v.state, all, v.via, rest)
		return false
	}
	return true
}

// checkInverse checks the inverse of the action that led to a state.
func (e *exam[S, A]) checkInverse(t testing.TB, v visit[S, A], inverter search.Inverter[A], all, rest []search.Step[S, A]) bool {
	undo := inverter.Inverse(v.via)
	undoes := func(s search.Step[S, A]) bool { return s.Action == undo }
	i := slices.IndexFunc(all, undoes)
	if i < 0 || !e.same(&all[i].State, &v.parent) || all[i].Cost != v.cost || inverter.Inverse(undo) != v.via {
		e.breaks(t, inverses, "the inverse of %v is %v, which does not lead back from %v to %v at cost %d, or whose inverse is another action",
			v.via, undo, v.state, v.parent, v.cost)
		return false
	}
	if len(all) > len(rest) && slices.ContainsFunc(rest, undoes) {
		e.breaks(t, undoing, "in %v, reached by %v, Expand leaves out another step than %v, which undoes it", v.state, v.via, undo)
		return false
	}
	return true
}

// checkEstimates checks H against the state alone, against the true distance
// and against the estimates beside it.
func (e *exam[S, A]) checkEstimates(t testing.TB) {
	known := map[any]int32{}
	for _, v := range e.visits {
		id := e.id(&v.state)
		if h, ok := known[id]; ok && h != v.h {
			e.breaks(t, alone, "state %v has estimate %d on one path and %d on another", v.state, h, v.h)
			return
		}
		known[id] = v.h
		if e.p.Goal(&v.state) && v.h != 0 {
			e.breaks(t, estimates, "goal %v has estimate %d, want 0", v.state, v.h)
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
			e.breaks(t, alone, "a problem begun at %v starts at %v with estimate %d; on a path there the estimate is %d",
				v.state, s, h, v.h)
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
				e.breaks(t, consistent, "not consistent: action %v of cost %d leads from %v with estimate %d to %v with %d",
					step.Action, step.Cost, v.state, v.h, step.State, step.H)
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
			e.breaks(t, estimates, "not admissible: %v has estimate %d, its distance to a goal is %d", e.space.states[i], h, d)
			return
		}
	}
	switch d := e.space.distance[0]; {
	case e.instance.Unsolvable != (d == search.Infinite):
		e.breaks(t, known, "a goal can be reached at a cost below Infinite: %t, but Unsolvable is %t", d != search.Infinite, e.instance.Unsolvable)
	case e.instance.Cost != 0 && e.instance.Cost != int(d):
		e.breaks(t, known, "a cheapest path costs %d, not %d", d, e.instance.Cost)
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
			e.breaks(t, estimates, "not admissible: %v has estimate %d and can be reached from the goal, and the goal from it, at cost %d",
				v.state, v.h, cost)
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
