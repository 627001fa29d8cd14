package render

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// drawnShuffles returns boards of a size in random order, solvable or not, and
// one a few moves from the goal.
func drawnShuffles(t testing.TB, width, height int, goal tiles.Goal) []tiles.Board {
	t.Helper()
	near, _ := drawnWalk(t, width, height, goal, 6)
	boards := []tiles.Board{near}
	rng := rand.New(rand.NewPCG(7, uint64(width*height)))
	for range 20 {
		boards = append(boards, drawnBoard(t, width, height, goal, rng.Perm(width*height)...))
	}
	return boards
}

// marks returns the numbers of the marks of one kind in a picture.
func marks(t testing.TB, text, kind string) []int {
	t.Helper()
	var numbers []int
	for _, m := range regexp.MustCompile(`data-mark="`+kind+`"[^>]*>\+?(\d*)(?:·(\d+))?`).FindAllStringSubmatch(text, -1) {
		for _, s := range m[1:] {
			if n, err := strconv.Atoi(s); err == nil {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}

// layer returns the part of a picture that belongs to a layer.
func layer(text, name string) string {
	_, rest, _ := strings.Cut(text, `data-layer="`+name+`"`)
	part, _, _ := strings.Cut(rest, "</g>")
	return part
}

// TestMarksAddUpToTheEstimate reads the numbers back from the pictures.
func TestMarksAddUpToTheEstimate(t *testing.T) {
	for _, size := range drawnSizes {
		for _, goal := range tiles.Goals() {
			for _, b := range drawnShuffles(t, size[0], size[1], goal)[:6] {
				check := func(what string, got, want int) {
					t.Helper()
					if got != want {
						t.Errorf("%v: %s of the marks is %d, want %d", b, what, got, want)
					}
				}
				text := drawtest.Draw(t, SVG, b, Drawing{Heuristic: tiles.Manhattan})
				check("the sum of distances", sum(marks(t, text, "distance")), tiles.Manhattan.Of(b))
				check("the number of arrows", strings.Count(text, `data-mark="arrow"`), tiles.Hamming.Of(b))

				text = drawtest.Draw(t, SVG, b, Drawing{Heuristic: tiles.Hamming})
				check("the number of crosses", strings.Count(text, `data-mark="misplaced"`), tiles.Hamming.Of(b))
				check("the number of ticks", strings.Count(text, `data-mark="home"`), b.Cells()-1-tiles.Hamming.Of(b))

				text = drawtest.Draw(t, SVG, b, Drawing{Heuristic: tiles.LinearConflict})
				check("the sum", sum(marks(t, text, "distance"))+sum(marks(t, text, "leaves")), tiles.LinearConflict.Of(b))
				costs := regexp.MustCompile(`>\+(\d+)<`).FindAllStringSubmatch(layer(text, "costs"), -1)
				total := 0
				for _, m := range costs {
					n, _ := strconv.Atoi(m[1])
					total += n
				}
				check("the sum of lines", tiles.Manhattan.Of(b)+total, tiles.LinearConflict.Of(b))
				check("the number of framed lines", strings.Count(layer(text, "conflicts"), "<rect"), len(costs))

				text = drawtest.Draw(t, SVG, b, Drawing{Heuristic: tiles.InversionDistance})
				inversions := marks(t, text, "inversions")
				var by [2]int
				for i, n := range inversions {
					by[i%2] += n
				}
				check("the number of inversions", len(inversions), 2*(b.Cells()-1))
				e := tiles.Explain(b, tiles.InversionDistance)
				check("the sum of inversions by rows", by[0], sum(e.Inversions[0][:]))
				check("the sum of inversions by columns", by[1], sum(e.Inversions[1][:]))

				if tiles.WalkingDistance.Fits(size[0], size[1]) != nil {
					continue
				}
				text = drawtest.Draw(t, SVG, b, Drawing{Heuristic: tiles.WalkingDistance})
				for name, numbers := range map[string]int{"walk-rows": b.Height() * b.Height(), "walk-columns": b.Width() * b.Width()} {
					cells := regexp.MustCompile(`>(\d+|·)</text>`).FindAllStringSubmatch(layer(text, name), -1)
					count := 0
					for _, m := range cells {
						n, _ := strconv.Atoi(m[1])
						count += n
					}
					check("the number of cells in "+name, len(cells), numbers)
					check("the number of tiles in "+name, count, b.Cells()-1)
				}
			}
		}
	}
}

func TestArrowsPointHome(t *testing.T) {
	b := drawnBoard(t, 3, 3, tiles.BlankLast, 8, 1, 3, 4, 0, 2, 7, 6, 5)
	check := func(tile, want int) {
		t.Helper()
		if got := turned(b, tile, find(b, tile)); !strings.HasSuffix(got, fmt.Sprintf(" rotate(%d)", want)) {
			t.Errorf("tile %d is turned by %s, want %d° clockwise from the right", tile, got, want)
		}
	}
	check(1, 180)  // one column to the left
	check(6, -45)  // up and right
	check(5, -135) // up and left
	check(8, 63)   // two down, one right
}
