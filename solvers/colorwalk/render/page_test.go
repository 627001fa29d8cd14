package render

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

func TestPageListsWhatEveryMoveRemovesAndLeaves(t *testing.T) {
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		if path = path[:min(len(path), 30)]; len(path) == 0 {
			continue // nothing to list
		}
		bound := make([]int, len(path)+1)
		for i := range bound {
			bound[i] = 1000 + i
		}
		page := drawtest.Page(t, drawtest.Draw(t, writePage, b, Drawing{Path: path, Bound: bound, Step: len(path)}))
		if len(page.Rows) != len(path)+1 || page.Open != len(path) || strings.Join(page.Moves, "") != colorwalk.FormatPath(path) {
			t.Fatalf("%v: %d rows for %d moves, %q, opened at %d", b, len(page.Rows), len(path), page.Moves, page.Open)
		}
		at := b
		for step, row := range page.Rows {
			color, removed := "–", "–"
			if step > 0 {
				var n int
				at, n = at.Apply(path[step-1])
				color, removed = path[step-1].String(), strconv.Itoa(n)
			}
			s := countLeft(at)
			want := []string{strconv.Itoa(step), color, removed, strconv.Itoa(s.cells), strconv.Itoa(s.regions), strconv.Itoa(s.frontier), strconv.Itoa(1000 + step)}
			if !slices.Equal(row, want) {
				t.Errorf("%v: row %q, want %q", b, row, want)
			}
		}
	}
}

// TestStageShowsTheBoardsOfThePath covers what has gone, as the script does, and
// outlines what is in reach.
func TestStageShowsTheBoardsOfThePath(t *testing.T) {
	gonePath := regexp.MustCompile(`<path class="(blank|fresh) edge gone made" d="([^"]*)"`)
	stayPath := regexp.MustCompile(`<g class="stay now">.*data-mark="frontier" d="([^"]*)"`)
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		path = path[:min(len(path), 30)]
		page := drawtest.Page(t, drawtest.Draw(t, writePage, b, Drawing{Path: path}))
		if got := shownBoard(t, page.Stage(0), b, SeriesPalette); !slices.Equal(got, boardColors(b)) {
			t.Errorf("%v: without script the page shows %v", b, got)
		}
		at := b
		for step := range len(path) + 1 {
			before := boardColors(at)
			if step > 0 {
				at, _ = at.Apply(path[step-1])
			}
			shown, stage := boardColors(b), page.Stage(step)
			for _, m := range gonePath.FindAllStringSubmatch(stage, -1) {
				for cell, in := range insideOutline(t, m[2], b.Rows(), b.Cols()) {
					if in {
						shown[cell] = colorwalk.Blank
					}
					if in && (m[1] == "fresh") != (before[cell] != colorwalk.Blank) {
						t.Fatalf("%v: after %d moves cell %d is %s", b, step, cell, m[1])
					}
				}
			}
			if !slices.Equal(shown, boardColors(at)) {
				t.Fatalf("%v: after %d moves the page shows %v, want %v", b, step, shown, boardColors(at))
			}
			regions := map[int]bool{} // outlined ones, by their first cells
			region, _ := drawnRegions(at)
			for _, m := range stayPath.FindAllStringSubmatch(stage, -1) {
				for cell, in := range insideOutline(t, m[1], b.Rows(), b.Cols()) {
					if in {
						regions[region[cell]] = true
					}
				}
			}
			if want := countLeft(at).frontier; len(regions) != want {
				t.Errorf("%v: after %d moves %d regions are outlined, want %d", b, step, len(regions), want)
			}
		}
		if got := shownBoard(t, page.End, b, SeriesPalette); !slices.Equal(got, boardColors(at)) {
			t.Errorf("%v: without script the end is %v", b, got)
		}
	}
}

func boardColors(b colorwalk.Board) []colorwalk.Color {
	cells := make([]colorwalk.Color, b.Cells())
	for cell := range cells {
		cells[cell] = b.Color(cell)
	}
	return cells
}

func TestPageHasABoundOnlyIfThereIsOne(t *testing.T) {
	b, path := drawnWalk(t, 3, 3, 3, 1)
	check := func(bound []int, want string) {
		t.Helper()
		page := drawtest.Page(t, drawtest.Draw(t, writePage, b, Drawing{Path: path, Bound: bound}))
		if got := strings.Join(page.Heads, ", "); got != want {
			t.Errorf("with bounds %d the columns are %q, want %q", bound, got, want)
		}
	}
	check(nil, "move, color, removed, cells left, regions left, frontier")
	check(make([]int, len(path)+1), "move, color, removed, cells left, regions left, frontier, bound")
}

func TestPageOfTheSeriesIsSmall(t *testing.T) {
	b, path := drawnBoard(t, series20), drawnPath(t, series20Path)
	text := drawtest.Draw(t, writePage, b, Drawing{Path: path, Step: 9, Frontier: true})
	if len(text) > 120_000 {
		t.Errorf("the page has %d bytes", len(text))
	}
	if !strings.Contains(text, `data-class="fringe" checked>`) {
		t.Error("the frontier is not outlined though it was asked for")
	}
	for i, m := range regexp.MustCompile(`<span style="background:(#\w+);`).FindAllStringSubmatch(text, -1) {
		if want := SeriesPalette.Hex(path[i]); m[1] != want {
			t.Errorf("move %d is %s, want %s", i+1, m[1], want)
		}
	}
}

func TestPageOfABoardAloneHasNothingToPlay(t *testing.T) {
	b, _ := drawnWalk(t, 3, 3, 3, 1)
	text := drawtest.Draw(t, writePage, b, Drawing{})
	if page := drawtest.Page(t, text); page.Rows != nil || page.End != "" || strings.Contains(text, "<button") {
		t.Errorf("there is no path, but %d rows", len(page.Rows))
	}
	if n := strings.Count(text, `<g class="stay now"`); n != 1 {
		t.Errorf("%d groups of regions can be outlined, want 1", n)
	}
}
