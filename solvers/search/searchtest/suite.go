package searchtest

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Suite lists the problem instances to check and holds the settings. The zero value of each setting
// is a useful default.
type Suite[S, A comparable] struct {
	// Small instances have at most MaxStates states. The checks enumerate them completely and run
	// every algorithm on them.
	Small []Instance[S, A]
	// Large instances may have any size. The checks sample their states, and search them only under
	// node limits.
	Large []Instance[S, A]

	// Begin, if not nil, returns the problem p with s as the start. The checks
	// then also compare estimates that were updated along a path with estimates
	// computed from scratch.
	Begin func(p search.Problem[S, A], s S) search.Problem[S, A]

	// Consistent claims that an action of cost c never lowers an estimate by more than c. Estimates
	// must be admissible in any case.
	Consistent bool
	// Ends claims that every path ends. The checks then also run searches without stored states on
	// unsolvable instances.
	Ends bool

	Samples   int    // number of states to check in each large instance; 0 means 300
	MaxStates int    // maximum number of states in a small instance; 0 means 20,000
	MaxNodes  uint64 // number of nodes that each search of a small instance may expand; 0 means 2,000,000
	Seed      uint64 // seed of the random walks
}

// Instance is a problem together with known facts about it.
type Instance[S, A comparable] struct {
	Name       string
	Problem    search.Problem[S, A]
	Cost       int  // optimal cost; 0 means that it is unknown or that the start is a goal
	Unsolvable bool // whether the instance is known to have no solution
}

// Run checks every instance of the suite in its own subtest, with a nested subtest for each group
// of checks.
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

// Check does the same checks as [Run] but without subtests, for use in fuzz targets and in the
// tests of this package.
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
