package search_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// everySearch are all searches but MM, which asks for more than a problem.
func everySearch[S, A comparable]() map[string]func(context.Context, search.Problem[S, A], search.Limits) search.Result[A] {
	type problem = search.Problem[S, A]
	m := allSearches[S, A]()
	m["idastar"] = search.IDAStar[S, A]
	m["rbfs"] = search.RBFS[S, A]
	m["depth-first"] = func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
		return search.DepthFirst(ctx, p, 0, l)
	}
	m["beam"] = func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
		return search.Beam(ctx, p, 50, l)
	}
	return m
}

// lone is a start that has no target: no step is ever written.
type lone struct{ *roads }

func (lone) Branching() int { return 0 }

func TestASpaceOfOneStateIsExhausted(t *testing.T) {
	p := lone{&roads{start: 0, goal: 1, out: make([][]lane, 2), h: []int32{3, 0}}}
	for name, solve := range everySearch[int32, int32]() {
		r := solve(t.Context(), p, search.Limits{})
		if r.Outcome != search.Unsolvable || r.Expanded != 1 || r.Generated != 0 || r.Bound != 0 {
			t.Errorf("%s: %v after %d expansions, %d generated, bound %d; want unsolvable after 1", name, r.Outcome, r.Expanded, r.Generated, r.Bound)
		}
	}
}

func TestAStartThatIsADeadEndIsNotExpanded(t *testing.T) {
	// The estimate of the start is wrong, so that whoever expands it finds a goal.
	p := &roads{start: 0, goal: 1, out: [][]lane{{{0, 1, 1}}, {{1, 0, 1}}}, h: []int32{search.Infinite, 0}}
	blind := map[string]bool{"breadth-first": true, "uniform-cost": true}
	for name, solve := range everySearch[int32, int32]() {
		r := solve(t.Context(), streets{p}, search.Limits{})
		switch {
		case blind[name] && r.Outcome != search.Solved:
			t.Errorf("%s: %v, though it does not look at estimates", name, r.Outcome)
		case !blind[name] && (r.Outcome != search.Unsolvable || r.Expanded != 0):
			t.Errorf("%s: %v after %d expansions, want unsolvable after none", name, r.Outcome, r.Expanded)
		}
	}
	n := &network{goal: 1, roads: [][]road{{{1, 1}}, {{0, 1}}}, estimates: []int32{search.Infinite, 0}, back: []int32{0, 1}, twoWay: true}
	if r := search.MM(t.Context(), city{n}, search.Limits{}); r.Outcome != search.Unsolvable || r.Expanded != 0 {
		t.Errorf("MM: %v after %d expansions, want unsolvable after none", r.Outcome, r.Expanded)
	}
}

// Three roads of a third of Infinite and a little more: sums of costs pass
// what 32 bits hold. No path is as dear as that; searches that do not add up
// costs on their way find it all the same.
func TestCostsBeyondInfiniteAreNoPath(t *testing.T) {
	const dear = search.Infinite/3 + 10
	p := &roads{start: 0, goal: 3, h: make([]int32, 4), out: [][]lane{
		{{0, 1, dear}},
		{{1, 0, dear}, {2, 2, dear}},
		{{3, 1, dear}, {4, 3, dear}},
		{{5, 2, dear}},
	}}
	finds := map[string]bool{"breadth-first": true, "depth-first": true, "beam": true}
	for name, solve := range everySearch[int32, int32]() {
		for kind, p := range map[string]search.Problem[int32, int32]{"general": p, "packed": streets{p}} {
			r := solve(t.Context(), p, search.Limits{Expanded: 1000})
			switch {
			case finds[name] && (r.Outcome != search.Solved || r.Cost != 3*int(dear) || r.Optimal && name != "breadth-first"):
				t.Errorf("%s, %s: %v at cost %d, want %d", name, kind, r.Outcome, r.Cost, 3*int(dear))
			case !finds[name] && r.Outcome != search.Unsolvable:
				t.Errorf("%s, %s: %v at cost %d, want unsolvable", name, kind, r.Outcome, r.Cost)
			}
		}
	}
}

// What a search says that it stored is what it needs.
func TestBreadthFirstStoresTheStepsBesideTheGoal(t *testing.T) {
	for _, cells := range [][]uint8{{3, 1, 2, 6, 4, 5, 7, 0, 8}, {1, 4, 2, 3, 0, 5, 6, 7, 8}, {3, 1, 2, 4, 7, 5, 6, 0, 8}} {
		p := newSlide(3, 3, cells, sorted(9))
		full := search.BreadthFirst(t.Context(), p, search.Limits{})
		if full.Outcome != search.Solved || full.Stored == 181_440 {
			t.Fatalf("%v: %v with %d stored", cells, full.Outcome, full.Stored)
		}
		if r := search.BreadthFirst(t.Context(), p, search.Limits{Stored: full.Stored}); r.Outcome != search.Solved || r.Stored != full.Stored {
			t.Errorf("%v: stores %d, but with room for as many: %v with %d", cells, full.Stored, r.Outcome, r.Stored)
		}
		if r := search.BreadthFirst(t.Context(), p, search.Limits{Stored: full.Stored - 1}); r.Outcome != search.LimitMemory {
			t.Errorf("%v: stores %d, but with room for one less: %v", cells, full.Stored, r.Outcome)
		}
	}
}

// A node that the limit keeps from being entered is neither on the path nor
// stored: n nodes reach a depth of n - 1 at the most. A beam holds the layer
// below too; best-first searches do as well, but count no depth of it.
func TestANodeThatWasNotEnteredHasNoDepth(t *testing.T) {
	p := newSlide(3, 3, hardest3x3, sorted(9))
	for name, solve := range everySearch[slideState, slideMove]() {
		for limit := uint64(1); limit < 40; limit++ {
			r := solve(t.Context(), p, search.Limits{Expanded: limit})
			if r.Outcome != search.LimitNodes {
				t.Fatalf("%s: %v after %d", name, r.Outcome, r.Expanded)
			}
			deepest := int(limit) - 1
			if name == "beam" {
				deepest++
			}
			if r.MaxDepth > deepest {
				t.Errorf("%s: depth %d after %d expansions", name, r.MaxDepth, limit)
			}
			if r.Stored > r.Generated+1 {
				t.Errorf("%s: %d stored, though %d were generated beside the root", name, r.Stored, r.Generated)
			}
		}
	}
}

// stopping cancels a context when it is expanded for the nth time.
type stopping[S, A comparable] struct {
	search.Problem[S, A]
	left   *int
	cancel context.CancelFunc
}

func (p stopping[S, A]) Expand(s *S, via A, dst []search.Step[S, A]) int {
	if *p.left--; *p.left == 0 {
		p.cancel()
	}
	return p.Problem.Expand(s, via, dst)
}

func TestCancellationIsNoticedWithin65536Expansions(t *testing.T) {
	const at = 5_000
	p := newTightFifteen(korf1)
	for name, solve := range everySearch[tightState, slideMove]() {
		ctx, cancel := context.WithCancel(t.Context())
		left := at
		r := solve(ctx, stopping[tightState, slideMove]{p, &left, cancel}, search.Limits{})
		cancel()
		switch {
		case r.Outcome == search.Solved && r.Expanded < 1<<16: // it was faster
		case r.Outcome != search.Cancelled || r.Expanded < at || r.Expanded > at+1<<16:
			t.Errorf("%s: %v after %d expansions, cancelled at %d", name, r.Outcome, r.Expanded, at)
		}
	}
}

// The race detector watches this one.
func TestOneProblemServesSearchesAtOnce(t *testing.T) {
	p := newSlide(3, 2, hardest3x2, sorted(6))
	limits := search.Limits{Expanded: 3_000}
	searches := everySearch[slideState, slideMove]()
	searches["mm"] = func(ctx context.Context, _ search.Problem[slideState, slideMove], l search.Limits) search.Result[slideMove] {
		return search.MM(ctx, p, l)
	}
	for name, solve := range searches {
		alone := solve(t.Context(), p, limits)
		results := make([]search.Result[slideMove], 4)
		var wg sync.WaitGroup
		for i := range results {
			wg.Go(func() { results[i] = solve(t.Context(), p, limits) })
		}
		wg.Wait()
		for _, r := range results {
			if r.Outcome != alone.Outcome || !r.Meter.Equal(alone.Meter) {
				t.Errorf("%s: %+v, alone %+v", name, r, alone)
			}
		}
	}
}

// Slices that double and a map that splits leave behind about as much as they
// come to hold; what is left behind is the collector's.
func TestSearchesWithSlicesAccountForWhatTheyHold(t *testing.T) {
	p := newSlide(4, 4, korfInstances[0].cells, sorted(16))
	for name, solve := range map[string]func(search.Limits) search.Result[slideMove]{
		"beam":        func(l search.Limits) search.Result[slideMove] { return search.Beam(t.Context(), p, 20_000, l) },
		"depth-first": func(l search.Limits) search.Result[slideMove] { return search.DepthFirst(t.Context(), p, 0, l) },
		"mm":          func(l search.Limits) search.Result[slideMove] { return search.MM(t.Context(), p, l) },
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r := solve(search.Limits{Expanded: 100_000})
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated < r.Bytes*7/10 || allocated > 3*r.Bytes {
			t.Errorf("%s: accounts for %d bytes at most, allocates %d in all", name, r.Bytes, allocated)
		}
	}
}
