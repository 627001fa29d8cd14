package handsoftime

// disjoint is a partition of the numbers 0..n−1 into sets, each named by one of
// its members (union-find with path halving; Tarjan and van Leeuwen 1984).
type disjoint []int32

// newDisjoint returns the partition into sets of one.
func newDisjoint(n int) disjoint {
	d := make(disjoint, n)
	for i := range d {
		d[i] = int32(i)
	}
	return d
}

// find returns the name of i's set.
func (d disjoint) find(i int32) int32 {
	for d[i] != i {
		d[i] = d[d[i]]
		i = d[i]
	}
	return i
}

// join puts the sets of a and b together under the name of b's, and reports
// whether they were apart.
func (d disjoint) join(a, b int32) bool {
	a, b = d.find(a), d.find(b)
	d[a] = b
	return a != b
}
