package tiles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Two thousand boards of every size from 2x3 to 4x4, both goals, on which
// searches that share little but the rules must agree: on every board one
// of A*, one of IDA*, one of MM and one of RBFS, and a blind search as far as
// that reaches in a test (on all boards of six cells, half of those of eight, one
// in fifty of the 3x3 boards, and after short walks on the larger ones). Boards of up to 3x3
// are drawn evenly from the solvable ones. With -exhaustive the blind search
// runs on all boards, and walks are as long as it can follow.
func TestOptimalStrategiesAgree(t *testing.T) {
	t.Parallel()
	sizes := []struct{ width, height, boards, short, long, exhaustive int }{
		{2, 3, 300, 0, 0, 0},
		{3, 2, 300, 0, 0, 0},
		{4, 2, 200, 0, 0, 0},
		{2, 4, 200, 0, 0, 0},
		{3, 3, 300, 0, 0, 0},
		{5, 2, 100, 12, 40, 60},
		{4, 3, 200, 8, 32, 26},
		{3, 4, 200, 8, 32, 26},
		{4, 4, 200, 8, 30, 20},
	}
	families := [][]string{
		{"astar/manhattan", "astar/linear-conflict,ties=low-g", "astar/lc-wd-id,order=drul", "wastar-1/walking-distance", "ara/linear-conflict"},
		{"idastar/linear-conflict", "idastar/manhattan", "idastar/lc-wd", "idastar/walking-distance,order=lrud"},
		{"mm/manhattan", "mm/linear-conflict", "mm/lc-wd"},
		{"rbfs/linear-conflict", "rbfs/manhattan,order=rdlu"},
	}
	blind := []string{"bfs", "uniform-cost", "astar/hamming,ties=fifo"}
	r := rand.New(rand.NewPCG(2000, 1))
	total, met := 0, make(map[string]int)
	for _, size := range sizes {
		for i := range size.boards {
			moves := size.short
			switch {
			case *exhaustive:
				moves = size.exhaustive
			case i%2 == 1:
				moves = size.long
			}
			b := shuffled(t, r, size.width, size.height, Goals()[i/2%2])
			if moves > 0 {
				b = wander(t, r, size.width, size.height, b.Goal(), moves-i/4%2)
			}
			total++
			var names []string
			for _, family := range families {
				names = append(names, family[i%len(family)])
			}
			if *exhaustive || b.Cells() == 6 || b.Cells() == 8 && i%4 < 2 || b.Cells() == 9 && i%50 == 0 || b.Cells() > 9 && i%2 == 0 {
				names = append(names, blind[total%len(blind)])
			}
			cost := -1
			for _, name := range names {
				met[name]++
				// Solve has replayed the path.
				got := mustParse(t, name).Solve(t.Context(), b, search.Limits{})
				if got.Outcome != search.Solved || !got.Optimal || cost >= 0 && got.Cost != cost {
					t.Errorf("%s on %v: %v, cost %d, optimal %v; %s has %d", name, b, got.Outcome, got.Cost, got.Optimal, names[0], cost)
				}
				if cost < 0 {
					cost = got.Cost
				}
			}
		}
	}
	if total != 2000 {
		t.Errorf("%d boards were compared, want 2000", total)
	}
	for _, family := range append(families, blind) {
		for _, name := range family {
			if met[name] < 300 {
				t.Errorf("%s was compared on %d boards only", name, met[name])
			}
		}
	}
}

// shuffled draws evenly from the solvable boards.
func shuffled(t testing.TB, r *rand.Rand, width, height int, goal Goal) Board {
	t.Helper()
	for {
		b, err := NewBoard(width, height, goal, r.Perm(width*height))
		if err != nil {
			t.Fatal(err)
		}
		if b.Solvable() {
			return b
		}
	}
}

// All weights, beams and orders, on boards whose distance is known.
func TestSuboptimalStrategiesKeepTheirBound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2000, 2))
	exact := mustParse(t, "idastar/lc-wd")
	for i := range 8 {
		b := wander(t, r, 4, 4, Goals()[i%2], 50)
		want := exact.Solve(t.Context(), b, search.Limits{}).Cost
		for _, w := range []float64{1, 1.25, 1.5, 2, 3, 5} {
			s := mustParse(t, fmt.Sprintf("wastar-%v/linear-conflict", w))
			got := s.Solve(t.Context(), b, search.Limits{})
			if got.Outcome != search.Solved || got.Cost < want || float64(got.Cost) > w*float64(want) || got.Bound > want {
				t.Errorf("%s on %v: %v, cost %d, bound %d; the distance is %d", s.Name, b, got.Outcome, got.Cost, got.Bound, want)
			}
		}
		for _, name := range []string{"greedy/linear-conflict", "beam-500/linear-conflict", "ara/linear-conflict,start=3"} {
			got := mustParse(t, name).Solve(t.Context(), b, search.Limits{Expanded: 50_000})
			if got.Path != nil && got.Cost < want || got.Bound > want || got.Optimal && got.Cost != want {
				t.Errorf("%s on %v: %v, cost %d, bound %d; the distance is %d", name, b, got.Outcome, got.Cost, got.Bound, want)
			}
		}
	}
}

// A longer search under another order ends with the same length, and all its
// iterations but the last count the same: they are complete, so that the order
// cannot matter.
func TestOrderMattersInTheLastIterationAlone(t *testing.T) {
	t.Parallel()
	b := mustBoard(t, "1f3452d8a70b96ec")
	want := mustParse(t, "idastar/manhattan").Solve(t.Context(), b, search.Limits{})
	last := make(map[uint64]bool)
	for _, order := range Orders() {
		got := mustParse(t, "idastar/manhattan,order="+string(order)).Solve(t.Context(), b, search.Limits{})
		n := len(got.Iterations)
		if got.Cost != want.Cost || n != len(want.Iterations) || !slices.Equal(got.Iterations[:n-1], want.Iterations[:n-1]) {
			t.Errorf("order %s: %+v, in the default order %+v", order, got, want)
		}
		last[got.Iterations[n-1].Generated] = true
	}
	if len(last) < 12 {
		t.Errorf("24 orders led to only %d different counts in the last iteration", len(last))
	}
}
