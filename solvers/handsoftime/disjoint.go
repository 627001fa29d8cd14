package handsoftime

// disjoint is a partition of the numbers 0..n−1 into sets, each named after one
// of its members (union-find with path halving; Tarjan and van Leeuwen 1984).
type disjoint []int32

// newDisjoint returns the partition into sets with one member each.
func newDisjoint(n int) disjoint {
	d := make(disjoint, n)
	for i := range d {
		d[i] = int32(i)
	}
	return d
}

// find returns the name of the set that contains i.
func (d disjoint) find(i int32) int32 {
	for d[i] != i {
		d[i] = d[d[i]]
		i = d[i]
	}
	return i
}

// join merges the set of a into the set of b, and reports whether they were
// different sets.
func (d disjoint) join(a, b int32) bool {
	a, b = d.find(a), d.find(b)
	d[a] = b
	return a != b
}
