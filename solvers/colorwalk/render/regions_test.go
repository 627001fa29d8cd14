package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// TestRegionsSVGIsTheRegionGraph reads the graph back and compares it with the
// pairs of neighbouring cells of the board.
func TestRegionsSVGIsTheRegionGraph(t *testing.T) {
	circle := regexp.MustCompile(`data-region="(\d+)" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="(#\w+)"`)
	line := regexp.MustCompile(`M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)`)
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		for _, step := range []int{0, len(path) / 3, len(path)} {
			text := drawtest.Draw(t, Regions, b, Drawing{Path: path, Step: step})
			m := regexp.MustCompile(`scale\((\d+)\)`).FindStringSubmatch(text)
			cellSize, _ := strconv.ParseFloat(m[1], 64)
			cellAt := func(x, y string) int {
				px, _ := strconv.ParseFloat(x, 64)
				py, _ := strconv.ParseFloat(y, 64)
				return int((py-draw.Margin)/cellSize)*b.Cols() + int((px-draw.Margin)/cellSize)
			}
			at, _, err := b.Replay(path[:step])
			if err != nil {
				t.Fatal(err)
			}
			region, sizes := drawnRegions(at)
			if n := strings.Count(text, "data-region="); n != len(sizes) {
				t.Errorf("%v, step %d: %d nodes for %d regions", b, step, n, len(sizes))
			}
			nodes := map[int]bool{}
			for _, m := range circle.FindAllStringSubmatch(text, -1) {
				cell := cellAt(m[2], m[3])
				nodes[region[cell]] = true
				if m[1] != strconv.Itoa(sizes[region[cell]]) || m[5] != SeriesPalette.Hex(at.Color(cell)) {
					t.Errorf("%v, step %d: the node in cell %d has %s cells in %s; want %d, %s", b, step, cell, m[1], m[5], sizes[region[cell]], SeriesPalette.Hex(at.Color(cell)))
				}
			}
			if len(nodes) != len(sizes) {
				t.Errorf("%v, step %d: the nodes stand in %d of %d regions", b, step, len(nodes), len(sizes))
			}
			want := map[string]bool{}
			for cell := range b.Cells() {
				for _, next := range rightAndBelow(b, cell) {
					if region[cell] != region[next] {
						want[edgeName(region[cell], region[next])] = true
					}
				}
			}
			edges := 0
			for _, m := range line.FindAllStringSubmatch(text, -1) {
				edges++
				if name := edgeName(region[cellAt(m[1], m[2])], region[cellAt(m[3], m[4])]); !want[name] {
					t.Errorf("%v, step %d: there is no edge %s", b, step, name)
				}
			}
			if edges != len(want) {
				t.Errorf("%v, step %d: %d edges, want %d", b, step, edges, len(want))
			}
			if said := fmt.Sprintf("has %s, the blank area included, and %s.", wording.Counted(len(sizes), "node"), wording.Counted(edges, "edge")); !strings.Contains(text, said) {
				t.Errorf("%v, step %d: the description does not say %q", b, step, said)
			}
		}
	}
}

// rightAndBelow returns the neighbours of a cell that come after it.
func rightAndBelow(b colorwalk.Board, cell int) (next []int) {
	if (cell+1)%b.Cols() != 0 {
		next = append(next, cell+1)
	}
	if cell+b.Cols() < b.Cells() {
		next = append(next, cell+b.Cols())
	}
	return next
}

func edgeName(a, b int) string { return fmt.Sprint(min(a, b), "-", max(a, b)) }

// drawnRegions joins neighbouring cells of one colour until nothing changes,
// and returns the first cell of the region of each, and the sizes.
func drawnRegions(b colorwalk.Board) (region []int, sizes map[int]int) {
	region = make([]int, b.Cells())
	for cell := range region {
		region[cell] = cell
	}
	for changed := true; changed; {
		changed = false
		for cell := range region {
			for _, next := range rightAndBelow(b, cell) {
				if b.Color(cell) == b.Color(next) && region[cell] != region[next] {
					region[cell], region[next] = min(region[cell], region[next]), min(region[cell], region[next])
					changed = true
				}
			}
		}
	}
	sizes = map[int]int{}
	for _, r := range region {
		sizes[r]++
	}
	return region, sizes
}

func TestNodeStandsInTheCellNearestToTheCentroid(t *testing.T) {
	// A ring around one cell has its centroid in that cell; the four cells at
	// the sides are nearest, and the first of them is taken.
	b := drawnBoard(t, "0222/3111/3121/3111")
	c := newCourse(b, nil)
	check := func(cell int, x, y float64, size int) {
		t.Helper()
		n := c.nodeOf(c.cells[c.region[cell]])
		if n.x != x || n.y != y || n.size != size {
			t.Errorf("the node of cell %d is %+v, want %v, %v of %d", cell, n, x, y, size)
		}
	}
	check(5, 2.5, 1.5, 8)
	check(10, 2.5, 2.5, 1)
	check(4, 0.5, 2.5, 3)
	check(1, 2.5, 0.5, 3)

	order := bySize([]regionNode{{size: 2}, {size: 0}, {size: 5}, {size: 2}})
	if !slices.Equal(order, []int{2, 0, 3}) {
		t.Errorf("nodes are drawn in the order %d", order)
	}
}
