package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// walk goes over marked regions as markNeighbors does, from a region or the
// root (−1), and counts its calls and how many are inside each other.
func (m *marking) walk(r, inside int, calls *uint64, nested *int) {
	*calls++
	*nested = max(*nested, inside)
	own := 0
	if r >= 0 {
		own = m.mark[r]
	}
	m.around(r, func(s int) {
		if own < m.mark[s] {
			m.walk(s, inside+1, calls, nested)
		}
	})
}

// walkWithStack is walk with a stack of its own, as the write-up proposes.
func (m *marking) walkWithStack() (visits uint64) {
	stack := []int{-1}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visits++
		own := 0
		if r >= 0 {
			own = m.mark[r]
		}
		m.around(r, func(s int) {
			if own < m.mark[s] {
				stack = append(stack, s)
			}
		})
	}
	return visits
}

// walkOnce is walk with a test whether a region was visited.
func (m *marking) walkOnce(r int, seen map[int]bool) (visits int) {
	if seen[r] {
		return 0
	}
	seen[r] = true
	visits = 1
	own := 0
	if r >= 0 {
		own = m.mark[r]
	}
	m.around(r, func(s int) {
		if own < m.mark[s] {
			visits += m.walkOnce(s, seen)
		}
	})
	return visits
}

func (m *marking) around(r int, visit func(s int)) {
	if r < 0 {
		for s := range m.g.Regions {
			if m.start.Has(s) {
				visit(s)
			}
		}
		return
	}
	m.g.Neighbors(r, visit)
}

// checkMarking compares the counts of every move with what walks count.
func checkMarking(t *testing.T, b colorwalk.Board, path []colorwalk.Color) {
	t.Helper()
	m := newMarking(b)
	for _, c := range path {
		var calls uint64
		nested := 0
		m.walk(-1, 1, &calls, &nested)
		stack, once := m.walkWithStack(), m.walkOnce(-1, map[int]bool{})
		w := m.move(c)
		if w.Visits != calls || w.Nested != nested || w.Visits != stack || w.Marked != once {
			t.Fatalf("%v, path %s: %+v; a walk makes %d calls, %d inside each other, a stack %d visits, a walk that knows where it has been %d",
				b, colorwalk.FormatPath(path), w, calls, nested, stack, once)
		}
	}
}

func TestMarkingVisitsAsOftenAsAWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 18))
	for range 200 {
		rows, cols, colors := 1+rng.IntN(7), 1+rng.IntN(7), 1+rng.IntN(5)
		cells := make([]colorwalk.Color, rows*cols)
		for i := range cells {
			cells[i] = colorwalk.Color(1 + rng.IntN(colors))
		}
		if rng.IntN(2) == 0 {
			cells[0] = colorwalk.Blank
		}
		b, err := colorwalk.NewBoard(rows, cols, 0, cells)
		if err != nil {
			t.Fatal(err)
		}
		var path []colorwalk.Color
		for range rng.IntN(14) {
			path = append(path, colorwalk.Color(1+rng.IntN(colors)))
		}
		checkMarking(t, b, path)
	}
}

// The figures were counted in the published program, with greedy's game on the
// first board of the series.
func TestMarkingOnTheFirstBoardOfTheSeries(t *testing.T) {
	boards, err := colorwalk.KnownInstances("series")
	if err != nil {
		t.Fatal(err)
	}
	b := boards[0].Board
	path := mustStrategy(t, "greedy").Solve(t.Context(), b, 0, search.Limits{}).Path
	works, err := Marking(b, path)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{8, 76, 527, 2_398, 8_502, 30_562, 123_472, 504_988} {
		if w := works[5*i+4]; w.Move != 5*i+5 || w.Visits != want || w.Nested > w.Move {
			t.Errorf("move %d: %+v, want %d visits, and no more calls inside each other than moves", 5*i+5, w, want)
		}
	}
	removed := 0
	for _, w := range works {
		if w.Marked != 1+removed {
			t.Errorf("move %d: %d regions marked, but %d removed before, and the root", w.Move, w.Marked, removed)
		}
		removed += w.Removed
	}
	if regions := colorwalk.NewGraph(b, -1).Regions; removed != regions {
		t.Errorf("the path removes %d regions of %d", removed, regions)
	}
	checkMarking(t, b, path[:30])
}

func TestMarkingRefusesWhatIsNoPath(t *testing.T) {
	if _, err := Marking(colorwalk.Board{}, nil); err == nil {
		t.Error("the zero board: no error")
	}
	b := mustBoard(t, "012/333")
	if _, err := Marking(b, []colorwalk.Color{1, 0}); err == nil || !strings.Contains(err.Error(), "colorwalk: move 2 is 0") {
		t.Errorf("a blank move: %v", err)
	}
	if works, err := Marking(b, []colorwalk.Color{1, 1, 5, 2}); err != nil || works[1].Removed != 0 || works[2].Removed != 0 || works[3].Removed != 1 {
		t.Errorf("moves that remove nothing: %+v, %v", works, err)
	}
}

func TestCountsBeyondTheLargestStay(t *testing.T) {
	if n := addUpTo(math.MaxUint64-1, 1); n != math.MaxUint64 {
		t.Errorf("%d", n)
	}
	if n := addUpTo(math.MaxUint64-1, 2); n != math.MaxUint64 {
		t.Errorf("%d", n)
	}
}

func ExampleMarking() {
	b, err := colorwalk.ParseBoard("0121/1212/2121/1212")
	if err != nil {
		fmt.Println(err)
		return
	}
	works, err := Marking(b, []colorwalk.Color{1, 2, 1, 2, 1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range works {
		fmt.Println(w.Move, w.Visits, w.Marked, w.Removed)
	}
	// Output:
	// 1 1 1 2
	// 2 3 3 3
	// 3 7 6 4
	// 4 15 10 3
	// 5 29 13 2
	// 6 49 15 1
}
