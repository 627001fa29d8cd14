package search

// Problem describes an instance to a search: states of type S, actions of type A, and for every
// state an estimate of the remaining cost. An estimate depends on the state alone, however it
// was reached. A problem must not change while it is searched, and is safe for concurrent use.
//
// An algorithm calls the domain once per expansion, and the domain writes into memory that the
// algorithm owns. This interface reaches 0.9 of the speed of a hand-written loop on the
// 15-puzzle. Interfaces with a method per move, per estimate or per undo reached 0.4 to 0.65.
//
// An estimate of [Infinite] marks a dead end, a state from which no goal can be reached:
// searches that use estimates never enter it. Only [UniformCost] and [BreadthFirst] do not use
// estimates.
type Problem[S, A comparable] interface {
	// Start returns the initial state and its estimate.
	Start() (s S, h int32)
	// Goal reports whether the state is a goal.
	Goal(s *S) bool
	// Branching returns the largest number of steps that Expand ever writes.
	Branching() int
	// Expand writes the steps from s into dst, in the fixed order in which to try them, and
	// returns their number. dst has room for at least Branching steps. via is the action that
	// led to s; the step that undoes it may be left out. If via is zero, Expand writes all
	// steps. It must not change s, must not keep s or dst, and fills every field of a step. A
	// search may also call Expand for a state that it does not count as expanded in the end.
	Expand(s *S, via A, dst []Step[S, A]) int
}

// Step is one successor of a state.
type Step[S, A comparable] struct {
	State  S
	Action A     // different for each step of a state, never the zero A, which stands for "none yet"
	Cost   int32 // of the action, 1 or more: some searches would never leave a cycle without cost
	H      int32 // estimate of the cost from State to a goal, 0 or more, never above that cost, and 0 on a goal; Infinite on a dead end
}

// Packer is an optional interface of a [Problem] whose states fit into 64 bits without loss.
// Best-first algorithms then store a node in 16 bytes or less, instead of storing S.
type Packer[S comparable] interface {
	// Pack returns a number that no other state has. States that differ only in derived fields,
	// such as parts of an estimate, have the same number.
	Pack(s *S) uint64
	// Unpack is the inverse of Pack.
	Unpack(key uint64) S
}

// Inverter is an optional interface of a [Problem] whose actions can be undone at the same
// cost. Algorithms that do not store parents need it to reconstruct the path.
type Inverter[A comparable] interface {
	// Inverse returns the action that undoes a at the same cost, and the zero A for the zero A.
	Inverse(a A) A
}

// Reversible is a problem that can be searched from both ends: it has one
// goal state, and every action can be undone at the same cost.
type Reversible[S, A comparable] interface {
	Problem[S, A]
	Packer[S]
	Inverter[A]
	// Reverse returns the problem that starts at the goal and whose goal is the
	// start. Its states pack to the same numbers.
	Reverse() Reversible[S, A]
}

// Prober is an optional interface of a [Problem] with a fast path for iterative deepening,
// written by hand or generated for the domain.
type Prober[A comparable] interface {
	// Probe returns the fast path for this instance, or nil if there is none.
	Probe() Probe[A]
}

// Probe searches all nodes with g + h ≤ bound depth-first from the start, in the order of
// Expand. It adds to Expanded and Generated of m, and must count and answer node for node as
// [IDAStar] does without it; package searchtest checks this. It stops when the goal is
// generated, and returns Solved with the path. It stops when g requires it, and returns the
// guard's outcome; m must be exact then, and the child that was not entered counts as generated
// but not as expanded. Otherwise it searches everything, and returns Running with the smallest
// g + h above the bound, or [Infinite] if there is none.
type Probe[A comparable] func(bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

// Drainer is an optional interface of a [Problem] with a fast path for whole subtrees, into
// which [IDAStar] divides an iteration. Unlike a [Prober], it can begin at any state, need not
// search in order, and can use several cores.
type Drainer[S, A comparable] interface {
	// Drain returns a drain for one goroutine, or nil if this instance has none.
	Drain() Drain[S, A]
}

// Drain searches the subtree below root.State, which is not a goal; root.Action led to it. It
// adds the same numbers to Expanded and Generated of m as a [Probe] that starts there,
// including the state itself. The bound limits the cost from that state plus the estimate, and
// is at least root.H.
//
// If there is no goal within the bound, Drain searches everything and returns Running with the
// next bound. Otherwise it returns Solved. A drain that searches in order returns the path from
// root.State, and m is as exact as with a [Probe]. Any other drain returns no path, and may
// return early with meaningless counts in m: then the search repeats the subtree in smaller
// parts. A drain polls the guard as often as a probe, and may return its outcome.
type Drain[S, A comparable] func(root *Step[S, A], bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

// Infinite is the estimate of a dead end. It is larger than the cost of any path that a search
// can find.
const Infinite int32 = 1<<31 - 1
