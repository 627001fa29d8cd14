package colorwalk

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func mustFamily(t testing.TB, name string) puzzle.Family[Board] {
	t.Helper()
	f, err := Core().Family(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustInstance(t testing.TB, f puzzle.Family[Board], rows, cols, colors int, seed uint64, index int) Board {
	t.Helper()
	b, err := f.Instance(SizeOf(cols, rows, colors), seed, index)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// everyFamily has every family with each value of its option.
func everyFamily(t testing.TB) []puzzle.Family[Board] {
	t.Helper()
	var all []puzzle.Family[Board]
	for _, f := range families {
		for _, value := range f.Options[0].Words {
			all = append(all, mustFamily(t, f.Name+","+f.Options[0].Name+"="+value.Name))
		}
	}
	return all
}

// TestTheSameSeedGivesTheSameBoardForEver detects changes; the figures are our
// own. A family that has to change gets a new version.
func TestTheSameSeedGivesTheSameBoardForEver(t *testing.T) {
	var text strings.Builder
	for _, f := range everyFamily(t) {
		for _, size := range [][3]int{{1, 1, 1}, {3, 4, 3}, {5, 5, 6}, {2, 7, 35}} {
			for index := range 2 {
				b := mustInstance(t, f, size[0], size[1], size[2], 42, index)
				fmt.Fprintf(&text, "%v@%d %dx%dx%d %d: %v\n", f, f.Version, size[0], size[1], size[2], index, b)
			}
		}
		b := mustInstance(t, f, 20, 30, 5, 42, 0)
		fmt.Fprintf(&text, "%v@%d 20x30x5 0: sha256 %x\n", f, f.Version, sha256.Sum256([]byte(b.String())))
	}
	checkGolden(t, "families.golden", text.String())
}

func TestEveryFamilyMakesBoardsOfEverySize(t *testing.T) {
	for _, f := range everyFamily(t) {
		for rows := 1; rows <= 6; rows++ {
			for cols := 1; cols <= 6; cols++ {
				for _, colors := range []int{1, 2, 3, 6, 35} {
					b := mustInstance(t, f, rows, cols, colors, 1, 0)
					if again := mustBoard(t, b.String()); again != b {
						t.Errorf("%v of %dx%dx%d: %v is read as %v", f, rows, cols, colors, b, again)
					}
				}
			}
		}
	}
}

func TestUniformStartsWhereItIsAsked(t *testing.T) {
	check := func(name string, rows, cols, start int, blank bool) {
		t.Helper()
		b := mustInstance(t, mustFamily(t, name), rows, cols, 4, 1, 0)
		blanks := 0
		for cell := range b.Cells() {
			if b.Color(cell) == Blank {
				blanks++
			}
		}
		if b.Start() != start || (b.Color(start) == Blank) != blank || blanks > 1 || blank != (blanks == 1) {
			t.Errorf("%s: %v starts from %d", name, b, b.Start())
		}
	}
	check("uniform", 4, 5, 0, true)
	check("uniform,start=coloured", 4, 5, 0, false)
	check("uniform,start=center", 5, 7, 2*7+3, false)
	check("uniform,start=center", 4, 6, 2*6+3, false)
	check("uniform,start=center", 1, 1, 0, false)
}

// TestUniformDrawsEveryBoardEquallyOften bounds the chi-square statistic of
// the 3^3 boards of 2x2 with a blank cell, 26 degrees of freedom, at its 0.9999
// quantile 62.2. The seed is fixed.
func TestUniformDrawsEveryBoardEquallyOften(t *testing.T) {
	const boards, draws, most = 27, 27_000, 62.2
	f := mustFamily(t, "uniform")
	counts := map[Board]int{}
	for index := range draws {
		counts[mustInstance(t, f, 2, 2, 3, 3, index)]++
	}
	statistic := 0.0
	for _, n := range counts {
		d := float64(n) - draws/boards
		statistic += d * d / (draws / boards)
	}
	if len(counts) != boards || statistic > most {
		t.Errorf("%d boards, want %d; chi-square %.1f, at most %.1f", len(counts), boards, statistic, most)
	}
}

func TestEveryPartOfTheKeyChangesTheBoard(t *testing.T) {
	boards := map[string]int{}
	draw := func(f puzzle.Family[Board], rows, cols, colors int, seed uint64, index int) {
		text := mustInstance(t, f, rows, cols, colors, seed, index).String()
		// The first 20 cells of any shape, without blank cell.
		boards[strings.ReplaceAll(text, "/", "")[:20]]++
	}
	f := mustFamily(t, "uniform,start=coloured")
	draw(f, 8, 9, 6, 1, 1)
	draw(f, 9, 8, 6, 1, 1)
	draw(f, 8, 9, 7, 1, 1)
	draw(f, 8, 9, 6, 2, 1)
	draw(f, 8, 9, 6, 1, 2)
	f.Version++
	draw(f, 8, 9, 6, 1, 1)
	f.Name = "own"
	draw(f, 8, 9, 6, 1, 1)
	if len(boards) != 7 {
		t.Errorf("%d different boards, want 7: %v", len(boards), boards)
	}
}

func TestInstancesDoNotDependOnEachOther(t *testing.T) {
	f := mustFamily(t, "uniform")
	var forward, backward [5]Board
	for i := range forward {
		forward[i] = mustInstance(t, f, 6, 6, 4, 7, i)
	}
	for i := len(backward) - 1; i >= 0; i-- {
		backward[i] = mustInstance(t, f, 6, 6, 4, 7, i)
	}
	if forward != backward {
		t.Error("the order of generation matters")
	}
}

func TestPatternsAreTheDrawingsTheyAreCalled(t *testing.T) {
	check := func(kind string, rows, cols, colors int, want string) {
		t.Helper()
		if b := mustInstance(t, mustFamily(t, "pattern,kind="+kind), rows, cols, colors, 0, 0); b.String() != want {
			t.Errorf("%s of %dx%dx%d:\n got %v\nwant %s", kind, rows, cols, colors, b, want)
		}
	}
	check("stripes", 2, 7, 3, "0231231/1231231")
	check("checkers", 4, 6, 2, "021212/212121/121212/212121")
	check("checkers", 4, 6, 4, "031214/214131/131214/214131")
	check("checkers", 2, 2, 1, "01/11")
	check("rings", 5, 7, 2, "0111111/1222221/1211121/1222221/1111111")
	check("rings", 1, 4, 3, "0111")
	check("diagonal", 3, 5, 4, "02341/23412/34123")
	check("spiral", 4, 5, 35, "02345/efgh6/dkji7/cba98")
	check("spiral", 3, 3, 35, "023/894/765")
	check("spiral", 1, 4, 35, "0234")
	check("spiral", 4, 1, 35, "0/2/3/4")
	check("spiral", 2, 3, 35, "023/654")
}

// TestFourExamplesArePatterns: boards and optima that were not made by this
// package.
func TestFourExamplesArePatterns(t *testing.T) {
	patterns := map[string]string{"ex-034": "stripes", "ex-035": "diagonal", "ex-036": "rings", "ex-037": "stripes"}
	found := 0
	for _, k := range mustSet(t, "examples") {
		kind, ok := patterns[k.Name]
		if !ok {
			continue
		}
		found++
		f := mustFamily(t, "pattern,kind="+kind)
		if b := mustInstance(t, f, k.Board.Rows(), k.Board.Cols(), int(k.Board.Colors()), 0, 0); b != k.Board {
			t.Errorf("%s is not %s: %v", k.Name, kind, b)
		}
	}
	if found != 4 {
		t.Errorf("%d of 4 found", found)
	}
}

// TestPatternsAreAsHardAsTheirCommentsSay compares the lengths and numbers of
// shortest solutions claimed there with breadth-first search.
func TestPatternsAreAsHardAsTheirCommentsSay(t *testing.T) {
	check := func(kind string, length func(rows, cols int) int) {
		t.Helper()
		f := mustFamily(t, "pattern,kind="+kind)
		for rows := 2; rows <= 6; rows++ {
			for cols := 2; cols <= 6; cols++ {
				for colors := 2; colors <= 4; colors++ {
					b := mustInstance(t, f, rows, cols, colors, 0, 0)
					want, rest := length(rows, cols), kind == "stripes" && cols <= colors
					if rest {
						want++
					}
					if moves, solutions := shortest(b); moves != want || solutions > 1 && !rest {
						t.Errorf("%s of %dx%dx%d: %d solutions of %d moves, want 1 of %d", kind, rows, cols, colors, solutions, moves, want)
					}
				}
			}
		}
	}
	check("stripes", func(_, cols int) int { return cols - 1 })
	check("rings", func(rows, cols int) int { return (min(rows, cols) + 1) / 2 })
	check("diagonal", func(rows, cols int) int { return rows + cols - 2 })

	for kind, want := range map[string][2]int{"diagonal": {10, 1}, "checkers": {11, 32}, "spiral": {12, 632}} {
		b := mustInstance(t, mustFamily(t, "pattern,kind="+kind), 6, 6, 4, 0, 0)
		if moves, solutions := shortest(b); moves != want[0] || solutions != want[1] {
			t.Errorf("%s of 6x6x4: %d solutions of %d moves, want %d of %d", kind, solutions, moves, want[1], want[0])
		}
	}
	for _, kind := range []string{"diagonal", "checkers", "spiral"} {
		if b := mustInstance(t, mustFamily(t, "pattern,kind="+kind), 3, 4, 2, 0, 0); b != mustBoard(t, "0212/2121/1212") {
			t.Errorf("%s of two colors is %v", kind, b)
		}
	}
}

func TestFamiliesAreFoundByTheirNames(t *testing.T) {
	if n := len(families); n != 2 {
		t.Errorf("%d families, want 2", n)
	}
	for _, f := range everyFamily(t) {
		if g, err := Core().Family(f.Name); err != nil || g.Name != f.Name || f.String() != f.Name || f.Doc == "" || f.Source == "" || f.Version < 1 {
			t.Errorf("%+v: %v", f, err)
		}
		for _, o := range f.Options {
			if o.Name == "" || o.Doc == "" || !strings.Contains(o.Want, o.Default) {
				t.Errorf("%v: option %+v", f, o)
			}
		}
	}
	check := func(in, want string) {
		t.Helper()
		f, err := Core().Family(in)
		if err != nil || f.Name != want {
			t.Errorf("Core().Family(%q) = %q, %v; want %q", in, f.Name, err, want)
		}
	}
	check("uniform,start=blank", "uniform")
	check("uniform,start=center", "uniform,start=center")
	check("pattern,kind=stripes", "pattern")
}

func TestParseFamilyErrorsHelp(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		f, err := Core().Family(in)
		if err == nil || strings.TrimPrefix(err.Error(), "colorwalk: ") != want {
			t.Errorf("Core().Family(%q) = %v, %v; want %s", in, f, err, want)
		}
	}
	check("", `no family or set is called "" (want uniform, pattern, series, examples)`)
	check("unifrom", `no family or set is called "unifrom" (want uniform, pattern, series, examples); did you mean "uniform"?`)
	check("uniform,", `family "uniform,": it has no option "" (want start)`)
	check("uniform,strat=center", `family "uniform,strat=center": it has no option "strat" (want start); did you mean "start"?`)
	check("uniform,start=centre", `family "uniform,start=centre": option start: "centre" is not a choice (want blank, coloured or center); did you mean "center"?`)
	check("uniform,start", `family "uniform,start": option start needs a value: blank, coloured or center`)
	check("uniform,start=center,start=center", `family "uniform,start=center,start=center": option start is given twice`)
	check("pattern,kind=ring", `family "pattern,kind=ring": option kind: "ring" is not a choice (want stripes, checkers, rings, diagonal or spiral); did you mean "rings"?`)
}

func TestInstanceRefusesWhatItCannotMake(t *testing.T) {
	check := func(f puzzle.Family[Board], rows, cols, colors, index int, want string) {
		t.Helper()
		b, err := f.Instance(SizeOf(cols, rows, colors), 0, index)
		if err == nil || strings.TrimPrefix(err.Error(), "colorwalk: generate ") != want {
			t.Errorf("%v, %v; want %s", b, err, want)
		}
	}
	uniform := mustFamily(t, "uniform")
	check(uniform, 0, 5, 3, 0, "uniform of size 5x0x3: no board is 5x0")
	check(uniform, 5000, 5000, 3, 0, "uniform of size 5000x5000x3: a board of 5000x5000 has more than 16777216 cells")
	check(uniform, 4, 4, 0, 0, "uniform of size 4x4x0: no board has 0 colors (want 1 to 35)")
	check(uniform, 4, 4, 36, 0, "uniform of size 4x4x36: no board has 36 colors (want 1 to 35)")
	check(uniform, 4, 4, 3, -1, "uniform of size 4x4x3: index -1 is negative")
}

func BenchmarkInstance(b *testing.B) {
	for _, f := range everyFamily(b) {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				board, err := f.Instance(SizeOf(30, 20, 5), 1, 0)
				if err != nil || board.Cells() != 600 {
					b.Fatal(board, err)
				}
			}
		})
	}
}

func Example_families() {
	f, err := Core().Family("uniform")
	if err != nil {
		fmt.Println(err)
		return
	}
	for index := range 3 {
		b, _ := f.Instance(SizeOf(5, 3, 4), 42, index)
		fmt.Println(b)
	}

	f, _ = Core().Family("pattern,kind=rings")
	fmt.Println(f.Instance(SizeOf(5, 5, 3), 0, 0))
	// Output:
	// 01431/14434/33234
	// 04322/13124/41413
	// 03114/13333/41431
	// 01111/12221/12321/12221/11111 <nil>
}
