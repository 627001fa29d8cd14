package tiles

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// distancesByBoard returns the distance of every position from the goal, by
// breadth-first search on boards: no state, table or ranking is involved.
func distancesByBoard(t *testing.T, width, height int, goal Goal) map[Board]int {
	t.Helper()
	solved, err := Solved(width, height, goal)
	if err != nil {
		t.Fatal(err)
	}
	dist := map[Board]int{solved: 0}
	for queue := []Board{solved}; len(queue) > 0; queue = queue[1:] {
		for m := Up; m <= Right; m++ {
			next, ok := queue[0].Apply(m)
			if _, seen := dist[next]; ok && !seen {
				dist[next] = dist[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return dist
}

// checkNeighbours compares the estimate of every successor of a state with the
// one computed from scratch, and with the state's own.
func checkNeighbours(t *testing.T, expanding search.Problem[State, Move], s *State) {
	t.Helper()
	var dst [4]search.Step[State, Move]
	p := inner(expanding)
	h := p.estimate(s)
	for i := range dst {
		dst[i].State = State{cells: [MaxCells]uint8{24: 9}, walk: [2]uint16{7, 7}} // left over from another search
	}
	for i := range expanding.Expand(s, NoMove, dst[:]) {
		child := &dst[i].State
		scratch := p.evaluate(child.cells)
		if scratch != *child {
			t.Fatalf("%s: %v after %v is %+v, from scratch %+v", p.heuristic.Name, p.board(s), dst[i].Action, *child, scratch)
		}
		if got, want := dst[i].H, p.estimate(&scratch); got != want {
			t.Fatalf("%s: %v after %v has H %d, from scratch %d", p.heuristic.Name, p.board(s), dst[i].Action, got, want)
		}
		if p.heuristic.Consistent && abs(int(dst[i].H-h)) > 1 {
			t.Fatalf("%s is not consistent: %v has %d, after %v %d", p.heuristic.Name, p.board(s), h, dst[i].Action, dst[i].H)
		}
		board, ok := p.board(s).Apply(dst[i].Action)
		if !ok || board != p.board(child) {
			t.Fatalf("%v on %v leads to %v, the board's own move to %v", dst[i].Action, p.board(s), p.board(child), board)
		}
	}
}

func TestHeuristicsNeverExceedTheDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		goal          Goal
	}{
		{2, 2, BlankFirst},
		{2, 2, BlankLast},
		{3, 2, BlankFirst},
		{3, 2, BlankLast},
		{2, 3, BlankFirst},
		{2, 3, BlankLast},
		{3, 3, BlankFirst},
		{2, 2, Snail},
		{3, 2, listed("3,1,0,5,4,2")},
		{3, 2, listed("3,0,1,5,4,2")},
		{2, 3, listed("4,1,5,2,0,3")},
		{3, 3, Snail},
	} {
		dist := distancesByBoard(t, c.width, c.height, c.goal)
		solved, _ := Solved(c.width, c.height, c.goal)
		for _, h := range Heuristics() {
			expanding, err := New(solved, h)
			if err != nil {
				t.Fatal(err)
			}
			p := inner(expanding)
			for b, d := range dist {
				form, _, _ := b.view()
				s := p.evaluate(form.tiles)
				if v := int(p.estimate(&s)); v > d || d == 0 && v != 0 {
					t.Fatalf("%s says %d of %v, which is %d moves from %v", h.Name, v, b, d, c.goal)
				}
				if p.Goal(&s) != (d == 0) {
					t.Fatalf("Goal says %v of %v", d != 0, b)
				}
				if c.width*c.height < 9 || s.blank == 4 || s.blank == 0 {
					checkNeighbours(t, expanding, &s)
				}
			}
		}
	}
}

// inner returns what the forms of a problem have in common.
func inner(p search.Problem[State, Move]) *problem {
	switch p := p.(type) {
	case *byManhattan:
		return &p.problem
	case *packed:
		return &p.problem
	default:
		return p.(*problem)
	}
}

// On larger boards, and towards goals with the tiles anywhere, estimates are
// checked along random walks.
func TestIncrementalEstimatesAreThoseFromScratch(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range [][2]int{{4, 4}, {4, 3}, {3, 4}, {5, 2}, {2, 5}, {5, 5}, {7, 3}, {2, 12}, {12, 2}} {
		for _, goal := range append(Goals(), Snail) {
			for _, h := range append(Heuristics(), Max("lc-id", LinearConflict, InversionDistance)) {
				if h.Fits(c[0], c[1]) != nil {
					continue
				}
				b, _ := Solved(c[0], c[1], goal)
				for step := range 300 {
					if next, ok := b.Apply(Move(1 + rng.IntN(4))); ok {
						b = next
					}
					p, err := New(b, h)
					if err != nil {
						t.Fatal(err)
					}
					start, estimate := p.Start()
					if step%10 == 0 {
						checkNeighbours(t, p, &start)
					}
					if step%50 != 0 || b.Cells() > packedCells {
						continue
					}
					forward := p.(search.Reversible[State, Move])
					backward := forward.Reverse()
					goal, back := backward.Start()
					if estimate > int32(step+1) || back > int32(step+1) {
						t.Fatalf("%s says %d of %v and %d backward, which is at most %d moves away", h.Name, estimate, b, back, step+1)
					}
					end := backward.Unpack(forward.Pack(&start))
					if !backward.Goal(&end) || backward.Goal(&goal) != b.Solved() {
						t.Fatalf("the reverse of %v does not end there", b)
					}
					checkNeighbours(t, backward, &goal)
				}
			}
		}
	}
}

// The two examples are the Coursera assignment's.
func TestKnownEstimates(t *testing.T) {
	for _, c := range []struct {
		goal      Goal
		width     int
		tiles     []int
		heuristic string
		want      int
	}{
		{BlankLast, 3, []int{8, 1, 3, 4, 0, 2, 7, 6, 5}, "hamming", 5},
		{BlankLast, 3, []int{8, 1, 3, 4, 0, 2, 7, 6, 5}, "manhattan", 10},
		{BlankLast, 3, []int{0, 1, 3, 4, 2, 5, 7, 8, 6}, "manhattan", 4},
		{BlankFirst, 4, []int{14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}, "manhattan", 41}, // Korf 1985, instance 1
		{BlankFirst, 4, []int{13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6}, "manhattan", 43}, // instance 2
	} {
		b, err := NewBoard(c.width, c.width, c.goal, c.tiles)
		if err != nil {
			t.Fatal(err)
		}
		h, err := ParseHeuristic(c.heuristic)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Of(b); got != c.want {
			t.Errorf("%s of %v: %d, want %d", c.heuristic, b, got, c.want)
		}
	}
}

// mustLeave is checked against all subsets of the tiles of a line.
func TestFewestTilesLeave(t *testing.T) {
	for length := 2; length <= codedCells; length++ {
		places := make([]uint8, length)
		var try func(int)
		try = func(at int) {
			if at == length {
				want := length
				for stay := range 1 << length {
					last, left, ok := uint8(0), 0, true
					for i, place := range places {
						switch {
						case place == 0:
						case stay>>i&1 == 0:
							left++
						case place < last:
							ok = false
						default:
							last = place
						}
					}
					if ok {
						want = min(want, left)
					}
				}
				if got, _ := mustLeave(places); int(got) != want {
					t.Fatalf("of %v %d must leave, want %d", places, got, want)
				}
				return
			}
			for place := range uint8(length + 1) {
				if place == 0 || !strings.ContainsRune(string(places[:at]), rune(place)) {
					places[at] = place
					try(at + 1)
				}
			}
			places[at] = 0
		}
		try(0)
	}
}

// Sizes and largest distance: K. Takahashi's figures for the 15-puzzle.
func TestWalkingDistanceTable(t *testing.T) {
	table, err := walkTable(walkShape{lines: 4, perLine: 4})
	if err != nil {
		t.Fatal(err)
	}
	largest := uint8(0)
	for _, d := range table.dist {
		largest = max(largest, d)
	}
	if len(table.dist) != 24964 || largest != 35 {
		t.Errorf("%d states, the farthest %d moves away; want 24,964 and 35", len(table.dist), largest)
	}
}

// The smallest number of moves is checked by breadth-first search on the
// number of inversions alone.
func TestInversionMoves(t *testing.T) {
	for perLine := 2; perLine <= 12; perLine++ {
		const most = 300
		dist := map[int]int{0: 0}
		for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
			for change := -(perLine - 1); change <= perLine-1; change += 2 {
				next := queue[0] + change
				if _, seen := dist[next]; !seen && next >= 0 && next <= most {
					dist[next] = dist[queue[0]] + 1
					queue = append(queue, next)
				}
			}
		}
		for inversions := range 277 {
			want, reachable := dist[inversions]
			if got := inversionMoves(inversions, perLine); reachable && got != want {
				t.Fatalf("%d inversions, lines of %d: %d moves, want %d", inversions, perLine, got, want)
			}
		}
	}
}

func TestHeuristicsThatDoNotFitSaySo(t *testing.T) {
	err := WalkingDistance.Fits(5, 5)
	if err == nil || !strings.Contains(err.Error(), "5x5") {
		t.Errorf("walking distance of 5x5: %v", err)
	}
	b, _ := Solved(5, 5, BlankLast)
	if _, err := New(b, LCWD); err == nil {
		t.Error("lc-wd is made for 5x5")
	}
	if _, err := New(Board{}, Manhattan); err == nil {
		t.Error("the zero board is a problem")
	}
	if _, err := NewInOrder(b, Manhattan, "uldl"); err == nil {
		t.Error("uldl is an order")
	}
	for name, want := range map[string]string{
		"manhatan": "manhattan", "lc-xx": "no heuristic", "lc": "no heuristic", "": "no heuristic",
	} {
		if _, err := ParseHeuristic(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("heuristic %q: %v", name, err)
		}
	}
}

// A heuristic of one's own: the tiles of the first row, counted alone.
func ExampleNewHeuristic() {
	firstRow := NewHeuristic("first-row", "misplaced tiles of the first row", func(b Board) int {
		misplaced := 0
		for cell := range b.Cells() {
			if tile := b.Tile(cell); tile > 0 && b.Home(tile) < b.Width() && b.Home(tile) != cell {
				misplaced++
			}
		}
		return misplaced
	})
	b, _ := NewBoard(3, 3, BlankLast, []int{8, 1, 3, 4, 0, 2, 7, 6, 5})
	fmt.Println(firstRow.Of(b), Max("both", firstRow, Manhattan).Of(b))
	// Output: 2 10
}

func BenchmarkWalkingDistanceTable(b *testing.B) {
	for b.Loop() {
		if t, err := buildWalk(walkShape{lines: 4, perLine: 4}); err != nil || len(t.dist) != 24964 {
			b.Fatal(err)
		}
	}
}
