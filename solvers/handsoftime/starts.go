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
	parent := make([]int32, n)
	surplus := make([]int32, n) // of the component, at its root: edges − vertices
	for t := range parent {
		parent[t], surplus[t] = int32(t), -1
	}
	find := func(t int32) int32 {
		for parent[t] != t {
			parent[t] = parent[parent[t]]
			t = parent[t]
		}
		return t
	}
	for i := range n {
		a, b := find(int32(r.Clockwise(i))), find(int32(r.CounterClockwise(i)))
		if a != b {
			parent[a] = b
			surplus[b] += surplus[a]
		}
		surplus[b]++
	}
	short, over := int32(-1), 0
	for t := range parent {
		if int(parent[t]) != t {
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
		if short < 0 || find(int32(t)) == short {
			starts = append(starts, t)
		}
	}
	return starts
}
