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

func TestPageListsWhatEveryMoveRemovesAndLeaves(t *testing.T) {
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		path = path[:min(len(path), 30)]
		bound := make([]int, len(path)+1)
		for i := range bound {
			bound[i] = 1000 + i
		}
		page := drawtest.Draw(t, Page, b, Drawing{Path: path, Bound: bound})
		var rows [][]string
		for _, row := range regexp.MustCompile(`<tr><td>.*</tr>`).FindAllString(page, -1) {
			var cells []string
			for _, m := range regexp.MustCompile(`<td>(?:<span[^>]*>)?([^<]*)`).FindAllStringSubmatch(row, -1) {
				cells = append(cells, m[1])
			}
			rows = append(rows, cells)
		}
		if len(rows) != len(path)+1 {
			t.Fatalf("%v: %d rows for %d moves", b, len(rows), len(path))
		}
		at := b
		for step, row := range rows {
			color, removed := "start", ""
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

// TestPageShowsTheBoardsOfThePath does what the script does: it covers what has
// gone, and outlines what is in reach.
func TestPageShowsTheBoardsOfThePath(t *testing.T) {
	gonePath := regexp.MustCompile(`<path class="blank edge gone" data-move="(\d+)" opacity="0" d="([^"]*)"`)
	stayPath := regexp.MustCompile(`<g class="stay" data-from="(\d+)" data-to="(\d+)" display="none">.*data-mark="frontier" d="([^"]*)"`)
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		path = path[:min(len(path), 30)]
		page := drawtest.Draw(t, Page, b, Drawing{Path: path})
		if got := shownBoard(t, page, b, SeriesPalette); !slices.Equal(got, boardColors(b)) {
			t.Errorf("%v: without script the page shows %v", b, got)
		}
		at := b
		for step := range len(path) + 1 {
			if step > 0 {
				at, _ = at.Apply(path[step-1])
			}
			shown := boardColors(b)
			for _, m := range gonePath.FindAllStringSubmatch(page, -1) {
				if move, _ := strconv.Atoi(m[1]); move <= step {
					for cell, in := range insideOutline(t, m[2], b.Rows(), b.Cols()) {
						if in {
							shown[cell] = colorwalk.Blank
						}
					}
				}
			}
			if !slices.Equal(shown, boardColors(at)) {
				t.Fatalf("%v: after %d moves the page shows %v, want %v", b, step, shown, boardColors(at))
			}
			regions := map[int]bool{} // outlined ones, by their first cells
			region, _ := drawnRegions(at)
			for _, m := range stayPath.FindAllStringSubmatch(page, -1) {
				from, _ := strconv.Atoi(m[1])
				to, _ := strconv.Atoi(m[2])
				if from <= step && step < to {
					for cell, in := range insideOutline(t, m[3], b.Rows(), b.Cols()) {
						if in {
							regions[region[cell]] = true
						}
					}
				}
			}
			if want := countLeft(at).frontier; len(regions) != want {
				t.Errorf("%v: after %d moves %d regions are outlined, want %d", b, step, len(regions), want)
			}
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
		page := drawtest.Draw(t, Page, b, Drawing{Path: path, Bound: bound})
		var heads []string
		for _, m := range regexp.MustCompile(`<th[^>]*>([^<]*)</th>`).FindAllStringSubmatch(page, -1) {
			heads = append(heads, m[1])
		}
		if got := strings.Join(heads, ", "); got != want {
			t.Errorf("with bounds %d the columns are %q, want %q", bound, got, want)
		}
	}
	check(nil, "move, colour, removed, cells left, regions left, frontier")
	check(make([]int, len(path)+1), "move, colour, removed, cells left, regions left, frontier, bound")
}

func TestPageNeedsNothingElse(t *testing.T) {
	b, path := drawnBoard(t, series20), drawnPath(t, series20Path)
	page := drawtest.Draw(t, Page, b, Drawing{Path: path, Step: 9, Frontier: true})
	if rest := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""); regexp.MustCompile(`https?:|src=|@import|url\(|<link`).MatchString(rest) {
		t.Error("the page refers to something outside")
	}
	if len(page) > 120_000 {
		t.Errorf("the page has %d bytes", len(page))
	}
	for _, want := range []string{
		`<figcaption id="controls" hidden>`, // shown by the script alone
		`max="26" value="9" aria-label="moves made"`,
		`<input type="checkbox" id="fringe" checked>`,
		`role="status" aria-live="polite"`,
		"@media (prefers-reduced-motion: reduce) { .gone { transition: none } }",
		"@media (prefers-color-scheme: dark)",
	} {
		if strings.Count(page, want) != 1 {
			t.Errorf("the page has %d times %s", strings.Count(page, want), want)
		}
	}
	for _, m := range regexp.MustCompile(`<button[^>]*>([^<]*)<`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(m[0], "aria-label=") && m[1] != "Play" {
			t.Errorf("the button %s has no name", m[0])
		}
	}
	for _, m := range regexp.MustCompile(`byId\("(\w+)"\)`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("the script asks for %q, which is not in the page", m[1])
		}
	}
	chips := ""
	for _, m := range regexp.MustCompile(`<span style="background:(#\w+);color:#\w+">(\w)</span> `).FindAllStringSubmatch(page, -1) {
		chips += m[2]
		if want := SeriesPalette.Hex(drawnPath(t, m[2])[0]); m[1] != want {
			t.Errorf("colour %s is %s, want %s", m[2], m[1], want)
		}
	}
	if chips != series20Path {
		t.Errorf("the page shows the colours %s", chips)
	}
}

func TestPageOfABoardAloneHasNothingToPlay(t *testing.T) {
	b, _ := drawnWalk(t, 3, 3, 3, 1)
	page := drawtest.Draw(t, Page, b, Drawing{})
	for _, not := range []string{`type="range"`, "<button", `id="chips"`} {
		if strings.Contains(page, not) {
			t.Errorf("there is no path, but %s", not)
		}
	}
	if want := fmt.Sprintf("<td>%d</td>", countLeft(b).cells); !strings.Contains(page, want) || !strings.HasSuffix(page, "</html>\n") {
		t.Errorf("the page has no %s, or no end", want)
	}
}
