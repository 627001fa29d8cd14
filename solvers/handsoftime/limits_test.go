package handsoftime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestNodeLimitIsExact(t *testing.T) {
	rings := plantedRings(60, 1)
	for _, s := range strategies(t) {
		full := s.Count(t.Context(), rings[0], search.Limits{Expanded: 200_000}).Meter.Expanded
		for _, limit := range []uint64{1, 2, full / 2, full - 1} {
			if limit == 0 || limit >= full {
				continue
			}
			got := s.Count(t.Context(), rings[0], search.Limits{Expanded: limit})
			if got.Outcome != search.LimitNodes || got.Meter.Expanded != limit {
				t.Errorf("%s with a limit of %d nodes: %v after %d", s.Name, limit, got.Outcome, got.Meter.Expanded)
			}
		}
		first := s.Solve(t.Context(), rings[0], search.Limits{Expanded: 200_000})
		if first.Outcome != search.Solved {
			continue
		}
		if again := s.Solve(t.Context(), rings[0], search.Limits{Expanded: first.Expanded}); again.Outcome != search.Solved {
			t.Errorf("%s finds a solution at node %d, but not with that many allowed: %v", s.Name, first.Expanded, again.Outcome)
		}
	}
}

func TestTimeLimitAndCancellationEndTheSearch(t *testing.T) {
	r := plantedRings(400, 1)[0] // far out of reach of these strategies
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"standard", "pruning+sorting", "dynamic-sorting"} {
		s, err := parseStrategy(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Solve(t.Context(), r, search.Limits{Time: time.Millisecond}); got.Outcome != search.LimitTime {
			t.Errorf("%s with a time limit: %v", name, got.Outcome)
		}
		if got := s.Solve(cancelled, r, search.Limits{}); got.Outcome != search.Cancelled {
			t.Errorf("%s when cancelled: %v", name, got.Outcome)
		}
	}
}

func TestMemoryLimitIsDeterministic(t *testing.T) {
	r := plantedRings(1000, 1)[0]
	for _, s := range strategies(t) {
		free := s.Solve(t.Context(), r, search.Limits{Expanded: 1000})
		if free.Bytes == 0 {
			t.Errorf("%s reports no memory", s.Name)
			continue
		}
		if got := s.Solve(t.Context(), r, search.Limits{Expanded: 1000, Bytes: free.Bytes}); got.Outcome != free.Outcome {
			t.Errorf("%s within the %d bytes it needs: %v, want %v", s.Name, free.Bytes, got.Outcome, free.Outcome)
		}
		if got := s.Solve(t.Context(), r, search.Limits{Expanded: 1000, Bytes: free.Bytes - 1}); got.Outcome != search.LimitMemory {
			t.Errorf("%s within one byte less: %v, want limit-memory", s.Name, got.Outcome)
		}
	}
}

// A caller who stops pulling pays for no more than what was pulled.
func TestEnumerationIsLazy(t *testing.T) {
	r := plantedRings(60, 1)[0]
	for _, s := range strategies(t) {
		one := s.Solve(t.Context(), r, search.Limits{Expanded: 100_000})
		if one.Outcome != search.Solved {
			continue
		}
		enough := errors.New("one is enough")
		all, err := s.Each(t.Context(), r, search.Limits{}, func(fmt.Stringer) error { return enough })
		if got := all.Meter; err != enough || !got.Equal(one.Meter) {
			t.Errorf("%s: pulling one solution cost %+v, finding one %+v", s.Name, got, one.Meter)
		}
	}
}

// What is accounted must be what is allocated, and fit the budget of 24 bytes a
// node beyond the ring.
func TestContractionFitsItsMemoryBudget(t *testing.T) {
	s, _ := parseStrategy("contraction")
	for _, n := range []int{1_000, 1_001, 100_000, 1_000_000} {
		r := plantedRings(n, 1)[0]
		var got search.Result[int32]
		allocated := uint64(math.MaxUint64)
		for range 3 { // the runtime may allocate in between
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got = s.Solve(t.Context(), r, search.Limits{})
			runtime.ReadMemStats(&after)
			allocated = min(allocated, after.TotalAlloc-before.TotalAlloc)
		}
		// Some hundred bytes do not depend on the ring, and on small rings the
		// number of segments varies.
		if budget := uint64(24*n) + 1000; allocated > budget || got.Bytes > budget {
			t.Errorf("contraction on a ring of %d nodes allocated %d bytes and accounts for %d, want at most 24 a node", n, allocated, got.Bytes)
		}
		if low, high := allocated*8/10, allocated*11/10; got.Bytes < low || got.Bytes > high {
			t.Errorf("contraction on a ring of %d nodes accounts for %d bytes and allocates %d", n, got.Bytes, allocated)
		}
	}
}

func TestPassesOverLargeRingsObeyTheLimits(t *testing.T) {
	r := plantedRings(1_000_000, 1)[0]
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	s, _ := parseStrategy("contraction")
	for name, got := range map[string]search.Outcome{
		"one start":         s.Solve(cancelled, r, search.Limits{}).Outcome,
		"all starts":        s.Solve(cancelled, anyStart(r), search.Limits{}).Outcome,
		"count, all starts": s.Count(cancelled, anyStart(r), search.Limits{}).Outcome,
	} {
		if got != search.Cancelled {
			t.Errorf("%s, cancelled: %v", name, got)
		}
	}
	if got := s.Solve(t.Context(), anyStart(r), search.Limits{Bytes: 1000}).Outcome; got != search.LimitMemory {
		t.Errorf("all starts within 1,000 bytes: %v", got)
	}
	if got := s.Solve(t.Context(), r, search.Limits{Stored: 10}).Outcome; got != search.LimitMemory {
		t.Errorf("at most 10 nodes stored: %v", got)
	}
}

func TestStaticSearchDoesNotAllocatePerNode(t *testing.T) {
	r := plantedRings(75, 1)[0]
	s, _ := parseStrategy("standard")
	run := func(limit uint64) float64 {
		return testing.AllocsPerRun(3, func() { s.Solve(context.Background(), r, search.Limits{Expanded: limit}) })
	}
	if few, many := run(1_000), run(300_000); many > few {
		t.Errorf("%v allocations for 1,000 nodes, %v for 300,000", few, many)
	}
}
