package tiles

import (
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Expand is the hot function of every search; also where lines are too long for
// a table it takes no memory.
func TestExpandAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, size := range [][2]int{{3, 3}, {4, 4}, {5, 5}, {12, 2}, {2, 12}} {
		for _, h := range Heuristics() {
			if h.Fits(size[0], size[1]) != nil {
				continue
			}
			p, err := New(wander(t, r, size[0], size[1], BlankLast, 60), h)
			if err != nil {
				t.Fatal(err)
			}
			s, _ := p.Start()
			dst := make([]search.Step[State, Move], p.Branching())
			if n := testing.AllocsPerRun(20, func() { p.Expand(&s, NoMove, dst) }); n != 0 {
				t.Errorf("%s on %dx%d: %v allocations an expansion", h.Name, size[0], size[1], n)
			}
		}
	}
}

// The 24-puzzle has no probe: this is the engine on number 1 of korf24, cut off
// after a million expansions. The counts are our own, to notice a change.
func BenchmarkTwentyFourPuzzle(b *testing.B) {
	board := knownBoards(b, "korf24")[0].Board
	for _, c := range []struct {
		h         Heuristic
		generated uint64
	}{
		{Manhattan, 2_133_085},
		{LinearConflict, 2_109_914},
	} {
		b.Run("h="+c.h.Name, func(b *testing.B) {
			p, err := New(board, c.h)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if r := search.IDAStar(b.Context(), p, search.Limits{Expanded: 1_000_000}); r.Generated != c.generated {
					b.Fatalf("%d generated, want %d", r.Generated, c.generated)
				}
			}
			b.ReportMetric(float64(c.generated)*float64(b.N)/b.Elapsed().Seconds(), "generated/s")
		})
	}
}
