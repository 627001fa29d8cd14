package searchtest

import (
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// visit is a state and how it was reached.
type visit[S, A comparable] struct {
	state  S
	h      int32
	parent S // if via is not zero
	via    A
	cost   int32 // of via
}

// space is all that can be reached from the start of a small instance.
type space[S comparable] struct {
	states   []S
	h        []int32
	goal     []bool
	into     [][]arc // for each state, where the actions that lead there begin
	distance []int32 // to the nearest goal, or Infinite
}

type arc struct{ from, cost int32 }

// prepare collects the states to look at: the whole space of a small instance,
// random walks in a large one.
func (e *exam[S, A]) prepare(t testing.TB) {
	t.Helper()
	e.take(t, check{"prepare", branches, func(t testing.TB) {
		if e.small {
			e.enumerate(t)
		} else {
			e.walk()
		}
	}})
}

func (e *exam[S, A]) enumerate(t testing.TB) {
	var none A
	start, h := e.p.Start()
	sp := &space[S]{}
	numbers := map[any]int32{}
	meet := func(v visit[S, A]) int32 {
		id := e.id(&v.state)
		n, known := numbers[id]
		if !known {
			n = int32(len(sp.states))
			numbers[id] = n
			sp.states = append(sp.states, v.state)
			sp.h = append(sp.h, v.h)
			sp.goal = append(sp.goal, e.p.Goal(&v.state))
			sp.into = append(sp.into, nil)
		}
		e.visits = append(e.visits, v)
		return n
	}
	meet(visit[S, A]{state: start, h: h})
	for from := int32(0); int(from) < len(sp.states); from++ {
		if len(sp.states) > e.MaxStates {
			e.breaks(t, searched, "the space has more than %d states: raise MaxStates, or list the instance as Large", e.MaxStates)
			return
		}
		s := sp.states[from]
		for _, step := range e.expand(s, none) {
			to := meet(visit[S, A]{state: step.State, h: step.H, parent: s, via: step.Action, cost: step.Cost})
			sp.into[to] = append(sp.into[to], arc{from, step.Cost})
		}
	}
	sp.measure()
	e.space = sp
}

// walk takes random walks from the start, of up to 60 actions each.
func (e *exam[S, A]) walk() {
	const longest = 60
	rng := rand.New(rand.NewPCG(e.Seed, 1))
	start, h := e.p.Start()
	at := visit[S, A]{state: start, h: h}
	e.visits = append(e.visits, at)
	for length := 0; len(e.visits) < e.Samples; length++ {
		steps := e.expand(at.state, at.via)
		if len(steps) == 0 || length == longest {
			if length == 0 {
				return
			}
			at, length = e.visits[0], -1
			continue
		}
		step := steps[rng.IntN(len(steps))]
		at = visit[S, A]{state: step.State, h: step.H, parent: at.state, via: step.Action, cost: step.Cost}
		e.visits = append(e.visits, at)
	}
}

// measure finds the distance of every state to the nearest goal, by Dijkstra's
// algorithm against the direction of the actions.
func (sp *space[S]) measure() {
	sp.distance = make([]int32, len(sp.states))
	queue := search.Heap[arc]{Less: func(a, b arc) bool { return a.cost < b.cost }}
	for i := range sp.states {
		sp.distance[i] = search.Infinite
		if sp.goal[i] {
			queue.Push(arc{int32(i), 0})
		}
	}
	for len(queue.List) > 0 {
		at := queue.Pop()
		if at.cost >= sp.distance[at.from] {
			continue
		}
		sp.distance[at.from] = at.cost
		for _, a := range sp.into[at.from] {
			queue.Push(arc{a.from, int32(min(int64(at.cost)+int64(a.cost), int64(search.Infinite)))})
		}
	}
}
