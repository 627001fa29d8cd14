package colorwalk

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// improvements runs an anytime search and checks what it says on the way: the
// cost falls or the bound rises, never the other way, and no work is taken back.
func improvements(t *testing.T, ctx context.Context, b Board, optimum int, limits search.Limits, each func(search.Improvement)) (search.Result[Color], []search.Improvement) {
	t.Helper()
	var said []search.Improvement
	r := Anytime(ctx, b, func(i search.Improvement) {
		if i.Cost < optimum || i.Bound > optimum {
			t.Errorf("%v: cost %d, bound %d; the optimum is %d", b, i.Cost, i.Bound, optimum)
		}
		if n := len(said); n > 0 {
			last := said[n-1]
			if i.Cost > last.Cost || i.Bound < last.Bound || i.Cost == last.Cost && i.Bound == last.Bound ||
				i.Expanded < last.Expanded || i.Generated < last.Generated || i.Elapsed < last.Elapsed {
				t.Errorf("%v: %+v comes after %+v", b, i, last)
			}
		}
		said = append(said, i)
		if each != nil {
			each(i)
		}
	}, limits)
	if n := len(said); n > 0 && (said[n-1].Cost != r.Cost || said[n-1].Bound != r.Bound || said[n-1].Expanded > r.Expanded) {
		t.Errorf("%v: the last words are %+v, the result is %+v", b, said[n-1], r)
	}
	if (len(said) == 0) != (r.Path == nil) && r.Cost > 0 {
		t.Errorf("%v: %d improvements, path %v", b, len(said), r.Path)
	}
	if wrong := honest(r, optimum); wrong != "" && r.Cost > 0 {
		t.Errorf("%v: %s: %+v", b, wrong, r)
	}
	return r, said
}

func TestAnytimeClosesInOnTheOptimum(t *testing.T) {
	t.Parallel()
	rose, fell := 0, 0
	for _, k := range mustSet(t, "series")[:sample(4, 12)] {
		r, said := improvements(t, t.Context(), k.Board, k.Optimal, search.Limits{}, nil)
		if r.Outcome != search.Solved || r.Cost != k.Optimal || said[0].Cost == said[0].Bound {
			t.Errorf("board %d: %v, %d moves, want %d", k.Number, r.Outcome, r.Cost, k.Optimal)
		}
		for i := range said[1:] {
			if said[i+1].Cost < said[i].Cost {
				fell++
			}
			if said[i+1].Bound > said[i].Bound {
				rose++
			}
		}
	}
	if rose < 12 || fell < 6 {
		t.Errorf("bounds rose %d times, costs fell %d times", rose, fell)
	}
}

// Whatever ends it, and whenever, what it has said is true.
func TestAnytimeIsHonestWheneverItIsStopped(t *testing.T) {
	t.Parallel()
	k := mustSet(t, "series")[8]
	full := Anytime(t.Context(), k.Board, nil, search.Limits{})
	for limit := uint64(1); limit < full.Expanded; limit = 2*limit + 11 {
		r, _ := improvements(t, t.Context(), k.Board, k.Optimal, search.Limits{Expanded: limit}, nil)
		if r.Outcome != search.LimitNodes || r.Expanded != limit {
			t.Errorf("%d nodes: %v after %d", limit, r.Outcome, r.Expanded)
		}
	}
	for _, limit := range []uint64{1, 30_000, 300_000} {
		if r, _ := improvements(t, t.Context(), k.Board, k.Optimal, search.Limits{Bytes: limit}, nil); r.Outcome != search.LimitMemory || r.Bytes > limit {
			t.Errorf("%d bytes: %v, %d bytes", limit, r.Outcome, r.Bytes)
		}
	}
	for _, stop := range []int{1, 2, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		r, _ := improvements(t, ctx, k.Board, k.Optimal, search.Limits{}, func(search.Improvement) {
			if n++; n == stop {
				cancel()
			}
		})
		cancel()
		if r.Outcome != search.Cancelled || r.Path == nil {
			t.Errorf("cancelled at improvement %d: %v, path %v", stop, r.Outcome, r.Path)
		}
	}
	if r, _ := improvements(t, t.Context(), k.Board, k.Optimal, search.Limits{Time: 1}, nil); r.Outcome != search.LimitTime {
		t.Errorf("a nanosecond: %v", r.Outcome)
	}
}

func TestAnytimeSaysWhatItFindsOnSmallBoards(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 1))
	for range 300 {
		b := anySmallBoard(t, rng, 6)
		want := shortestOnCells(b)
		if r, _ := improvements(t, t.Context(), b, want, search.Limits{}, nil); r.Outcome != search.Solved || r.Cost != want || r.Path == nil {
			t.Errorf("%v: %v, %d moves, want %d", b, r.Outcome, r.Cost, want)
		}
	}
}

// Where searches by layers run out of memory, wider beams follow. One that cuts
// nothing off is a proof.
func TestAWideBeamThatCutsNothingOffIsAProof(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 2))
	proved := 0
	for range 200 {
		b := anySmallBoard(t, rng, 6)
		if b.Solved() {
			continue
		}
		a := anytime{guard: search.NewGuard(t.Context(), search.Limits{}), g: NewGraph(b, -1)}
		if a.Outcome = a.widen(1); a.Outcome != search.Solved || a.Cost != shortestOnCells(b) || a.Bound != a.Cost {
			t.Errorf("%v: %v, %d moves, bound %d", b, a.Outcome, a.Cost, a.Bound)
		}
		if a.Pruned > 0 {
			proved++
		}
	}
	if proved < 50 {
		t.Errorf("on %d boards only a first beam cut something off: the sample tests too little", proved)
	}
}

func TestAnytimePanicsWithoutABoard(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Anytime(t.Context(), Board{}, nil, search.Limits{})
}
