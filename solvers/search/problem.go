package search

// Problem is one instance as a search sees it: states of type S, actions of
// type A, and for every state an estimate of the cost still to go. An estimate
// depends on the state alone, however it was reached. A problem must not change
// while it is searched, and is safe for concurrent use.
//
// The border between an algorithm and a domain is the expansion: one dynamic
// call for each, into memory the algorithm owns. Finer borders (a method per
// move, per estimate, per undo) were measured at 0.4 to 0.65 of the speed of a
// hand-written loop on the 15-puzzle; this one reaches 0.9.
//
// An estimate of [Infinite] marks a dead end, a state from which no goal can be
// reached: searches that look at estimates never enter it. The others are
// [UniformCost] and [BreadthFirst].
type Problem[S, A comparable] interface {
	// Start returns the state the search begins at, and its estimate.
	Start() (s S, h int32)
	// Goal reports whether the state is a goal.
	Goal(s *S) bool
	// Branching returns the largest number of steps that Expand ever writes.
	Branching() int
	// Expand writes the steps out of s into dst, which holds at least
	// Branching of them, in the fixed order in which they are to be tried, and
	// returns their number. via is the action that led to s; the step that
	// undoes it may be left out. The zero via means none: all steps are
	// written then. It must not change s, must not keep s or dst, and fills every
	// field of a step.
	// A search may also ask for the steps of a state that it does not expand in
	// the end.
	Expand(s *S, via A, dst []Step[S, A]) int
}

// Step is one successor of a state.
type Step[S, A comparable] struct {
	State  S
	Action A     // another one for each step of a state, never the zero A, which stands for "none yet"
	Cost   int32 // of the action, 1 or more: round a cycle that costs nothing some searches would run for ever
	H      int32 // estimate of the cost from State to a goal, 0 or more, never above that cost, and 0 on a goal; Infinite on a dead end
}

// Packer is an optional ability of a [Problem] whose states fit 64 bits
// without loss. Best-first algorithms then store a node in 16 bytes or less,
// instead of as a whole S.
type Packer[S comparable] interface {
	// Pack returns a number that no other state has. States that differ only
	// in what is derived from the rest, such as parts of an estimate, have the
	// same number.
	Pack(s *S) uint64
	// Unpack is the inverse of Pack.
	Unpack(key uint64) S
}

// Inverter is an optional ability of a [Problem] whose actions can be undone
// at the same cost. Algorithms that store no parents need it to tell the path.
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

// Prober is an optional ability of a [Problem]: a fast path for iterative
// deepening, written by hand or generated for the domain.
type Prober[A comparable] interface {
	// Probe returns the fast path of this instance, or nil if it has none.
	Probe() Probe[A]
}

// Probe searches depth-first from the start, in the order of Expand, all nodes
// with g + h ≤ bound. It adds to Expanded and Generated of m, and must count
// and answer node for node as [IDAStar] does without it; a conformance test
// says so. It stops when the goal is generated (Solved, with the path), when g
// says so (the guard's outcome; m is exact then too: the child that was not
// entered counts as generated and not as expanded), or when all is searched
// (Running, with the smallest g + h above the bound that it met, or
// [Infinite] if it met none).
type Probe[A comparable] func(bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

// Drainer is an optional ability of a [Problem]: a fast path for whole subtrees,
// of which [IDAStar] makes an iteration. Another than a [Prober] it can begin
// anywhere, need not keep the order, and can serve several cores.
type Drainer[S, A comparable] interface {
	// Drain returns a drain for one goroutine, or nil if this instance has none.
	Drain() Drain[S, A]
}

// Drain searches below a state: it adds to Expanded and Generated of m what a
// [Probe] from there counts, the state itself included. The state, which is not a
// goal, is that of root, whose action led there. The bound is on the cost from
// there plus the estimate, and is no less than root.H.
//
// When all is searched the answer is Running and the next bound. If there is a
// goal within the bound the answer is Solved. A drain that keeps the order returns
// the path from there, and m is as exact as with a [Probe]. Any other returns no
// path, as soon as it likes, and m means nothing: the search goes through the
// subtree again, in smaller parts. A drain polls the guard as often as a probe, and
// may return its outcome.
type Drain[S, A comparable] func(root *Step[S, A], bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

// Infinite is a cost no path has, and the estimate of a dead end. Searches that
// add up costs do not find a path as dear as that.
const Infinite int32 = 1<<31 - 1
