package colorwalk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// runnable returns a name of every strategy of the list, and one with each of
// its options.
func runnable() []string {
	var list []string
	for i := range kinds {
		name := kinds[i].example()
		list = append(list, name)
		for _, o := range kinds[i].options {
			if o.Want == "" {
				list = append(list, name+","+o.Name)
			}
		}
	}
	return list
}

func mustStrategy(t testing.TB, name string) Strategy {
	t.Helper()
	s, err := ParseStrategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// smallBoard draws a board of up to 3x4 cells and 4 colours, with a blank start
// or a coloured one.
func smallBoard(t testing.TB, rng *rand.Rand) Board {
	t.Helper()
	rows, cols, colors := 1+rng.IntN(3), 1+rng.IntN(4), 1+rng.IntN(4)
	cells := make([]Color, rows*cols)
	for i := range cells {
		cells[i] = Color(1 + rng.IntN(colors))
	}
	start := rng.IntN(len(cells))
	if rng.IntN(2) == 0 {
		cells[start] = Blank
	}
	b, err := NewBoard(rows, cols, start, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// optimum returns the length of a shortest solution, by breadth-first search
// over boards.
func optimum(b Board) int {
	seen := map[Board]bool{b: true}
	for layer, depth := []Board{b}, 0; ; depth++ {
		var next []Board
		for _, b := range layer {
			if b.Solved() {
				return depth
			}
			for c := Color(1); c <= b.Colors(); c++ {
				if child, removed := b.Apply(c); removed > 0 && !seen[child] {
					seen[child] = true
					next = append(next, child)
				}
			}
		}
		layer = next
	}
}

func TestFitsRefusesOnlyWhatIsNone(t *testing.T) {
	one := mustBoard(t, "1")
	check := func(s Strategy, b Board, want string) {
		t.Helper()
		if err := s.Fits(b); (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", s.Name, err, want)
		}
	}
	check(Strategy{}, one, "colorwalk: the zero Strategy is none")
	for _, s := range Strategies() {
		check(s, Board{}, "colorwalk: the zero Board is no board")
		if example := s.kind.example(); example != s.Name {
			check(s, one, fmt.Sprintf("colorwalk: strategy %q is a pattern of names (want one such as %q)", s.Name, example))
		}
	}
	for _, name := range runnable() {
		check(mustStrategy(t, name), one, "")
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
			t.Errorf("%s: randomised is %v, but the results differ: %v", name, s.Randomised, differ)
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

func TestAPathThatDoesNotSolveTheBoardIsNeverReturned(t *testing.T) {
	b := mustBoard(t, "012/333") // solved by 123
	for _, c := range []struct {
		path     string
		cost     int
		wasteful bool
		want     string
	}{
		{"123", 3, false, "<nil>"},
		{"123", 3, true, "<nil>"},
		{"1123", 4, true, "<nil>"},
		{"1123", 4, false, "colorwalk: strategy made-up on a board of 2x3: path 1123: colorwalk: move 2, colour 1, removes nothing"},
		{"12", 2, false, "leaves cells behind"},
		{"12", 2, true, "leaves cells behind"},
		{"123", 4, false, "path 123 has 3 moves, its cost is 4"},
	} {
		path, err := ParsePath(c.path)
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, c.want) {
					t.Errorf("path %s of cost %d, wasteful %v: panic %q, want %q", c.path, c.cost, c.wasteful, got, c.want)
				}
			}()
			mustSolve("made-up", c.wasteful, b, search.Result[Color]{Outcome: search.Solved, Cost: c.cost, Path: path})
		}()
	}
}

func TestSolvePanicsOnWhatDoesNotFit(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "the zero Board") {
			t.Errorf("panic %q", got)
		}
	}()
	mustStrategy(t, "greedy").Solve(t.Context(), Board{}, 1, search.Limits{})
}

// The lengths of the known boards come from other programs; see the heads of
// the sets' files. A name that is no strategy is passed over, except for greedy.
func TestKnownBoardsTakeAsManyMovesAsTheyShould(t *testing.T) {
	boards, err := KnownInstances("examples")
	if err != nil {
		t.Fatal(err)
	}
	compared := map[string]int{}
	for _, known := range boards {
		for name, want := range known.Lengths {
			s, err := ParseStrategy(name)
			if err != nil {
				continue
			}
			if r := s.Solve(t.Context(), known.Board, 1, search.Limits{}); r.Outcome != search.Solved || r.Cost != want {
				t.Errorf("%s on board %s: %v, %d moves, want %d", name, known.Name, r.Outcome, r.Cost, want)
			}
			compared[name]++
		}
	}
	if compared["greedy"] == 0 {
		t.Error("no board says what greedy needs")
	}
}

func ExampleStrategy_Solve() {
	b, err := ParseBoard("0112/2331/2213")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := ParseStrategy("greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := s.Solve(context.Background(), b, 0, search.Limits{})
	fmt.Println(r.Outcome, r.Cost, FormatPath(r.Path))
	// Output: solved 5 21312
}
