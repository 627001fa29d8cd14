package experiments

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// noop is a sweep of trials that do nothing, to see what a trial costs.
func noop(n int) Sweep[climb] {
	return Sweep[climb]{
		Study: "noop", Instances: climbs("hills", 3, n), Workers: 1, Code: "v1",
		Strategies: []puzzle.Strategy[climb]{{Name: "noop", Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
			return puzzle.Finding{Outcome: search.Measured, Cost: 1, Meter: search.Meter{Expanded: 1}}, nil
		}}},
	}
}

// BenchmarkTrial is the engine's own cost of a trial: seed, clocks, row and
// write. Allow 10 µs.
func BenchmarkTrial(b *testing.B) {
	const trials = 20_000
	s := noop(trials)
	b.ReportAllocs()
	for b.Loop() {
		store := open(b)
		if got := mustRun(b, s, store); got.Ran != trials {
			b.Fatal(got)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*trials), "ns/trial")
}

// BenchmarkReuse is what a notebook cell pays for trials that are all there.
// Allow 50 ms for 15,000.
func BenchmarkReuse(b *testing.B) {
	for _, n := range []int{1500, 15_000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			store := open(b)
			s := noop(n)
			mustRun(b, s, store)
			for b.Loop() {
				if got := mustRun(b, s, store); got.Reused != n {
					b.Fatal(got)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), "ms/run")
		})
	}
}
