package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

func ExampleText() {
	b := drawtest.Must(colorwalk.ParseBoard("0421/4223"))
	fmt.Print(Text(b, Drawing{Path: []colorwalk.Color{4, 2, 1, 3}, Step: 1}))
	// Output:
	// · * 2 1
	// * 2 2 3
	// 4x2, start 1,1: 5 cells in 3 regions left
	//
	// 4 moves: 4213
}

func ExampleStripText() {
	b := drawtest.Must(colorwalk.ParseBoard("0421/4223"))
	fmt.Print(StripText(b, Drawing{Path: []colorwalk.Color{4, 2, 1, 3}}))
	// Output:
	// 0          1 4        2 2        3 1        4 3
	// · 4 2 1    · * 2 1    · · * 1    · · · *    · · · ·
	// 4 2 2 3    * 2 2 3    · * * 3    · · · 3    · · · *
}

func ExampleSVG() {
	b := drawtest.Must(colorwalk.ParseBoard("0421/4223"))
	var picture strings.Builder
	if err := SVG(&picture, b, Drawing{Path: []colorwalk.Color{4, 2, 1, 3}, Step: 2}); err != nil {
		fmt.Println(err)
		return
	}
	_, description, _ := strings.Cut(picture.String(), `-desc">`)
	description, _, _ = strings.Cut(description, "</desc>")
	fmt.Println(strings.ReplaceAll(description, ". ", ".\n"))
	// Output:
	// 2 rows of 4 cells, start in row 1, column 1.
	// Colors from the top: blank blank blank 1; blank blank blank 3.
	// Move 2 of 4: color 2 removes 3 cells; 2 cells in 2 regions left.
}

var escapeSequence = regexp.MustCompile("\x1b\\[[\\d;]*m")

func TestTextShowsEveryCellStraight(t *testing.T) {
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		for _, step := range []int{0, len(path) / 2, len(path)} {
			o := Drawing{Path: path, Step: step}
			text := Text(b, o)
			at, _, err := b.Replay(path[:step])
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			for row := range b.Rows() {
				for i, shown := range strings.Fields(lines[row]) {
					color := at.Color(row*b.Cols() + i)
					if shown != color.String() && (color != colorwalk.Blank || shown != "·" && shown != "*") {
						t.Errorf("%v, step %d: row %d is %q", b, step, row+1, lines[row])
					}
				}
				if n := utf8.RuneCountInString(lines[row]); n != 2*b.Cols()-1 {
					t.Errorf("%v: row %q has %d columns", b, lines[row], n)
				}
			}
			for _, line := range lines[b.Rows():] {
				if utf8.RuneCountInString(line) > draw.TextWidth {
					t.Errorf("%v: line %q is longer than %d", b, line, draw.TextWidth)
				}
			}
			moves := regexp.MustCompile(`^\d+ moves?:`).ReplaceAllString(strings.Join(lines[min(len(lines), b.Rows()+2):], ""), "")
			if strings.ReplaceAll(moves, " ", "") != colorwalk.FormatPath(path) {
				t.Errorf("%v: the path is %q, want %q", b, moves, colorwalk.FormatPath(path))
			}
			o.ANSI = true
			if plain := regexp.MustCompile(` +\n`).ReplaceAllString(escapeSequence.ReplaceAllString(Text(b, o), ""), "\n"); plain != text {
				t.Errorf("%v: without its colors the text is\n%s\nwant\n%s", b, plain, text)
			}
			if strings.Contains(text, "\x1b") {
				t.Errorf("%v: nobody asked for colors", b)
			}
		}
	}
}

func TestStarsAreTheCellsOfTheLastMove(t *testing.T) {
	b, path := drawnWalk(t, 8, 9, 4, 2)
	_, removed, err := b.Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	for step, n := range removed {
		if got := strings.Count(Text(b, Drawing{Path: path, Step: step + 1}), "*"); got != n {
			t.Errorf("move %d removes %d cells, but there are %d stars", step+1, n, got)
		}
	}
}

func TestStripTextShowsTheBoardsAskedFor(t *testing.T) {
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		path = path[:min(len(path), 19)]
		for _, every := range []int{-1, 0, 1, 3, 19, 100} {
			o := Drawing{Path: path, Every: every}
			text := StripText(b, o)
			var heads []string
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				if utf8.RuneCountInString(line) > draw.TextWidth || strings.HasSuffix(line, " ") {
					t.Errorf("%v: line %q", b, line)
				}
				if i%(b.Rows()+2) == 0 {
					heads = append(heads, strings.Fields(line)...)
				}
			}
			between := every
			if every <= 0 {
				between = 1
				if len(path) > 10 {
					between = 5
				}
			}
			var want []string
			for step, before := 0, 0; step <= len(path); step++ {
				if step%between == 0 || step == len(path) {
					want = append(want, fmt.Sprint(step))
					if step > 0 {
						want = append(want, colorwalk.FormatPath(path[before:step]))
					}
					before = step
				}
			}
			if !slices.Equal(heads, want) {
				t.Errorf("%v, every %d: boards %q, want %q", b, every, heads, want)
			}
			o.ANSI = true
			if plain := regexp.MustCompile(` +\n`).ReplaceAllString(escapeSequence.ReplaceAllString(StripText(b, o), ""), "\n"); plain != text {
				t.Errorf("%v: without its colors the text is\n%s\nwant\n%s", b, plain, text)
			}
		}
	}
}

func TestTextNamesMovesThatAreNoColors(t *testing.T) {
	b := drawnBoard(t, "0121/2211")
	o := Drawing{Path: []colorwalk.Color{1, 2, 99, 1}, Step: 7}
	for _, text := range []string{Text(b, o), StripText(b, o)} {
		if !strings.HasSuffix(text, "\nmove 3 is 99 (want 1 to 35)\n") {
			t.Errorf("what is no color is not named in\n%s", text)
		}
	}
	if text := Text(b, o); !strings.Contains(text, "\n2 moves: 12\n") {
		t.Errorf("the path does not end before it:\n%s", text)
	}
	for _, text := range []string{Text(colorwalk.Board{}, o), StripText(colorwalk.Board{}, o)} {
		if text != "no board\n" {
			t.Errorf("the zero Board is shown as %q", text)
		}
	}
}

func TestWideBoardsHaveOneColumnForACell(t *testing.T) {
	check := func(cols, want int) {
		t.Helper()
		b := drawtest.Must(colorwalk.NewBoard(1, cols, -1, slices.Repeat([]colorwalk.Color{1}, cols)))
		row, _, _ := strings.Cut(Text(b, Drawing{}), "\n")
		if len(row) != want {
			t.Errorf("%d cells need %d columns, want %d", cols, len(row), want)
		}
	}
	check(40, 79)
	check(41, 41)
}
