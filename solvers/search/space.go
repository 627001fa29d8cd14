package search

// Space is an undirected graph for package external, which stores states on disk as numbers. Each
// edge is an operator, and another operator, or the same one, undoes it.
type Space struct {
	// Name identifies the space, including its size and start, as in "tiles 4x3".
	Name string
	// Start is the state at distance 0.
	Start uint64
	// Bits is the number of bits of a state: all states are below 1<<Bits. The sum of Bits and the
	// number of operators must be at most 64.
	Bits int
	// States is the number of reachable states, or 0 if it is unknown. Package external uses it
	// only to estimate time and disk space.
	States uint64
	// Inverse[i] is the number of the operator that undoes operator i in every state.
	Inverse []int
	// Expand writes the successor of state under operator i to next[i], or state itself if the
	// operator does not apply. It must not keep next.
	Expand func(state uint64, next []uint64)
}
