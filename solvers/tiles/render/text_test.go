package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func ExampleText() {
	b := drawtest.Must(tiles.NewBoard(3, 3, tiles.BlankLast, []int{0, 1, 3, 4, 2, 5, 7, 8, 6}))
	fmt.Print(Text(b, Drawing{Path: []tiles.Move{tiles.Left, tiles.Up, tiles.Left, tiles.Up}}))
	// Output:
	// ┌───┬───┬───┐
	// │ · │ 1 │ 3 │
	// ├───┼───┼───┤
	// │ 4 │ 2 │ 5 │
	// ├───┼───┼───┤
	// │ 7 │ 8 │ 6 │
	// └───┴───┴───┘
	// 3x3, goal blank-last, Manhattan distance 4
	//
	// 4 moves of tiles: LULU
}

func ExampleStripText() {
	b := drawtest.Must(tiles.NewBoard(3, 3, tiles.BlankLast, []int{0, 1, 3, 4, 2, 5, 7, 8, 6}))
	fmt.Print(StripText(b, Drawing{Path: []tiles.Move{tiles.Left, tiles.Up, tiles.Left, tiles.Up}}))
	// Output:
	// 0            1 L          2 U          3 L          4 U
	// ┌─────────┐  ┌─────────┐  ┌─────────┐  ┌─────────┐  ┌─────────┐
	// │ ·  1  3 │  │[1] ·  3 │  │ 1 [2] 3 │  │ 1  2  3 │  │ 1  2  3 │
	// │ 4  2  5 │  │ 4  2  5 │  │ 4  ·  5 │  │ 4 [5] · │  │ 4  5 [6]│
	// │ 7  8  6 │  │ 7  8  6 │  │ 7  8  6 │  │ 7  8  6 │  │ 7  8  · │
	// └─────────┘  └─────────┘  └─────────┘  └─────────┘  └─────────┘
}

func ExampleSVG() {
	b := drawtest.Must(tiles.NewBoard(3, 3, tiles.BlankLast, []int{8, 1, 3, 4, 0, 2, 7, 6, 5}))
	var picture strings.Builder
	if err := SVG(&picture, b, Drawing{Heuristic: tiles.Manhattan}); err != nil {
		fmt.Println(err)
		return
	}
	_, caption, _ := strings.Cut(picture.String(), `data-layer="caption"`)
	fmt.Println(caption[strings.Index(caption, "manhattan"):strings.Index(caption, "</text>")])
	// Output:
	// manhattan: sum of the distances = 10
}

func TestTextShowsEveryTileOnceAndStraight(t *testing.T) {
	for _, size := range drawnSizes {
		for _, goal := range tiles.Goals() {
			b, path := drawnWalk(t, size[0], size[1], goal, 83)
			text := Text(b, Drawing{Path: path})
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			board := lines[:2*b.Height()+1]
			for _, line := range lines {
				if utf8.RuneCountInString(line) > draw.TextWidth {
					t.Errorf("%v: line %q is longer than %d", b, line, draw.TextWidth)
				}
			}
			for _, line := range board {
				if utf8.RuneCountInString(line) != utf8.RuneCountInString(board[0]) {
					t.Errorf("%v: line %q is not as long as %q", b, line, board[0])
				}
			}
			var want []string
			for cell := range b.Cells() {
				want = append(want, fmt.Sprint(b.Tile(cell)))
			}
			want[b.Blank()] = "·"
			if got := regexp.MustCompile(`\d+|·`).FindAllString(strings.Join(board, "\n"), -1); !slices.Equal(got, want) {
				t.Errorf("%v is shown as %q", b, got)
			}
			if letters := strings.Join(lines[2*b.Height()+4:], " "); strings.ReplaceAll(letters, " ", "") != tiles.FormatPath(path) {
				t.Errorf("%v: the path is %q, want %q", b, letters, tiles.FormatPath(path))
			}
			if caption := fmt.Sprintf("%dx%d, goal %v, Manhattan distance %d", size[0], size[1], goal, tiles.Manhattan.Of(b)); lines[2*b.Height()+1] != caption {
				t.Errorf("%v: caption %q, want %q", b, lines[2*b.Height()+1], caption)
			}
		}
	}
}

func TestStripTextShowsTheBoardsAskedFor(t *testing.T) {
	for _, size := range drawnSizes {
		b, path := drawnWalk(t, size[0], size[1], tiles.BlankLast, 19)
		for _, every := range []int{-1, 0, 1, 3, 19, 100} {
			text := StripText(b, Drawing{Path: path, Every: every})
			var got []string
			for line := range strings.Lines(text) {
				if utf8.RuneCountInString(line) > draw.TextWidth+1 || strings.HasSuffix(line, " \n") {
					t.Errorf("%v: line %q", b, line)
				}
				if line[0] >= '0' && line[0] <= '9' {
					got = append(got, strings.Fields(line)...)
				}
			}
			var want []string
			for step := range len(path) + 1 {
				if step%max(1, every) == 0 || step == len(path) {
					want = append(want, fmt.Sprint(step))
					if step > 0 {
						want = append(want, path[step-1].String())
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%v, every %d: boards %q, want %q", b, every, got, want)
			}
			if n := strings.Count(text, "["); n != len(want)/2 {
				t.Errorf("%v, every %d: %d moved tiles for %q", b, every, n, want)
			}
		}
	}
}

func TestTextNamesMovesThatCannotBeMade(t *testing.T) {
	b := drawtest.Must(tiles.Solved(3, 3, tiles.BlankLast))
	path := []tiles.Move{tiles.Right, tiles.Left, tiles.Left, tiles.Up}
	for _, text := range []string{Text(b, Drawing{Path: path}), StripText(b, Drawing{Path: path})} {
		if !strings.Contains(text, "\nmove 3 of 4, L, cannot be made on ") {
			t.Errorf("the impossible move is not named in\n%s", text)
		}
	}
	if strip := StripText(b, Drawing{Path: path}); !strings.Contains(strip, "2 L\n") || strings.Contains(strip, "3 L") {
		t.Errorf("the strip does not end before the impossible move:\n%s", strip)
	}
	if text := Text(b, Drawing{}); !strings.HasSuffix(text, "3x3, goal blank-last, solved\n") {
		t.Errorf("the solved board is shown as\n%s", text)
	}
	for _, text := range []string{Text(tiles.Board{}, Drawing{Path: path}), StripText(tiles.Board{}, Drawing{Path: path})} {
		if text != "no board\n" {
			t.Errorf("the zero Board is shown as %q", text)
		}
	}
}
