package experiments

import (
	"context"
	"fmt"
	"os"
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

const noopTrials = 20_000

// BenchmarkTrial is the engine's own cost of a trial: seed, clocks, row and
// write. Allow 8 µs in this process, 50 µs in one of its own.
func BenchmarkTrial(b *testing.B) {
	for _, isolate := range []*Isolation{nil, {}} {
		b.Run(fmt.Sprintf("isolated=%v", isolate != nil), func(b *testing.B) {
			b.Setenv("EXPERIMENTS_TEST_ROLE", "noop") // of worker processes
			s := noop(noopTrials)
			s.Isolate = isolate
			b.ReportAllocs()
			for b.Loop() {
				store := open(b)
				if got := mustRun(b, s, store); got.Ran != noopTrials || got.Trials[0].Isolated != (isolate != nil) {
					b.Fatal(got)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*noopTrials), "ns/trial")
		})
	}
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

// BenchmarkCodeHash is what a command pays at its start for the sources that its
// trials stand for. Allow 20 ms for a puzzle and its searches.
func BenchmarkCodeHash(b *testing.B) {
	source := os.DirFS(".")
	for b.Loop() {
		if _, err := CodeHash(source); err != nil {
			b.Fatal(err)
		}
	}
}
