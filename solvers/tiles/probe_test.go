package tiles

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// engineOnly hides the probe of a problem, so that the engine does the search.
type engineOnly struct{ search.Problem[State, Move] }

// probed are the heuristics that have a probe.
var probed = []Heuristic{LinearConflict, WalkingDistance, LCWD}

// walked returns the board after so many random moves from the goal, none of
// which undoes the one before.
func walked(rng *rand.Rand, goal Goal, moves int) Board {
	b, _ := Solved(4, 4, goal)
	for last := NoMove; moves > 0; {
		m := Move(1 + rng.IntN(4))
		if next, ok := b.Apply(m); ok && m != last.Inverse() {
			b, last = next, m
			moves--
		}
	}
	return b
}

func TestProbesCountLikeTheEngine(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 15))
	for i := range 40 {
		b := walked(rng, Goals()[i%2], i)
		for _, h := range probed {
			p, err := New(b, h)
			if err != nil {
				t.Fatal(err)
			}
			if probeOf(p) == nil {
				t.Fatalf("%s has no probe", h.Name)
			}
			same := func(limits search.Limits) search.Result[Move] {
				t.Helper()
				fast := search.IDAStar(context.Background(), p, limits)
				slow := search.IDAStar[State, Move](context.Background(), engineOnly{p}, limits)
				fast.Bytes, slow.Bytes, fast.Stored, slow.Stored, fast.MaxDepth, slow.MaxDepth = 0, 0, 0, 0, 0, 0
				if !reflect.DeepEqual(fast, slow) {
					t.Fatalf("%s of %v under %+v:\nprobe  %+v\nengine %+v", h.Name, b, limits, fast, slow)
				}
				return fast
			}
			whole := same(search.Limits{Expanded: 100_000})
			for _, limit := range []uint64{1, 2, 3, whole.Expanded / 2, whole.Expanded - 1, whole.Expanded, whole.Expanded + 1} {
				if limit > 0 && limit <= whole.Expanded+1 {
					same(search.Limits{Expanded: limit})
				}
			}
		}
	}
}

// Every heuristic with a drain, and one without, in the order that drains have and in
// others, on boards of up to some
// hundred thousand nodes, under limits that fall anywhere.
func TestAnyNumberOfWorkersCountsTheSame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(34, 3))
	for i := range 12 {
		b := walked(rng, Goals()[i%2], 60+6*i)
		for _, h := range append(probed, Manhattan, Hamming) {
			p, err := NewInOrder(b, h, []Order{DefaultOrder, Orders()[2*i]}[i/2%2])
			if err != nil {
				t.Fatal(err)
			}
			limits := search.Limits{Expanded: 70_000 + rng.Uint64N(70_000)}
			want := search.IDAStar[State, Move](context.Background(), engineOnly{p}, limits)
			for _, workers := range []int{1, 2, 3, 7} {
				got := search.ParallelIDAStar(context.Background(), p, workers, limits)
				if _, drains := p.(search.Drainer[State, Move]); drains {
					want.Bytes, want.Stored, want.MaxDepth = got.Bytes, got.Stored, got.MaxDepth
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%d workers, %s of %v:\n%+v\nwant\n%+v", workers, h.Name, b, got, want)
				}
			}
		}
	}
}

func probeOf(p search.Problem[State, Move]) search.Probe[Move] {
	return p.(search.Prober[Move]).Probe()
}

func TestProbesAreOnlyForTheirBoards(t *testing.T) {
	b, _ := Solved(4, 4, BlankLast)
	own := NewHeuristic("zero", "0", func(Board) int { return 0 })
	for _, h := range []Heuristic{None, Hamming, InversionDistance, Max("own", Manhattan, own)} {
		p, err := New(b, h)
		if err != nil {
			t.Fatal(err)
		}
		if probeOf(p) != nil {
			t.Errorf("%s has a probe", h.Name)
		}
	}
	p, _ := NewInOrder(b, Manhattan, "lrud")
	if probeOf(p) != nil {
		t.Error("the order lrud has a probe")
	}
	q, _ := New(b, LCWD)
	if r := q.(search.Reversible[State, Move]).Reverse(); probeOf(r) == nil {
		t.Error("the way back from the goal to itself has no probe")
	}
	far, _ := New(walked(rand.New(rand.NewPCG(1, 1)), BlankLast, 9), LCWD)
	if r := far.(search.Reversible[State, Move]).Reverse(); probeOf(r) != nil {
		t.Error("the way back to another goal has a probe")
	}
	small, _ := Solved(3, 3, BlankLast)
	p, _ = New(small, Manhattan)
	if probeOf(p) != nil {
		t.Error("3x3 has a probe")
	}
}

// Korf's instances 79, 45 and 28 (Artificial Intelligence 27, 1985), with the
// nodes generated that his count and the moves' order give.
var benchmarkBoards = []struct {
	name      string
	tiles     []int
	generated uint64 // by Manhattan
}{
	{"korf=79", []int{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}, 540_859},
	{"korf=45", []int{3, 14, 9, 7, 12, 15, 0, 4, 1, 8, 5, 6, 11, 10, 2, 13}, 6_158_732},
	{"korf=28", []int{13, 14, 6, 12, 4, 5, 1, 0, 9, 3, 10, 2, 15, 11, 8, 7}, 5_934_441},
}

func BenchmarkIDAStar(b *testing.B) {
	for _, c := range benchmarkBoards {
		board, err := NewBoard(4, 4, BlankFirst, c.tiles)
		if err != nil {
			b.Fatal(err)
		}
		for _, h := range probed {
			p, err := New(board, h)
			if err != nil {
				b.Fatal(err)
			}
			for _, way := range []struct {
				name    string
				problem search.Problem[State, Move]
			}{{"probe", p}, {"engine", engineOnly{p}}} {
				b.Run(c.name+"/h="+h.Name+"/"+way.name, func(b *testing.B) {
					var generated uint64
					for b.Loop() {
						r := search.IDAStar(context.Background(), way.problem, search.Limits{})
						if h.Name == "manhattan" && r.Generated != c.generated {
							b.Fatalf("%d generated, want %d", r.Generated, c.generated)
						}
						generated += r.Generated
					}
					b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
				})
			}
		}
	}
}
