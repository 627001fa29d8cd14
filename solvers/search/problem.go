package search

// Problem describes an instance to a search: states of type S, actions of type A, and an estimate
// of the remaining cost from every state. The estimate must depend only on the state, not on the
// path to it. A problem must not change while it is searched, and its methods must be safe for
// concurrent use.
//
// An algorithm calls Expand once per expansion, and Expand writes the successors into the
// algorithm's memory. On the 15-puzzle, this interface reaches 0.9 of the speed of a hand-written
// loop. Interfaces with a method call per move, per estimate or per undo reached 0.4 to 0.65.
//
// An estimate of [Infinite] marks a dead end, a state from which no goal can be reached. Searches
// that use estimates never enter such a state. Only [UniformCost] and [BreadthFirst] ignore
// estimates.
type Problem[S, A comparable] interface {
	// Start returns the initial state and its estimate.
	Start() (s S, h int32)
	// Goal reports whether s is a goal state.
	Goal(s *S) bool
	// Branching returns the maximum number of steps written by Expand for any state.
	Branching() int
	// Expand writes the steps from s into dst, in the fixed order in which to try them, and returns
	// their number. The slice dst has room for at least Branching steps, and via is the action that
	// led to s. Expand may leave out the step that undoes via; if via is the zero A, it must write
	// all steps. Expand must fill every field of a step. It must not change s, and must not keep s
	// or dst. A search may also expand a state that it does not count as expanded.
	Expand(s *S, via A, dst []Step[S, A]) int
}

// Step is one successor of a state.
type Step[S, A comparable] struct {
	State S
	// Action must be different for each step from a state. It must not be the zero A, which means
	// "none yet".
	Action A
	// Cost is the cost of the action and must be at least 1, because some searches would never
	// leave a cycle of cost 0.
	Cost int32
	// H is an admissible estimate of the cost from State to a goal: 0 or more, and 0 for a goal.
	// [Infinite] marks a dead end.
	H int32
}

// Packer is an optional interface for a [Problem] whose states fit into 64 bits without loss.
// Best-first algorithms then store a node in 16 bytes or less instead of storing a value of type S.
type Packer[S comparable] interface {
	// Pack returns a number that identifies the state. States that differ only in derived fields,
	// such as parts of an estimate, must have the same number; all other states must differ.
	Pack(s *S) uint64
	// Unpack returns the state with the given number, including its derived fields.
	Unpack(key uint64) S
}

// Inverter is an optional interface for a [Problem] whose actions can be undone at the same cost.
// Algorithms that do not store parents need it to reconstruct the path.
type Inverter[A comparable] interface {
	// Inverse returns the action that undoes a at the same cost. The inverse of the zero A is the
	// zero A.
	Inverse(a A) A
}

// Reversible is a problem that can be searched from both ends: it has a single goal state, and
// every action can be undone at the same cost.
type Reversible[S, A comparable] interface {
	Problem[S, A]
	Packer[S]
	Inverter[A]
	// Reverse returns the same problem with start and goal exchanged. Pack must map a state to the
	// same number in both problems.
	Reverse() Reversible[S, A]
}

// Prober is an optional interface for a [Problem] with its own, faster code for an iteration of
// [IDAStar].
type Prober[A comparable] interface {
	// Probe returns the fast search for this instance, or nil if there is none.
	Probe() Probe[A]
}

// Probe searches all nodes with g + h ≤ bound depth-first from the start, in the order of Expand.
// It adds its work to Expanded and Generated of m. Its counts and results must be the same as those
// of [IDAStar] without a probe; package searchtest checks this. A probe ends in one of three ways:
//
//   - If it generates the goal, it stops and returns Solved with the path.
//   - If the guard g tells it to stop, it returns the guard's outcome. The counts in m must then be
//     exact, and the child that was not entered counts as generated but not as expanded.
//   - Otherwise it searches everything, and returns Running with the smallest g + h above the
//     bound, or with [Infinite] if there is none.
type Probe[A comparable] func(bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

// Drainer is an optional interface for a [Problem] with its own code to search whole subtrees.
// [IDAStar] can divide an iteration into such subtrees. Unlike a [Probe], a [Drain] can begin at
// any state and need not search in order, and several drains can run on different cores.
type Drainer[S, A comparable] interface {
	// Drain returns a fast subtree search for use by one goroutine, or nil if this instance has
	// none.
	Drain() Drain[S, A]
}

// Drain searches the subtree below root.State, which is not a goal; root.Action led to it. It
// counts the same work in m as a [Probe] that starts at root.State, including that state. The bound
// limits the cost from root.State plus the estimate, and is at least root.H.
//
// If there is no goal within the bound, Drain searches everything and returns Running with the next
// bound. Otherwise it returns Solved. A drain that searches in order also returns the path from
// root.State, and its counts in m must be exact. A drain that does not search in order returns no
// path, and may return early with meaningless counts: the caller then repeats the subtree in
// smaller parts. A drain polls the guard as often as a probe does. If it must stop, it returns the
// guard's outcome.
type Drain[S, A comparable] func(root *Step[S, A], bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

// Infinite is the estimate of a dead end. It is larger than the cost of any path that a search
// can find.
const Infinite int32 = 1<<31 - 1
