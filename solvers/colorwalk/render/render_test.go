package render

import (
	"bytes"
	"fmt"
	"io"
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

// writePage writes the page of a drawing, as the format html does.
func writePage(w io.Writer, b colorwalk.Board, o Drawing) error {
	return draw.WritePage(w, name, Steps, b, o)
}

// series20 is the twentieth board of the series, and a shortest solution of it.
const (
	series20 = "054414122334214425542411555541/351111532143124424442225411224/522422255543442212554432113453/433414154342115343255421141155/" +
		"135123134354313131345444111244/233153233445442412541515244343/545131253415441442234233313141/142243224251343411214152242351/" +
		"545442253524322134122255435415/144342113122531144141131253433/445112122531121514334455352234/342235333451344231451452311214/" +
		"315312251213123414523255432144/414151255323123154515154154544/331223351511454235434233422322/355133553433445425151342313444/" +
		"423115351232143111211531254444/254415533514314114433331113212/431435552233332314214423531453/333253125332144153545332221523"
	series20Path = "51254214214342532154231245"
)

func drawnPath(t testing.TB, text string) []colorwalk.Color {
	t.Helper()
	return drawtest.Must(colorwalk.ParsePath(text))
}

// pictures are the methods that draw SVG.
func pictures(b colorwalk.Board) map[string]func(io.Writer, colorwalk.Board, Drawing) error {
	all := map[string]func(io.Writer, colorwalk.Board, Drawing) error{
		"SVG": SVG, "Strip": Strip, "Animated": Animated, "Absorption": Absorption,
	}
	if max(b.Rows(), b.Cols()) <= MaxRegionsDrawn {
		all["Regions"] = Regions
	}
	return all
}

// TestDrawingsStayTheSame is a change detector: look at the files in a browser,
// in a light and in a dark scheme, before they are rewritten.
func TestDrawingsStayTheSame(t *testing.T) {
	b, path := drawnBoard(t, "044123/411322/234414/312243"), drawnPath(t, "41323142")
	flood := drawnBoard(t, "2311/2231/1212/1111")
	bound := []int{7, 7, 6, 5, 4, 3, 2, 2, 1}
	drawtest.Golden(t, "board-4x6.svg", drawtest.Draw(t, SVG, b, Drawing{}))
	drawtest.Golden(t, "step-4x6.svg", drawtest.Draw(t, SVG, b, Drawing{Path: path, Step: 3, Frontier: true, Palette: SafePalette}))
	drawtest.Golden(t, "strip-4x4.svg", drawtest.Draw(t, Strip, flood, Drawing{Path: drawnPath(t, "312"), Size: 500}))
	drawtest.Golden(t, "film-4x4.svg", drawtest.Draw(t, Animated, flood, Drawing{Path: drawnPath(t, "312")}))
	drawtest.Golden(t, "absorption-4x6.svg", drawtest.Draw(t, Absorption, b, Drawing{Path: path[:6]}))
	drawtest.Golden(t, "regions-4x6.svg", drawtest.Draw(t, Regions, b, Drawing{Path: path, Step: 2}))
	drawtest.Golden(t, "page-4x6.html", drawtest.Draw(t, writePage, b, Drawing{Path: path, Step: 2, Bound: bound, ID: "page", Title: "Four rows of six"}))
}

func TestPicturesOfEverySizeAreWellFormed(t *testing.T) {
	t.Parallel()
	for i, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(i))
		path = path[:min(len(path), 60)]
		ids := map[string]string{}
		for name, draw := range pictures(b) {
			for what, o := range map[string]Drawing{
				"alone": {}, "path": {Path: path}, "step": {Path: path, Step: len(path) / 2, Frontier: true}, "safe": {Path: path, Palette: SafePalette, Size: 300},
			} {
				text := drawtest.Draw(t, draw, b, o)
				drawtest.SVG(t, text)
				if drawtest.Draw(t, draw, b, o) != text {
					t.Errorf("%v, %s %s: two drawings differ", b, name, what)
				}
				id := regexp.MustCompile(` id="([^"]*)"`).FindStringSubmatch(text)[1]
				if other, ok := ids[id]; ok && other != text {
					t.Errorf("%v: two drawings have the id %s", b, id)
				}
				ids[id] = text
			}
		}
	}
}

var (
	fillPath  = regexp.MustCompile(`<path data-color="(\w)" d="([^"]*)" fill="(#\w+)"/>`)
	digitText = regexp.MustCompile(`<text y="([\d.]+)" x="([\d. ]+)" fill="(#\w+)">(\w+)</text>`)
	freshPath = regexp.MustCompile(`data-mark="removed" d="([^"]*)"`)
)

// shownBoard reads the colours of the cells back from a picture of one board.
func shownBoard(t testing.TB, text string, b colorwalk.Board, p Palette) []colorwalk.Color {
	t.Helper()
	cells := make([]colorwalk.Color, b.Cells())
	for _, m := range fillPath.FindAllStringSubmatch(text, -1) {
		color := drawnPath(t, m[1])[0]
		if m[3] != p.Hex(color) {
			t.Errorf("color %v is drawn in %s", color, m[3])
		}
		for cell, in := range insideOutline(t, m[2], b.Rows(), b.Cols()) {
			if in && cells[cell] != colorwalk.Blank {
				t.Errorf("cell %d has two colors", cell)
			}
			if in {
				cells[cell] = color
			}
		}
	}
	return cells
}

func TestSVGShowsTheBoardAfterTheStep(t *testing.T) {
	for seed, size := range drawnSizes {
		b, path := drawnWalk(t, size.rows, size.cols, size.colors, uint64(seed))
		for step := 0; step <= len(path); step += 1 + len(path)/9 {
			want, removed, err := b.Replay(path[:step])
			if err != nil {
				t.Fatal(err)
			}
			text := drawtest.Draw(t, SVG, b, Drawing{Path: path, Step: step, Palette: SafePalette})
			cells := shownBoard(t, text, b, SafePalette)
			for cell := range cells {
				if cells[cell] != want.Color(cell) {
					t.Fatalf("%v, step %d: cell %d shows %v, want %v", b, step, cell, cells[cell], want.Color(cell))
				}
			}
			if got := shownDigits(t, text, b); !slices.Equal(got, cells) {
				t.Errorf("%v, step %d: the digits are %v, the colors %v", b, step, got, cells)
			}
			if step > 0 {
				fresh := 0
				for _, in := range insideOutline(t, freshPath.FindStringSubmatch(text)[1], b.Rows(), b.Cols()) {
					fresh += b2i(in)
				}
				if start := b.Color(b.Start()) != colorwalk.Blank && step == 1; !start && fresh != removed[step-1] {
					t.Errorf("%v: %d cells are outlined after move %d, want %d", b, fresh, step, removed[step-1])
				}
				if said := fmt.Sprintf("Move %d of %d: color %v removes %s", step, len(path), path[step-1], wording.Counted(removed[step-1], "cell")); strings.Count(text, said) < 1 {
					t.Errorf("%v: the description does not say %q", b, said)
				}
			}
		}
	}
}

// shownDigits reads the digits back from where they are drawn.
func shownDigits(t testing.TB, text string, b colorwalk.Board) []colorwalk.Color {
	t.Helper()
	cells := make([]colorwalk.Color, b.Cells())
	m := regexp.MustCompile(`scale\((\d+)\)`).FindStringSubmatch(text)
	size, _ := strconv.ParseFloat(m[1], 64)
	for _, m := range digitText.FindAllStringSubmatch(text, -1) {
		y, _ := strconv.ParseFloat(m[1], 64)
		digits := drawnPath(t, m[4])
		for i, place := range strings.Fields(m[2]) {
			x, _ := strconv.ParseFloat(place, 64)
			cells[int((y-draw.Margin)/size)*b.Cols()+int((x-draw.Margin)/size)] = digits[i]
		}
	}
	return cells
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestDigitsAreOnSmallBoardsUnlessSaidOtherwise(t *testing.T) {
	check := func(rows, cols int, o Drawing, want bool) {
		t.Helper()
		b, _ := drawnWalk(t, rows, cols, 3, 1)
		for name, draw := range map[string]func(io.Writer, colorwalk.Board, Drawing) error{"SVG": SVG, "Strip": Strip, "Animated": Animated} {
			if got := strings.Contains(drawtest.Draw(t, draw, b, o), `data-layer="digits"`); got != want {
				t.Errorf("%s of %dx%d, %v, digits %d: has digits %v", name, rows, cols, o.Palette, o.Digits, got)
			}
		}
	}
	check(14, 14, Drawing{}, true)
	check(15, 14, Drawing{}, false)
	check(14, 15, Drawing{}, false)
	check(14, 14, Drawing{Digits: NoDigits}, false)
	check(15, 15, Drawing{Digits: WithDigits}, true)
	check(15, 15, Drawing{Palette: SafePalette}, true)
	check(15, 15, Drawing{Palette: SafePalette, Digits: NoDigits}, true)
}

func TestFrontierIsOutlinedRegionByRegion(t *testing.T) {
	b, path := drawnBoard(t, "0112/2312/3332"), drawnPath(t, "12")
	text := drawtest.Draw(t, SVG, b, Drawing{Path: path, Step: 1, Frontier: true})
	d := regexp.MustCompile(`data-mark="frontier" d="([^"]*)"`).FindStringSubmatch(text)[1]
	// After colour 1: the 2 below the start, the 3s, and the 2s at the right.
	var got []bool
	for _, loop := range regexp.MustCompile(`M[^M]*`).FindAllString(d, -1) {
		got = append(got, insideOutline(t, loop, 3, 4)...)
	}
	want := "...#" + "...#" + "...#" + "...." + "#..." + "...." + "...." + ".#.." + "###."
	shown := ""
	for _, in := range got {
		shown += string(".#"[b2i(in)])
	}
	if shown != want {
		t.Errorf("the outlines %s enclose %s, want %s", d, shown, want)
	}
	if strings.Contains(drawtest.Draw(t, SVG, b, Drawing{Path: path, Step: 1}), `data-mark="frontier"`) {
		t.Error("the frontier is drawn though nobody asked")
	}
}

// TestPicturesOfTheSeriesAreSmall holds the pictures of a board of the series
// to sizes that suit a notebook, with twice the room they need.
func TestPicturesOfTheSeriesAreSmall(t *testing.T) {
	b, path := drawnBoard(t, series20), drawnPath(t, series20Path)
	if err := b.Check(path); err != nil {
		t.Fatal(err)
	}
	most := map[string]int{"SVG": 20_000, "Strip": 40_000, "Animated": 60_000, "Absorption": 25_000, "Regions": 150_000}
	for name, draw := range pictures(b) {
		if n := len(drawtest.Draw(t, draw, b, Drawing{Path: path})); n > most[name] {
			t.Errorf("%s has %d bytes, want at most %d", name, n, most[name])
		}
	}
}

func TestSuite(t *testing.T) {
	b, path := drawnWalk(t, 4, 2, 3, 1)
	drawtest.Suite[colorwalk.Board, Drawing]{
		Board: b, Moves: len(path), Pictures: pictures(b), Page: writePage, Strips: true,
		Drawing: func(o drawtest.Options) Drawing {
			return Drawing{Path: path, Step: o.Step, Every: o.Every, Columns: o.Columns, Size: o.Size, Title: o.Title, ID: o.ID}
		},
	}.Run(t)
}

func TestDrawingsThatDoNotFitTheBoardAreErrors(t *testing.T) {
	b := drawnBoard(t, "01/22")
	large := drawtest.Must(colorwalk.NewBoard(1, MaxDrawn+1, -1, make([]colorwalk.Color, MaxDrawn+1)))
	check := func(b colorwalk.Board, o Drawing, want string) {
		t.Helper()
		all := pictures(b)
		all["Regions"], all["Page"] = Regions, writePage
		for name, draw := range all {
			var out bytes.Buffer
			if err := draw(&out, b, o); err == nil || !strings.HasPrefix(err.Error(), "colorwalk: draw: "+want) || out.Len() > 0 {
				t.Errorf("%s: got %v and %d bytes\nwant colorwalk: draw: %s", name, err, out.Len(), want)
			}
		}
	}
	path := drawnPath(t, "12")
	check(colorwalk.Board{}, Drawing{}, "the zero Board is no board")
	check(large, Drawing{}, "a board of 201x1 is too large for a picture (want at most 200x200)")
	check(b, Drawing{Palette: 2}, "there is no palette 2 (want series or safe)")
	check(b, Drawing{Digits: 3}, "Digits cannot be 3 ")
	check(b, Drawing{Path: path, Bound: []int{2, 1}}, "2 bounds for a path of 2 moves (want 3)")
	check(b, Drawing{Path: []colorwalk.Color{1, 0}}, "move 2 is 0 (want 1 to 35)")
	check(b, Drawing{Path: []colorwalk.Color{36}}, "move 1 is 36 (want 1 to 35)")
	check(b, Drawing{Path: slices.Repeat(path, MaxStepped/2+1)}, "a path of 5002 moves is too long for a picture (want at most 5000)")

	wide := drawtest.Must(colorwalk.NewBoard(1, MaxRegionsDrawn+1, -1, make([]colorwalk.Color, MaxRegionsDrawn+1)))
	if err := Regions(io.Discard, wide, Drawing{}); err == nil || err.Error() != "colorwalk: draw: the region graph of a board of 41x1 is too large for a picture (want at most 40x40)" {
		t.Errorf("got %v", err)
	}
	long := slices.Repeat(path, MaxStepped/2)
	if err := Strip(io.Discard, b, Drawing{Path: long, Every: 9}); err == nil || err.Error() != "colorwalk: draw: a path of 5000 moves has more than 500 boards to show (set Every to 11 or more)" {
		t.Errorf("got %v", err)
	}
	for _, every := range []int{0, 11} {
		if err := Strip(io.Discard, b, Drawing{Path: long, Every: every}); err != nil {
			t.Errorf("every %d, with the advice followed: %v", every, err)
		}
	}
}

func FuzzDrawing(f *testing.F) {
	f.Add("0121/2211", "1212", 2, 300, 1, 2, uint8(0), uint8(0), "Title & more", "x")
	f.Add("2311/2231/1212/1111", "4", 0, 0, 0, 0, uint8(1), uint8(2), "", "")
	f.Add("1", "", 0, 1, 7, 1, uint8(9), uint8(1), "\x00\xff", "a.b")
	f.Fuzz(func(t *testing.T, board, moves string, step, size, every, columns int, palette, digits uint8, title, name string) {
		b, err := colorwalk.ParseBoard(board)
		if err != nil || b.Cells() > 400 || len(moves) > 100 {
			return
		}
		path := make([]colorwalk.Color, len(moves))
		for i := range path {
			path[i] = colorwalk.Color(moves[i]) & 63
		}
		o := Drawing{Path: path, Step: step, Size: size, Every: every, Columns: columns, Palette: Palette(palette), Digits: Digits(digits), Title: title, ID: name, Frontier: step%2 == 0}
		for _, draw := range pictures(b) {
			var out bytes.Buffer
			if draw(&out, b, o) == nil {
				drawtest.SVG(t, out.String())
			}
		}
		_ = writePage(io.Discard, b, o)
		o.ANSI = size%2 == 0
		_, _ = Text(b, o), StripText(b, o)
	})
}

func BenchmarkSVG(b *testing.B) {
	board, path := drawnBoard(b, series20), drawnPath(b, series20Path)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := SVG(&out, board, Drawing{Path: path, Step: 8}); err != nil {
			b.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "data-color"); n != 5 {
		b.Fatalf("%d colors, want 5", n)
	}
}
