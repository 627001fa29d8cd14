package render

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

// drawnBoard makes a board of a test picture.
func drawnBoard(t testing.TB, text string) colorwalk.Board {
	t.Helper()
	return drawtest.Must(colorwalk.ParseBoard(text))
}

// drawnWalk returns a random board, every other one with a blank start in its
// middle, and a path that clears it, with useless moves.
func drawnWalk(t testing.TB, rows, cols int, colors colorwalk.Color, seed uint64) (colorwalk.Board, []colorwalk.Color) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(rows*1000+cols), seed))
	cells := make([]colorwalk.Color, rows*cols)
	for i := range cells {
		cells[i] = 1 + colorwalk.Color(rng.UintN(uint(colors)))
	}
	if seed%2 == 0 {
		cells[len(cells)/2] = colorwalk.Blank
	}
	b := drawtest.Must(colorwalk.NewBoard(rows, cols, -1, cells))
	var path []colorwalk.Color
	for at := b; !at.Solved(); {
		move := 1 + colorwalk.Color(rng.UintN(uint(colors)))
		at, _ = at.Apply(move)
		path = append(path, move)
	}
	return b, path
}

// drawnSizes are the sizes that pictures are tried on.
var drawnSizes = []struct {
	rows, cols int
	colors     colorwalk.Color
}{{1, 1, 1}, {1, 12, 4}, {12, 1, 3}, {2, 2, 2}, {3, 5, 3}, {9, 9, 6}, {14, 14, 35}, {15, 14, 4}, {20, 30, 5}}

// startArea returns the blank area of a board, or that of a coloured start.
func startArea(b colorwalk.Board) []bool {
	region, _ := drawnRegions(b)
	area := make([]bool, b.Cells())
	for cell := range area {
		area[cell] = region[cell] == region[b.Start()]
	}
	return area
}

// countLeft counts what there is left of a board, from its cells alone.
func countLeft(b colorwalk.Board) standing {
	area := startArea(b)
	seen := slices.Clone(area)
	var s standing
	for begin := range seen {
		if seen[begin] {
			continue
		}
		seen[begin] = true
		s.regions++
		next := false // to the blank area
		for todo := []int{begin}; len(todo) > 0; todo = todo[1:] {
			s.cells++
			row, col := todo[0]/b.Cols(), todo[0]%b.Cols()
			for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				r, c := row+d[0], col+d[1]
				if r < 0 || c < 0 || r == b.Rows() || c == b.Cols() {
					continue
				}
				at := r*b.Cols() + c
				next = next || area[at]
				if !seen[at] && b.Color(at) == b.Color(begin) {
					seen[at] = true
					todo = append(todo, at)
				}
			}
		}
		if next {
			s.frontier++
		}
	}
	return s
}

// TestCourseIsThePathMoveByMove compares what is drawn, which is found region
// by region, with boards made cell by cell.
func TestCourseIsThePathMoveByMove(t *testing.T) {
	for _, size := range drawnSizes {
		for seed := range uint64(4) {
			b, path := drawnWalk(t, size.rows, size.cols, size.colors, seed)
			path = path[:len(path)-int(seed)%2*len(path)/3] // some leave cells behind
			c := newCourse(b, path)
			all, at := c.standings(), b
			for step := range len(path) + 1 {
				if step > 0 {
					var removed int
					at, removed = at.Apply(path[step-1])
					if c.removed[step-1] != removed {
						t.Errorf("%v: move %d removes %d cells, want %d", b, step, c.removed[step-1], removed)
					}
				}
				for cell := range b.Cells() {
					if got := c.shows(cell, step); got != at.Color(cell) {
						t.Fatalf("%v: after %d moves cell %d shows %v, want %v", b, step, cell, got, at.Color(cell))
					}
				}
				if want := countLeft(at); all[step] != want {
					t.Errorf("%v: after %d moves there are %+v left, want %+v", b, step, all[step], want)
				}
			}
		}
	}
}

func TestEveryCellTurnsBlankWithOneMove(t *testing.T) {
	b, path := drawnWalk(t, 6, 7, 4, 1)
	c := newCourse(b, path[:len(path)/2])
	cells := 0
	for move, list := range c.byMove {
		cells += len(list)
		for _, cell := range list {
			if got := c.turnsBlank(c.region[cell]); got != move {
				t.Errorf("cell %d of move %d turns blank with move %d", cell, move, got)
			}
		}
	}
	if cells != b.Cells() || len(c.byMove[0]) != 0 || len(c.byMove[1]) <= c.removed[0] {
		t.Errorf("%d of %d cells; none should be blank before, and the colored start should go with the first move: %v", cells, b.Cells(), c.byMove)
	}
}
