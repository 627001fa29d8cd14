package tiles

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

func additive(t testing.TB, width, height int, groups ...[]int) Heuristic {
	t.Helper()
	h, err := Additive("additive", width, height, groups...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// On whole small spaces and on samples of large ones, estimates are admissible, consistent,
// and kept up to date move by move; the probe counts and answers like the generic search.
func TestDatabasesKeepTheContractOfAProblem(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	suite := searchtest.Suite[State, Move]{Begin: beginAt, Consistent: true, MaxStates: 200_000, MaxNodes: 1 << 40, Samples: 10}
	for _, c := range []struct {
		width, height int
		groups        [][]int
	}{
		{2, 2, [][]int{{1}, {2, 3}}},
		{3, 2, [][]int{{1, 4}, {2, 3, 5}}},
		{2, 3, [][]int{{1, 2, 3, 4}, {5}}},
		{3, 3, [][]int{{1, 2, 3}, {4, 5, 6, 7, 8}}},
		{4, 4, [][]int{{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}}},
		{5, 5, [][]int{{1, 2, 6, 7}, {3, 4, 8, 9}, {5, 10, 11, 12}, {15, 16, 20, 21}, {13, 14, 18, 19}, {17, 22, 23, 24}}},
	} {
		h := additive(t, c.width, c.height, c.groups...)
		goals := Goals()
		if c.width*c.height == 6 {
			goals = append(goals, listed(map[int]string{2: "4,0,1,3,5,2", 3: "3,1,0,5,4,2"}[c.width])) // the blank at the top right
		}
		for _, goal := range goals {
			in := conformanceInstance(t, shuffled(t, r, c.width, c.height, goal), h)
			if c.width*c.height <= 6 || *exhaustive && c.width == 3 {
				suite.Small = append(suite.Small, in)
			} else {
				suite.Large = append(suite.Large, in)
			}
		}
	}
	searchtest.Run(t, suite)
}

// Every position of the 8-puzzle, by the table's own way.
func TestDatabasesAreAdmissibleOnTheEightPuzzle(t *testing.T) {
	h := additive(t, 3, 3, []int{1, 2, 3, 4}, []int{5, 6, 7, 8})
	estimate, err := h.Estimator(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	start, err := Solved(3, 3, BlankFirst)
	if err != nil {
		t.Fatal(err)
	}
	exact := map[Board]int{start: 0}
	for level := []Board{start}; len(level) > 0; {
		var next []Board
		for _, b := range level {
			if got := estimate(b); got > exact[b] || (exact[b]-got)%2 != 0 {
				t.Fatalf("%v: estimate %d, distance %d", b, got, exact[b])
			}
			for m := Up; m <= Right; m++ {
				if to, ok := b.Apply(m); ok {
					if _, seen := exact[to]; !seen {
						exact[to] = exact[b] + 1
						next = append(next, to)
					}
				}
			}
		}
		level = next
	}
	if len(exact) != 181440 {
		t.Errorf("%d positions", len(exact))
	}
}

// A table serves every group that is its image.
func TestGroupsOfOneShapeShareATable(t *testing.T) {
	for name, want := range map[string]int{"pdb-663": 3, "pdb-78": 2, "pdb-6666": 2} {
		s, err := pdb.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := s.Tables()
		if err != nil || len(tables) != want {
			t.Errorf("%s has %d tables, want %d: %v", name, len(tables), want, err)
		}
	}
}

// The transposed position is looked up in the same tables, with the same sums exchanged.
func TestMirroredLookUpsAreEqual(t *testing.T) {
	e, err := pdb.Open(t.Context(), "pdb-663", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 2))
	for range 500 {
		b := shuffled(t, r, 4, 4, BlankFirst)
		var mirrored [16]uint8
		for cell := range 16 {
			tile := b.tiles[cell]
			mirrored[cell%4*4+cell/4] = tile%4*4 + tile/4
		}
		sums, err1 := e.Sums(b.tiles[:16])
		swapped, err2 := e.Sums(mirrored[:])
		if err1 != nil || err2 != nil || sums[0] != swapped[1] || sums[1] != swapped[0] {
			t.Fatalf("%v: %v, mirrored %v: %v, %v", b, sums, swapped, err1, err2)
		}
	}
}

// The boards take from a few nodes to a million; limits fall anywhere.
func TestAnyNumberOfWorkersLooksUpTheSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		heuristic Heuristic
		set       string
		numbers   []int
		most      uint64
	}{
		{additive(t, 4, 4, []int{1, 2, 3, 6, 7}, []int{4, 5, 8, 9, 12}, []int{10, 11, 13, 14, 15}), "korf100", []int{1, 12}, 1 << 40},
		{additive(t, 5, 5, []int{1, 2, 5, 6}, []int{3, 4, 8, 9}, []int{7, 12, 13, 14}, []int{10, 11, 15, 16}, []int{17, 18, 22, 23}, []int{19, 24}, []int{20, 21}), "korf24", []int{38, 40}, 150_000},
	} {
		for _, k := range knownBoards(t, c.set) {
			if !slices.Contains(c.numbers, k.Number) {
				continue
			}
			b := k.Board
			if k.Number%4 == 0 {
				b = b.Turned()
			}
			p, err := New(b, c.heuristic)
			if err != nil {
				t.Fatal(err)
			}
			full := search.IDAStar(t.Context(), p, search.Limits{Expanded: c.most})
			for limit, crews := range map[uint64][]int{c.most: {2, 3, 7}, full.Expanded/2 + 1: {2}, full.Expanded: {2}} {
				want := search.IDAStar(t.Context(), p, search.Limits{Expanded: limit})
				for _, workers := range crews {
					got := search.ParallelIDAStar(t.Context(), p, workers, search.Limits{Expanded: limit})
					if !reflect.DeepEqual(got, want) {
						t.Errorf("number %d, %d workers, limit %d:\n%+v\nwant\n%+v", k.Number, workers, limit, got, want)
					}
				}
			}
		}
	}
}

func TestDatabasesFindPublishedLengths(t *testing.T) {
	h, err := ParseHeuristic("pdb-663")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range knownBoards(t, "korf100") {
		p, err := New(k.Board, h)
		if err != nil {
			t.Fatal(err)
		}
		got := search.IDAStar(t.Context(), p, search.Limits{})
		if got.Cost != k.Optimal || !got.Optimal {
			t.Errorf("number %d: cost %d, want %d", k.Number, got.Cost, k.Optimal)
		}
	}
}
