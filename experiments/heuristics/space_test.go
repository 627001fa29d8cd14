package heuristics

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var spaces = map[int]*space{}

// explored returns the space of a goal, made once for all tests.
func explored(t testing.TB, cell int) *space {
	t.Helper()
	if s := spaces[cell]; s != nil {
		return s
	}
	goal, err := goalOn(cell)
	if err != nil {
		t.Fatal(err)
	}
	s, err := explore(goal)
	if err != nil {
		t.Fatal(err)
	}
	spaces[cell] = s
	return s
}

func estimatesOf(t testing.TB, s *space, heuristic string) []uint8 {
	t.Helper()
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		t.Fatal(err)
	}
	values, err := s.estimates(h)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func TestDistancesAreThoseOfEnumeration(t *testing.T) {
	for _, goal := range goalCells {
		s := explored(t, goal.cell)
		all, err := tiles.EnumerateDistances(side, side, goal.cell)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.states) != positions {
			t.Fatalf("%s: %d positions, want %d", goal.name, len(s.states), positions)
		}
		for i := 0; i < positions; i += 7 {
			b, err := s.board(i)
			if err != nil {
				t.Fatal(err)
			}
			if want, ok := all.Distance(b); !ok || want != int(s.distance[i]) {
				t.Fatalf("%s: %s is %d moves away, enumeration says %d", goal.name, b, s.distance[i], want)
			}
		}
	}
}

// The estimates come from moves made one after the other; they must be those
// of each board from scratch.
func TestEstimatesAreThoseFromScratch(t *testing.T) {
	for _, name := range heuristicNames() {
		s := explored(t, goalCells[0].cell)
		values := estimatesOf(t, s, name)
		h, err := tiles.ParseHeuristic(name)
		if err != nil {
			t.Fatal(err)
		}
		estimate, err := h.Estimator(side, side)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < positions; i += 13 {
			b, err := s.board(i)
			if err != nil {
				t.Fatal(err)
			}
			if got := int(values[i]); got != estimate(b) {
				t.Fatalf("%s says %d of %s, and %d from scratch", name, got, b, estimate(b))
			}
		}
	}
}

// The counts must be those of the definition: g by a complete breadth-first
// search, g + h compared with the distance.
func TestExpansionsAreThoseOfTheDefinition(t *testing.T) {
	for _, goal := range goalCells {
		for _, name := range []string{"none", "hamming", "manhattan", "lc-wd"} {
			s := explored(t, goal.cell)
			c, values := newCounter(s), estimatesOf(t, s, name)
			for _, start := range draw(4, positions, 5) {
				from := *s
				from.measure(start)
				cost, must, most := int(s.distance[start]), 0, -1 // the goal is among those of g + h = d
				for i, g := range from.distance {
					switch f := int(g) + int(values[i]); {
					case f < cost:
						must++
						most++
					case f == cost:
						most++
					}
				}
				if gotMust, gotMost := c.expansions(start, values); gotMust != must || gotMost != most {
					t.Errorf("%s goal, %s, start %d: must %d, may %d; want %d, %d", goal.name, name, start, gotMust, gotMost, must, most)
				}
				if name != "none" {
					continue
				}
				if gotMust, gotMost := c.blind(start); gotMust != must || gotMost != most {
					t.Errorf("%s goal, no heuristic, start %d: must %d, may %d; want %d, %d", goal.name, start, gotMust, gotMost, must, most)
				}
			}
		}
	}
}

// A* itself must expand the one set, and nothing outside the other.
func TestAStarExpandsWhatItMustAndMay(t *testing.T) {
	for _, name := range []string{"hamming", "manhattan", "inversion-distance", "lc-wd"} {
		s := explored(t, goalCells[0].cell)
		c, values := newCounter(s), estimatesOf(t, s, name)
		for _, ties := range []string{"high-g", "low-g", "fifo"} {
			strategy, err := render.Kind().Strategy("astar/" + name + ",ties=" + ties)
			if err != nil {
				t.Fatal(err)
			}
			for _, start := range draw(8, positions, 3) {
				b, err := s.board(int(start))
				if err != nil {
					t.Fatal(err)
				}
				r, err := strategy.Run(t.Context(), b, 0, search.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				must, most := c.expansions(start, values)
				if n := int(r.Meter.Expanded); n < must || n > most {
					t.Errorf("%s expands %d positions from %s, want %d to %d", strategy.Name, n, b, must, most)
				}
			}
		}
	}
}

func TestNoPositionMustBeExpandedAtTheGoal(t *testing.T) {
	s := explored(t, goalCells[0].cell)
	goal := int32(slices.Index(s.distance, 0))
	c := newCounter(s)
	if must, most := c.expansions(goal, estimatesOf(t, s, "manhattan")); must != 0 || most != 0 {
		t.Errorf("must %d, may %d at the goal", must, most)
	}
	if must, most := c.blind(goal); must != 0 || most != 0 {
		t.Errorf("must %d, may %d at the goal without a heuristic", must, most)
	}
}

func TestBoardsByDistanceAreWhereTheySay(t *testing.T) {
	list := byDistance(3, rootSeed)
	if len(list) != 2+30*3-1 { // 2 at distance 1, 2 at 31, 3 at the 29 others
		t.Errorf("%d boards", len(list))
	}
	all, err := tiles.EnumerateDistances(side, side, side*side-1)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[tiles.Board]bool{}
	for _, i := range list {
		b, err := i.Puzzle.(experiments.Made)()
		if err != nil {
			t.Fatal(err)
		}
		board := b.(tiles.Board)
		if d, ok := all.Distance(board); !ok || d != i.Index/perDistance || seen[board] {
			t.Errorf("board %d (%s) is %d moves away, or drawn twice", i.Index, b, d)
		}
		seen[board] = true
	}
	if n := len(byDistance(perDistance+1, rootSeed)); n != len(byDistance(perDistance, rootSeed)) {
		t.Errorf("%d boards: indices collide", n)
	}
}

func TestDrawTakesEachAtMostOnce(t *testing.T) {
	for _, n := range []int{1, 10, 100} {
		got := draw(n, 100, 1)
		if len(got) != n || !slices.IsSorted(got) || len(slices.Compact(got)) != n || got[0] < 0 || got[n-1] >= 100 {
			t.Errorf("draw(%d) = %v", n, got)
		}
	}
	if slices.Equal(draw(10, 100, 1), draw(10, 100, 2)) {
		t.Error("two seeds draw the same")
	}
}

// What the study says of its surveys' strategies must not be taken for names of
// package tiles.
func TestSurveysAreNoStrategiesOfThePuzzle(t *testing.T) {
	for _, name := range []string{"survey/manhattan", "expansions-10"} {
		if _, err := render.Kind().Strategy(name); err == nil {
			t.Errorf("package tiles has a strategy %q", name)
		}
	}
}

func BenchmarkExpansions(b *testing.B) {
	s := explored(b, goalCells[0].cell)
	c, values := newCounter(s), estimatesOf(b, s, "manhattan")
	deepest := int32(slices.Index(s.distance, 31))
	must, most := c.expansions(deepest, values)
	for b.Loop() {
		if x, y := c.expansions(deepest, values); x != must || y != most {
			b.Fatal(x, y)
		}
	}
	b.ReportMetric(float64(most), "positions")
}

func BenchmarkExplore(b *testing.B) {
	goal, err := goalOn(goalCells[0].cell)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := explore(goal)
		if err != nil || len(s.states) != positions || s.deepest != 31 {
			b.Fatal(err, len(s.states))
		}
	}
}
