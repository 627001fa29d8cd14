package search

// Space is an undirected graph whose states are numbers, for enumerations that store states on
// disk: see package external. Each edge is an operator in both directions.
type Space struct {
	// Name identifies the space, with its size and start: "tiles 4x3".
	Name string
	// Start is the state from which distances are counted.
	Start uint64
	// Bits is the size of a state: all states are below 1<<Bits. Bits and the number of operators
	// are at most 64 together.
	Bits int
	// States is the number of states that can be reached, or 0 if it is unknown. It serves only to
	// estimate time and disk space.
	States uint64
	// Inverse has for each operator the number of the operator that undoes it in every state.
	Inverse []int
	// Expand writes to next[i] the state to which operator i leads, or state itself if the operator
	// does not apply. It must not keep next.
	Expand func(state uint64, next []uint64)
}
