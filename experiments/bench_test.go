package experiments

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// noop is a sweep of trials that do nothing, to measure the cost of a trial.
func noop(n int) Sweep {
	return Sweep{
		Study: "noop", Instances: climbs("hills", 3, n), Workers: 1, Code: "v1",
		Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: "noop", Run: func(context.Context, climb, uint64, search.Limits) (puzzle.Finding, error) {
			return puzzle.Finding{Outcome: search.Measured, Cost: 1, Meter: search.Meter{Expanded: 1}}, nil
		}}}...),
	}
}

const noopTrials = 20_000

// BenchmarkTrial measures the engine's overhead for a trial: seed, clocks, row and write. Allow 8
// µs in this process, 50 µs in a separate one.
func BenchmarkTrial(b *testing.B) {
	for _, isolate := range []*trial.Isolation{nil, {}} {
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

// BenchmarkMillion runs a tenth of a sweep of a million trials, and finds it again without reading
// its rows. Allow 8 µs per trial to run, 5 with two workers, and 1.5 to find.
func BenchmarkMillion(b *testing.B) {
	const trials = 100_000
	s := noop(trials)
	sweep := func(b *testing.B, store *store.Store, ran int) {
		if got, err := RunUpTo(b.Context(), store, nil, 0, s); err != nil || got.Ran != ran || got.Total != trials {
			b.Fatal(got, err)
		}
	}
	perTrial := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*trials), "ns/trial")
	}
	for _, s.Workers = range []int{1, 2} {
		b.Run(fmt.Sprintf("run/workers=%d", s.Workers), func(b *testing.B) {
			for b.Loop() {
				sweep(b, open(b), trials)
			}
			perTrial(b)
		})
	}
	store := open(b)
	sweep(b, store, trials)
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			sweep(b, store, 0)
		}
		perTrial(b)
	})
	b.Run("unchanged-without-index", func(b *testing.B) {
		j, err := store.Study(s.Study)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.Remove(filepath.Join(j.Dir(), "index")); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			sweep(b, store, 0)
		}
		perTrial(b)
	})
}

// BenchmarkReuse measures what a notebook cell pays if all trials are stored. Allow 50 ms for
// 15,000.
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
