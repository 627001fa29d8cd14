package render

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// TestAbsorptionShowsTheMoveOfEveryCell compares the shades, the numbers and
// the crosses with the boards of the path.
func TestAbsorptionShowsTheMoveOfEveryCell(t *testing.T) {
	shade := regexp.MustCompile(`<path data-move="(\d+)" d="([^"]*)" fill="(#\w+)"`)
	for seed, size := range drawnSizes {
		for _, whole := range []bool{true, false} {
			b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
			if !whole {
				path = path[:len(path)/2]
			}
			want := make([]int, b.Cells()) // 0: blank before, -1: left behind
			for cell := range want {
				want[cell] = -1
			}
			at, area := b, startArea(b)
			for step := 0; ; step++ {
				for cell := range want {
					if want[cell] < 0 && (step == 0 && area[cell] || step > 0 && at.Color(cell) == colorwalk.Blank) {
						want[cell] = step
					}
				}
				if step == len(path) {
					break
				}
				at, _ = at.Apply(path[step])
			}
			text := drawtest.Draw(t, Absorption, b, Drawing{Path: path})
			got := make([]int, b.Cells())
			for _, m := range shade.FindAllStringSubmatch(text, -1) {
				move, _ := strconv.Atoi(m[1])
				if m[3] != absorptionColor(move, len(path)) {
					t.Errorf("move %d has color %s", move, m[3])
				}
				for cell, in := range insideOutline(t, m[2], b.Rows(), b.Cols()) {
					if in {
						got[cell] = move
					}
				}
			}
			for _, m := range regexp.MustCompile(`M(\d+) (\d+)l1 1m-1 0l1-1`).FindAllStringSubmatch(text, -1) {
				x, _ := strconv.Atoi(m[1])
				y, _ := strconv.Atoi(m[2])
				got[y*b.Cols()+x] = -1
			}
			numbers := map[int]int{}
			for cell := range want {
				if got[cell] != want[cell] {
					t.Fatalf("%v, path %v: cell %d is shown as of move %d, want %d", b, path, cell, got[cell], want[cell])
				}
				numbers[want[cell]]++
			}
			if _, layer, ok := strings.Cut(text, `<g data-layer="digits"`); ok {
				layer, _, _ = strings.Cut(layer, "</g>")
				for move := 1; move <= len(path); move++ {
					if n := strings.Count(layer, fmt.Sprintf(">%d</text>", move)); n != numbers[move] {
						t.Errorf("%v: %d cells have the number %d, want %d", b, n, move, numbers[move])
					}
				}
			} else if size.rows <= 14 && size.cols <= 14 {
				t.Errorf("%v has no numbers", b)
			}
			if said := strings.Contains(text, "crossed out: "+wording.Counted(numbers[-1], "cell")+" left behind"); said != (numbers[-1] > 0 && len(path) > 0) {
				t.Errorf("%v: %d cells are left behind; said: %v", b, numbers[-1], said)
			}
		}
	}
}

func TestScaleHasTheFirstAndTheLastMove(t *testing.T) {
	b := drawnBoard(t, "012/345")
	for _, moves := range []int{1, 2, 9, 10, 11, 26, 59, 61, 99, 100, 101, 999, MaxStepped} {
		text := drawtest.Draw(t, Absorption, b, Drawing{Path: make5(moves)})
		_, scale, _ := strings.Cut(text, `data-layer="scale"`)
		var labels []int
		for _, m := range regexp.MustCompile(`<text x="([\d.]+)" y="\d+">(\d+)</text>`).FindAllStringSubmatch(scale, -1) {
			n, _ := strconv.Atoi(m[2])
			labels = append(labels, n)
		}
		if len(labels) == 0 || labels[0] != 1 || labels[len(labels)-1] != moves || len(labels) > 13 {
			t.Errorf("the scale of %d moves has the numbers %d", moves, labels)
		}
		for i := 1; i < len(labels); i++ {
			if gap := labels[i] - labels[i-1]; gap < tickStep(moves)/2 && moves > 1 {
				t.Errorf("the scale of %d moves has %d and %d side by side", moves, labels[i-1], labels[i])
			}
		}
		if n := strings.Count(scale, "<rect"); n != min(moves, scaleSteps) {
			t.Errorf("the scale of %d moves has %d pieces", moves, n)
		}
	}
}

// make5 returns a path of five colours in turn.
func make5(moves int) []colorwalk.Color {
	path := make([]colorwalk.Color, moves)
	for i := range path {
		path[i] = colorwalk.Color(1 + i%5)
	}
	return path
}
