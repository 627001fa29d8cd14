package pdb

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Table looks up estimates of the cost to a goal. It is safe for concurrent use.
type Table[S any] struct {
	of    func(s *S) int32
	reach func(s *S) // adds the abstract states that can be reached from one
	// Entries is the number of abstract states that [New] reached from the goals, summed over all
	// databases. [With] may add more.
	Entries int
}

// Of returns the estimate for a state. It is search.Infinite if no goal can be reached from the
// state, and 0 if the state is not in the table.
func (t *Table[S]) Of(s *S) int32 { return t.of(s) }

// New returns a table with one database. The slice goals holds the abstract goal states, and
// project returns the abstract state for a state. For each move from an abstract state, the
// function moves must call yield with the next abstract state and the cost, which must not be
// negative. New panics if a cost is negative.
//
// The table contains the abstract states that can be reached from the goals and, after [With], from
// the start. Costs are computed backward from the goals, but you need to describe only forward
// moves.
//
// Cost: New stores all abstract states, and 12 bytes per move during construction.
func New[S any, K comparable](goals []K, moves func(from K, yield func(to K, cost int)), project func(s S) K) *Table[S] {
	a := &abstraction[K]{goals: goals, moves: moves, number: map[K]int32{}}
	defer search.Building()()
	a.explore(goals)
	a.spread()
	t := &Table[S]{Entries: len(a.keys)}
	t.of = func(s *S) int32 {
		a.mutex.RLock()
		defer a.mutex.RUnlock()
		if i, ok := a.number[project(*s)]; ok {
			return a.costs[i]
		}
		return 0
	}
	t.reach = func(s *S) {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		if k := project(*s); !a.knows(k) {
			a.explore([]K{k})
			a.spread()
		}
	}
	return t
}

// Sum returns a table whose estimates are the sums of the given tables' estimates. A sum is
// admissible if the costs of each move in all abstractions add up to no more than the cost of the
// move itself, for example if each table counts the moves of different pieces. [With] looks for
// moves that violate this condition.
func Sum[S any](tables ...*Table[S]) *Table[S] {
	return joined(tables, func(a, b int32) int32 {
		return int32(min(int64(a)+int64(b), int64(search.Infinite)))
	})
}

// Max returns a table whose estimates are the maxima of the given tables' estimates.
func Max[S any](tables ...*Table[S]) *Table[S] {
	return joined(tables, func(a, b int32) int32 { return max(a, b) })
}

func joined[S any](tables []*Table[S], join func(a, b int32) int32) *Table[S] {
	t := &Table[S]{}
	for _, one := range tables {
		t.Entries += one.Entries
	}
	t.of = func(s *S) (h int32) {
		for _, one := range tables {
			h = join(h, one.of(s))
		}
		return h
	}
	t.reach = func(s *S) {
		for _, one := range tables {
			one.reach(s)
		}
	}
	return t
}

// abstraction is a graph of abstract states and the costs to its goals.
type abstraction[K comparable] struct {
	goals []K
	moves func(K, func(K, int))

	mutex  sync.RWMutex
	number map[K]int32
	keys   []K
	edges  []edge
	costs  []int32
}

type edge struct{ from, to, cost int32 }

func (a *abstraction[K]) knows(k K) bool { _, ok := a.number[k]; return ok }

// explore lists what can be reached.
func (a *abstraction[K]) explore(from []K) {
	add := func(k K) int32 {
		i, ok := a.number[k]
		if !ok {
			i = int32(len(a.keys))
			a.number[k] = i
			a.keys = append(a.keys, k)
		}
		return i
	}
	next := len(a.keys)
	for _, k := range from {
		add(k)
	}
	for ; next < len(a.keys); next++ {
		i := int32(next)
		a.moves(a.keys[next], func(to K, cost int) {
			if cost < 0 || cost > 1<<20 {
				panic(fmt.Sprintf("pdb: a move from %v costs %d (want 0 to %d)", a.keys[i], cost, 1<<20))
			}
			a.edges = append(a.edges, edge{i, add(to), int32(cost)})
		})
	}
}

// spread fills in costs, a bucket of states for each cost.
func (a *abstraction[K]) spread() {
	into := make([]int32, len(a.keys)+1) // the first edge into each state, by sorted
	for _, e := range a.edges {
		into[e.to+1]++
	}
	for i := range a.keys {
		into[i+1] += into[i]
	}
	sorted, place := make([]edge, len(a.edges)), append([]int32(nil), into...)
	for _, e := range a.edges {
		sorted[place[e.to]] = e
		place[e.to]++
	}
	costs := make([]int32, len(a.keys))
	for i := range costs {
		costs[i] = search.Infinite
	}
	buckets := [][]int32{nil}
	for _, k := range a.goals {
		costs[a.number[k]] = 0
		buckets[0] = append(buckets[0], a.number[k])
	}
	for cost := 0; cost < len(buckets); cost++ {
		for i := 0; i < len(buckets[cost]); i++ { // grows by moves that cost nothing
			to := buckets[cost][i]
			if costs[to] < int32(cost) {
				continue
			}
			for _, e := range sorted[into[to]:into[to+1]] {
				if c := int32(cost) + e.cost; c < costs[e.from] {
					costs[e.from] = c
					for len(buckets) <= int(c) {
						buckets = append(buckets, nil)
					}
					buckets[c] = append(buckets[c], e.from)
				}
			}
		}
		buckets[cost] = nil
	}
	a.costs = costs
}

// With returns a problem with better estimates: the maximum of p's own estimate and the estimates
// of all tables. The result is a [search.Packer] or [search.Inverter] if p is, but it does not
// support any other optional interface. With follows random paths from the start, and returns an
// error if a move lowers an estimate by more than its cost. Such an error means that an abstraction
// lacks the move, or that several tables of a [Sum] count it.
func With[S, A comparable](p search.Problem[S, A], tables ...*Table[S]) (search.Problem[S, A], error) {
	w := with[S, A]{p, Max(tables...)}
	start, _ := p.Start()
	w.table.reach(&start)
	if err := w.check(start); err != nil {
		return nil, err
	}
	packer, packs := p.(search.Packer[S])
	inverter, inverts := p.(search.Inverter[A])
	switch {
	case packs && inverts:
		return struct {
			with[S, A]
			search.Packer[S]
			search.Inverter[A]
		}{w, packer, inverter}, nil
	case packs:
		return struct {
			with[S, A]
			search.Packer[S]
		}{w, packer}, nil
	case inverts:
		return struct {
			with[S, A]
			search.Inverter[A]
		}{w, inverter}, nil
	}
	return w, nil
}

type with[S, A comparable] struct {
	problem search.Problem[S, A]
	table   *Table[S]
}

func (w with[S, A]) Start() (S, int32) {
	s, h := w.problem.Start()
	return s, max(h, w.table.of(&s))
}

func (w with[S, A]) Goal(s *S) bool { return w.problem.Goal(s) }
func (w with[S, A]) Branching() int { return w.problem.Branching() }

func (w with[S, A]) Expand(s *S, via A, dst []search.Step[S, A]) int {
	n := w.problem.Expand(s, via, dst)
	for i := range dst[:n] {
		dst[i].H = max(dst[i].H, w.table.of(&dst[i].State))
	}
	return n
}

// check walks at random, and looks at every move it meets.
func (w with[S, A]) check(start S) error {
	const walks, moves = 20, 100
	random := rand.New(rand.NewPCG(1, 2))
	steps := make([]search.Step[S, A], w.problem.Branching())
	for range walks {
		s := start
		for range moves {
			var none A
			n := w.problem.Expand(&s, none, steps)
			h := w.table.of(&s)
			if w.problem.Goal(&s) && h > 0 {
				return fmt.Errorf("pdb: the estimate of the goal %v is %d (want 0)", s, h)
			}
			for i := range steps[:n] {
				if to := w.table.of(&steps[i].State); int64(h) > int64(to)+int64(steps[i].Cost) {
					return fmt.Errorf("pdb: action %v from %v to %v costs %d and lowers the estimate from %d to %d: the abstraction has no such move, or several pay for it",
						steps[i].Action, s, steps[i].State, steps[i].Cost, h, to)
				}
			}
			if n == 0 {
				break
			}
			s = steps[random.IntN(n)].State
		}
	}
	return nil
}
