package experiments

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func init() { isolatedSweeps["threads"] = threads }

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano())
}

// threads is a timed sweep of a strategy with two goroutines, each of which uses so many
// milliseconds of CPU as the instance is high.
func threads() Sweep[climb] {
	return Sweep[climb]{
		Study: "threads", Instances: climbs("hills", 5, 5), Mode: Timed,
		Strategies: []puzzle.Strategy[climb]{{Name: "two", Run: func(_ context.Context, c climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
			var group sync.WaitGroup
			for range 2 {
				group.Go(func() {
					runtime.LockOSThread()
					for begin := threadTime(); threadTime()-begin < time.Duration(c.top)*time.Millisecond; {
					}
				})
			}
			group.Wait()
			return puzzle.Finding{Outcome: search.Measured}, nil
		}}},
	}
}

func TestThreadsOfATrialAreBooked(t *testing.T) {
	dir := t.TempDir()
	if err := start(t, "threads", dir).Run(); err != nil {
		t.Fatal(err)
	}
	trials, _ := mustLoad(t, openAt(t, dir), "threads")
	for _, trial := range trials {
		want := 2 * float64(50+trial.Index) / 1000
		if !trial.Isolated || trial.CPU < want || trial.CPU > 1.5*want {
			t.Errorf("trial %d: %g s of CPU, want %g to %g", trial.Index, trial.CPU, want, 1.5*want)
		}
	}
	if len(trials) != 5 {
		t.Errorf("%d trials, want 5", len(trials))
	}
}
