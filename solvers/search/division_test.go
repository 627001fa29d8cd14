package search_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// checkWorkers searches a problem with several numbers of workers, whole and divided into
// more or less small parts, under limits that fall anywhere, and compares everything with
// the engine.
func checkWorkers[S, A comparable](t *testing.T, rng *rand.Rand, p search.Problem[S, A], most uint64) {
	t.Helper()
	full := search.IDAStar(t.Context(), p, search.Limits{Expanded: most})
	limits := []search.Limits{{Expanded: most}}
	if full.Expanded > 0 {
		limits = append(limits, search.Limits{Expanded: 1 + rng.Uint64N(full.Expanded)}, search.Limits{Expanded: 1 + rng.Uint64N(full.Expanded)},
			search.Limits{Expanded: most, Stored: 1 + rng.Uint64N(full.Stored)}, search.Limits{Expanded: most, Bytes: 1 + rng.Uint64N(full.Bytes)})
	}
	for _, l := range limits {
		want := search.IDAStar(t.Context(), p, l)
		for _, workers := range []int{1, 2, 3, 7} {
			for _, nodes := range []uint64{1, 7, 100} {
				if got := search.DividedIDAStar(t.Context(), p, workers, nodes, l); !reflect.DeepEqual(got, want) {
					t.Fatalf("%d workers, divided above %d nodes, under %+v:\n%+v\nwant\n%+v", workers, nodes, l, got, want)
				}
			}
			if got := search.ParallelIDAStar(t.Context(), p, workers, l); !reflect.DeepEqual(got, want) {
				t.Fatalf("%d workers under %+v:\n%+v\nwant\n%+v", workers, l, got, want)
			}
		}
	}
}

func TestAnyNumberOfWorkersFindsTheSame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(34, 3))
	t.Run("boards", func(t *testing.T) {
		for range 20 {
			cells := sorted(9)
			rng.Shuffle(9, func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
			checkWorkers(t, rng, newSlide(3, 3, cells, sorted(9)), 3_000) // half of them are unsolvable
		}
		checkWorkers(t, rng, newSlide(4, 4, korfInstances[0].cells, sorted(16)), 50_000)
	})
	t.Run("networks", func(t *testing.T) {
		for i := range 300 {
			checkWorkers(t, rng, randomNetwork(rng, i%2 == 0), 1_000)
		}
	})
}

func TestWorkersStopWhenTheyAreTold(t *testing.T) {
	p := newSlide(4, 4, []uint8{14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15}, sorted(16)) // takes minutes
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if r := search.ParallelIDAStar(ctx, p, 3, search.Limits{}); r.Outcome != search.Cancelled || r.Path != nil {
		t.Errorf("%v, want cancelled", r.Outcome)
	}
	if r := search.ParallelIDAStar(t.Context(), p, 3, search.Limits{Time: 50 * time.Millisecond}); r.Outcome != search.LimitTime {
		t.Errorf("%v, want limit-time", r.Outcome)
	}
}

// falling is a puzzle that breaks after some time.
type falling struct {
	*slide
	expanded *atomic.Int64
}

func (f falling) Expand(s *slideState, via slideMove, dst []search.Step[slideState, slideMove]) int {
	if f.expanded.Add(1) == 150_000 {
		panic("a state that breaks the puzzle")
	}
	return f.slide.Expand(s, via, dst)
}

func TestAPanicOfAWorkerIsThatOfTheSearch(t *testing.T) {
	defer func() {
		if got := recover(); got != "a state that breaks the puzzle" {
			t.Errorf("recovered %v", got)
		}
	}()
	p := newSlide(4, 4, korfInstances[0].cells, sorted(16))
	search.ParallelIDAStar(t.Context(), falling{p, new(atomic.Int64)}, 2, search.Limits{})
}
