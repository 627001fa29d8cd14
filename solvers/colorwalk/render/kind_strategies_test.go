package render_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tested is a strategy that reports what tests look at.
type tested struct {
	puzzle.Strategy[colorwalk.Board]
}

// Solve returns the result of a run, and panics if the board does not fit.
func (s tested) Solve(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) search.Result[colorwalk.Color] {
	f, err := s.Run(ctx, b, seed, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(colorwalk.Path)
	return search.Result[colorwalk.Color]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

func mustStrategy(t testing.TB, name string) tested {
	t.Helper()
	s, err := render.Kind().Strategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return tested{s}
}

func mustBoard(t testing.TB, line string) colorwalk.Board {
	t.Helper()
	b, err := colorwalk.ParseBoard(line)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// smallBoard draws a board of up to 3x4 cells and 4 colours, with a blank start
// or a coloured one.
func smallBoard(t testing.TB, rng *rand.Rand) colorwalk.Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(3), 1+rng.IntN(4), 1+rng.IntN(4)
	cells := make([]colorwalk.Color, rows*cols)
	for i := range cells {
		cells[i] = colorwalk.Color(1 + rng.IntN(colors))
	}
	start := rng.IntN(len(cells))
	if rng.IntN(2) == 0 {
		cells[start] = colorwalk.Blank
	}
	b, err := colorwalk.NewBoard(rows, cols, start, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// optimum returns the length of a shortest solution, by breadth-first search
// over boards.
func optimum(b colorwalk.Board) int {
	seen := map[colorwalk.Board]bool{b: true}
	for layer, depth := []colorwalk.Board{b}, 0; ; depth++ {
		var next []colorwalk.Board
		for _, b := range layer {
			if b.Solved() {
				return depth
			}
			for c := colorwalk.Color(1); c <= b.Colors(); c++ {
				if child, removed := b.Apply(c); removed > 0 && !seen[child] {
					seen[child] = true
					next = append(next, child)
				}
			}
		}
		layer = next
	}
}

// runnable returns a name of every strategy of the list, and one with each of
// its options.
func runnable() []string {
	var list []string
	for i, s := range render.Kind().Strategies.List() {
		name := render.Kind().Strategies.Example(i)
		list = append(list, name)
		for _, o := range s.Options {
			if o.Want == "" {
				list = append(list, name+","+o.Name)
			}
		}
	}
	return list
}

func TestFitsRefusesOnlyWhatIsNone(t *testing.T) {
	for _, name := range runnable() {
		s := mustStrategy(t, name)
		if err := s.Fits(colorwalk.Board{}); err == nil || !strings.Contains(err.Error(), "colorwalk: the zero Board is no board") {
			t.Errorf("%s on no board: %v", name, err)
		}
		if err := s.Fits(mustBoard(t, "1")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every strategy keeps what it promises, on boards whose optimum is known from
// breadth-first search over boards. That a path solves the board, and that its
// length is its cost, is seen to by Solve.
func TestStrategiesKeepTheirPromises(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	for range 150 {
		b := smallBoard(t, rng)
		want := optimum(b)
		for _, name := range runnable() {
			s := mustStrategy(t, name)
			r := s.Solve(t.Context(), b, 1, search.Limits{})
			switch {
			case r.Outcome == search.Incomplete && !s.Complete:
			case r.Outcome != search.Solved || r.Path == nil:
				t.Errorf("%s on %v: %v, path %v", name, b, r.Outcome, r.Path)
			case r.Cost < want || r.Optimal && r.Cost > want || r.Bound > want || s.Optimal && !r.Optimal:
				t.Errorf("%s on %v: %d moves, proved to be shortest: %v, bound %d; the optimum is %d", name, b, r.Cost, r.Optimal, r.Bound, want)
			}
		}
	}
}

func TestABoardWithNothingLeftNeedsNoMoves(t *testing.T) {
	for _, line := range []string{"0", "00/00", "3", "22/22"} {
		for _, name := range runnable() {
			r := mustStrategy(t, name).Solve(t.Context(), mustBoard(t, line), 1, search.Limits{})
			if r.Outcome != search.Solved || r.Cost != 0 || r.Path == nil || !r.Optimal || r.Expanded != 0 {
				t.Errorf("%s on %s: %+v", name, line, r)
			}
		}
	}
}

func TestOnlyTheSeedMovesARandomStrategy(t *testing.T) {
	b := mustBoard(t, "0123/2314/3142/4231")
	for _, name := range runnable() {
		s := mustStrategy(t, name)
		first := s.Solve(t.Context(), b, 1, search.Limits{})
		differ := false
		for seed := range uint64(10) {
			r, again := s.Solve(t.Context(), b, seed, search.Limits{}), s.Solve(t.Context(), b, seed, search.Limits{})
			if !reflect.DeepEqual(r, again) {
				t.Errorf("%s with seed %d: %+v, then %+v", name, seed, r, again)
			}
			differ = differ || !reflect.DeepEqual(r, first)
		}
		if differ != s.Randomised {
			t.Errorf("%s: randomized is %v, but the results differ: %v", name, s.Randomised, differ)
		}
	}
}

func TestStrategyLimitsAreExact(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	b := mustBoard(t, "012345/234512/345123/451234/512345/123451")
	for _, name := range runnable() {
		s := mustStrategy(t, name)
		full := s.Solve(t.Context(), b, 1, search.Limits{})
		for _, limit := range []uint64{1, 2, full.Expanded / 2, full.Expanded - 1} {
			if limit == 0 || limit >= full.Expanded {
				continue
			}
			if r := s.Solve(t.Context(), b, 1, search.Limits{Expanded: limit}); r.Expanded != limit || r.Outcome != search.LimitNodes {
				t.Errorf("%s with a limit of %d nodes: %v after %d", name, limit, r.Outcome, r.Expanded)
			}
		}
		if r := s.Solve(t.Context(), b, 1, search.Limits{Expanded: full.Expanded + 1}); !reflect.DeepEqual(r, full) {
			t.Errorf("%s with a limit it does not reach: %+v, want %+v", name, r, full)
		}
		if r := s.Solve(cancelled, b, 1, search.Limits{}); r.Outcome != search.Cancelled {
			t.Errorf("%s when cancelled: %v", name, r.Outcome)
		}
	}
}

// The lengths of the known boards come from other programs; see the heads of
// the sets' files. A name that is no strategy is passed over, except for greedy.
func TestKnownBoardsTakeAsManyMovesAsTheyShould(t *testing.T) {
	boards, err := colorwalk.KnownInstances("examples")
	if err != nil {
		t.Fatal(err)
	}
	compared := map[string]int{}
	for _, known := range boards {
		for name, want := range known.Lengths {
			s, err := render.Kind().Strategy(name)
			if err != nil {
				continue
			}
			if r := (tested{s}).Solve(t.Context(), known.Board, 1, search.Limits{}); r.Outcome != search.Solved || r.Cost != want {
				t.Errorf("%s on board %s: %v, %d moves, want %d", name, known.Name, r.Outcome, r.Cost, want)
			}
			compared[name]++
		}
	}
	if compared["greedy"] == 0 {
		t.Error("no board says what greedy needs")
	}
}

func ExampleKind() {
	b, err := colorwalk.ParseBoard("0112/2331/2213")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := render.Kind().Strategy("greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := s.Run(context.Background(), b, 0, search.Limits{})
	fmt.Println(f.Outcome, f.Cost, f.Solution, err)
	// Output: solved 5 21312 <nil>
}
