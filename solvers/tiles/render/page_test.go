package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func TestPageListsTheEstimatesOfEveryBoard(t *testing.T) {
	for _, goal := range tiles.Goals() {
		b, path := drawnWalk(t, 4, 3, goal, 15)
		page := drawtest.Draw(t, Page, b, Drawing{Path: path, Heuristic: tiles.LCWD})
		for g := range len(path) + 1 {
			after, err := b.Replay(path[:g])
			if err != nil {
				t.Fatal(err)
			}
			row := fmt.Sprintf("<tr data-tile=\"\"><td>0</td><td></td><td class=\"word\">start</td><td>%d</td><td>%d</td><td>%d</td></tr>", tiles.Manhattan.Of(after), tiles.LCWD.Of(after), len(path)-g)
			if g > 0 {
				before, _ := b.Replay(path[:g-1])
				tile := before.Tile(after.Blank()) // it made room for the blank
				row = fmt.Sprintf("<tr data-tile=\"%d\"><td>%d</td><td>%d</td><td class=\"word\">%s</td><td>%d</td><td>%d</td><td>%d</td></tr>", tile, g, tile, directions[path[g-1]], tiles.Manhattan.Of(after), tiles.LCWD.Of(after), len(path)-g)
			}
			if strings.Count(page, row) != 1 {
				t.Errorf("%v, %d moves: no row %s", b, g, row)
			}
		}
		if n := strings.Count(page, "<tr data-tile="); n != len(path)+1 {
			t.Errorf("%d rows for %d moves", n, len(path))
		}
	}
}

func TestPageShowsAnotherHeuristicOnlyOnce(t *testing.T) {
	b, path := drawnWalk(t, 3, 3, tiles.BlankLast, 4)
	check := func(h tiles.Heuristic, want ...string) {
		t.Helper()
		page := drawtest.Draw(t, Page, b, Drawing{Path: path, Heuristic: h})
		var heads []string
		for _, m := range regexp.MustCompile(`<th[^>]*>([^<]*)</th>`).FindAllStringSubmatch(page, -1) {
			heads = append(heads, m[1])
		}
		if strings.Join(heads, ", ") != strings.Join(want, ", ") {
			t.Errorf("with %q the columns are %q, want %q", h.Name, heads, want)
		}
	}
	check(tiles.Heuristic{}, "g", "tile", "moves", "Manhattan", "to go")
	check(tiles.Manhattan, "g", "tile", "moves", "Manhattan", "to go")
	check(tiles.Hamming, "g", "tile", "moves", "Manhattan", "hamming", "to go")
}

func TestPageNeedsNothingElse(t *testing.T) {
	b, path := drawnWalk(t, 12, 2, tiles.BlankFirst, 30)
	page := drawtest.Draw(t, Page, b, Drawing{Path: path, Step: 9})
	if rest := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""); regexp.MustCompile(`https?:|src=|@import|url\(|<link`).MatchString(rest) {
		t.Error("the page refers to something outside")
	}
	for _, want := range []string{
		`<figcaption id="controls" hidden>`, // shown by the script alone
		`max="30" value="9" aria-label="moves made"`,
		`role="status" aria-live="polite"`,
		"@media (prefers-reduced-motion: reduce) { .tile { transition: none } }",
		"@media (prefers-color-scheme: dark)",
	} {
		if strings.Count(page, want) == 0 {
			t.Errorf("the page lacks %s", want)
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
	svg := page[strings.Index(page, "<svg"):]
	svg = svg[:strings.Index(svg, "</svg>")+len("</svg>")]
	if n := strings.Count(svg, `class="tile`); n != b.Cells()-1 {
		t.Errorf("%d tiles on the stage", n)
	}
	if strings.Count(svg, "<desc") != 1 {
		t.Error("the stage has no description")
	}
}

func TestPageOfABoardAloneHasNothingToPlay(t *testing.T) {
	b, _ := drawnWalk(t, 3, 3, tiles.BlankLast, 4)
	page := drawtest.Draw(t, Page, b, Drawing{})
	for _, not := range []string{`type="range"`, "<button", ">to go<"} {
		if strings.Contains(page, not) {
			t.Errorf("there is no path, but %s", not)
		}
	}
	if !strings.Contains(page, `id="ways"`) || !strings.HasSuffix(page, "</html>\n") {
		t.Error("the page has no way home, or no end")
	}
}
