package render

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// writePage writes the page of a drawing, as the format html does.
func writePage(w io.Writer, b tiles.Board, o Drawing) error {
	return draw.WritePage(w, name, Steps, b, o)
}

// drawnBoard makes a board of a test picture.
func drawnBoard(t testing.TB, width, height int, goal tiles.Goal, cells ...int) tiles.Board {
	t.Helper()
	return drawtest.Must(tiles.NewBoard(width, height, goal, cells))
}

// drawnWalk returns a board and a path of that length from it to the goal
// that never undoes a move.
func drawnWalk(t testing.TB, width, height int, goal tiles.Goal, moves int) (tiles.Board, []tiles.Move) {
	t.Helper()
	b := drawtest.Must(tiles.Solved(width, height, goal))
	rng := rand.New(rand.NewPCG(uint64(width), uint64(height)))
	path := make([]tiles.Move, moves)
	for last, i := tiles.NoMove, moves-1; i >= 0; {
		m := tiles.Up + tiles.Move(rng.IntN(4))
		next, ok := b.Apply(m)
		if !ok || m == last.Inverse() {
			continue
		}
		b, last, path[i] = next, m, m.Inverse()
		i--
	}
	return b, path
}

// TestDrawingsStayTheSame is a change detector: look at the files in a browser,
// in a light and in a dark scheme, before they are rewritten.
func TestDrawingsStayTheSame(t *testing.T) {
	write := drawnBoard(t, 3, 3, tiles.BlankLast, 8, 1, 3, 4, 0, 2, 7, 6, 5) // drawn in the Coursera write-up
	korf := drawnBoard(t, 4, 4, tiles.BlankFirst, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	path := mustPath(t, "RDLURULL")
	b, err := drawnBoard(t, 3, 3, tiles.BlankLast, 1, 2, 3, 4, 5, 6, 7, 8, 0).Replay(mustPath(t, "RRDLDRUL"))
	if err != nil {
		t.Fatal(err)
	}
	drawtest.Golden(t, "board-3x3.svg", drawtest.Draw(t, SVG, write, Drawing{}))
	drawtest.Golden(t, "step-3x3.svg", drawtest.Draw(t, SVG, b, Drawing{Path: path, Step: 3, Heuristic: tiles.Hamming}))
	drawtest.Golden(t, "manhattan-3x3.svg", drawtest.Draw(t, SVG, write, Drawing{Heuristic: tiles.Manhattan}))
	drawtest.Golden(t, "inversion-distance-3x3.svg", drawtest.Draw(t, SVG, write, Drawing{Heuristic: tiles.InversionDistance, Size: 400}))
	drawtest.Golden(t, "lc-wd-4x4.svg", drawtest.Draw(t, SVG, korf, Drawing{Heuristic: tiles.LCWD, ID: "korf-1", Title: "Korf's instance 1"}))
	drawtest.Golden(t, "strip-3x3.svg", drawtest.Draw(t, Strip, b, Drawing{Path: path, Columns: 5}))
	drawtest.Golden(t, "film-3x3.svg", drawtest.Draw(t, Animated, b, Drawing{Path: path}))
	drawtest.Golden(t, "page-3x3.html", drawtest.Draw(t, writePage, b, Drawing{Path: path, Step: 2, Heuristic: tiles.LinearConflict}))
}

func mustPath(t testing.TB, letters string) []tiles.Move {
	t.Helper()
	return drawtest.Must(tiles.ParsePath(letters))
}

// drawnSizes are the sizes that pictures are tried on.
var drawnSizes = [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}, {4, 3}, {4, 4}, {5, 3}, {5, 5}, {12, 2}, {2, 12}}

func TestPicturesOfEverySizeAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, size := range drawnSizes {
		for _, goal := range tiles.Goals() {
			b, path := drawnWalk(t, size[0], size[1], goal, 23)
			pictures := map[string]string{}
			draw := func(name string, f func(io.Writer, tiles.Board, Drawing) error, o Drawing) map[string]int {
				text := drawtest.Draw(t, f, b, o)
				if again := drawtest.Draw(t, f, b, o); again != text {
					t.Errorf("%v, %s: two drawings differ", b, name)
				}
				for other, seen := range pictures {
					if id(text) == id(seen) {
						t.Errorf("%v: %s and %s have the same id", b, name, other)
					}
				}
				pictures[name] = text
				return drawtest.SVG(t, text)
			}
			draw("board", SVG, Drawing{})
			draw("step", SVG, Drawing{Path: path, Step: 4})
			draw("last step", SVG, Drawing{Path: path, Step: 23})
			for _, h := range tiles.Heuristics() {
				if h.Fits(size[0], size[1]) == nil {
					draw(h.Name, SVG, Drawing{Heuristic: h})
				}
			}
			uses := draw("strip", Strip, Drawing{Path: path})["use"]
			if want := b.Cells() - 1 + 24*b.Cells(); uses != want {
				t.Errorf("%v: a strip of 24 boards uses %d stamps, want %d", b, uses, want)
			}
			draw("strip of some", Strip, Drawing{Path: path, Every: 5, Columns: 3})
			draw("strip of one", Strip, Drawing{})
			draw("film", Animated, Drawing{Path: path})
			draw("still film", Animated, Drawing{})
		}
	}
}

func id(text string) string {
	return regexp.MustCompile(` id="([^"]*)"`).FindStringSubmatch(text)[1]
}

// TestSVGShowsTheBoardAfterTheStep reads the tiles back from where they are
// drawn.
func TestSVGShowsTheBoardAfterTheStep(t *testing.T) {
	b, path := drawnWalk(t, 4, 3, tiles.BlankLast, 12)
	place := regexp.MustCompile(`<g data-tile="(\d+)" transform="translate\((\d+) (\d+)\)">.*>(\d+)</text>(<path[^>]*data-mark="home")?`)
	for step := range len(path) + 1 {
		want := drawtest.Must(b.Replay(path[:step]))
		text := drawtest.Draw(t, SVG, b, Drawing{Path: path, Step: step})
		cells := make([]int, b.Cells())
		for _, m := range place.FindAllStringSubmatch(text, -1) {
			x, _ := strconv.Atoi(m[2])
			y, _ := strconv.Atoi(m[3])
			cell := (y-draw.Margin-rim)/cellSize*b.Width() + (x-draw.Margin-rim)/cellSize
			cells[cell], _ = strconv.Atoi(m[1])
			if m[4] != m[1] {
				t.Errorf("step %d: tile %s shows %s", step, m[1], m[4])
			}
			if home := want.Home(cells[cell]) == cell; home != (m[5] != "") {
				t.Errorf("step %d: tile %s: home %v, tick %q", step, m[1], home, m[5])
			}
		}
		if got := drawnBoard(t, 4, 3, tiles.BlankLast, cells...); got != want {
			t.Errorf("step %d shows %v, want %v", step, got, want)
		}
		if said := fmt.Sprintf("Move %d of 12: tile ", step); strings.Contains(text, said) != (step > 0) || strings.Contains(text, "..") {
			t.Errorf("step %d: the description does not say %q, or not well", step, said)
		}
		if moved := strings.Contains(text, `data-mark="moved"`); moved != (step > 0) {
			t.Errorf("step %d: a moved tile is marked: %v", step, moved)
		}
	}
}

func TestStripShowsEveryBoardAskedFor(t *testing.T) {
	b, path := drawnWalk(t, 3, 3, tiles.BlankFirst, 17)
	for _, every := range []int{0, 1, 2, 4, 17, 18, 1 << 40} {
		text := drawtest.Draw(t, Strip, b, Drawing{Path: path, Every: every})
		var want strings.Builder
		for step := range len(path) + 1 {
			if step == len(path) || step%max(1, every) == 0 {
				fmt.Fprintf(&want, "%d ", step)
			}
		}
		got := ""
		for _, m := range regexp.MustCompile(`<g data-step="(\d+)"`).FindAllStringSubmatch(text, -1) {
			got += m[1] + " "
		}
		if got != want.String() {
			t.Errorf("every %d: boards %swant %s", every, got, want.String())
		}
		if n := strings.Count(text, `class="edge"`); n != strings.Count(got, " ")-1 {
			t.Errorf("every %d: %d tiles are marked as moved on %s", every, n, got)
		}
	}
}

var pictures = map[string]func(io.Writer, tiles.Board, Drawing) error{"SVG": SVG, "Strip": Strip, "Animated": Animated}

func TestSuite(t *testing.T) {
	b, path := drawnWalk(t, 3, 4, tiles.BlankLast, 5)
	drawtest.Suite[tiles.Board, Drawing]{
		Board: b, Moves: 5, Pictures: pictures, Page: writePage, Strips: true,
		Drawing: func(o drawtest.Options) Drawing {
			h := tiles.NewHeuristic("own "+o.Title, "", func(tiles.Board) int { return 0 })
			return Drawing{Path: path, Heuristic: h, Step: o.Step, Every: o.Every, Columns: o.Columns, Size: o.Size, Title: o.Title, ID: o.ID}
		},
	}.Run(t)
}

func TestDrawingsThatDoNotFitTheBoardAreErrors(t *testing.T) {
	b := drawnBoard(t, 2, 2, tiles.BlankLast, 1, 2, 3, 0)
	wide, _ := tiles.Solved(12, 2, tiles.BlankLast)
	long := mustPath(t, strings.Repeat("RDLU", MaxStepped/4+1))
	check := func(b tiles.Board, o Drawing, want string) {
		t.Helper()
		for _, draw := range []func(io.Writer, tiles.Board, Drawing) error{SVG, Strip, Animated, writePage} {
			var out bytes.Buffer
			if err := draw(&out, b, o); err == nil || !strings.HasPrefix(err.Error(), "tiles: "+want) || out.Len() > 0 {
				t.Errorf("got %v and %d bytes\nwant tiles: %s", err, out.Len(), want)
			}
		}
	}
	check(tiles.Board{}, Drawing{}, "draw: the zero Board is no board")
	check(b, Drawing{Path: mustPath(t, "RRD")}, "move 2 of 3, R, cannot be made on ")
	check(b, Drawing{Path: []tiles.Move{tiles.NoMove}}, "move 1 of 1, -, cannot be made on ")
	check(b, Drawing{Path: []tiles.Move{77}}, "move 1 of 1, move(77), cannot be made on ")
	check(b, Drawing{Path: long}, "draw: a path of 5004 moves ")
	check(wide, Drawing{Heuristic: tiles.WalkingDistance}, "heuristic walking-distance does not fit a board of 12x2")

	err := Strip(io.Discard, b, Drawing{Path: long})
	if want := "tiles: draw: a path of 5004 moves has more than 2000 boards to show (set Every to 3 or more)"; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if err := Strip(io.Discard, b, Drawing{Path: long, Every: 3}); err != nil {
		t.Errorf("with the advice followed: %v", err)
	}
}

func FuzzDrawing(f *testing.F) {
	f.Add(uint8(3), uint8(3), []byte("RDLU"), 2, 300, 1, 2, "lc-wd", "Title & more", "x")
	f.Add(uint8(12), uint8(2), []byte("LLU"), -1, 0, 0, 0, "", "", "")
	f.Add(uint8(2), uint8(5), []byte("RRRR"), 0, 1, 7, 1, "hd-id", "\x00\xff", "a.b")
	f.Fuzz(func(t *testing.T, width, height uint8, moves []byte, step, size, every, columns int, heuristic, title, name string) {
		solved, err := tiles.Solved(int(width), int(height), tiles.BlankLast)
		if err != nil {
			return
		}
		b, path := solved, []tiles.Move(nil)
		for i, c := range moves {
			m := tiles.Move(c & 7)
			if next, ok := b.Apply(m); ok || i%7 == 6 {
				b, path = next, append(path, m)
			}
		}
		o := Drawing{Path: path, Step: step, Size: size, Every: every, Columns: columns, Title: title, ID: name}
		if h, err := tiles.ParseHeuristic(heuristic); err == nil {
			o.Heuristic = h
		}
		for _, draw := range pictures {
			var out bytes.Buffer
			if draw(&out, solved, o) == nil {
				drawtest.SVG(t, out.String())
			}
		}
		_ = writePage(io.Discard, solved, o)
		_, _ = Text(solved, o), StripText(solved, o)
	})
}

func BenchmarkStripSVG(b *testing.B) {
	board, path := drawnWalk(b, 4, 4, tiles.BlankLast, 80)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := Strip(&out, board, Drawing{Path: path}); err != nil {
			b.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "<g data-step="); n != 81 {
		b.Fatalf("%d boards, want 81", n)
	}
}
