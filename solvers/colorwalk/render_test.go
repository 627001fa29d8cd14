package colorwalk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// series20 is the twentieth board of the series, and a shortest solution of it.
const (
	series20 = "054414122334214425542411555541/351111532143124424442225411224/522422255543442212554432113453/433414154342115343255421141155/" +
		"135123134354313131345444111244/233153233445442412541515244343/545131253415441442234233313141/142243224251343411214152242351/" +
		"545442253524322134122255435415/144342113122531144141131253433/445112122531121514334455352234/342235333451344231451452311214/" +
		"315312251213123414523255432144/414151255323123154515154154544/331223351511454235434233422322/355133553433445425151342313444/" +
		"423115351232143111211531254444/254415533514314114433331113212/431435552233332314214423531453/333253125332144153545332221523"
	series20Path = "51254214214342532154231245"
)

func drawnPath(t testing.TB, text string) []Color {
	t.Helper()
	path, err := ParsePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// drawnPicture returns the bytes of one picture.
func drawnPicture(t testing.TB, draw func(io.Writer, Drawing) error, o Drawing) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// pictures are the methods that draw SVG.
func pictures(b Board) map[string]func(io.Writer, Drawing) error {
	all := map[string]func(io.Writer, Drawing) error{
		"SVG": b.SVG, "StripSVG": b.StripSVG, "AnimatedSVG": b.AnimatedSVG, "AbsorptionSVG": b.AbsorptionSVG,
	}
	if max(b.Rows(), b.Cols()) <= MaxRegionsDrawn {
		all["RegionsSVG"] = b.RegionsSVG
	}
	return all
}

// checkPicture fails unless the text is one SVG image that a reader without
// eyes and a dark scheme are served by, and that refers to nothing outside. It
// returns how often each element occurs.
func checkPicture(t testing.TB, text string) map[string]int {
	t.Helper()
	elements, ids := map[string]int{}, map[string]bool{}
	var references []string
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		elements[e.Name.Local]++
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "id":
				if ids[a.Value] {
					t.Errorf("two elements have the id %q", a.Value)
				}
				ids[a.Value] = true
			case "href":
				references = append(references, strings.TrimPrefix(a.Value, "#"))
			case "aria-labelledby":
				references = append(references, strings.Fields(a.Value)...)
			case "class":
				for class := range strings.FieldsSeq(a.Value) {
					if !strings.Contains(text, "] ."+class+"{") {
						t.Errorf("class %q has no rule for a dark scheme", class)
					}
				}
			}
		}
	}
	// Copies of what is in defs are matched as if they stood alone, so that
	// nothing in it may depend on the scheme.
	if _, stamps, ok := strings.Cut(text, "<defs>"); ok {
		stamps, _, _ = strings.Cut(stamps, "</defs>")
		if strings.Contains(stamps, "class=") {
			t.Errorf("a stamp has a class: %s", stamps)
		}
	}
	for _, r := range references {
		if !ids[r] {
			t.Errorf("a reference to %q, which is not in the picture", r)
		}
	}
	if len(references) < 2 || elements["title"] != 1 || elements["desc"] != 1 || elements["script"] != 0 || elements["svg"] != 1 {
		t.Errorf("elements %v, references %q", elements, references)
	}
	if rest := strings.ReplaceAll(text, "http://www.w3.org/2000/svg", ""); regexp.MustCompile(`https?:|src=|@import|url\(`).MatchString(rest) {
		t.Error("the picture refers to something outside")
	}
	if bad := regexp.MustCompile(`NaN|Inf|%!|[0-9]\.[0-9]{4}|=""`).FindString(strings.ReplaceAll(text, `d=""`, "")); bad != "" {
		t.Errorf("the picture contains %q", bad)
	}
	return elements
}

// TestDrawingsStayTheSame is a change detector: look at the files in a browser,
// in a light and in a dark scheme, before they are rewritten.
func TestDrawingsStayTheSame(t *testing.T) {
	b, path := drawnBoard(t, "044123/411322/234414/312243"), drawnPath(t, "41323142")
	flood := drawnBoard(t, "2311/2231/1212/1111")
	bound := []int{7, 7, 6, 5, 4, 3, 2, 2, 1}
	checkGolden(t, "render/board-4x6.svg", drawnPicture(t, b.SVG, Drawing{}))
	checkGolden(t, "render/step-4x6.svg", drawnPicture(t, b.SVG, Drawing{Path: path, Step: 3, Frontier: true, Palette: SafePalette}))
	checkGolden(t, "render/strip-4x4.svg", drawnPicture(t, flood.StripSVG, Drawing{Path: drawnPath(t, "312"), Size: 500}))
	checkGolden(t, "render/film-4x4.svg", drawnPicture(t, flood.AnimatedSVG, Drawing{Path: drawnPath(t, "312")}))
	checkGolden(t, "render/absorption-4x6.svg", drawnPicture(t, b.AbsorptionSVG, Drawing{Path: path[:6]}))
	checkGolden(t, "render/regions-4x6.svg", drawnPicture(t, b.RegionsSVG, Drawing{Path: path, Step: 2}))
	checkGolden(t, "render/page-4x6.html", drawnPicture(t, b.WriteHTML, Drawing{Path: path, Step: 2, Bound: bound, ID: "page", Title: "Four rows of six"}))
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
				text := drawnPicture(t, draw, o)
				checkPicture(t, text)
				if drawnPicture(t, draw, o) != text {
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
func shownBoard(t testing.TB, text string, b Board, p Palette) []Color {
	t.Helper()
	cells := make([]Color, b.Cells())
	for _, m := range fillPath.FindAllStringSubmatch(text, -1) {
		color := drawnPath(t, m[1])[0]
		if m[3] != p.Hex(color) {
			t.Errorf("colour %v is drawn in %s", color, m[3])
		}
		for cell, in := range insideOutline(t, m[2], b.Rows(), b.Cols()) {
			if in && cells[cell] != Blank {
				t.Errorf("cell %d has two colours", cell)
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
			text := drawnPicture(t, b.SVG, Drawing{Path: path, Step: step, Palette: SafePalette})
			cells := shownBoard(t, text, b, SafePalette)
			for cell := range cells {
				if cells[cell] != want.Color(cell) {
					t.Fatalf("%v, step %d: cell %d shows %v, want %v", b, step, cell, cells[cell], want.Color(cell))
				}
			}
			if got := shownDigits(t, text, b); !slices.Equal(got, cells) {
				t.Errorf("%v, step %d: the digits are %v, the colours %v", b, step, got, cells)
			}
			if step > 0 {
				fresh := 0
				for _, in := range insideOutline(t, freshPath.FindStringSubmatch(text)[1], b.Rows(), b.Cols()) {
					fresh += b2i(in)
				}
				if start := b.Color(b.Start()) != Blank && step == 1; !start && fresh != removed[step-1] {
					t.Errorf("%v: %d cells are outlined after move %d, want %d", b, fresh, step, removed[step-1])
				}
				if said := fmt.Sprintf("Move %d of %d: colour %v removes %s", step, len(path), path[step-1], counted(removed[step-1], "cell")); strings.Count(text, said) < 1 {
					t.Errorf("%v: the description does not say %q", b, said)
				}
			}
		}
	}
}

// shownDigits reads the digits back from where they are drawn.
func shownDigits(t testing.TB, text string, b Board) []Color {
	t.Helper()
	cells := make([]Color, b.Cells())
	m := regexp.MustCompile(`scale\((\d+)\)`).FindStringSubmatch(text)
	size, _ := strconv.ParseFloat(m[1], 64)
	for _, m := range digitText.FindAllStringSubmatch(text, -1) {
		y, _ := strconv.ParseFloat(m[1], 64)
		digits := drawnPath(t, m[4])
		for i, place := range strings.Fields(m[2]) {
			x, _ := strconv.ParseFloat(place, 64)
			cells[int((y-margin)/size)*b.Cols()+int((x-margin)/size)] = digits[i]
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
		for name, draw := range map[string]func(io.Writer, Drawing) error{"SVG": b.SVG, "StripSVG": b.StripSVG, "AnimatedSVG": b.AnimatedSVG} {
			if got := strings.Contains(drawnPicture(t, draw, o), `data-layer="digits"`); got != want {
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
	text := drawnPicture(t, b.SVG, Drawing{Path: path, Step: 1, Frontier: true})
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
	if strings.Contains(drawnPicture(t, b.SVG, Drawing{Path: path, Step: 1}), `data-mark="frontier"`) {
		t.Error("the frontier is drawn though nobody asked")
	}
}

func TestSizeScalesThePicture(t *testing.T) {
	b, path := drawnWalk(t, 4, 2, 3, 1)
	for name, draw := range pictures(b) {
		text := drawnPicture(t, draw, Drawing{Path: path, Size: 500})
		m := regexp.MustCompile(`width="(\d+)" height="(\d+)" viewBox="0 0 (\d+) (\d+)"`).FindStringSubmatch(text)
		var v [4]float64
		for i := range v {
			v[i], _ = strconv.ParseFloat(m[i+1], 64)
		}
		if v[0] != 500 || math.Abs(v[1]-500*v[3]/v[2]) > 0.5 {
			t.Errorf("%s of width 500: %s", name, m[0])
		}
	}
}

// TestPicturesOfTheSeriesAreSmall holds the pictures of a board of the series
// to sizes that suit a notebook, with twice the room they need.
func TestPicturesOfTheSeriesAreSmall(t *testing.T) {
	b, path := drawnBoard(t, series20), drawnPath(t, series20Path)
	if err := b.Check(path); err != nil {
		t.Fatal(err)
	}
	most := map[string]int{"SVG": 20_000, "StripSVG": 40_000, "AnimatedSVG": 60_000, "AbsorptionSVG": 25_000, "RegionsSVG": 150_000}
	for name, draw := range pictures(b) {
		if n := len(drawnPicture(t, draw, Drawing{Path: path})); n > most[name] {
			t.Errorf("%s has %d bytes, want at most %d", name, n, most[name])
		}
	}
}

func TestTitlesAndNamesAreEscaped(t *testing.T) {
	const title = "<script>\"a\" & 'b'</script>\x00"
	b, path := drawnWalk(t, 3, 3, 3, 1)
	o := Drawing{Title: title, Path: path}
	for _, draw := range pictures(b) {
		checkPicture(t, drawnPicture(t, draw, o))
	}
	if page := drawnPicture(t, b.WriteHTML, o); strings.Count(page, "<script>") != 1 {
		t.Errorf("%d scripts in the page", strings.Count(page, "<script>"))
	}
}

func TestDrawingsThatDoNotFitTheBoardAreErrors(t *testing.T) {
	b := drawnBoard(t, "01/22")
	large, err := NewBoard(1, MaxDrawn+1, -1, make([]Color, MaxDrawn+1))
	if err != nil {
		t.Fatal(err)
	}
	check := func(b Board, o Drawing, want string) {
		t.Helper()
		all := pictures(b)
		all["RegionsSVG"], all["WriteHTML"] = b.RegionsSVG, b.WriteHTML
		for name, draw := range all {
			var out bytes.Buffer
			if err := draw(&out, o); err == nil || !strings.HasPrefix(err.Error(), "colorwalk: draw: "+want) || out.Len() > 0 {
				t.Errorf("%s: got %v and %d bytes\nwant colorwalk: draw: %s", name, err, out.Len(), want)
			}
		}
	}
	path := drawnPath(t, "12")
	check(Board{}, Drawing{}, "the zero Board is no board")
	check(large, Drawing{}, "a board of 1x201 is too large for a picture (want at most 200x200)")
	check(b, Drawing{Size: -1}, "a picture cannot be -1 pixels wide (want 1 to 100000")
	check(b, Drawing{Size: math.MaxInt}, "a picture cannot be 9223372036854775807 pixels wide")
	check(b, Drawing{Every: -1}, "cannot show a board for every -1 moves (want 1 or more)")
	check(b, Drawing{Columns: -2}, "cannot put -2 boards in a row (want 1 or more)")
	check(b, Drawing{Palette: 2}, "there is no palette 2 (want series or safe)")
	check(b, Drawing{Digits: 3}, "Digits cannot be 3 ")
	check(b, Drawing{Step: -1}, "step -1 is not in the path (want 0 to 0)")
	check(b, Drawing{Path: path, Step: 3}, "step 3 is not in the path (want 0 to 2)")
	check(b, Drawing{Path: path, Bound: []int{2, 1}}, "2 bounds for a path of 2 moves (want 3)")
	check(b, Drawing{ID: `a"b`}, `ID "a\"b" has characters other than letters, digits, '-', '_' and '.'`)
	check(b, Drawing{Path: []Color{1, 0}}, "move 2 is 0 (want 1 to 35)")
	check(b, Drawing{Path: []Color{36}}, "move 1 is 36 (want 1 to 35)")
	check(b, Drawing{Path: slices.Repeat(path, MaxStepped/2+1)}, "a path of 5002 moves is too long for a picture (want at most 5000)")

	wide, err := NewBoard(1, MaxRegionsDrawn+1, -1, make([]Color, MaxRegionsDrawn+1))
	if err != nil {
		t.Fatal(err)
	}
	if err := wide.RegionsSVG(io.Discard, Drawing{}); err == nil || err.Error() != "colorwalk: draw: the region graph of a board of 1x41 is too large for a picture (want at most 40x40)" {
		t.Errorf("got %v", err)
	}
	long := slices.Repeat(path, MaxStepped/2)
	if err := b.StripSVG(io.Discard, Drawing{Path: long, Every: 9}); err == nil || err.Error() != "colorwalk: draw: a path of 5000 moves has more than 500 boards to show (set Every to 11 or more)" {
		t.Errorf("got %v", err)
	}
	for _, every := range []int{0, 11} {
		if err := b.StripSVG(io.Discard, Drawing{Path: long, Every: every}); err != nil {
			t.Errorf("every %d, with the advice followed: %v", every, err)
		}
	}
}

func TestDrawingsReportWriteErrors(t *testing.T) {
	b, path := drawnWalk(t, 3, 3, 3, 1)
	broken := errors.New("disk full")
	all := pictures(b)
	all["WriteHTML"] = b.WriteHTML
	for name, draw := range all {
		if err := draw(brokenWriter{broken}, Drawing{Path: path}); !errors.Is(err, broken) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func FuzzDrawing(f *testing.F) {
	f.Add("0121/2211", "1212", 2, 300, 1, 2, uint8(0), uint8(0), "Title & more", "x")
	f.Add("2311/2231/1212/1111", "4", 0, 0, 0, 0, uint8(1), uint8(2), "", "")
	f.Add("1", "", 0, 1, 7, 1, uint8(9), uint8(1), "\x00\xff", "a.b")
	f.Fuzz(func(t *testing.T, board, moves string, step, size, every, columns int, palette, digits uint8, title, name string) {
		b, err := ParseBoard(board)
		if err != nil || b.Cells() > 400 || len(moves) > 100 {
			return
		}
		path := make([]Color, len(moves))
		for i := range path {
			path[i] = Color(moves[i]) & 63
		}
		o := Drawing{Path: path, Step: step, Size: size, Every: every, Columns: columns, Palette: Palette(palette), Digits: Digits(digits), Title: title, ID: name, Frontier: step%2 == 0}
		for _, draw := range pictures(b) {
			var out bytes.Buffer
			if draw(&out, o) == nil {
				checkPicture(t, out.String())
			}
		}
		_ = b.WriteHTML(io.Discard, o)
		o.ANSI = size%2 == 0
		_, _ = b.Text(o), b.StripText(o)
	})
}

func BenchmarkSVG(b *testing.B) {
	board, path := drawnBoard(b, series20), drawnPath(b, series20Path)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := board.SVG(&out, Drawing{Path: path, Step: 8}); err != nil {
			b.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "data-color"); n != 5 {
		b.Fatalf("%d colours, want 5", n)
	}
}
