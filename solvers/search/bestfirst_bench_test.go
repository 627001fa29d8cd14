package search_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkAStar measures A* with Manhattan distance on some of Korf's
// instances, from one whose table fits the cache to one of half a gigabyte. The
// expansions of 12 are also those of eaburns/search; the others are our own
// and tell only that something changed.
func BenchmarkAStar(b *testing.B) {
	for _, c := range []struct {
		id, cost int
		expanded uint64
		cells    []uint8
	}{
		{12, 45, 32_334, korf12},
		{2, 55, 4_413_109, korf2},
		{4, 56, 5_253_685, korf4},
		{1, 57, 14_019_313, korf1},
	} {
		b.Run(korfName(c.id)+"/h=manhattan", func(b *testing.B) {
			p := newTightFifteen(c.cells)
			expanded, bytes := uint64(0), uint64(0)
			for b.Loop() {
				r := search.AStar(context.Background(), p, search.HighG, search.Limits{})
				if r.Outcome != search.Solved || r.Cost != c.cost || r.Expanded != c.expanded {
					b.Fatalf("%v at cost %d after %d expansions, want a cost of %d after %d", r.Outcome, r.Cost, r.Expanded, c.cost, c.expanded)
				}
				expanded += r.Expanded
				bytes = r.Bytes
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(bytes), "accounted-bytes")
		})
	}
}

// BenchmarkBestFirst measures the other searches, on an instance small enough
// for all of them, and A* in the general table.
func BenchmarkBestFirst(b *testing.B) {
	p := newTightFifteen(korf12)
	all := allSearches[tightState, slideMove]()
	all["astar general"] = func(ctx context.Context, p search.Problem[tightState, slideMove], l search.Limits) search.Result[slideMove] {
		return search.AStar(ctx, unpacked[tightState, slideMove]{p}, search.HighG, l)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			expanded := uint64(0)
			for b.Loop() {
				r := all[name](context.Background(), p, search.Limits{Expanded: 200_000})
				if r.Outcome != search.Solved && r.Expanded != 200_000 || r.Optimal && r.Cost != 45 {
					b.Fatalf("%v after %d expansions at cost %d", r.Outcome, r.Expanded, r.Cost)
				}
				expanded += r.Expanded
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
