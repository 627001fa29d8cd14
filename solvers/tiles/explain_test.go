package tiles

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// explained are the sizes of boards that estimates are taken apart on.
var explained = [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}, {4, 3}, {4, 4}, {5, 3}, {5, 5}, {12, 2}, {2, 12}}

// explainedHeuristics are those that fit boards of that size, and maxima of them.
func explainedHeuristics(t testing.TB, width, height int) []Heuristic {
	t.Helper()
	heuristics := Heuristics()
	for _, name := range []string{"md-hd", "lc-id", "lc-wd-id-hd"} {
		h, err := ParseHeuristic(name)
		if err != nil {
			t.Fatal(err)
		}
		heuristics = append(heuristics, h)
	}
	blanks := NewHeuristic("blank-away", "rows and columns that the blank is away", func(b Board) int { return b.Apart(b.Blank(), b.Home(0)) })
	heuristics = append(heuristics, blanks, Max("md-or-blank", Manhattan, blanks))
	return slices.DeleteFunc(heuristics, func(h Heuristic) bool { return h.Fits(width, height) != nil })
}

// TestExplanationsAddUpToTheEstimate compares two computations: what the
// picture shows, taken apart on the board, and what the search uses.
func TestExplanationsAddUpToTheEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, size := range explained {
		for _, goal := range Goals() {
			for range 20 {
				b := shuffled(t, rng, size[0], size[1], goal)
				for _, h := range explainedHeuristics(t, size[0], size[1]) {
					e := Explain(b, h)
					if want := h.Of(b); e.Total != want {
						t.Fatalf("%s of %v: explained as %d, but it is %d: %q", h.Name, b, e.Total, want, e.Sentences)
					}
					last := e.Sentences[len(e.Sentences)-1]
					if said := last[strings.LastIndexByte(last, ' ')+1:]; !strings.HasPrefix(last, h.Name+": ") || said != strconv.Itoa(e.Total) {
						t.Fatalf("%s of %v is %d, and the last sentence says %q", h.Name, b, e.Total, last)
					}
				}
			}
		}
	}
}

// TestTilesThatStayAreInOrder checks the choice of tiles that must leave: with
// them gone nothing is reversed, and there are as many as are counted.
func TestTilesThatStayAreInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		values := rng.Perm(1 + rng.IntN(12))
		places := make([]uint8, len(values))
		for i, v := range values {
			places[i] = uint8(v + 1)
		}
		n, leaves := mustLeave(places)
		last, leave := -1, uint8(0)
		for i, v := range values {
			if leaves[i] {
				leave++
				continue
			}
			if v < last {
				t.Fatalf("%v: %v leave", values, leaves)
			}
			last = v
		}
		if leave != n {
			t.Fatalf("%v: %d leave, want %d", values, leave, n)
		}
	}
	if _, got := mustLeave([]uint8{4, 2, 0, 3, 1}); !slices.Equal(got[:5], []bool{true, false, false, false, true}) {
		t.Errorf("of 4 2 0 3 1 leave %v", got)
	}
}

// TestWalkNumbersAreThoseOfTheBoard takes the numbers of one board by hand.
func TestWalkNumbersAreThoseOfTheBoard(t *testing.T) {
	b, err := NewBoard(3, 3, BlankLast, []int{8, 1, 3, 4, 0, 2, 7, 6, 5})
	if err != nil {
		t.Fatal(err)
	}
	e := Explain(b, WalkingDistance)
	want := [2][3][3]int{
		{{2, 0, 1}, {1, 1, 0}, {0, 2, 1}}, // 8 1 3 belong in rows 3 1 1, and so on
		{{2, 1, 0}, {1, 0, 1}, {0, 2, 1}}, // 8 4 7 belong in columns 2 1 1
	}
	for i := range want {
		for line := range 3 {
			if got := [3]int(e.Walk[i].Tiles[line][:3]); got != want[i][line] {
				t.Errorf("direction %d, line %d: %v, want %v", i, line+1, got, want[i][line])
			}
		}
	}
}
