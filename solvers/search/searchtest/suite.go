package searchtest

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Suite lists the instances to check, with settings. The zero value of each setting
// is a useful default.
type Suite[S, A comparable] struct {
	// Small instances are enumerated whole, and searched by every algorithm. They
	// have at most MaxStates states.
	Small []Instance[S, A]
	// Large instances are sampled, and searched under node limits only.
	Large []Instance[S, A]

	// Begin returns the problem p with another start. If it is not nil, estimates
	// that were updated along a path are compared with estimates computed from
	// scratch.
	Begin func(p search.Problem[S, A], s S) search.Problem[S, A]

	// Consistent claims that an action of cost c lowers no estimate by more
	// than c. That estimates are admissible is always required.
	Consistent bool
	// Ends claims that no path is infinite. Then searches that do not store states
	// are also run on unsolvable instances.
	Ends bool

	Samples   int    // states checked in each large instance; 0 means 300
	MaxStates int    // in a small instance; 0 means 20,000
	MaxNodes  uint64 // that one search of a small instance may expand; 0 means 2,000,000
	Seed      uint64 // of the random walks
}

// Instance is a problem and what is known about it.
type Instance[S, A comparable] struct {
	Name       string
	Problem    search.Problem[S, A]
	Cost       int  // of a cheapest path; 0 means not known, or that the start is a goal
	Unsolvable bool // known to have no solution
}

// Run checks every instance of the suite in its own subtest, with a subtest for each
// group of checks.
func Run[S, A comparable](t *testing.T, suite Suite[S, A]) {
	suite.demandInstances(t)
	for e := range suite.exams() {
		t.Run(e.instance.Name, func(t *testing.T) {
			e.prepare(t)
			for _, c := range e.checks() {
				t.Run(c.name, func(t *testing.T) { e.take(t, c) })
			}
		})
	}
}

// Check runs the checks of [Run] without subtests, for tests of tests and for fuzz
// targets.
func Check[S, A comparable](t testing.TB, suite Suite[S, A]) {
	suite.demandInstances(t)
	for e := range suite.exams() {
		e.prepare(t)
		for _, c := range e.checks() {
			e.take(t, c)
		}
	}
}

// exam is one instance under examination.
type exam[S, A comparable] struct {
	Suite[S, A]
	instance Instance[S, A]
	p        search.Problem[S, A]
	small    bool

	visits []visit[S, A] // states to look at, and how each was reached
	space  *space[S]     // of a small instance
	failed bool
}

type check struct {
	name   string
	clause // that a panic breaks
	run    func(t testing.TB)
}

func (s Suite[S, A]) demandInstances(t testing.TB) {
	t.Helper()
	if len(s.Small) == 0 {
		t.Errorf("searchtest: the suite has no small instance, so that no algorithm would be checked")
	}
}

// exams yields an exam for every instance.
func (s Suite[S, A]) exams() func(yield func(*exam[S, A]) bool) {
	s.Samples = cmp.Or(s.Samples, 300)
	s.MaxStates = cmp.Or(s.MaxStates, 20_000)
	s.MaxNodes = cmp.Or(s.MaxNodes, 2_000_000)
	return func(yield func(*exam[S, A]) bool) {
		for i, instance := range append(s.Small[:len(s.Small):len(s.Small)], s.Large...) {
			instance.Name = cmp.Or(instance.Name, fmt.Sprint("instance ", i))
			if !yield(&exam[S, A]{Suite: s, instance: instance, p: instance.Problem, small: i < len(s.Small)}) {
				return
			}
		}
	}
}

// checks lists the groups of checks. Each relies on those before it: an
// algorithm need not even end on a problem that breaks its contract.
func (e *exam[S, A]) checks() []check {
	return []check{
		{"steps", branches, e.checkSteps},
		{"undoing", undoing, e.checkUndoing},
		{"estimates", alone, e.checkEstimates},
		{"packing", packing, e.checkPacking},
		{"reversing", reversing, e.checkReversing},
		{"probe", probing, e.checkProbe},
		{"algorithms", unchanging, e.checkAlgorithms},
		{"limits", unchanging, e.checkLimits},
		{"stored", unchanging, e.checkStored},
	}
}

// take runs a check, unless one before it failed. A panic is a failure like
// others: it is what algorithms answer to a broken contract.
func (e *exam[S, A]) take(t testing.TB, c check) {
	t.Helper()
	if e.failed {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			e.failed = true
			e.breaks(t, c.clause, "%s: panic: %v", c.name, r)
		}
	}()
	c.run(noting{t, &e.failed})
}

// noting is a test that notes its failure.
type noting struct {
	testing.TB
	failed *bool
}

func (n noting) Errorf(format string, args ...any) {
	n.TB.Helper()
	*n.failed = true
	n.TB.Errorf(format, args...)
}

// same reports whether two states are one to an algorithm.
func (e *exam[S, A]) same(a, b *S) bool { return e.id(a) == e.id(b) }

// id identifies a state as algorithms do: by its number if it has one.
func (e *exam[S, A]) id(s *S) any {
	if packer, ok := e.p.(search.Packer[S]); ok {
		return packer.Pack(s)
	}
	return *s
}

// expand returns the steps out of s in memory of their own.
func (e *exam[S, A]) expand(s S, via A) []search.Step[S, A] {
	dst := make([]search.Step[S, A], e.p.Branching())
	return dst[:e.p.Expand(&s, via, dst)]
}
