package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func TestPageListsTheEstimatesOfEveryBoard(t *testing.T) {
	for _, goal := range tiles.Goals() {
		b, path := drawnWalk(t, 4, 3, goal, 15)
		page := drawtest.Page(t, drawtest.Draw(t, writePage, b, Drawing{Path: path, Heuristic: tiles.LCWD, Step: 9}))
		if len(page.Rows) != len(path)+1 || page.Open != 9 || strings.Join(page.Moves, "") != tiles.FormatPath(path) {
			t.Errorf("%v: %d rows for %d moves, %q, opened at %d", b, len(page.Rows), len(path), page.Moves, page.Open)
		}
		after := b
		for g, row := range page.Rows {
			tile, direction, said := "–", "–", "Before the first of 15 moves."
			if g > 0 {
				blank := after.Blank()
				after, _ = after.Apply(path[g-1])
				tile, direction = strconv.Itoa(after.Tile(blank)), directions[path[g-1]]
				said = fmt.Sprintf("Move %d of 15: tile %s %s.", g, tile, direction)
			}
			want := []string{strconv.Itoa(g), tile, direction, strconv.Itoa(tiles.Manhattan.Of(after)), strconv.Itoa(tiles.LCWD.Of(after)), strconv.Itoa(len(path) - g)}
			if !slices.Equal(row, want) || page.Said[g] != said {
				t.Errorf("%v, %d moves: row %q, want %q; said %q, want %q", b, g, row, want, page.Said[g], said)
			}
		}
	}
}

var stageTile = regexp.MustCompile(`<g class="([^"]*)" data-tile="(\d+)" style="([^"]*)">.* rotate\((-?\d+)\)".*>(\d+)</text></g></g>`)

// TestStageShowsTheBoardsOfThePath reads the tiles back from where the script
// puts them.
func TestStageShowsTheBoardsOfThePath(t *testing.T) {
	for _, size := range drawnSizes {
		b, path := drawnWalk(t, size[0], size[1], tiles.BlankFirst, 20)
		page := drawtest.Page(t, drawtest.Draw(t, writePage, b, Drawing{Path: path}))
		moved := 0
		for step := range len(path) + 1 {
			if step > 0 {
				blank := b.Blank()
				b, _ = b.Apply(path[step-1])
				moved = b.Tile(blank)
			}
			shown := stageTile.FindAllStringSubmatch(page.Stage(step), -1)
			if len(shown) != b.Cells()-1 {
				t.Fatalf("%v: %d tiles on the stage", b, len(shown))
			}
			for i, m := range shown {
				tile := i + 1
				cell := find(b, tile)
				want := []string{tileClass(b, tile, cell, tile == moved), strconv.Itoa(tile), placeStyle(b, cell), "", strconv.Itoa(tiles.Explain(b, tiles.Manhattan).Distance[tile])}
				if want[3] = m[4]; !strings.HasSuffix(turned(b, tile, cell), "("+m[4]+")") || !slices.Equal(m[1:], want) {
					t.Errorf("%v, %d moves: tile %d is shown as %q, want %q, turned by %s", b, step, tile, m[1:], want, turned(b, tile, cell))
				}
			}
		}
		if !strings.Contains(page.End, "Move 20 of 20") {
			t.Errorf("%v: without script the page does not show the end", b)
		}
	}
}

func TestPageShowsAnotherHeuristicOnlyOnce(t *testing.T) {
	b, path := drawnWalk(t, 3, 3, tiles.BlankLast, 4)
	check := func(h tiles.Heuristic, want ...string) {
		t.Helper()
		if heads := drawtest.Page(t, drawtest.Draw(t, writePage, b, Drawing{Path: path, Heuristic: h})).Heads; !slices.Equal(heads, want) {
			t.Errorf("with %q the columns are %q, want %q", h.Name, heads, want)
		}
	}
	check(tiles.Heuristic{}, "move", "tile", "moves", "Manhattan", "to go")
	check(tiles.Manhattan, "move", "tile", "moves", "Manhattan", "to go")
	check(tiles.Hamming, "move", "tile", "moves", "Manhattan", "hamming", "to go")
}

func TestPageOfABoardAloneHasNothingToPlay(t *testing.T) {
	b, _ := drawnWalk(t, 3, 3, tiles.BlankLast, 4)
	text := drawtest.Draw(t, writePage, b, Drawing{})
	if page := drawtest.Page(t, text); page.Rows != nil || page.End != "" || strings.Contains(text, "<button") {
		t.Errorf("there is no path, but %d rows", len(page.Rows))
	}
	if !strings.Contains(text, `data-class="ways"`) {
		t.Error("the page has no way home")
	}
}
