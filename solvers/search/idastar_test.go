package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// Eight moves of the blank sort this 3×2 board. The bound begins at the
// Manhattan distance and rises until it is the length of the solution.
func ExampleIDAStar() {
	p := newSlide(3, 2, []uint8{3, 1, 5, 2, 0, 4}, sorted(6))
	r := search.IDAStar(context.Background(), p, search.Limits{})
	fmt.Println(r.Outcome, "in", r.Cost, "moves:", r.Path)
	for _, i := range r.Iterations {
		fmt.Printf("bound %2d: %d expanded, %d generated\n", i.Bound, i.Expanded, i.Generated)
	}
	// Output:
	// solved in 8 moves: [2 1 3 4 3 1 2 2]
	// bound  6: 5 expanded, 7 generated
	// bound  8: 9 expanded, 13 generated
}

// One state a layer leads into a dead end on this board, three lead to a goal,
// and a thousand to a shortest path, which has 31 moves.
func ExampleBeam() {
	p := newSlide(3, 3, hardest3x3, sorted(9))
	for _, width := range []int{1, 3, 1000} {
		r := search.Beam(context.Background(), p, width, search.Limits{})
		fmt.Printf("width %4d: %v, %d moves, %d expanded\n", width, r.Outcome, r.Cost, r.Expanded)
	}
	// Output:
	// width    1: incomplete, 0 moves, 130 expanded
	// width    3: solved, 53 moves, 157 expanded
	// width 1000: solved, 31 moves, 20021 expanded
}

// hardest of the 3×2 boards: the only one 21 moves away from the goal with the
// blank in the corner.
var hardest3x2 = []uint8{3, 4, 5, 0, 1, 2}

func TestSlidingTilesConform(t *testing.T) {
	searchtest.Run(t, searchtest.Suite[slideState, slideMove]{
		Small: []searchtest.Instance[slideState, slideMove]{
			{Name: "2x2", Problem: newSlide(2, 2, []uint8{0, 3, 2, 1}, sorted(4)), Unsolvable: true},
			{Name: "3x2", Problem: newSlide(3, 2, hardest3x2, sorted(6)), Cost: 21},
			{Name: "solved", Problem: newSlide(3, 2, sorted(6), sorted(6))},
		},
		Large: []searchtest.Instance[slideState, slideMove]{
			{Name: "3x3", Problem: newSlide(3, 3, hardest3x3, sorted(9))},
			{Name: "4x4", Problem: newSlide(4, 4, korfInstances[0].cells, sorted(16))},
		},
		Begin: func(p search.Problem[slideState, slideMove], s slideState) search.Problem[slideState, slideMove] {
			q := *p.(*slide)
			q.start.cells = s.cells
			q.derive(&q.start)
			return &q
		},
		Consistent: true,
	})
}

func TestIDAStarCountsAsPublished(t *testing.T) {
	k := korfInstances[0]
	for name, r := range map[string]search.Result[slideMove]{
		"board":  search.IDAStar(t.Context(), newSlide(4, 4, k.cells, sorted(16)), search.Limits{}),
		"packed": search.IDAStar(t.Context(), newFifteen(k.cells), search.Limits{}),
	} {
		if r.Cost != k.cost || r.Generated != k.generated || r.Expanded != k.expanded || len(r.Path) != k.cost || len(r.Iterations) != 8 {
			t.Errorf("%s: cost %d, generated %d, expanded %d, iterations %v; want %d, %d, %d and 8 iterations",
				name, r.Cost, r.Generated, r.Expanded, r.Iterations, k.cost, k.generated, k.expanded)
		}
		if r.MaxDepth != k.cost || r.Stored != uint64(k.cost)+1 || r.Bytes == 0 {
			t.Errorf("%s: depth %d, stored %d, %d bytes for a path of %d", name, r.MaxDepth, r.Stored, r.Bytes, k.cost)
		}
	}
}

func TestAStartThatIsAGoalNeedsNoWork(t *testing.T) {
	solved := newSlide(3, 3, sorted(9), sorted(9))
	for name, r := range map[string]search.Result[slideMove]{
		"IDAStar":    search.IDAStar(t.Context(), solved, search.Limits{}),
		"RBFS":       search.RBFS(t.Context(), solved, search.Limits{}),
		"DepthFirst": search.DepthFirst(t.Context(), solved, 0, search.Limits{}),
		"Beam":       search.Beam(t.Context(), solved, 1, search.Limits{}),
		"MM":         search.MM(t.Context(), solved, search.Limits{}),
	} {
		if r.Outcome != search.Solved || r.Cost != 0 || r.Path == nil || len(r.Path) != 0 || !r.Optimal || r.Expanded+r.Generated != 0 {
			t.Errorf("%s: %+v", name, r)
		}
		if name == "IDAStar" && !slices.Equal(r.Iterations, []search.Iteration{{}}) {
			t.Errorf("iterations %v, want one without work", r.Iterations)
		}
	}
}

// Every search stays within a limit on nodes held or bytes, says which outcome
// that is, and does not change when the limit is what it needs.
func TestMemoryLimitsHold(t *testing.T) {
	p := newSlide(3, 2, hardest3x2, sorted(6))
	for name, run := range map[string]func(search.Limits) search.Result[slideMove]{
		"IDAStar":    func(l search.Limits) search.Result[slideMove] { return search.IDAStar(t.Context(), p, l) },
		"RBFS":       func(l search.Limits) search.Result[slideMove] { return search.RBFS(t.Context(), p, l) },
		"DepthFirst": func(l search.Limits) search.Result[slideMove] { return search.DepthFirst(t.Context(), p, 30, l) },
		"Beam":       func(l search.Limits) search.Result[slideMove] { return search.Beam(t.Context(), p, 10, l) },
		"MM":         func(l search.Limits) search.Result[slideMove] { return search.MM(t.Context(), p, l) },
	} {
		full := run(search.Limits{})
		if full.Outcome != search.Solved || full.Bytes == 0 || full.Stored == 0 {
			t.Fatalf("%s: %+v", name, full)
		}
		for _, bytes := range []uint64{1, full.Bytes / 2, full.Bytes - 1} {
			r := run(search.Limits{Bytes: bytes})
			if r.Outcome != search.LimitMemory || r.Bytes > bytes || r.Path != nil {
				t.Errorf("%s: limit of %d bytes: %v with %d", name, bytes, r.Outcome, r.Bytes)
			}
		}
		for _, stored := range []uint64{1, 5, full.Stored / 2} {
			r := run(search.Limits{Stored: stored})
			if r.Outcome != search.LimitMemory || r.Stored > stored {
				t.Errorf("%s: limit of %d nodes held: %v with %d", name, stored, r.Outcome, r.Stored)
			}
		}
		if r := run(search.Limits{Bytes: full.Bytes, Stored: full.Stored + 4}); !r.Equal(full.Meter) || r.Outcome != search.Solved {
			t.Errorf("%s: with just enough memory: %+v\nwant %+v", name, r, full)
		}
	}
}

// An expansion of the engine makes no garbage: what a run allocates depends on
// the depth, not on the nodes.
func TestIDAStarAllocatesForThePathOnly(t *testing.T) {
	p := newFifteen(korfInstances[0].cells)
	allocated := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() { search.IDAStar(t.Context(), p, search.Limits{Expanded: nodes}) })
	}
	if few, many := allocated(5_000), allocated(200_000); many > few+60 {
		t.Errorf("%v allocations for 5,000 nodes, %v for 200,000", few, many)
	}
}

// lying is a puzzle whose probe tells a path that does not lead to the goal.
type lying struct{ *slide }

func (lying) Probe() search.Probe[slideMove] {
	return func(int32, *search.Guard, *search.Meter) (int32, []slideMove, search.Outcome) {
		return 0, []slideMove{1, 1, 1, 1}, search.Solved
	}
}

func TestAPathIsReplayedBeforeItIsReported(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a path that cannot be taken was reported")
		}
	}()
	search.IDAStar(t.Context(), lying{newSlide(3, 2, hardest3x2, sorted(6))}, search.Limits{})
}

func TestDepthFirstKeepsToItsDepth(t *testing.T) {
	p := newSlide(3, 2, hardest3x2, sorted(6)) // 21 moves away
	for depth, want := range map[int]search.Outcome{20: search.Incomplete, 21: search.Solved, 25: search.Solved, 0: search.Solved, -1: search.Solved} {
		r := search.DepthFirst(t.Context(), p, depth, search.Limits{})
		if r.Outcome != want || depth > 0 && r.MaxDepth > depth || r.Outcome == search.Solved && r.Cost != len(r.Path) {
			t.Errorf("depth %d: %v with cost %d, depth %d; want %v", depth, r.Outcome, r.Cost, r.MaxDepth, want)
		}
	}
}

func TestBeamKeepsItsWidth(t *testing.T) {
	p := newSlide(3, 3, hardest3x3, sorted(9)) // 31 moves away
	for _, width := range []int{-3, 0, 1, 2, 7, 100} {
		r := search.Beam(t.Context(), p, width, search.Limits{})
		if most := uint64(max(1, width)) * uint64(r.MaxDepth+1); r.Stored > most || r.Expanded > most {
			t.Errorf("width %d: %d stored, %d expanded in %d layers", width, r.Stored, r.Expanded, r.MaxDepth+1)
		}
		if !r.Outcome.Answered() && r.Outcome != search.Incomplete || r.Outcome == search.Solved && r.Cost < 31 {
			t.Errorf("width %d: %v with cost %d", width, r.Outcome, r.Cost)
		}
	}
}

// A run that gave up is no answer, and no larger limit would have made it one.
func TestIncompleteIsNeitherAnsweredNorLimited(t *testing.T) {
	if o := search.Incomplete; o.Answered() || o.Limited() || o.String() != "incomplete" {
		t.Errorf("%v: answered %t, limited %t", o, o.Answered(), o.Limited())
	}
	if o, err := search.ParseOutcome("incomplete"); o != search.Incomplete || err != nil {
		t.Errorf("incomplete is read back as %v, %v", o, err)
	}
}
