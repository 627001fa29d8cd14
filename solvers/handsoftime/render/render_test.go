package render

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

// writePage writes the page of a drawing, as the format html does.
func writePage(w io.Writer, b handsoftime.Ring, o Drawing) error {
	return draw.WritePage(w, name, Steps, b, o)
}

// figureRing is the ring in the figure of the write-up, with one of its two
// solutions and its structure: the sources 1 and 4 serve the targets 3 and 5
// one way or the other.
func figureRing() (handsoftime.Ring, []int32, *handsoftime.Structure) {
	r := handsoftime.Ring{Values: []int32{2, 2, 2, 2, 1, 3}}
	return r, []int32{0, 2, 4, 3, 1, 5}, &handsoftime.Structure{
		Size:     6,
		Forced:   []int32{-1, -1, -1, 1, -1, -1},
		Segments: 5,
		Cycles:   [][]int32{{1, 4}},
		Special:  []int32{0, 2, 5},
		Shape:    handsoftime.OpenPath,
		States:   3,
	}
}

// instance returns a ring of a family.
func instance(t testing.TB, family string, size int, seed uint64, index int) handsoftime.Ring {
	t.Helper()
	f := drawtest.Must(handsoftime.Core().Family(family))
	return drawtest.Must(f.Instance(puzzle.SizeN(size), seed, index))
}

// ids returns the ids in a picture.
func ids(text string) []string {
	var ids []string
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

// TestDrawingsStayTheSame is a change detector: look at the files in a browser
// before they are rewritten.
func TestDrawingsStayTheSame(t *testing.T) {
	r, path, s := figureRing()
	all := Layers{Forced: true, Cycles: true, Special: true}
	drawtest.Golden(t, "clock-6.svg", drawtest.Draw(t, SVG, r, Drawing{Path: path}))
	drawtest.Golden(t, "clock-6-step.svg", drawtest.Draw(t, SVG, r, Drawing{Path: path, Step: 3}))
	drawtest.Golden(t, "clock-6-layers.svg", drawtest.Draw(t, SVG, r, Drawing{Structure: s, Layers: all, ID: "layers", Size: 300}))
	var page bytes.Buffer
	if err := writePage(&page, r, Drawing{Path: path, Step: 2}); err != nil {
		t.Fatal(err)
	}
	drawtest.Golden(t, "page-6.html", page.String())
}

func TestDrawingsAreWellFormedAndAccessible(t *testing.T) {
	coordinate := regexp.MustCompile(`[0-9]\.[0-9]{3}|NaN|Inf|e[-+][0-9]|-0[^.0-9]`)
	for _, n := range []int{2, 3, 4, 5, 16, 17, 40, 41, 99, 200, 201, 700} {
		r := instance(t, "planted,start=random", n, 1, 0)
		s := handsoftime.Analyze(r)
		path := planted(t, r)
		for name, o := range map[string]Drawing{
			"board":  {},
			"path":   {Path: path},
			"step":   {Path: path, Step: 1},
			"part":   {Path: path[:n/2+1]},
			"layers": {Structure: &s, Layers: Layers{true, true, true}},
			"both":   {Path: path, Structure: &s, Layers: Layers{true, true, true}},
		} {
			text := drawtest.Draw(t, SVG, r, o)
			if again := drawtest.Draw(t, SVG, r, o); again != text {
				t.Errorf("n = %d, %s: two drawings differ", n, name)
			}
			ids, elements := ids(text), drawtest.SVG(t, text)
			if len(ids) != 3 || !strings.Contains(text, fmt.Sprintf(`role="img" aria-labelledby="%s %s"`, ids[1], ids[2])) {
				t.Errorf("n = %d, %s: ids %q", n, name, ids)
			}
			if elements["desc"] != 1 || elements["style"] != 1 || elements["script"] != 0 {
				t.Errorf("n = %d, %s: elements %v", n, name, elements)
			}
			if bad := coordinate.FindString(strings.ReplaceAll(text[strings.Index(text, "</desc>"):], ids[0], "")); bad != "" {
				t.Errorf("n = %d, %s: coordinate …%s…", n, name, bad)
			}
		}
	}
}

// planted returns a solution of a ring that has one.
func planted(t testing.TB, r handsoftime.Ring) []int32 {
	t.Helper()
	contraction := drawtest.Must(handsoftime.Core().Strategy("contraction"))
	found, err := contraction.Run(t.Context(), r, 0, search.Limits{})
	if err != nil || found.Solution == nil {
		t.Fatalf("%v has no solution", r)
	}
	return found.Solution.(handsoftime.Path)
}

func TestEveryNodeAndMoveIsDrawn(t *testing.T) {
	for _, n := range []int{5, 30, 100, 200} {
		r := instance(t, "planted", n, 1, 0)
		text := drawtest.Draw(t, SVG, r, Drawing{Path: planted(t, r)})
		elements := drawtest.SVG(t, text)
		if got := elements["path"]; got != 2*(n-1) { // a curve and a head each
			t.Errorf("n = %d: %d paths, want %d", n, got, 2*(n-1))
		}
		if got := strings.Count(text, "<g data-node="); got != n {
			t.Errorf("n = %d: %d nodes", n, got)
		}
		for i, v := range r.Values {
			node := regexp.MustCompile(fmt.Sprintf(`<g data-node="%d"[^>]*><circle[^>]*/><text[^>]*>%d</text>`, i, v))
			if !node.MatchString(text) {
				t.Errorf("n = %d: node %d does not show its value %d", n, i, v)
			}
		}
	}
	r := instance(t, "planted", 900, 1, 0)
	text := drawtest.Draw(t, SVG, r, Drawing{Path: planted(t, r)})
	if got := strings.Count(text, "M") - strings.Count(text, "<title>start"); got < 899 {
		t.Errorf("n = 900: %d curves, want 899 or more", got)
	}
	if !strings.Contains(text, "stroke-opacity") || strings.Contains(text, "<g data-node=") {
		t.Error("n = 900: moves are not translucent, or nodes are drawn")
	}
}

func TestStepShowsTheHandNotTaken(t *testing.T) {
	r, path, _ := figureRing()
	check := func(step int, want, hand string) {
		t.Helper()
		text := drawtest.Draw(t, SVG, r, Drawing{Path: path, Step: step})
		if !strings.Contains(text, want) {
			t.Errorf("step %d: the description lacks %q", step, want)
		}
		if got := strings.Contains(text, `data-layer="rejected"`); got != (hand != "") || !strings.Contains(text, hand) {
			t.Errorf("step %d: the hand %q is missing, or there is one", step, hand)
		}
	}
	check(1, "Move 1: from place 0 (value 2) clockwise to place 2; the other hand points to place 4, visited later, by move 2.", "<title>to place 4: visited later, by move 2</title>")
	check(3, "Move 3: from place 4 (value 1) counter-clockwise to place 3; the other hand points to place 5, visited later, by move 5.", "<title>to place 5: visited later, by move 5</title>")
	check(5, "Move 5: from place 1 (value 2) counter-clockwise to place 5; the other hand points to place 3, already visited, by move 3.", "<title>to place 3: already visited, by move 3</title>")

	both := handsoftime.Ring{Values: []int32{1, 1}}
	if text := drawtest.Draw(t, SVG, both, Drawing{Path: []int32{0, 1}, Step: 1}); !strings.Contains(text, "to place 1; both hands point to it.") || strings.Contains(text, "rejected") {
		t.Errorf("coinciding hands: %s", text)
	}
}

func TestIDsOfDifferentDrawingsDiffer(t *testing.T) {
	r, path, s := figureRing()
	seen := map[string]int{}
	drawings := []Drawing{{}, {Path: path}, {Path: path, Step: 2}, {Path: path[:3]}, {Structure: s, Layers: Layers{Cycles: true}}, {ID: "mine"}}
	for _, o := range drawings {
		ids := ids(drawtest.Draw(t, SVG, r, o))
		for _, id := range ids {
			seen[id]++
		}
	}
	if len(seen) != 3*len(drawings) || seen["mine-title"] != 1 {
		t.Errorf("ids %v", seen)
	}
}

func TestSuite(t *testing.T) {
	r, path, _ := figureRing()
	drawtest.Suite[handsoftime.Ring, Drawing]{
		Board: r, Moves: 5, Pictures: map[string]func(io.Writer, handsoftime.Ring, Drawing) error{"SVG": SVG}, Page: writePage,
		Drawing: func(o drawtest.Options) Drawing {
			return Drawing{Path: path, Step: o.Step, Size: o.Size, Title: o.Title, ID: o.ID}
		},
	}.Run(t)
}

func TestDrawingsThatDoNotFitTheRingAreErrors(t *testing.T) {
	r, _, s := figureRing()
	other := *s
	other.Size = 7
	wrong := *s
	wrong.Forced = []int32{3}
	outside := *s
	outside.Special = []int32{6}
	check := func(r handsoftime.Ring, o Drawing, want string) {
		t.Helper()
		for _, draw := range []func(io.Writer, handsoftime.Ring, Drawing) error{SVG, writePage} {
			var b bytes.Buffer
			err := draw(&b, r, o)
			if err == nil || err.Error() != "handsoftime: "+want || b.Len() > 0 {
				t.Errorf("got %v and %d bytes\nwant handsoftime: %s", err, b.Len(), want)
			}
		}
	}
	check(handsoftime.Ring{}, Drawing{}, "a ring of 0 places (want 2 to 1073741824)")
	check(handsoftime.Ring{Values: make([]int32, 3)}, Drawing{}, "value 0 at place 0 is out of range (want 1 to 1 on a ring of 3)")
	check(r, Drawing{Path: []int32{0, 2, 4, 3, 1, 5, 0}}, "draw: the path visits 7 places of 6")
	check(r, Drawing{Path: []int32{2, 4}}, "draw: path begins at place 2, not at the start 0")
	check(r, Drawing{Path: []int32{0, 9}}, "draw: step 1 of the path is place 9 (want 0 to 5)")
	check(r, Drawing{Path: []int32{-1}}, "draw: step 0 of the path is place -1 (want 0 to 5)")
	check(r, Drawing{Path: []int32{0, 2, 0}}, "draw: step 2 of the path visits place 0 again")
	check(r, Drawing{Path: []int32{0, 3}}, "draw: step 1 of the path: place 0 (value 2) does not reach place 3")
	check(r, Drawing{Layers: Layers{Cycles: true}}, "draw: layers without a structure (see Analyze)")
	check(r, Drawing{Layers: Layers{Cycles: true}, Structure: &other}, "draw: the structure belongs to a ring of 7 places, not 6")
	check(r, Drawing{Layers: Layers{Forced: true}, Structure: &wrong}, "draw: the structure belongs to another ring: place 0 cannot be forced to 3")
	check(r, Drawing{Layers: Layers{Special: true}, Structure: &outside}, "draw: the structure belongs to another ring: there is no place 6")
	large := instance(t, "equal", MaxDrawn+1, 1, 0)
	check(large, Drawing{}, "draw: a ring of 20001 places is too large for a picture (want at most 20000)")
	stepped := instance(t, "equal", MaxStepped+1, 1, 0)
	if err := writePage(io.Discard, stepped, Drawing{}); err == nil {
		t.Error("a page for a ring above MaxStepped")
	}
}

// TestMovesKeepClearOfOtherNodes samples every curve on every ring that shows
// its nodes.
func TestMovesKeepClearOfOtherNodes(t *testing.T) {
	for n := 2; n <= labelledOutside; n++ {
		f := newFace(n)
		for d := 1; d <= n/2; d++ {
			for _, to := range []int{d, n - d} {
				c := f.chord(0, to, 1)
				for k := range 41 {
					p := c.point(float64(k) / 40)
					for _, i := range []int{0, to, 1, 2, d / 2, d - 1, n - 1, n - 2, n - d/2, to - 1, to + 1} {
						q := f.at(float64((i%n+n)%n), f.radius)
						if away := math.Hypot(p.x-q.x, p.y-q.y); away < f.node+0.5 {
							t.Fatalf("n = %d: the move from 0 to %d passes node %d at %.2f from its center, inside its circle of %.2f", n, to, i, away, f.node)
						}
					}
				}
			}
		}
	}
}

func TestNodesStayApartAndInsideThePicture(t *testing.T) {
	for n := 2; n <= labelledOutside; n++ {
		f := newFace(n)
		if 2*f.node > f.spacing() || f.radius+f.node+11+6 > f.width/2 || f.node < 2 {
			t.Errorf("n = %d: nodes of radius %v, %v apart, on a ring of radius %v in a square of %v", n, f.node, f.spacing(), f.radius, f.width)
		}
	}
}

func TestMovesEndWhereTheyShould(t *testing.T) {
	f := newFace(12)
	for i := range 12 {
		for j := range 12 {
			if i == j {
				continue
			}
			c := f.chord(i, j, 2)
			a, b := f.at(float64(i), f.radius), f.at(float64(j), f.radius)
			from, to := math.Hypot(c.from.x-a.x, c.from.y-a.y), math.Hypot(c.to.x-b.x, c.to.y-b.y)
			if math.Abs(from-f.node-2) > 1e-9 || math.Abs(to-f.node-2) > 1e-9 {
				t.Errorf("move from %d to %d: ends %v and %v from the nodes' centers, want %v", i, j, from, to, f.node+2)
			}
		}
	}
}

func TestStepColorsAreTheirDefinition(t *testing.T) {
	drawtest.Steps(t, stepColors, [3]float64{0.34, 0.17, 270}, [3]float64{0.70, 0.17, 415})
}

func TestColorsStandOutFromWhite(t *testing.T) {
	colors := slices.Concat([]string{inkColor, labelColor, specialColor}, cycleColors[:])
	for i := range 30 {
		colors = append(colors, stepColors.At(i, 29))
	}
	for _, c := range colors {
		if contrast := draw.Contrast(c, "#ffffff"); contrast < 2.1 {
			t.Errorf("%s on white has contrast %.2f", c, contrast)
		}
	}
}

func TestValuesOnFilledNodesAreReadable(t *testing.T) {
	node := regexp.MustCompile(`<circle[^>]* fill="(#[0-9a-f]{6})" stroke="[^>]*><text[^>]* fill="(#[0-9a-f]{6})"`)
	for n := 2; n <= labelledInside; n++ {
		r := instance(t, "planted", n, 1, 0)
		path := planted(t, r)
		for step := 1; step < n; step++ {
			nodes := node.FindAllStringSubmatch(drawtest.Draw(t, SVG, r, Drawing{Path: path, Step: step}), -1)
			if len(nodes) != n {
				t.Fatalf("n = %d: %d labeled nodes", n, len(nodes))
			}
			for i, m := range nodes {
				if contrast := draw.Contrast(m[1], m[2]); contrast < 3.5 {
					t.Errorf("n = %d, step %d: node %d has %s on %s, contrast %.2f", n, step, i, m[2], m[1], contrast)
				}
			}
		}
	}
}

func TestLaterStepsAreLighter(t *testing.T) {
	before := -1.0
	for i := range 1000 {
		l := draw.Luminance(stepColors.At(i, 999))
		if l < before-0.002 {
			t.Fatalf("luminance falls at step %d of 1000", i)
		}
		before = l
	}
}

func TestPageDescribesEveryMove(t *testing.T) {
	r, path, _ := figureRing()
	page := drawtest.Page(t, drawtest.Draw(t, writePage, r, Drawing{Path: path, Step: 2}))
	if page.Open != 2 || !slices.Equal(page.Moves, []string{"2", "4", "3", "1", "5"}) {
		t.Errorf("opened at %d, with the moves %q", page.Open, page.Moves)
	}
	want := []string{"3", "4", "1", "counter-clockwise", "3", "5", "visited later, by move 5"}
	if len(page.Rows) != 6 || !slices.Equal(page.Rows[3], want) || page.Said[3] != stepSentence(r, path, 3) {
		t.Errorf("rows %q, want %q as that of move 3, with %q", page.Rows, want, page.Said)
	}
	if whole := drawtest.Page(t, drawtest.Draw(t, writePage, r, Drawing{Path: path})); whole.Open != 5 {
		t.Errorf("without a step the page opens at %d, want all 5 moves", whole.Open)
	}
}

// TestStageShowsTheMovesMade counts what is seen of the ring after each move.
func TestStageShowsTheMovesMade(t *testing.T) {
	for _, n := range []int{6, 30, 60, 250} {
		r := instance(t, "planted,start=random", n, 1, 0)
		path := planted(t, r)
		page := drawtest.Page(t, drawtest.Draw(t, writePage, r, Drawing{Path: path}))
		for step := 0; step < n; step += 1 + n/9 {
			stage := page.Stage(step)
			if made := strings.Count(stage, `<g class="past">`) + strings.Count(stage, `<g class="now">`); made != step {
				t.Errorf("n = %d: after %d moves %d are shown", n, step, made)
			}
			here := fmt.Sprintf(`<g data-node="%d"`, path[step])
			if n > labelledOutside {
				continue // nodes are not drawn
			}
			if at := stage[strings.Index(stage, here):]; !strings.Contains(at[:strings.Index(at, ">")], `class="here"`) || strings.Count(stage, `class="here"`) != 1 {
				t.Errorf("n = %d: after %d moves node %d is not marked, or not alone", n, step, path[step])
			}
			if later := strings.Count(stage, `class="unvisited"`); later != n-1-step {
				t.Errorf("n = %d: after %d moves %d nodes are unvisited", n, step, later)
			}
		}
		if strings.Contains(page.End, `class="`) {
			t.Errorf("n = %d: the end without script has classes", n)
		}
	}
}

func TestPageOfARingAloneHasNothingToPlay(t *testing.T) {
	r, _, _ := figureRing()
	text := drawtest.Draw(t, writePage, r, Drawing{})
	if page := drawtest.Page(t, text); page.Rows != nil || page.End != "" || strings.Contains(text, "<button") {
		t.Errorf("there is no path, but %d rows", len(page.Rows))
	}
}

// TestClockShowsEveryValueOnce would fail if two labels overlapped.
func TestClockShowsEveryValueOnce(t *testing.T) {
	for n := 2; n <= clockLimit; n++ {
		for index := range 20 {
			r := instance(t, "uniform,start=random", n, 1, index)
			face, caption, _ := strings.Cut(Text(r, Drawing{}), fmt.Sprintf("%d places", n))
			var got, want []string
			for i, v := range r.Values {
				label := strconv.Itoa(int(v))
				if i == r.Start {
					label = "[" + label + "]"
				}
				want = append(want, label)
			}
			got = strings.Fields(face)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) || !strings.HasSuffix(caption, fmt.Sprintf("place %d\n", r.Start)) {
				t.Fatalf("%v is drawn as\n%s", r, Text(r, Drawing{}))
			}
			for line := range strings.Lines(face) {
				if len(line) > 80 || strings.HasSuffix(line, " \n") {
					t.Fatalf("n = %d: line %q", n, line)
				}
			}
		}
	}
}

func TestEveryClockIsReadBackWithItsStart(t *testing.T) {
	read := func(text string) (got []string) {
		for r, err := range drawtest.Must(handsoftime.Core().Read(puzzle.Auto, strings.NewReader(text), "f", puzzle.Choice{})) {
			if err != nil {
				return []string{err.Error()}
			}
			got = append(got, r.String())
		}
		return got
	}
	for size := 4; size <= clockLimit; size++ {
		r := instance(t, "planted", size, 1, size)
		for r.Start = handsoftime.AnyStart; r.Start < size; r.Start++ {
			if got := read(Text(r, Drawing{})); !slices.Equal(got, []string{r.String()}) {
				t.Fatalf("%s\n got %q\nwant %q", Text(r, Drawing{}), got, r)
			}
		}
		r.Start = 0
		if got := read(Text(r, Drawing{}) + Text(r, Drawing{})); !strings.Contains(got[0], "parse: ") {
			t.Errorf("two clocks are read as %q", got)
		}
	}
}

func TestTextOfLargeRingsIsATable(t *testing.T) {
	r := instance(t, "planted", 150, 1, 0)
	if got := Text(r, Drawing{}); got != r.String()+"\n" {
		t.Errorf("without a path: %q", got)
	}
	path := planted(t, r)
	text := Text(r, Drawing{Path: path})
	if got := strings.Count(text, "\n"); got != 151 {
		t.Errorf("%d lines, want a heading and 150 nodes", got)
	}
	if !strings.HasSuffix(text, "last place\n") {
		t.Errorf("the table ends %q", text[len(text)-40:])
	}
}

func TestTextNamesBadMoves(t *testing.T) {
	r, _, _ := figureRing()
	text := Text(r, Drawing{Path: []int32{0, 3, 99, -4, 1}})
	for _, want := range []string{"0      2  no move to 3", "99      –  not on the ring", "-4      –  not on the ring", "1      2  here"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if Text(handsoftime.Ring{}, Drawing{}) == "" || Text(handsoftime.Ring{}, Drawing{Path: []int32{1}}) == "" {
		t.Error("an empty ring has no text")
	}
}

func FuzzSVG(f *testing.F) {
	f.Add("2 2 2 2 1 3", []byte{0, 2, 4, 3, 1, 5}, 3, 480, uint8(7))
	f.Add("start=1 2 1 1 1", []byte{1, 2}, 0, 0, uint8(0))
	f.Add("1 1", []byte{0, 1, 200}, -1, -1, uint8(2))
	f.Fuzz(func(t *testing.T, line string, steps []byte, step, size int, layers uint8) {
		r, err := handsoftime.ParseRing(line)
		if err != nil {
			return
		}
		o := Drawing{Step: step, Size: size}
		for _, s := range steps {
			o.Path = append(o.Path, int32(int8(s)))
		}
		if layers != 0 {
			s := handsoftime.Analyze(r)
			o.Structure, o.Layers = &s, Layers{layers&1 != 0, layers&2 != 0, layers&4 != 0}
		}
		_ = Text(r, Drawing{Path: o.Path})
		var b bytes.Buffer
		if err := SVG(&b, r, o); err == nil {
			drawtest.SVG(t, b.String())
		}
		if err := writePage(io.Discard, r, o); (err == nil) != (b.Len() > 0) && r.Size() <= MaxStepped {
			t.Errorf("SVG wrote %d bytes, but WriteHTML says %v", b.Len(), err)
		}
	})
}

func BenchmarkSVG(b *testing.B) {
	for _, n := range []int{30, 2000} {
		r := instance(b, "planted", n, 1, 0)
		path := planted(b, r)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if err := SVG(io.Discard, r, Drawing{Path: path}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleText() {
	r, _ := handsoftime.ParseRing("2 2 2 4 2 2 3 3 6 4 5 3")
	fmt.Print(Text(r, Drawing{Path: []int32{0, 2, 4, 6, 3}}))
	// Output:
	//                 [2]
	//         3           2
	//     5                   2
	//
	//   4                       4
	//
	//     6                   2
	//         3           2
	//               3
	// 12 places, values clockwise from place 0 at the top; [ ] is the start, place 0
	//
	//  step  place  value  move
	//     1      0      2  clockwise to 2
	//     2      2      2  clockwise to 4
	//     3      4      2  clockwise to 6
	//     4      6      3  counter-clockwise to 3
	//     5      3      4  here
}

func ExampleSVG() {
	r, _ := handsoftime.ParseRing("2 2 2 2 1 3")
	structure := handsoftime.Analyze(r)
	var picture strings.Builder
	err := SVG(&picture, r, Drawing{
		Structure: &structure,
		Layers:    Layers{Forced: true, Cycles: true, Special: true},
		Title:     "What is forced, and what is free",
		ID:        "figure-1",
	})
	fmt.Println(err)
	for line := range strings.Lines(picture.String()) {
		if strings.HasPrefix(line, "<title") || strings.HasPrefix(line, "<desc") {
			fmt.Print(line)
		}
	}
	// Output:
	// <nil>
	// <title id="figure-1-title">What is forced, and what is free</title>
	// <desc id="figure-1-desc">Values clockwise from 12 o&#39;clock: 2 2 2 2 1 3. The start is place 0. Structure: special: open path (3); free cycles: 1; forced: 1.</desc>
}
