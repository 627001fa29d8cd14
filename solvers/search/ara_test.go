package search_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// checkImprovements runs ARA* and checks what it said on the way against the
// cost of a cheapest path.
func checkImprovements[S, A comparable](t *testing.T, p search.Problem[S, A], best int, consistent bool) search.Result[A] {
	t.Helper()
	var all []search.Improvement
	start := search.Weight{Num: 5, Den: 1}
	r := search.ARAStar(t.Context(), p, start, func(i search.Improvement) { all = append(all, i) }, search.Limits{})
	for k, i := range all {
		if k > 0 && i.Cost >= all[k-1].Cost {
			t.Errorf("improvement %d costs %d, the one before %d", k, i.Cost, all[k-1].Cost)
		}
		if k > 0 && (i.Weight.Float() >= all[k-1].Weight.Float() || i.Bound < all[k-1].Bound || i.Expanded < all[k-1].Expanded) {
			t.Errorf("improvement %d is %+v, the one before %+v", k, i, all[k-1])
		}
		if i.Bound > best || i.Weight.Valid() != nil {
			t.Errorf("improvement %d proves %d under weight %v, the cheapest is %d", k, i.Bound, i.Weight, best)
		}
		if consistent && int64(i.Cost)*int64(i.Weight.Den) > int64(best)*int64(i.Weight.Num) {
			t.Errorf("improvement %d costs %d under weight %v, the cheapest is %d", k, i.Cost, i.Weight, best)
		}
	}
	if len(all) == 0 || all[0].Weight != start || all[len(all)-1].Cost != best {
		t.Errorf("improvements %+v, want the first under weight %v and the last at a cost of %d", all, start, best)
	}
	if r.Outcome != search.Solved || r.Cost != best || !r.Optimal || r.Bound != best {
		t.Errorf("%v, cost %d, optimal %v, bound %d; the cheapest is %d", r.Outcome, r.Cost, r.Optimal, r.Bound, best)
	}
	return r
}

func TestARAStarImprovesToTheOptimum(t *testing.T) {
	eachGraph(t, func(t *testing.T, p search.Problem[int32, int32], g *roads, d []int32, consistent bool) {
		if d[g.start] != search.Infinite {
			checkImprovements(t, p, int(d[g.start]), consistent)
		}
	})
	for _, k := range []struct {
		cells []uint8
		cost  int
	}{{korf12, 45}, {korfInstances[0].cells, korfInstances[0].cost}} {
		if r := checkImprovements(t, newTightFifteen(k.cells), k.cost, true); r.Reopened == 0 {
			t.Errorf("%v: no closed node was reached more cheaply, so that nothing was repaired", k.cells)
		}
	}
}

func TestARAStarKeepsItsSolutionWhenALimitEndsIt(t *testing.T) {
	p := newTightFifteen(korf12)
	start := search.Weight{Num: 5, Den: 1}
	var all []search.Improvement
	full := search.ARAStar(t.Context(), p, start, func(i search.Improvement) { all = append(all, i) }, search.Limits{})
	if len(all) < 3 {
		t.Fatalf("only %d improvements", len(all))
	}
	for k, i := range all {
		// The next node is one too many, unless this was the last.
		limit := i.Expanded + 1
		if limit >= full.Expanded {
			continue
		}
		best, cost := 0, 0
		r := search.ARAStar(t.Context(), p, start, func(i search.Improvement) { best, cost = i.Bound, i.Cost }, search.Limits{Expanded: limit})
		if r.Outcome != search.LimitNodes || r.Expanded != limit || r.Cost != i.Cost || cost != i.Cost || r.Optimal {
			t.Errorf("improvement %d, at %d expansions: %v after %d with cost %d, want %d", k, i.Expanded, r.Outcome, r.Expanded, r.Cost, i.Cost)
		}
		if r.Bound < best || r.Bound > 45 || costOfMoves(t, p, r.Path) != r.Cost {
			t.Errorf("improvement %d: bound %d after %d, path of %d moves for a cost of %d", k, r.Bound, best, len(r.Path), r.Cost)
		}
	}
	none := search.ARAStar(t.Context(), p, start, nil, search.Limits{Expanded: 1})
	if none.Outcome != search.LimitNodes || none.Path != nil || none.Bound != 35 {
		t.Errorf("after one expansion: %v, path %v, bound %d, want none and the estimate of the start, 35", none.Outcome, none.Path, none.Bound)
	}
}

// costOfMoves replays a path and returns its length, or -1 if it does not end at the goal.
func costOfMoves(t *testing.T, p *tightFifteen, path []slideMove) int {
	t.Helper()
	s, _ := p.Start()
	steps := make([]search.Step[tightState, slideMove], 4)
next:
	for _, m := range path {
		for i := range p.Expand(&s, 0, steps) {
			if steps[i].Action == m {
				s = steps[i].State
				continue next
			}
		}
		return -1
	}
	if !p.Goal(&s) {
		return -1
	}
	return len(path)
}

func ExampleARAStar() {
	p := newSlide(3, 3, []uint8{8, 6, 7, 2, 5, 4, 3, 0, 1}, sorted(9))
	r := search.ARAStar(context.Background(), p, search.Weight{Num: 5, Den: 1}, func(i search.Improvement) {
		fmt.Printf("%d moves under weight %v; at least %d are needed\n", i.Cost, i.Weight, i.Bound)
	}, search.Limits{})
	fmt.Printf("%v: %d moves, optimal: %v\n", r.Outcome, r.Cost, r.Optimal)
	// Output:
	// 35 moves under weight 5; at least 21 are needed
	// 29 moves under weight 1.5; at least 21 are needed
	// 27 moves under weight 1.125; at least 27 are needed
	// solved: 27 moves, optimal: true
}
