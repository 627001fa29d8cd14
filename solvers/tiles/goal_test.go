package tiles

import (
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestGoalsAreReadAsPeopleWriteThem(t *testing.T) {
	const list = "1,2,3,8,0,4,7,6,5"
	for _, text := range []string{list, "1 2 3 8 0 4 7 6 5", "[[1, 2, 3], [8, 0, 4], [7, 6, 5]]", "123/8_4/765", "1 2 3;8 0 4;7 6 5", "123804765", "1-2-3-8-0-4-7-6-5", "1|2|3|8||4|7|6|5", "Snail", "(1, 2, 3, 8, None, 4, 7, 6, 5)", "1 2 3 8 9 4 7 6 5"} {
		if g, err := ParseGoal(text); err != nil || g.String() != list && g != Snail {
			t.Errorf("%q is the goal %v, %v; want %s", text, g, err, list)
		}
	}
	for _, text := range []string{"", "1", "0 1 2", "1 2 4 5", "256 1 2 3", "1 2 3 3 0", "1 2 3 8 0 4 7 6 9", "fist"} {
		if g, err := ParseGoal(text); err == nil {
			t.Errorf("%q is the goal %v, want an error", text, g)
		}
	}
}

// A goal that has a name is called by it, so that equal boards have equal text.
func TestBoardsCallTheirGoalByItsName(t *testing.T) {
	for text, want := range map[string]string{
		"goal=1,2,3,8,0,4,7,6,5 2 8 3 1 6 4 7 0 5": "goal=snail 2 8 3 1 6 4 7 0 5",
		"goal=1,2,3,0 3 1 2 0":                     "3 1 2 0",
		"goal=0,1,2,3 3 1 2 0":                     "goal=blank-first 3 1 2 0",
		"goal=3,2,1,0 3 1 2 0":                     "goal=3,2,1,0 3 1 2 0",
		"goal=snail 3x2: 5 1 2 3 4 0":              "goal=snail 3x2: 5 1 2 3 4 0",
	} {
		if b := mustBoard(t, text); b.String() != want || mustBoard(t, want) != b {
			t.Errorf("%q is %v, want %s", text, b, want)
		}
	}
	if _, err := ParseBoard("goal=1,2,3,0 1 2 3 4 5 6 7 8 0", BlankLast); err == nil {
		t.Error("a goal of 4 cells is taken for a board of 9")
	}
}

// The blank of these goals is inside, in three corners and at two edges.
func TestAnyGoalIsReachedByAShortestPath(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	for _, goal := range []string{"snail", "2,1,0,5,4,3,8,7,6", "7,6,5,8,4,3,0,2,1", "4,2,6,0,8,1,3,5,7", "6,7,8,3,4,5,1,0,2"} {
		g, err := ParseGoal(goal)
		if err != nil {
			t.Fatal(err)
		}
		b := wander(t, r, 3, 3, g, 18)
		want := nearby(t, b)
		for _, strategy := range []string{"idastar/manhattan", "astar/lc-wd", "mm/linear-conflict", "bfs"} {
			r := mustParse(t, strategy).Solve(t.Context(), b, search.Limits{})
			if end, err := b.Replay(r.Path); r.Cost != want || err != nil || !end.Solved() {
				t.Errorf("%s of %v costs %d and leads to %v, %v; want %d", strategy, b, r.Cost, end, err, want)
			}
		}
	}
}

func TestABoardForAnotherGoalCanBeSolvedIfTheBoardCan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	goals := []Goal{BlankLast, BlankFirst, Snail, listed("1,2,3,0,4,5,6,7,8"), listed("8,7,6,5,4,3,2,1,0")}
	for _, from := range goals {
		for range 50 {
			b := anyBoard(t, r, 3, 3, from)
			for _, to := range goals {
				got, err := b.For(to)
				if err != nil || got.Goal() != to || got.Solvable() != b.Solvable() || got.Blank() != b.Blank() && got != b.Turned() {
					t.Fatalf("%v for the goal %v is %v, %v", b, to, got, err)
				}
			}
			if same, err := b.For(from); err != nil || same != b {
				t.Errorf("%v for its own goal is %v, %v", b, same, err)
			}
		}
	}
	b := mustBoard(t, "1 2 3 0")
	if got, err := b.For(listed("1,2,3,8,0,4,7,6,5")); err == nil || got != b {
		t.Errorf("a goal of 9 cells fits %v, which becomes %v", b, got)
	}
}

func TestDatabasesSayWhichGoalsTheyKnow(t *testing.T) {
	if err := fits(mustBoard(t, "goal=snail 5 1 3 4 2 6 7 8 9 10 11 12 13 14 15 0"), pdb663); err == nil {
		t.Error("a database of the 15-puzzle fits a goal with the blank inside")
	}
	if err := fits(mustBoard(t, "goal=3,2,1,0,4,5,6,7,8,9,10,11,12,13,14,15 5 1 3 4 2 6 7 8 9 10 11 12 13 14 15 0"), pdb663); err != nil {
		t.Error(err)
	}
}
