package tiles

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// distances returns the distance of every position from the goal, by plain
// breadth-first search on boards.
func distances(t *testing.T, width, height int, goal Goal) map[Board]int {
	t.Helper()
	start, err := Solved(width, height, goal)
	if err != nil {
		t.Fatal(err)
	}
	dist := map[Board]int{start: 0}
	for queue := []Board{start}; len(queue) > 0; queue = queue[1:] {
		for m := Up; m <= Right; m++ {
			next, ok := queue[0].Apply(m)
			if !ok {
				continue
			}
			if _, seen := dist[next]; !seen {
				dist[next] = dist[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return dist
}

func TestHeuristicsNeverExceedTheDistance(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}} {
		for _, goal := range Goals() {
			dist := distances(t, size[0], size[1], goal)
			for _, h := range Heuristics() {
				p0, err := New(Board{width: uint8(size[0]), height: uint8(size[1]), goal: goal}, None)
				_ = p0
				if err != nil {
					t.Fatal(err)
				}
				solved, _ := Solved(size[0], size[1], goal)
				any, err := New(solved, h)
				if err != nil {
					t.Fatal(err)
				}
				p := &any.(*packed).problem
				dst := make([]search.Step[State, Move], 4)
				for b, d := range dist {
					form, _ := b.blankFirst()
					s := p.evaluate(form.tiles)
					v := p.estimate(&s)
					if int(v) > d || d == 0 && v != 0 {
						t.Fatalf("%v of %v: %d, but the distance is %d", h.Name, b, v, d)
					}
					for _, st := range dst[:p.Expand(&s, NoMove, dst)] {
						scratch := p.evaluate(st.State.cells)
						if scratch != st.State {
							t.Fatalf("%v of %v after %v: %+v, from scratch %+v", h.Name, b, st.Action, st.State, scratch)
						}
						if st.H != p.estimate(&scratch) {
							t.Fatal("H")
						}
						if h.Consistent && abs(int(st.H-v)) > 1 {
							t.Fatalf("%v of %v: %d, after %v %d", h.Name, b, v, st.Action, st.H)
						}
						q, err := b.Replay([]Move{st.Action})
						if err != nil || dist[q] == 0 && q != solved {
							t.Fatal(err)
						}
						qf, _ := q.blankFirst()
						if qf.tiles != st.State.cells {
							t.Fatalf("action %v", st.Action)
						}
					}
				}
			}
		}
	}
}

func TestWalk4x4(t *testing.T) {
	w, err := walkTable(walkShape{4, 4, 0})
	if err != nil {
		t.Fatal(err)
	}
	m := uint8(0)
	for _, d := range w.dist {
		m = max(m, d)
	}
	t.Log(len(w.dist), m)
	for _, s := range [][2]int{{5, 5}, {5, 2}, {6, 2}, {4, 5}, {5, 3}, {4, 3}, {8, 2}, {12, 2}} {
		t.Log(s, LCWD.Fits(s[0], s[1]))
	}
}
