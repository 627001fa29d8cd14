package render_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// runnable are names of every strategy of the list, with every option, those
// that hold a number or a heuristic with some.
var runnable = []string{
	"bfs", "bfs,order=drlu",
	"uniform-cost",
	"astar/hamming", "astar/manhattan", "astar/lc-wd", "astar/manhattan,ties=low-g", "astar/manhattan,order=lrud,ties=fifo",
	"idastar/none", "idastar/manhattan", "idastar/linear-conflict", "idastar/walking-distance", "idastar/inversion-distance", "idastar/lc-wd-id", "idastar/manhattan,order=lrud", "idastar/manhattan,workers=2", "idastar/lc-wd-id,fsm", "idastar/manhattan,from=2",
	"rbfs/linear-conflict", "rbfs/manhattan,order=rdlu",
	"mm/manhattan", "mm/none",
	"wastar-1/manhattan", "wastar-2/manhattan", "wastar-1.5/linear-conflict", "wastar-7/3/manhattan",
	"greedy/manhattan", "greedy/hamming",
	"beam-1000/manhattan", "beam-2/linear-conflict",
	"dfs-12", "dfs-40,order=lurd",
	"ara/manhattan", "ara/linear-conflict,start=2.5",
	"idastar-lemtea8", "idastar-lemtea8,root-on-path", "idastar-lemtea8,find-blank,recompute", "idastar-lemtea8,undo-only", "idastar-lemtea8,all-moves",
	"astar-lemtea8", "astar-lemtea8,repaired", "astar-lemtea8,find-blank,recompute", "astar-lemtea8,buckets", "astar-lemtea8,no-map", "idastar-simon531",
	"astar-coursera/manhattan", "astar-coursera/hamming", "astar-coursera/manhattan,closed-list", "astar-coursera/manhattan,recompute",
	"astar-coursera/manhattan,twin", "astar-coursera/manhattan,rows", "astar-coursera/manhattan,closed-list,recompute,rows,twin", "astar-coursera/manhattan,no-critical",
}

func TestFitsSaysWhichBoardsAStrategyTakes(t *testing.T) {
	sizes := func(fits func(width, height int) bool) string {
		var list []string
		for _, size := range [][2]int{{2, 2}, {3, 3}, {4, 3}, {4, 4}, {8, 2}, {5, 5}, {12, 2}} {
			if fits(size[0], size[1]) {
				list = append(list, fmt.Sprintf("%dx%d", size[0], size[1]))
			}
		}
		return strings.Join(list, " ")
	}
	const all = "2x2 3x3 4x3 4x4 8x2 5x5 12x2"
	for _, c := range []struct{ name, want string }{
		{"bfs", all},
		{"astar/manhattan", all},
		{"idastar/lc-id", all},
		{"idastar/walking-distance", sizes(fitsSize(tiles.WalkingDistance))},
		{"mm/manhattan", "2x2 3x3 4x3 4x4 8x2"},
		{"idastar-lemtea8", "4x4"},
		{"astar-lemtea8", "4x4"},
		{"idastar-simon531", "4x4"},
		{"astar-coursera/hamming", "2x2 3x3 4x4 5x5"},
	} {
		s := mustParse(t, c.name)
		got := sizes(func(width, height int) bool {
			b, err := tiles.Solved(width, height, tiles.BlankLast)
			if err != nil {
				t.Fatal(err)
			}
			return s.Fits(b) == nil
		})
		if got != c.want {
			t.Errorf("%s fits %s, want %s", c.name, got, c.want)
		}
	}
	check := func(s tested, b tiles.Board, want string) {
		t.Helper()
		if err := s.Fits(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s on %v: %v, want an error with %q", s.Name, b, err, want)
		}
	}
	five, _ := tiles.Solved(5, 5, tiles.BlankLast)
	check(mustParse(t, "mm/manhattan"), five, "tiles: a board of 5x5 cannot be searched from both ends (want at most 16 cells)")
	check(mustParse(t, "idastar-simon531"), five, "(want 4x4)")
	check(mustParse(t, "astar/lc-wd"), five, "tiles: heuristic lc-wd does not fit a board of 5x5")
	check(mustParse(t, "bfs"), tiles.Board{}, "zero Board")
}

func TestDefaultStrategyFitsEverySize(t *testing.T) {
	for width := 2; width <= tiles.MaxCells/2; width++ {
		for height := 2; width*height <= tiles.MaxCells; height++ {
			b, err := tiles.Solved(width, height, tiles.BlankFirst)
			if err != nil {
				t.Fatal(err)
			}
			name := tiles.DefaultStrategy(b)
			s, err := render.Kind().Strategy(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Fits(b); err != nil || !s.Optimal || s.Name != name {
				t.Errorf("%dx%d: default %s, called %s, optimal %v: %v", width, height, name, s.Name, s.Optimal, err)
			}
		}
	}
	for _, c := range []struct {
		width, height int
		want          string
	}{{3, 3, "idastar/linear-conflict"}, {4, 3, "idastar/linear-conflict"}, {4, 4, "idastar/lc-wd"}, {5, 3, "idastar/linear-conflict"}, {5, 5, "idastar/linear-conflict"}} {
		b, _ := tiles.Solved(c.width, c.height, tiles.BlankLast)
		if got := tiles.DefaultStrategy(b); got != c.want {
			t.Errorf("%dx%d: default %s, want %s", c.width, c.height, got, c.want)
		}
	}
}

// Every strategy keeps what it promises, on boards of both goals whose
// distance is known from breadth-first search on boards.
func TestStrategiesKeepTheirPromises(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 1))
	for i, name := range runnable {
		s := mustParse(t, name)
		for k, goal := range tiles.Goals() {
			for _, size := range [][3]int{{3, 2, 40}, {2, 3, 40}, {3, 3, 14}, {4, 4, 12}} {
				if !*exhaustive && size[0] > 2 && i%2 != k {
					continue // each strategy with one of the goals
				}
				b := wander(t, r, size[0], size[1], goal, size[2])
				if s.Fits(b) != nil {
					continue
				}
				want := nearby(t, b)
				got := s.Solve(t.Context(), b, search.Limits{Expanded: 200_000})
				if got.Outcome != search.Solved {
					if s.Complete || got.Outcome != search.Incomplete && got.Outcome != search.LimitNodes {
						t.Errorf("%s on %v: %v after %d expansions", name, b, got.Outcome, got.Expanded)
					}
					continue
				}
				if cost, err := tiles.Check(b, tiles.Path(got.Path).String()); err != nil || cost != got.Cost {
					t.Errorf("%s on %v: %v, and costs %d", name, b, err, cost)
				}
				if len(got.Path) != got.Cost || got.Cost < want || got.Bound > want || got.Optimal && got.Cost != want {
					t.Errorf("%s on %v: cost %d, path %s, bound %d, optimal %v; the distance is %d",
						name, b, got.Cost, tiles.FormatPath(got.Path), got.Bound, got.Optimal, want)
				}
				if s.Optimal && !got.Optimal {
					t.Errorf("%s promises a shortest solution; that of %v is not said to be one", name, b)
				}
				if w := weightOf(name); w > 0 && float64(got.Cost) > w*float64(want) {
					t.Errorf("%s on %v: cost %d is more than %v times the distance %d", name, b, got.Cost, w, want)
				}
			}
		}
	}
}

func TestTheGoalNeedsNoMoves(t *testing.T) {
	for _, name := range runnable {
		s := mustParse(t, name)
		for _, goal := range tiles.Goals() {
			b, err := tiles.Solved(4, 4, goal)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Solve(t.Context(), b, search.Limits{})
			if r.Outcome != search.Solved || r.Cost != 0 || r.Path == nil || len(r.Path) != 0 || r.Expanded != 0 || !r.Optimal && s.Optimal {
				t.Errorf("%s on the goal: %+v", name, r)
			}
		}
	}
}

func TestUnsolvableBoardsAreAnswered(t *testing.T) {
	for _, line := range []string{"1 0 2 3", "1 2 3 4 5 6 8 7 0", "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "goal=blank-first 3x2:0 2 1 3 4 5"} {
		b := mustBoard(t, line)
		for _, name := range runnable {
			s := mustParse(t, name)
			if s.Fits(b) != nil || strings.Contains(name, ",twin") {
				continue
			}
			if r := s.Solve(t.Context(), b, search.Limits{}); r.Outcome != search.Unsolvable || r.Path != nil || r.Expanded != 0 {
				t.Errorf("%s on %v: %+v, want unsolvable without search", name, b, r)
			}
		}
	}
}

func TestStrategyLimitsAreExact(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	b := wander(t, rand.New(rand.NewPCG(7, 7)), 4, 4, tiles.BlankLast, 36)
	hard := mustBoard(t, "goal=blank-first 15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4") // number 88 of korf100
	for _, name := range runnable {
		s := mustParse(t, name)
		full := s.Solve(t.Context(), b, search.Limits{Expanded: 3_000})
		for _, limit := range []uint64{1, 2, full.Expanded / 2, full.Expanded - 1} {
			if full.Expanded < 2 || limit == 0 {
				continue
			}
			r := s.Solve(t.Context(), b, search.Limits{Expanded: limit})
			if r.Outcome != search.LimitNodes || r.Expanded != limit {
				t.Errorf("%s with a limit of %d nodes: %v after %d", name, limit, r.Outcome, r.Expanded)
			}
			if full.Outcome == search.Solved && s.Optimal && r.Bound > full.Cost {
				t.Errorf("%s with a limit of %d nodes: proved %d, but a solution has %d moves", name, limit, r.Bound, full.Cost)
			}
			if again := s.Solve(t.Context(), b, search.Limits{Expanded: limit}); !again.Meter.Equal(r.Meter) {
				t.Errorf("%s with a limit of %d nodes: counters %+v, then %+v", name, limit, r.Meter, again.Meter)
			}
		}
		if r := s.Solve(cancelled, hard, search.Limits{}); r.Outcome != search.Cancelled {
			t.Errorf("%s when cancelled: %v", name, r.Outcome)
		}
		// The generated probes of IDA* hold nothing that grows, and say so.
		if r := s.Solve(t.Context(), b, search.Limits{Bytes: 1}); full.Bytes > 0 && r.Outcome != search.LimitMemory {
			t.Errorf("%s within one byte: %v", name, r.Outcome)
		}
	}
}

// weightOf returns the weight in the name of weighted A*, 0 in other names.
func weightOf(name string) float64 {
	text, _, ok := strings.Cut(strings.TrimPrefix(name, "wastar-"), "/")
	if w, err := search.ParseWeight(text); ok && err == nil {
		return w.Float()
	}
	return 0
}

func ExampleKind() {
	b, err := tiles.ParseBoard("0 1 3 4 2 5 7 8 6", tiles.BlankLast)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := render.Kind().Strategy(tiles.DefaultStrategy(b))
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := s.Run(context.Background(), b, 1, search.Limits{})
	fmt.Println(f.Outcome, f.Cost, f.Solution, err)
	// Output: solved 4 LULU <nil>
}
