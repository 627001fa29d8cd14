package handsoftime

// PossibleStarts returns the nodes that may be the start of a solution, in
// increasing order. It looks at the components of the full target graph (an
// edge from i−v to i+v for every node i): with edges minus vertices outside
// −1..1, or more than one component at −1 or at +1, no start has a solution;
// and the start must lie in the component at −1, if there is one, because that
// component has a vertex too many to be visited otherwise. Cost O(n α(n)).
//
// A node that is listed need not have a solution.
func (r Ring) PossibleStarts() []int {
	n := len(r.Values)
	component := newDisjoint(n)
	surplus := make([]int32, n) // of the component: edges − vertices, kept at its name
	for t := range surplus {
		surplus[t] = -1
	}
	for i := range n {
		a, b := component.find(int32(r.Clockwise(i))), component.find(int32(r.CounterClockwise(i)))
		if component.join(a, b) {
			surplus[b] += surplus[a]
		}
		surplus[b]++
	}
	short, over := int32(-1), 0
	for t := range surplus {
		if component.find(int32(t)) != int32(t) {
			continue
		}
		switch s := surplus[t]; {
		case s < -1 || s > 1:
			return nil
		case s == -1 && short >= 0:
			return nil
		case s == -1:
			short = int32(t)
		case s == 1:
			over++
		}
	}
	if over > 1 {
		return nil
	}
	var starts []int
	for t := range n {
		if short < 0 || component.find(int32(t)) == short {
			starts = append(starts, t)
		}
	}
	return starts
}
