package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

func TestStripShowsEveryBoardAskedFor(t *testing.T) {
	b, path := drawnWalk(t, 7, 8, 4, 3)
	for _, n := range []int{0, 1, 10, 11, len(path)} {
		for _, every := range []int{0, 1, 2, 7, n, 1 << 40} {
			text := drawtest.Draw(t, Strip, b, Drawing{Path: path[:n], Every: every})
			between := every // what is documented
			if every == 0 {
				between = 1
				if n > 10 {
					between = 5
				}
			}
			var want []int
			for step := range n + 1 {
				if step == n || step%between == 0 {
					want = append(want, step)
				}
			}
			var got []int
			before := b
			for _, frame := range strings.Split(text, "<g data-step=")[1:] {
				number, frame, _ := strings.Cut(frame[1:], `"`)
				step := drawtest.Must(strconv.Atoi(number))
				chosen := path[:0]
				if len(got) > 0 {
					chosen = path[got[len(got)-1]:step]
				}
				got = append(got, step)
				after := before
				for _, move := range chosen {
					after, _ = after.Apply(move)
				}
				checkFrame(t, frame, before, after, chosen)
				before = after
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d moves, every %d: boards %d, want %d", n, every, got, want)
			}
		}
	}
}

// checkFrame compares one board of a strip with the boards of the path.
func checkFrame(t *testing.T, text string, before, after colorwalk.Board, chosen []colorwalk.Color) {
	t.Helper()
	if want := fmt.Sprintf(">%d left<", countLeft(after).cells); !strings.Contains(text, want) {
		t.Errorf("the frame %s does not say %s", text, want)
	}
	chips := ""
	for _, m := range regexp.MustCompile(`fill="#\w+">(\w)</text>`).FindAllStringSubmatch(text, -1) {
		chips += m[1]
	}
	if chips != colorwalk.FormatPath(chosen) {
		t.Errorf("the colors are %q, want %q", chips, colorwalk.FormatPath(chosen))
	}
	paths := regexp.MustCompile(`<path class="(\w+)[^>]* d="([^"]*)"`).FindAllStringSubmatch(text, -1)
	if len(chosen) == 0 {
		return
	}
	for _, m := range paths {
		for cell, in := range insideOutline(t, m[2], after.Rows(), after.Cols()) {
			want := after.Color(cell) == colorwalk.Blank
			if m[1] == "fresh" {
				want = want && before.Color(cell) != colorwalk.Blank
			}
			if in != want {
				t.Errorf("after %v: cell %d is %s: %v", chosen, cell, m[1], in)
			}
		}
	}
	if len(paths) != 2 {
		t.Errorf("%d outlines in a frame, want the blank one and the fresh one", len(paths))
	}
}

func TestLongPathsHaveAtMost41BoardsByDefault(t *testing.T) {
	check := func(moves, want int) {
		t.Helper()
		if got := (Drawing{Path: make([]colorwalk.Color, moves)}).every(); got != want || moves/got > 41 {
			t.Errorf("%d moves are shown every %d, want %d", moves, got, want)
		}
	}
	check(0, 1)
	check(10, 1)
	check(11, 5)
	check(200, 5)
	check(201, 6)
	check(MaxStepped, 125)
}
