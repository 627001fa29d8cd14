package tiles

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// drawnShuffles returns boards of a size in random order, solvable or not, and
// one a few moves from the goal.
func drawnShuffles(t testing.TB, width, height int, goal Goal) []Board {
	t.Helper()
	near, _ := drawnWalk(t, width, height, goal, 6)
	boards := []Board{near}
	rng := rand.New(rand.NewPCG(7, uint64(width*height)))
	for range 20 {
		boards = append(boards, drawnBoard(t, width, height, goal, rng.Perm(width*height)...))
	}
	return boards
}

// drawnHeuristics are those that pictures explain, on boards of that size.
func drawnHeuristics(t testing.TB, width, height int) []Heuristic {
	t.Helper()
	heuristics := Heuristics()
	for _, name := range []string{"md-hd", "lc-id", "lc-wd-id-hd"} {
		h, err := ParseHeuristic(name)
		if err != nil {
			t.Fatal(err)
		}
		heuristics = append(heuristics, h)
	}
	blanks := NewHeuristic("blank-away", "rows and columns that the blank is away", func(b Board) int { return b.apart(b.Blank(), b.Home(0)) })
	heuristics = append(heuristics, blanks, Max("md-or-blank", Manhattan, blanks))
	return slices.DeleteFunc(heuristics, func(h Heuristic) bool { return h.Fits(width, height) != nil })
}

// TestExplanationsAddUpToTheEstimate compares two computations: what the
// picture shows, taken apart on the board, and what the search uses.
func TestExplanationsAddUpToTheEstimate(t *testing.T) {
	for _, size := range drawnSizes {
		for _, goal := range Goals() {
			for _, b := range drawnShuffles(t, size[0], size[1], goal) {
				for _, h := range drawnHeuristics(t, size[0], size[1]) {
					e := explain(b, h)
					if want := h.Of(b); e.total != want {
						t.Fatalf("%s of %v: explained as %d, but it is %d: %q", h.Name, b, e.total, want, e.sentences)
					}
					last := e.sentences[len(e.sentences)-1]
					if said := last[strings.LastIndexByte(last, ' ')+1:]; !strings.HasPrefix(last, h.Name+": ") || said != strconv.Itoa(e.total) {
						t.Fatalf("%s of %v is %d, and the last sentence says %q", h.Name, b, e.total, last)
					}
				}
			}
		}
	}
}

// marks returns the numbers of the marks of one kind in a picture.
func marks(t testing.TB, text, kind string) []int {
	t.Helper()
	var numbers []int
	for _, m := range regexp.MustCompile(`data-mark="`+kind+`"[^>]*>\+?(\d*)(?:·(\d+))?`).FindAllStringSubmatch(text, -1) {
		for _, s := range m[1:] {
			if n, err := strconv.Atoi(s); err == nil {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}

// layer returns the part of a picture that belongs to a layer.
func layer(text, name string) string {
	_, rest, _ := strings.Cut(text, `data-layer="`+name+`"`)
	part, _, _ := strings.Cut(rest, "</g>")
	return part
}

// TestMarksAddUpToTheEstimate reads the numbers back from the pictures.
func TestMarksAddUpToTheEstimate(t *testing.T) {
	for _, size := range drawnSizes {
		for _, goal := range Goals() {
			for _, b := range drawnShuffles(t, size[0], size[1], goal)[:6] {
				check := func(what string, got, want int) {
					t.Helper()
					if got != want {
						t.Errorf("%v: %s of the marks is %d, want %d", b, what, got, want)
					}
				}
				text := drawnPicture(t, b.SVG, Drawing{Heuristic: Manhattan})
				check("the sum of distances", sum(marks(t, text, "distance")), Manhattan.Of(b))
				check("the number of arrows", strings.Count(text, `data-mark="arrow"`), Hamming.Of(b))

				text = drawnPicture(t, b.SVG, Drawing{Heuristic: Hamming})
				check("the number of crosses", strings.Count(text, `data-mark="misplaced"`), Hamming.Of(b))
				check("the number of ticks", strings.Count(text, `data-mark="home"`), b.Cells()-1-Hamming.Of(b))

				text = drawnPicture(t, b.SVG, Drawing{Heuristic: LinearConflict})
				check("the sum", sum(marks(t, text, "distance"))+sum(marks(t, text, "leaves")), LinearConflict.Of(b))
				costs := regexp.MustCompile(`>\+(\d+)<`).FindAllStringSubmatch(layer(text, "costs"), -1)
				total := 0
				for _, m := range costs {
					n, _ := strconv.Atoi(m[1])
					total += n
				}
				check("the sum of lines", Manhattan.Of(b)+total, LinearConflict.Of(b))
				check("the number of framed lines", strings.Count(layer(text, "conflicts"), "<rect"), len(costs))

				text = drawnPicture(t, b.SVG, Drawing{Heuristic: InversionDistance})
				inversions := marks(t, text, "inversions")
				var by [2]int
				for i, n := range inversions {
					by[i%2] += n
				}
				check("the number of inversions", len(inversions), 2*(b.Cells()-1))
				check("the estimate", inversionMoves(by[0], b.Width())+inversionMoves(by[1], b.Height()), InversionDistance.Of(b))

				if WalkingDistance.Fits(size[0], size[1]) != nil {
					continue
				}
				text = drawnPicture(t, b.SVG, Drawing{Heuristic: WalkingDistance})
				for name, numbers := range map[string]int{"walk-rows": b.Height() * b.Height(), "walk-columns": b.Width() * b.Width()} {
					cells := regexp.MustCompile(`>(\d+|·)</text>`).FindAllStringSubmatch(layer(text, name), -1)
					tiles := 0
					for _, m := range cells {
						n, _ := strconv.Atoi(m[1])
						tiles += n
					}
					check("the number of cells in "+name, len(cells), numbers)
					check("the number of tiles in "+name, tiles, b.Cells()-1)
				}
			}
		}
	}
}

// TestTilesThatStayAreInOrder checks the choice of tiles that must leave: with
// them gone nothing is reversed, and there are as few as the search counts.
func TestTilesThatStayAreInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		values := rng.Perm(1 + rng.IntN(12))
		places := make([]uint8, len(values))
		for i, v := range values {
			places[i] = uint8(v + 1)
		}
		stays := longestRun(values)
		last, leave := -1, 0
		for i, v := range values {
			if !stays[i] {
				leave++
				continue
			}
			if v < last {
				t.Fatalf("%v: %v stay", values, stays)
			}
			last = v
		}
		if leave != int(mustLeave(places)) {
			t.Fatalf("%v: %d leave, want %d", values, leave, mustLeave(places))
		}
	}
	if got := longestRun([]int{3, 1, 2, 0}); !slices.Equal(got, []bool{false, true, true, false}) {
		t.Errorf("of 3 1 2 0 stay %v", got)
	}
}

func TestArrowsPointHome(t *testing.T) {
	b := drawnBoard(t, 3, 3, BlankLast, 8, 1, 3, 4, 0, 2, 7, 6, 5)
	check := func(tile, want int) {
		t.Helper()
		if got := homeward(b, tile, b.find(tile)); got != want {
			t.Errorf("tile %d points %d° clockwise from the right, want %d°", tile, got, want)
		}
	}
	check(1, 180)  // one column to the left
	check(6, -45)  // up and right
	check(5, -135) // up and left
	check(8, 63)   // two down, one right
}

// TestWalkNumbersAreThoseOfTheBoard takes the numbers of one board by hand.
func TestWalkNumbersAreThoseOfTheBoard(t *testing.T) {
	b := drawnBoard(t, 3, 3, BlankLast, 8, 1, 3, 4, 0, 2, 7, 6, 5)
	e := explain(b, WalkingDistance)
	want := [2][3][3]int{
		{{2, 0, 1}, {1, 1, 0}, {0, 2, 1}}, // 8 1 3 belong in rows 3 1 1, and so on
		{{2, 1, 0}, {1, 0, 1}, {0, 2, 1}}, // 8 4 7 belong in columns 2 1 1
	}
	for i := range want {
		for line := range 3 {
			if got := [3]int(e.walk[i].tiles[line][:3]); got != want[i][line] {
				t.Errorf("direction %d, line %d: %v, want %v", i, line+1, got, want[i][line])
			}
		}
	}
}
