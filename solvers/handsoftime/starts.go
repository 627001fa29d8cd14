package handsoftime

import (
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// starts is the set of nodes from which there may be a solution.
type starts struct {
	none      bool
	component disjoint
	short     int32 // the component that must hold the start, or −1
}

const startsBytes = 4 + 4 // per node

func (s *starts) has(t int) bool {
	return !s.none && (s.short < 0 || s.component.find(int32(t)) == s.short)
}

// findStarts finds the nodes that may be the start of a solution. It examines the
// components of the complete midpoint graph, which has an edge from i−v to i+v
// for every node i. Consider the number of edges minus the number of vertices in
// each component. If it is outside −1..1 for some component, or −1 for more than
// one component, or +1 for more than one, no start has a solution. If it is −1
// for a component, the start must be in that component, which has one vertex more
// than its edges can reach. These conditions are necessary but not sufficient.
// The cost is O(n α(n)). The outcome is Running unless a limit was reached.
func findStarts(r Ring, g *search.Guard) (*starts, search.Outcome) {
	n := len(r.Values)
	if !g.Fits(uint64(n) * startsBytes) {
		return nil, g.Outcome()
	}
	s := &starts{component: newDisjoint(n), short: -1}
	surplus := make([]int32, n) // edges − vertices of each component, stored under its name
	for t := range surplus {
		surplus[t] = -1
	}
	for i := range n {
		if outcome, stop := g.Pass(i); stop {
			return nil, outcome
		}
		a, b := s.component.find(int32(r.Clockwise(i))), s.component.find(int32(r.CounterClockwise(i)))
		if s.component.join(a, b) {
			surplus[b] += surplus[a]
		}
		surplus[b]++
	}
	over := 0
	for t := range surplus {
		if s.component.find(int32(t)) != int32(t) {
			continue
		}
		switch {
		case surplus[t] < -1 || surplus[t] > 1 || surplus[t] == -1 && s.short >= 0:
			s.none = true
		case surplus[t] == -1:
			s.short = int32(t)
		case surplus[t] == 1:
			over++
		}
	}
	s.none = s.none || over > 1
	return s, search.Running
}
