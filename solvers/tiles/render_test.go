package tiles

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// drawnBoard makes a board of a test picture.
func drawnBoard(t testing.TB, width, height int, goal Goal, tiles ...int) Board {
	t.Helper()
	b, err := NewBoard(width, height, goal, tiles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// drawnWalk returns a board and a path of so many moves from it to the goal
// that never undoes a move.
func drawnWalk(t testing.TB, width, height int, goal Goal, moves int) (Board, []Move) {
	t.Helper()
	b, err := Solved(width, height, goal)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(width), uint64(height)))
	path := make([]Move, moves)
	for last, i := NoMove, moves-1; i >= 0; {
		m := Up + Move(rng.IntN(4))
		next, ok := b.Apply(m)
		if !ok || m == last.Inverse() {
			continue
		}
		b, last, path[i] = next, m, m.Inverse()
		i--
	}
	return b, path
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
					if !strings.Contains(text, "] ."+class+"{") && !strings.Contains(text, `}[class="`+class+`"]{`) && !regexp.MustCompile(`^tile\d+$`).MatchString(class) {
						t.Errorf("class %q has no rule for a dark scheme", class)
					}
				}
			}
		}
	}
	// The selectors of classes inside defs cannot have an ancestor: use elements
	// clone the stamps without it.
	if _, stamps, ok := strings.Cut(text, "<defs>"); ok {
		stamps, _, _ = strings.Cut(stamps, "</defs>")
		for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(stamps, -1) {
			if !strings.Contains(text, `}[class="`+m[1]+`"]{`) {
				t.Errorf("class %q of a stamp has no rule for a dark scheme that reaches its clones", m[1])
			}
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
	if bad := regexp.MustCompile(`NaN|Inf|%!|[0-9]\.[0-9]{4}`).FindString(text); bad != "" {
		t.Errorf("the picture contains %q", bad)
	}
	return elements
}

// TestDrawingsStayTheSame is a change detector: look at the files in a browser,
// in a light and in a dark scheme, before they are rewritten.
func TestDrawingsStayTheSame(t *testing.T) {
	write := drawnBoard(t, 3, 3, BlankLast, 8, 1, 3, 4, 0, 2, 7, 6, 5) // drawn in the Coursera write-up
	korf := drawnBoard(t, 4, 4, BlankFirst, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
	path := mustPath(t, "RDLURULL")
	b, err := drawnBoard(t, 3, 3, BlankLast, 1, 2, 3, 4, 5, 6, 7, 8, 0).Replay(mustPath(t, "RRDLDRUL"))
	if err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "render/board-3x3.svg", drawnPicture(t, write.SVG, Drawing{}))
	checkGolden(t, "render/step-3x3.svg", drawnPicture(t, b.SVG, Drawing{Path: path, Step: 3, Heuristic: Hamming}))
	checkGolden(t, "render/manhattan-3x3.svg", drawnPicture(t, write.SVG, Drawing{Heuristic: Manhattan}))
	checkGolden(t, "render/inversion-distance-3x3.svg", drawnPicture(t, write.SVG, Drawing{Heuristic: InversionDistance, Size: 400}))
	checkGolden(t, "render/lc-wd-4x4.svg", drawnPicture(t, korf.SVG, Drawing{Heuristic: LCWD, ID: "korf-1", Title: "Korf's instance 1"}))
	checkGolden(t, "render/strip-3x3.svg", drawnPicture(t, b.StripSVG, Drawing{Path: path, Columns: 5}))
	checkGolden(t, "render/film-3x3.svg", drawnPicture(t, b.AnimatedSVG, Drawing{Path: path}))
	checkGolden(t, "render/page-3x3.html", drawnPicture(t, b.WriteHTML, Drawing{Path: path, Step: 2, Heuristic: LinearConflict}))
}

func mustPath(t testing.TB, letters string) []Move {
	t.Helper()
	path, err := ParsePath(letters)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// drawnSizes are the sizes that pictures are tried on.
var drawnSizes = [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}, {4, 3}, {4, 4}, {5, 3}, {5, 5}, {12, 2}, {2, 12}}

func TestPicturesOfEverySizeAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, size := range drawnSizes {
		for _, goal := range Goals() {
			b, path := drawnWalk(t, size[0], size[1], goal, 23)
			pictures := map[string]string{}
			draw := func(name string, f func(io.Writer, Drawing) error, o Drawing) map[string]int {
				text := drawnPicture(t, f, o)
				if again := drawnPicture(t, f, o); again != text {
					t.Errorf("%v, %s: two drawings differ", b, name)
				}
				for other, seen := range pictures {
					if id(text) == id(seen) {
						t.Errorf("%v: %s and %s have the same id", b, name, other)
					}
				}
				pictures[name] = text
				return checkPicture(t, text)
			}
			draw("board", b.SVG, Drawing{})
			draw("step", b.SVG, Drawing{Path: path, Step: 4})
			draw("last step", b.SVG, Drawing{Path: path, Step: 23})
			for _, h := range Heuristics() {
				if h.Fits(size[0], size[1]) == nil {
					draw(h.Name, b.SVG, Drawing{Heuristic: h})
				}
			}
			uses := draw("strip", b.StripSVG, Drawing{Path: path})["use"]
			if want := b.Cells() - 1 + 24*b.Cells(); uses != want {
				t.Errorf("%v: a strip of 24 boards uses %d stamps, want %d", b, uses, want)
			}
			draw("strip of some", b.StripSVG, Drawing{Path: path, Every: 5, Columns: 3})
			draw("strip of one", b.StripSVG, Drawing{})
			draw("film", b.AnimatedSVG, Drawing{Path: path})
			draw("still film", b.AnimatedSVG, Drawing{})
		}
	}
}

func id(text string) string {
	return regexp.MustCompile(` id="([^"]*)"`).FindStringSubmatch(text)[1]
}

// TestSVGShowsTheBoardAfterTheStep reads the tiles back from where they are
// drawn.
func TestSVGShowsTheBoardAfterTheStep(t *testing.T) {
	b, path := drawnWalk(t, 4, 3, BlankLast, 12)
	place := regexp.MustCompile(`<g data-tile="(\d+)" transform="translate\((\d+) (\d+)\)">.*>(\d+)</text>(<path[^>]*data-mark="home")?`)
	for step := range len(path) + 1 {
		want, err := b.Replay(path[:step])
		if err != nil {
			t.Fatal(err)
		}
		text := drawnPicture(t, b.SVG, Drawing{Path: path, Step: step})
		tiles := make([]int, b.Cells())
		for _, m := range place.FindAllStringSubmatch(text, -1) {
			x, _ := strconv.Atoi(m[2])
			y, _ := strconv.Atoi(m[3])
			cell := (y-margin-rim)/cellSize*b.Width() + (x-margin-rim)/cellSize
			tiles[cell], _ = strconv.Atoi(m[1])
			if m[4] != m[1] {
				t.Errorf("step %d: tile %s shows %s", step, m[1], m[4])
			}
			if home := want.Home(tiles[cell]) == cell; home != (m[5] != "") {
				t.Errorf("step %d: tile %s: home %v, tick %q", step, m[1], home, m[5])
			}
		}
		if got := drawnBoard(t, 4, 3, BlankLast, tiles...); got != want {
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
	b, path := drawnWalk(t, 3, 3, BlankFirst, 17)
	for _, every := range []int{0, 1, 2, 4, 17, 18, 1 << 40} {
		text := drawnPicture(t, b.StripSVG, Drawing{Path: path, Every: every})
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

func TestSizeScalesThePicture(t *testing.T) {
	b, path := drawnWalk(t, 4, 2, BlankLast, 3)
	for name, draw := range map[string]func(io.Writer, Drawing) error{"SVG": b.SVG, "StripSVG": b.StripSVG, "AnimatedSVG": b.AnimatedSVG} {
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

func TestTitlesAndNamesAreEscaped(t *testing.T) {
	const title = `<script>"a" & 'b'</script>`
	b, path := drawnWalk(t, 3, 3, BlankLast, 5)
	h := NewHeuristic(title, "", func(Board) int { return 0 })
	o := Drawing{Title: title, Path: path, Heuristic: h}
	for _, draw := range []func(io.Writer, Drawing) error{b.SVG, b.StripSVG, b.AnimatedSVG} {
		checkPicture(t, drawnPicture(t, draw, o))
	}
	if page := drawnPicture(t, b.WriteHTML, o); strings.Count(page, "<script>") != 1 {
		t.Errorf("%d scripts in the page", strings.Count(page, "<script>"))
	}
}

func TestDrawingsThatDoNotFitTheBoardAreErrors(t *testing.T) {
	b := drawnBoard(t, 2, 2, BlankLast, 1, 2, 3, 0)
	wide, _ := Solved(12, 2, BlankLast)
	long := mustPath(t, strings.Repeat("RDLU", MaxStepped/4+1))
	check := func(b Board, o Drawing, want string) {
		t.Helper()
		for _, draw := range []func(io.Writer, Drawing) error{b.SVG, b.StripSVG, b.AnimatedSVG, b.WriteHTML} {
			var out bytes.Buffer
			if err := draw(&out, o); err == nil || !strings.HasPrefix(err.Error(), "tiles: "+want) || out.Len() > 0 {
				t.Errorf("got %v and %d bytes\nwant tiles: %s", err, out.Len(), want)
			}
		}
	}
	check(Board{}, Drawing{}, "draw: the zero Board is no board")
	check(b, Drawing{Size: -1}, "draw: a picture cannot be -1 pixels wide (want 1 to 100000")
	check(b, Drawing{Size: math.MaxInt}, "draw: a picture cannot be 9223372036854775807 pixels wide")
	check(b, Drawing{Every: -1}, "draw: cannot show a board for every -1 moves (want 1 or more)")
	check(b, Drawing{Columns: -2}, "draw: cannot put -2 boards in a row (want 1 or more)")
	check(b, Drawing{Step: -1}, "draw: step -1 is not in the path (want 0 to 0)")
	check(b, Drawing{Path: mustPath(t, "RD"), Step: 3}, "draw: step 3 is not in the path (want 0 to 2)")
	check(b, Drawing{ID: `a"b`}, `draw: ID "a\"b" has characters other than letters, digits, '-', '_' and '.'`)
	check(b, Drawing{Path: mustPath(t, "RRD")}, "move 2 of 3, R, cannot be made on ")
	check(b, Drawing{Path: []Move{NoMove}}, "move 1 of 1, -, cannot be made on ")
	check(b, Drawing{Path: []Move{77}}, "move 1 of 1, move(77), cannot be made on ")
	check(b, Drawing{Path: long}, "draw: a path of 5004 moves ")
	check(wide, Drawing{Heuristic: WalkingDistance}, "heuristic walking-distance does not fit a board of 12x2")

	err := b.StripSVG(io.Discard, Drawing{Path: long})
	if want := "tiles: draw: a path of 5004 moves has more than 2000 boards to show (set Every to 3 or more)"; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if err := b.StripSVG(io.Discard, Drawing{Path: long, Every: 3}); err != nil {
		t.Errorf("with the advice followed: %v", err)
	}
}

func TestDrawingsReportWriteErrors(t *testing.T) {
	b, path := drawnWalk(t, 3, 3, BlankLast, 5)
	broken := errors.New("disk full")
	for _, draw := range []func(io.Writer, Drawing) error{b.SVG, b.StripSVG, b.AnimatedSVG, b.WriteHTML} {
		if err := draw(brokenWriter{broken}, Drawing{Path: path}); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func FuzzDrawing(f *testing.F) {
	f.Add(uint8(3), uint8(3), []byte("RDLU"), 2, 300, 1, 2, "lc-wd", "Title & more", "x")
	f.Add(uint8(12), uint8(2), []byte("LLU"), -1, 0, 0, 0, "", "", "")
	f.Add(uint8(2), uint8(5), []byte("RRRR"), 0, 1, 7, 1, "hd-id", "\x00\xff", "a.b")
	f.Fuzz(func(t *testing.T, width, height uint8, moves []byte, step, size, every, columns int, heuristic, title, name string) {
		solved, err := Solved(int(width), int(height), BlankLast)
		if err != nil {
			return
		}
		b, path := solved, []Move(nil)
		for i, c := range moves {
			m := Move(c & 7)
			if next, ok := b.Apply(m); ok || i%7 == 6 {
				b, path = next, append(path, m)
			}
		}
		o := Drawing{Path: path, Step: step, Size: size, Every: every, Columns: columns, Title: title, ID: name}
		if h, err := ParseHeuristic(heuristic); err == nil {
			o.Heuristic = h
		}
		for _, draw := range []func(io.Writer, Drawing) error{solved.SVG, solved.StripSVG, solved.AnimatedSVG} {
			var out bytes.Buffer
			if draw(&out, o) == nil {
				checkPicture(t, out.String())
			}
		}
		_ = solved.WriteHTML(io.Discard, o)
		_, _ = solved.Text(path), solved.StripText(path, every)
	})
}

func BenchmarkStripSVG(b *testing.B) {
	board, path := drawnWalk(b, 4, 4, BlankLast, 80)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := board.StripSVG(&out, Drawing{Path: path}); err != nil {
			b.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "<g data-step="); n != 81 {
		b.Fatalf("%d boards, want 81", n)
	}
}
