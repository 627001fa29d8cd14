package tiles

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ownManhattan is Manhattan distance as a caller would write it, for either
// goal. It fails the test if it is given a board of another goal than want.
func ownManhattan(t *testing.T, want Goal) Heuristic {
	h := NewHeuristic("own", "manhattan once more", func(b Board) int {
		if b.Goal() != want {
			t.Errorf("the estimate is asked about %v, whose goal is not %v", b, want)
		}
		sum := 0
		for cell := range b.Cells() {
			if tile := b.Tile(cell); tile > 0 {
				home := b.Home(tile)
				sum += abs(cell/b.Width()-home/b.Width()) + abs(cell%b.Width()-home%b.Width())
			}
		}
		return sum
	})
	h.Consistent = true
	return h
}

// A caller's heuristic is given boards with the caller's goal, alone and in a
// maximum, and leads searches as the package's own does.
func TestOwnHeuristicsCountLikeBuiltInOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for i := range 12 {
		goal := Goals()[i%2]
		size := [][2]int{{4, 4}, {3, 3}, {5, 5}}[i/2%3]
		b := wander(t, r, size[0], size[1], goal, 18)
		own := ownManhattan(t, goal)
		for _, c := range []struct{ own, same Heuristic }{
			{own, Manhattan},
			{Max("own-hd", own, Hamming), Manhattan},
			{Max("own-lc", own, LinearConflict), LinearConflict},
		} {
			p, err := New(b, c.own)
			if err != nil {
				t.Fatal(err)
			}
			q, err := New(b, c.same)
			if err != nil {
				t.Fatal(err)
			}
			got, want := search.IDAStar(t.Context(), p, search.Limits{}), search.IDAStar(t.Context(), q, search.Limits{})
			if !slices.Equal(got.Path, want.Path) || !slices.Equal(got.Iterations, want.Iterations) {
				t.Errorf("IDA* on %v: %+v with %s, %+v with %s", b, got, c.own.Name, want, c.same.Name)
			}
			got, want = search.AStar(t.Context(), p, search.HighG, search.Limits{}), search.AStar(t.Context(), q, search.HighG, search.Limits{})
			if !slices.Equal(got.Path, want.Path) || !got.Meter.Equal(want.Meter) {
				t.Errorf("A* on %v: %+v with %s, %+v with %s", b, got, c.own.Name, want, c.same.Name)
			}
			estimate, err := c.own.Estimator(size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			if _, h := p.Start(); estimate(b) != c.same.Of(b) || c.own.Of(b) != c.same.Of(b) || int(h) != c.same.Of(b) {
				t.Errorf("%s of %v: %d, %d by the estimator, %d at the start, want %d", c.own.Name, b, c.own.Of(b), estimate(b), h, c.same.Of(b))
			}
		}
	}
}

// The way back from the goal does without a caller's heuristic, and keeps the
// package's own.
func TestOwnHeuristicsAreLeftOutOnTheWayBack(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	for i := range 8 {
		goal := Goals()[i%2]
		b := wander(t, r, 4, 4, goal, 16)
		own := ownManhattan(t, goal)
		for _, c := range []struct{ own, back Heuristic }{
			{own, None},
			{Max("own-lc", own, LinearConflict), LinearConflict},
		} {
			p, err := New(b, c.own)
			if err != nil {
				t.Fatal(err)
			}
			q, err := New(b, c.back)
			if err != nil {
				t.Fatal(err)
			}
			start, h := p.(search.Reversible[State, Move]).Reverse().Start()
			wantStart, want := q.(search.Reversible[State, Move]).Reverse().Start()
			if h != want || start != wantStart {
				t.Errorf("%s backward from the goal of %v: %d, want %d", c.own.Name, b, h, want)
			}
			distance := search.IDAStar(t.Context(), q, search.Limits{}).Cost
			if m := search.MM(t.Context(), p.(search.Reversible[State, Move]), search.Limits{}); m.Cost != distance || !m.Optimal {
				t.Errorf("MM with %s on %v: %d moves, want %d", c.own.Name, b, m.Cost, distance)
			}
		}
	}
}

// Estimates outside the range of a search are brought into it.
func TestOwnEstimatesStayInRange(t *testing.T) {
	b := mustBoard(t, "1 2 3 4 5 6 0 7 8")
	for _, c := range []struct{ say, want int }{
		{-1, 0},
		{math.MinInt, 0},
		{3, 3},
		{int(search.Infinite), int(search.Infinite)},
		{math.MaxInt, int(search.Infinite)},
	} {
		h := NewHeuristic("says", "a number", func(Board) int { return c.say })
		p, err := New(b, h)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := p.Start(); int(got) != c.want || h.Of(b) != c.want {
			t.Errorf("a heuristic that says %d: %d at the start, %d of the board, want %d", c.say, got, h.Of(b), c.want)
		}
	}
	dead := NewHeuristic("dead", "no way on but from the goal", func(b Board) int {
		if b.Solved() {
			return 0
		}
		return int(search.Infinite)
	})
	p, err := New(b, dead)
	if err != nil {
		t.Fatal(err)
	}
	if r := search.IDAStar(t.Context(), p, search.Limits{}); r.Outcome != search.Unsolvable {
		t.Errorf("a start that is a dead end: %v, want unsolvable", r.Outcome)
	}
}

func TestMaximaHaveOneName(t *testing.T) {
	for _, c := range []struct{ name, canonical, doc string }{
		{"lc-wd", "lc-wd", "the larger of linear-conflict and walking-distance"},
		{"wd-lc", "lc-wd", "the larger of linear-conflict and walking-distance"},
		{"hd-id-lc", "lc-id-hd", "the largest of linear-conflict, inversion-distance, hamming"},
		{"md-wd", "wd-md", "the larger of walking-distance and manhattan"},
	} {
		h, err := ParseHeuristic(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if h.Name != c.canonical || h.Doc != c.doc || !h.Consistent {
			t.Errorf("%s: %q, %q, consistent %v, want %q, %q", c.name, h.Name, h.Doc, h.Consistent, c.canonical, c.doc)
		}
		s := mustParse(t, "idastar/"+c.name)
		if want := "idastar/" + c.canonical; s.Name != want {
			t.Errorf("idastar/%s is called %s, want %s", c.name, s.Name, want)
		}
	}
	for _, name := range []string{"lc-lc", "lc-wd-lc", "lc", "lc-", "-lc-wd", "lc-wd-linear-conflict"} {
		if h, err := ParseHeuristic(name); err == nil {
			t.Errorf("%q is the heuristic %s", name, h.Name)
		}
	}
}
