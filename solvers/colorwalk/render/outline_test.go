package render

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

// insideOutline returns the cells inside a path by the even-odd rule: those with an
// odd number of upright lines to their left.
func insideOutline(t testing.TB, d string, rows, cols int) []bool {
	t.Helper()
	odd := make([]bool, rows*(cols+1))
	upright := func(x, y, to int) {
		for row := min(y, to); row < max(y, to); row++ {
			odd[row*(cols+1)+x] = !odd[row*(cols+1)+x]
		}
	}
	if rest := outlineLoop.ReplaceAllString(d, ""); rest != "" {
		t.Fatalf("not the data of an outline: %q", rest)
	}
	for _, loop := range outlineLoop.FindAllStringSubmatch(d, -1) {
		x, _ := strconv.Atoi(loop[1])
		y, _ := strconv.Atoi(loop[2])
		beginX, beginY := x, y
		for _, line := range outlineLine.FindAllStringSubmatch(loop[3], -1) {
			n, _ := strconv.Atoi(line[2])
			if line[1] == "h" {
				x += n
				continue
			}
			upright(x, y, y+n)
			y += n
		}
		if x != beginX && y != beginY {
			t.Fatalf("a slanting line closes %q", loop[0])
		}
		upright(x, y, beginY)
	}
	cells := make([]bool, rows*cols)
	for row := range rows {
		in := false
		for col := range cols {
			in = in != odd[row*(cols+1)+col]
			cells[row*cols+col] = in
		}
	}
	return cells
}

var (
	outlineLoop = regexp.MustCompile(`M(\d+) (\d+)((?:[hv]-?\d+)+)z`)
	outlineLine = regexp.MustCompile(`([hv])(-?\d+)`)
)

func TestOutlineEnclosesTheSet(t *testing.T) {
	check := func(cols int, picture string, want string) {
		t.Helper()
		b, err := colorwalk.NewBoard(len(picture)/cols, cols, -1, make([]colorwalk.Color, len(picture)))
		if err != nil {
			t.Fatal(err)
		}
		o := newOutliner(b)
		got := o.outline(newCourse(b, nil).all, func(cell int) bool { return picture[cell] == '#' })
		if got != want {
			t.Errorf("%q: outline %q, want %q", picture, got, want)
		}
	}
	check(1, "#", "M0 0h1v1h-1z")
	check(3, "...", "")
	check(3, ".#."+"###", "M1 0h1v1h1v1h-3v-1h1z")
	check(2, "#."+".#", "M0 0h1v1h-1zM1 1h1v1h-1z")          // apart at a corner
	check(2, ".#"+"#.", "M1 0h1v1h-1zM0 1h1v1h-1z")          // the other way
	check(3, "###"+"#.#"+"###", "M0 0h3v3h-3zM1 2h1v-1h-1z") // a hole, anticlockwise

	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		rows, cols, share := 1+rng.IntN(9), 1+rng.IntN(9), rng.Float64()
		b := drawtest.Must(colorwalk.NewBoard(rows, cols, -1, make([]colorwalk.Color, rows*cols)))
		o, all := newOutliner(b), newCourse(b, nil).all
		for range 3 { // sets of one board do not disturb each other
			set := make([]bool, rows*cols)
			for i := range set {
				set[i] = rng.Float64() < share
			}
			d := o.outline(all, func(cell int) bool { return set[cell] })
			if got := insideOutline(t, d, rows, cols); !slices.Equal(got, set) {
				t.Fatalf("%dx%d: the outline %q of %v encloses %v", rows, cols, d, set, got)
			}
			if strings.Contains(d, "h0") || strings.Contains(d, "v0") || regexp.MustCompile(`h-?\d+h|v-?\d+v`).MatchString(d) {
				t.Errorf("lines in %q are not as long as they can be", d)
			}
		}
	}
}
