package experiments

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// TestWorkersGoOnWithTheNextSweep makes a trial of the first sweep end only after a trial of the
// third.
func TestWorkersGoOnWithTheNextSweep(t *testing.T) {
	third := make(chan struct{})
	sweep := func(name string, mode trial.Mode, run func(ctx context.Context)) Sweep {
		return Sweep{
			Study: "climbing", Mode: mode, Workers: 2, Instances: climbs(name, 1, 1),
			Strategies: puzzle.Erased([]puzzle.Strategy[climb]{{Name: name, Run: func(ctx context.Context, _ climb, _ uint64, _ search.Limits) (puzzle.Finding, error) {
				run(ctx)
				return puzzle.Finding{Outcome: search.Measured}, nil
			}}}...),
		}
	}
	var said []string
	progress := ProgressFunc(func(s Status) {
		if s.Final {
			said = append(said, fmt.Sprintf("%s: %d of %d", s.Study, s.Done, s.Total))
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	summary, err := RunAll(ctx, open(t), progress,
		sweep("waits", trial.Budget, func(ctx context.Context) {
			select {
			case <-third:
			case <-ctx.Done():
			}
		}),
		sweep("timed", trial.Timed, func(context.Context) {
			select {
			case <-third:
			default:
				t.Error("the timed sweep ran beside others, or before them")
			}
		}),
		sweep("third", trial.Budget, func(context.Context) { close(third) }),
	)
	if err != nil || summary.Ran != 3 {
		t.Fatalf("%v, %v; want 3 trials run", summary, err)
	}
	if want := "[climbing, 2 of 3 parts: 2 of 2 climbing, part 2 of 3: 1 of 1]"; fmt.Sprint(said) != want {
		t.Errorf("progress says %v, want %s", said, want)
	}
}
