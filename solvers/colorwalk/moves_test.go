package colorwalk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestApplyRemovesWhatTouchesTheBlankArea(t *testing.T) {
	check := func(before string, c Color, after string, removed int) {
		t.Helper()
		got, n := mustBoard(t, before).Apply(c)
		if got != mustBoard(t, after) || n != removed {
			t.Errorf("color %v on %s: %v, %d removed; want %s, %d", c, before, got, n, after, removed)
		}
	}
	// Connected through the colour, by sides, not by corners or round the edge.
	check("0122/1121/2211", 1, "0022/0021/2211", 3)
	check("0122/1121/2211", 2, "0122/1121/2211", 0)
	check("012/111/211", 1, "002/000/200", 6)
	check("01/12", 2, "01/12", 0)
	check("0221/2221", 1, "0221/2221", 0)
	check("12/34", 9, "02/34", 0)

	// A coloured start becomes blank with its first move, whatever it is.
	check("112/122", 2, "000/000", 3)
	check("112/132", 3, "002/002", 1)
	check("112/132", 1, "002/032", 0)
	check("112/132", 9, "002/032", 0)
	check("start=2,2 123/415/121", 2, "start=2,2 103/405/101", 2)

	// The start keeps its place when other cells become blank.
	check("111/101/111", 1, "start=2,2 000/000/000", 8)
	check("1211/0011/2222", 2, "start=2,1 1011/0011/0000", 5)
}

// applyBySpreading is the rule in other words: cells join the area one by one.
func applyBySpreading(b Board, c Color) (after []Color, removed int) {
	after = make([]Color, b.Cells())
	for cell := range after {
		after[cell] = b.Color(cell)
	}
	area := map[int]bool{b.Start(): true}
	spread := func(joins func(from, to int) bool) {
		for grown := true; grown; {
			grown = false
			for from := range b.Cells() {
				for to := range b.Cells() {
					rows, cols := from/b.Cols()-to/b.Cols(), from%b.Cols()-to%b.Cols()
					if area[from] && !area[to] && rows*rows+cols*cols == 1 && joins(from, to) {
						area[to] = true
						grown = true
					}
				}
			}
		}
	}
	spread(func(_, to int) bool { return b.Color(to) == b.Color(b.Start()) })
	before := len(area)
	spread(func(_, to int) bool { return b.Color(to) == c })
	for cell := range area {
		after[cell] = Blank
	}
	return after, len(area) - before
}

func TestApplyFollowsItsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	useless := 0
	for range 400 {
		rows, cols, colors := 1+rng.IntN(6), 1+rng.IntN(6), 1+rng.IntN(4)
		cells := make([]Color, rows*cols)
		for i := range cells {
			cells[i] = Color(1 + rng.IntN(colors))
		}
		b, err := NewBoard(rows, cols, rng.IntN(len(cells)), cells)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			c := Color(1 + rng.IntN(colors))
			wantCells, wantRemoved := applyBySpreading(b, c)
			want, err := NewBoard(rows, cols, b.Start(), wantCells)
			if err != nil {
				t.Fatal(err)
			}
			got, removed := b.Apply(c)
			if got != want || removed != wantRemoved {
				t.Fatalf("color %v on %v: %v, %d removed; want %v, %d", c, b, got, removed, want, wantRemoved)
			}
			if removed == 0 {
				useless++
			}
			if again, n := got.Apply(c); n != 0 || again != got {
				t.Fatalf("color %v twice on %v removes %d more cells", c, b, n)
			}
			b = got
		}
	}
	if useless < 100 {
		t.Errorf("only %d useless moves: the sample tests too little", useless)
	}
}

// TestAColouredStartCountsAsBlank: the blank area of a coloured start are the
// cells of its colour; the game is the same as with these cells blank.
func TestAColouredStartCountsAsBlank(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for range 300 {
		b := anyBoard(t, rng)
		blank, removed := b.Apply(b.Color(b.Start()))
		if removed != 0 {
			t.Fatalf("the start's own color removes %d cells of %v", removed, b)
		}
		for c := Color(1); c <= b.Colors(); c++ {
			x, n := b.Apply(c)
			y, m := blank.Apply(c)
			if x != y || n != m {
				t.Errorf("color %v on %v: %v, %d; with a blank start %v, %d", c, b, x, n, y, m)
			}
		}
		if b.Solved() != blank.Solved() {
			t.Errorf("%v is solved: %t, with a blank start %t", b, b.Solved(), blank.Solved())
		}
	}
}

func TestSolvedMeansNothingIsLeft(t *testing.T) {
	check := func(line string, want bool) {
		t.Helper()
		if got := mustBoard(t, line).Solved(); got != want {
			t.Errorf("%s is solved: %t", line, got)
		}
	}
	check("0", true)
	check("00/00", true)
	check("1", true)
	check("11/11", true)
	check("start=2,2 33/33", true)
	check("01", false)
	check("11/12", false)
	check("121", false)
}

func TestReplayTellsWhatEachMoveRemoves(t *testing.T) {
	b := mustBoard(t, "012/231/311")
	end, removed, err := b.Replay([]Color{1, 2, 2, 3, 1})
	if err != nil || end != mustBoard(t, "000/000/000") || !slices.Equal(removed, []int{1, 2, 0, 2, 3}) {
		t.Errorf("%v, %v, %v", end, removed, err)
	}
	if end, removed, err := b.Replay(nil); err != nil || end != b || len(removed) != 0 {
		t.Errorf("no move: %v, %v, %v", end, removed, err)
	}
	check := func(path []Color, want string) {
		t.Helper()
		if _, _, err := b.Replay(path); err == nil || err.Error() != "colorwalk: "+want {
			t.Errorf("%v: %v; want %s", path, err, want)
		}
	}
	check([]Color{1, 0}, "move 2 is 0 (want 1 to 35)")
	check([]Color{36}, "move 1 is 36 (want 1 to 35)")
}

func TestCheckTakesSolutionsWithoutUselessMovesOnly(t *testing.T) {
	check := func(line, path, want string) {
		t.Helper()
		moves, err := ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := mustBoard(t, line).Check(moves); fmt.Sprint(err) != want {
			t.Errorf("%s on %s: %v; want %s", path, line, err, want)
		}
	}
	check("012/231/311", "1231", "<nil>")
	check("012/231/311", "21231", "<nil>")
	check("012/231/311", "213", "colorwalk: the path leaves cells behind")
	check("012/231/311", "", "colorwalk: the path leaves cells behind")
	check("012/231/311", "12231", "colorwalk: move 3, color 2, removes nothing")
	check("012/231/311", "12312", "colorwalk: move 5, color 2, removes nothing")
	check("00/00", "", "<nil>")
	check("00/00", "1", "colorwalk: move 1, color 1, removes nothing")
	check("11/11", "", "<nil>")
	check("112/132", "32", "<nil>")
	check("112/132", "132", "colorwalk: move 1, color 1, removes nothing")
}

// TestNoPrefixOfAKnownSolutionIsOne: solutions end when nothing is left.
func TestNoPrefixOfAKnownSolutionIsOne(t *testing.T) {
	for _, k := range mustSet(t, "examples") {
		end, removed, err := k.Board.Replay(k.Path[:len(k.Path)-1])
		if err != nil || end.Solved() || k.Board.Check(k.Path[:len(k.Path)-1]) == nil {
			t.Errorf("number %d: the last move of %s is of no use, %v", k.Number, FormatPath(k.Path), err)
		}
		if slices.Contains(removed, 0) {
			t.Errorf("number %d: %s removes %v", k.Number, FormatPath(k.Path), removed)
		}
	}
}

func ExampleBoard_Apply() {
	b, _ := ParseBoard("0122/1121/2211")
	for _, c := range []Color{1, 2, 1} {
		var removed int
		b, removed = b.Apply(c)
		fmt.Println(c, b, removed)
	}
	// Output:
	// 1 0022/0021/2211 3
	// 2 0000/0001/0011 5
	// 1 0000/0000/0000 3
}

func ExampleBoard_Check() {
	b, _ := ParseBoard("012/231/311")
	fmt.Println(b.Check([]Color{1, 2, 3, 1}))
	fmt.Println(b.Check([]Color{1, 2, 3}))
	// Output:
	// <nil>
	// colorwalk: the path leaves cells behind
}
