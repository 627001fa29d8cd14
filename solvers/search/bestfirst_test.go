package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// optimalSearches are the searches that prove their solution optimal.
func optimalSearches[S, A comparable]() map[string]func(context.Context, search.Problem[S, A], search.Limits) search.Result[A] {
	type problem = search.Problem[S, A]
	m := map[string]func(context.Context, problem, search.Limits) search.Result[A]{
		"uniform-cost": search.UniformCost[S, A],
		"weight 1": func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
			return search.WeightedAStar(ctx, p, search.Weight{}, l)
		},
		"ara": func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
			return search.ARAStar(ctx, p, search.Weight{Num: 3, Den: 1}, nil, l)
		},
	}
	for _, ties := range []search.Ties{search.HighG, search.LowG, search.FIFO} {
		m["astar "+ties.String()] = func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
			return search.AStar(ctx, p, ties, l)
		}
	}
	return m
}

// allSearches are these and those that promise less.
func allSearches[S, A comparable]() map[string]func(context.Context, search.Problem[S, A], search.Limits) search.Result[A] {
	type problem = search.Problem[S, A]
	m := optimalSearches[S, A]()
	m["breadth-first"] = search.BreadthFirst[S, A]
	m["greedy"] = search.Greedy[S, A]
	m["weight 3/2"] = func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
		return search.WeightedAStar(ctx, p, search.Weight{Num: 3, Den: 2}, l)
	}
	m["weight 5"] = func(ctx context.Context, p problem, l search.Limits) search.Result[A] {
		return search.WeightedAStar(ctx, p, search.Weight{Num: 5, Den: 1}, l)
	}
	return m
}

// The estimate of b is right and that of a is 0, so that c is closed by way of
// a dear road first:
//
//	start ─1─ a ─1─ c ─3─ goal     h: a 4, c 0
//	start ─1─ b ─2─ c              h: b 0
//
// Whoever does not open c again returns 1 + 2 + 3 = 6 instead of 5.
func TestClosedNodesReachedMoreCheaplyAreOpenedAgain(t *testing.T) {
	trap := &roads{start: 0, goal: 4, h: []int32{0, 4, 0, 0, 0}, out: [][]lane{
		{{0, 1, 1}, {2, 2, 1}},
		{{1, 0, 1}, {4, 3, 1}},
		{{3, 0, 1}, {6, 3, 2}},
		{{5, 1, 1}, {7, 2, 2}, {8, 4, 3}},
		{{9, 3, 3}},
	}}
	for name, p := range map[string]search.Problem[int32, int32]{"general": trap, "packed": streets{trap}} {
		for _, ties := range []search.Ties{search.HighG, search.LowG, search.FIFO} {
			r := search.AStar(t.Context(), p, ties, search.Limits{})
			if r.Outcome != search.Solved || r.Cost != 5 || !slices.Equal(r.Path, []int32{1, 5, 9}) || r.Reopened != 1 {
				t.Errorf("%s, %v: %v, cost %d by %v, %d reopened; want 5 by [1 5 9], 1 reopened", name, ties, r.Outcome, r.Cost, r.Path, r.Reopened)
			}
		}
	}
}

func TestOptimalSearchesAgreeWithShortestPaths(t *testing.T) {
	eachGraph(t, func(t *testing.T, p search.Problem[int32, int32], g *roads, d []int32, consistent bool) {
		for name, solve := range optimalSearches[int32, int32]() {
			r := solve(t.Context(), p, search.Limits{})
			if d[g.start] == search.Infinite {
				if r.Outcome != search.Unsolvable || r.Path != nil || r.Optimal {
					t.Errorf("%s: %v, want unsolvable", name, r.Outcome)
				}
				continue
			}
			if r.Outcome != search.Solved || r.Cost != int(d[g.start]) || !r.Optimal || r.Bound != r.Cost {
				t.Errorf("%s: %v, cost %d, bound %d, optimal %v, want a cost of %d", name, r.Outcome, r.Cost, r.Bound, r.Optimal, d[g.start])
			}
			if got := g.drive(r.Path); got != r.Cost {
				t.Errorf("%s: the path costs %d, not %d", name, got, r.Cost)
			}
			if consistent && name != "ara" && r.Reopened != 0 {
				t.Errorf("%s: %d nodes reopened under a consistent estimate", name, r.Reopened)
			}
		}
	})
}

func TestWeightedAStarKeepsItsPromise(t *testing.T) {
	eachGraph(t, func(t *testing.T, p search.Problem[int32, int32], g *roads, d []int32, _ bool) {
		best := int64(d[g.start])
		for _, w := range []search.Weight{{Num: 3, Den: 2}, {Num: 2, Den: 1}, {Num: 7, Den: 3}, {Num: 5, Den: 1}, {Num: 1000, Den: 1}} {
			r := search.WeightedAStar(t.Context(), p, w, search.Limits{})
			if best == int64(search.Infinite) {
				if r.Outcome != search.Unsolvable {
					t.Errorf("weight %v: %v, want unsolvable", w, r.Outcome)
				}
				continue
			}
			if r.Outcome != search.Solved || int64(r.Cost)*int64(w.Den) > best*int64(w.Num) || g.drive(r.Path) != r.Cost {
				t.Errorf("weight %v: %v, cost %d by %v, the cheapest is %d", w, r.Outcome, r.Cost, r.Path, best)
			}
			if int64(r.Bound) > best || int64(r.Bound)*int64(w.Num) < int64(r.Cost)*int64(w.Den) || r.Optimal && int64(r.Cost) != best {
				t.Errorf("weight %v: cost %d, bound %d, optimal %v, but the cheapest is %d", w, r.Cost, r.Bound, r.Optimal, best)
			}
		}
	})
}

func TestBreadthFirstTakesTheFewestActions(t *testing.T) {
	eachGraph(t, func(t *testing.T, p search.Problem[int32, int32], g *roads, d []int32, _ bool) {
		flat := &roads{start: g.start, goal: g.goal, out: make([][]lane, len(g.out))}
		for i, out := range g.out {
			for _, r := range out {
				flat.out[i] = append(flat.out[i], lane{r.number, r.to, 1})
			}
		}
		r := search.BreadthFirst(t.Context(), p, search.Limits{})
		fewest := flat.distances()[g.start]
		if fewest == search.Infinite {
			if r.Outcome != search.Unsolvable {
				t.Errorf("%v, want unsolvable", r.Outcome)
			}
			return
		}
		if r.Outcome != search.Solved || len(r.Path) != int(fewest) || r.MaxDepth != int(fewest) || r.Bound != int(fewest) || g.drive(r.Path) != r.Cost {
			t.Errorf("%v, %d actions %v, bound %d, cost %d; the fewest are %d", r.Outcome, len(r.Path), r.Path, r.Bound, r.Cost, fewest)
		}
		if r.Optimal != (r.Cost == r.Bound) || r.Optimal && r.Cost != int(d[g.start]) {
			t.Errorf("cost %d for %d actions, optimal %v, the cheapest is %d", r.Cost, len(r.Path), r.Optimal, d[g.start])
		}
	})
}

func TestGreedyFindsAPathIfThereIsOne(t *testing.T) {
	eachGraph(t, func(t *testing.T, p search.Problem[int32, int32], g *roads, d []int32, _ bool) {
		r := search.Greedy(t.Context(), p, search.Limits{})
		switch {
		case d[g.start] == search.Infinite:
			if r.Outcome != search.Unsolvable {
				t.Errorf("%v, want unsolvable", r.Outcome)
			}
		case r.Outcome != search.Solved || g.drive(r.Path) != r.Cost || r.Bound > int(d[g.start]) || r.Reopened != 0:
			t.Errorf("%v, cost %d by %v, bound %d, %d reopened; the cheapest is %d", r.Outcome, r.Cost, r.Path, r.Bound, r.Reopened, d[g.start])
		}
	})
}

// Both tables must lead to the same search; what they differ in is memory, and
// that general problems generate the step back, too.
func TestThePackedTableSearchesLikeTheGeneralOne(t *testing.T) {
	for id, cells := range map[int][]uint8{12: korf12, 79: korfInstances[0].cells} {
		p := newTightFifteen(cells)
		for name, solve := range allSearches[tightState, slideMove]() {
			packed := solve(t.Context(), p, search.Limits{Expanded: 20_000})
			general := solve(t.Context(), unpacked[tightState, slideMove]{p}, search.Limits{Expanded: 20_000})
			packed.Bytes, general.Bytes = 0, 0
			if !packed.Meter.Equal(general.Meter) || packed.Outcome != general.Outcome || packed.Bound != general.Bound || !slices.Equal(packed.Path, general.Path) {
				t.Errorf("korf %d, %s: packed %+v, general %+v", id, name, packed, general)
			}
		}
	}
}

// unpacked hides the abilities of a problem.
type unpacked[S, A comparable] struct{ search.Problem[S, A] }

func TestSearchesOfTheEightPuzzleAgreeWithAllDistances(t *testing.T) {
	goal := newSlide(3, 3, sorted(9), sorted(9))
	depth := map[slideState]int{goal.start: 0}
	layer := []slideState{goal.start}
	steps := make([]search.Step[slideState, slideMove], 4)
	for d := 1; len(layer) > 0; d++ {
		var next []slideState
		for _, s := range layer {
			for i := range goal.Expand(&s, 0, steps) {
				if _, known := depth[steps[i].State]; !known {
					depth[steps[i].State] = d
					next = append(next, steps[i].State)
				}
			}
		}
		layer = next
	}
	if len(depth) != 181_440 {
		t.Fatalf("%d states", len(depth))
	}
	states := make([]slideState, 0, len(depth))
	for s := range depth {
		states = append(states, s)
	}
	slices.SortFunc(states, func(a, b slideState) int { return slices.Compare(a.cells[:], b.cells[:]) })
	step := 45_001
	if *exhaustive {
		step = 22_345
	}
	for i := 0; i < len(states); i += step {
		s := states[i]
		p := newSlide(3, 3, s.cells[:9], sorted(9))
		for name, solve := range allSearches[slideState, slideMove]() {
			r := solve(t.Context(), unpacked[slideState, slideMove]{p}, search.Limits{})
			if r.Outcome != search.Solved || r.Bound > depth[s] || r.Cost < depth[s] || r.Optimal && r.Cost != depth[s] {
				t.Errorf("%s from %v: %v, cost %d, bound %d, optimal %v; it takes %d", name, s.cells[:9], r.Outcome, r.Cost, r.Bound, r.Optimal, depth[s])
			}
		}
		r := search.AStar(t.Context(), p, search.HighG, search.Limits{})
		if r.Cost != depth[s] || r.MaxDepth != depth[s] {
			t.Errorf("packed A* from %v: cost %d, depth %d; it takes %d", s.cells[:9], r.Cost, r.MaxDepth, depth[s])
		}
	}
}

func TestUnsolvableSpacesAreExhausted(t *testing.T) {
	cells := sorted(6)
	cells[1], cells[2] = cells[2], cells[1]
	p := newSlide(3, 2, cells, sorted(6))
	for name, solve := range allSearches[slideState, slideMove]() {
		r := solve(t.Context(), p, search.Limits{})
		if r.Outcome != search.Unsolvable || r.Stored != 360 || r.Path != nil || r.Optimal || r.Bound != 0 {
			t.Errorf("%s: %v, %d states stored, bound %d; want unsolvable after 6!/2 = 360", name, r.Outcome, r.Stored, r.Bound)
		}
		if r.Expanded < 360 {
			t.Errorf("%s: unsolvable after %d of 360 states", name, r.Expanded)
		}
	}
}

func TestAStartThatIsAGoalNeedsNothing(t *testing.T) {
	p := newTightFifteen(sorted(16))
	for name, solve := range allSearches[tightState, slideMove]() {
		r := solve(t.Context(), p, search.Limits{})
		if r.Outcome != search.Solved || r.Path == nil || len(r.Path) != 0 || r.Cost != 0 || !r.Optimal || r.Expanded != 0 || r.Generated != 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// The number of states with g + h below the cost, which any A* expands and no
// tie rule adds to, was counted by another program.
func TestTiesChangeTheWorkAndNotTheCost(t *testing.T) {
	const mustExpand = 32_090
	seen := map[uint64]search.Ties{}
	for _, ties := range []search.Ties{search.HighG, search.LowG, search.FIFO} {
		r := search.AStar(t.Context(), newTightFifteen(korf12), ties, search.Limits{})
		if r.Outcome != search.Solved || r.Cost != 45 || r.Reopened != 0 {
			t.Errorf("%v: %v at %d, %d reopened; want 45, none", ties, r.Outcome, r.Cost, r.Reopened)
		}
		if r.Expanded < mustExpand {
			t.Errorf("%v: %d expanded, fewer than the %d that must be", ties, r.Expanded, mustExpand)
		}
		if other, known := seen[r.Expanded]; known {
			t.Errorf("%v and %v expand %d nodes both", ties, other, r.Expanded)
		}
		seen[r.Expanded] = ties
	}
	// The same tie rule in eaburns/search.
	if _, ok := seen[32_334]; !ok {
		t.Errorf("no rule expands 32,334 nodes, as the other program does: %v", seen)
	}
}

func TestTwoRunsCountTheSame(t *testing.T) {
	p := newTightFifteen(korf12)
	for name, solve := range allSearches[tightState, slideMove]() {
		for _, p := range []search.Problem[tightState, slideMove]{p, unpacked[tightState, slideMove]{p}} {
			a := solve(t.Context(), p, search.Limits{Expanded: 15_000})
			b := solve(t.Context(), p, search.Limits{Expanded: 15_000})
			if !a.Meter.Equal(b.Meter) || !slices.Equal(a.Path, b.Path) || a.Outcome != b.Outcome {
				t.Errorf("%s: %+v, then %+v", name, a, b)
			}
		}
	}
}

func TestBestFirstNodeLimitIsExact(t *testing.T) {
	p := newTightFifteen(korf12)
	for name, solve := range allSearches[tightState, slideMove]() {
		full := solve(t.Context(), p, search.Limits{Expanded: 40_000})
		for _, limit := range []uint64{1, 2, 1000, full.Expanded - 1} {
			r := solve(t.Context(), p, search.Limits{Expanded: limit})
			if r.Outcome != search.LimitNodes || r.Expanded != limit || r.Optimal || r.Bound > 45 || r.Bound < 1 {
				t.Errorf("%s with %d expansions: %v after %d, bound %d", name, limit, r.Outcome, r.Expanded, r.Bound)
			}
		}
		if r := solve(t.Context(), p, search.Limits{Expanded: full.Expanded}); full.Outcome == search.Solved && r.Outcome != search.Solved {
			t.Errorf("%s needs %d expansions, but with that many allowed: %v", name, full.Expanded, r.Outcome)
		}
	}
}

// The states with g + h below the cost, counted by another program, are what
// any A* must expand, and with a consistent estimate it expands them before
// all others: with that many expansions allowed the bound is the cost, with
// one less it is not.
func TestTheBoundOfAStarRisesToTheCost(t *testing.T) {
	for _, c := range []struct {
		id         int
		cells      []uint8
		h, cost    int
		mustExpand uint64
	}{
		{12, korf12, 35, 45, 32_090},
		{9, []uint8{3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0}, 32, 46, 262_571},
		{93, []uint8{13, 9, 14, 6, 12, 8, 1, 2, 3, 4, 0, 7, 5, 10, 11, 15}, 34, 46, 281_678},
	} {
		if c.id != 12 && !*exhaustive {
			continue
		}
		p := newTightFifteen(c.cells)
		bound := func(limit uint64) int {
			return search.AStar(t.Context(), p, search.HighG, search.Limits{Expanded: limit}).Bound
		}
		if got := []int{bound(1), bound(c.mustExpand - 1), bound(c.mustExpand)}; got[0] < c.h || got[1] != c.cost-2 || got[2] != c.cost {
			t.Errorf("korf %d: bounds %v after 1, %d and one more expansions; want %d at least, %d and %d", c.id, got, c.mustExpand-1, c.h, c.cost-2, c.cost)
		}
	}
}

func TestBestFirstStopsForTimeAndCancellation(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	p := newTightFifteen(korf1)
	for name, solve := range allSearches[tightState, slideMove]() {
		if r := solve(cancelled, p, search.Limits{}); r.Outcome != search.Cancelled || r.Expanded != 0 {
			t.Errorf("%s, cancelled: %v after %d", name, r.Outcome, r.Expanded)
		}
		if r := solve(t.Context(), p, search.Limits{Time: time.Nanosecond}); r.Outcome != search.LimitTime {
			t.Errorf("%s in a nanosecond: %v", name, r.Outcome)
		}
	}
}

func ExampleAStar() {
	// Two roads lead from Arad to Bucharest.
	p := &roads{start: 0, goal: 3, h: []int32{366, 193, 176, 0}, out: [][]lane{
		{{0, 1, 220}, {1, 2, 239}}, // Arad: Rimnicu and Fagaras, both by Sibiu
		{{2, 3, 198}},              // Rimnicu
		{{3, 3, 211}},              // Fagaras
		nil,
	}}
	r := search.AStar(context.Background(), p, search.HighG, search.Limits{})
	fmt.Println(r.Outcome, r.Cost, r.Path, "after", r.Expanded, "expansions")
	// Output: solved 418 [1 3] after 3 expansions
}
