package tiles

import (
	"fmt"
	"math"
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

// allFamilies returns every family with its default options.
func allFamilies(t testing.TB) []puzzle.Family[Board] {
	var list []puzzle.Family[Board]
	for _, f := range Core().Families {
		list = append(list, mustFamily(t, f.Name))
	}
	return list
}

func mustInstance(t testing.TB, f puzzle.Family[Board], width, height int, seed uint64, index int) Board {
	t.Helper()
	b, err := f.Instance(SizeOf(width, height), seed, index)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTheSameSeedGivesTheSameBoardForEver detects changes; the figures are our
// own. A family that has to change gets a new version.
func TestTheSameSeedGivesTheSameBoardForEver(t *testing.T) {
	var text strings.Builder
	for _, name := range []string{"uniform", "walk", "walk,length=7", "walk,length=1000"} {
		f := mustFamily(t, name)
		for _, size := range [][2]int{{2, 2}, {3, 3}, {4, 3}, {3, 4}, {4, 4}, {5, 5}} {
			for index := range 3 {
				fmt.Fprintf(&text, "%v@%d %dx%d %d: %v\n", f, f.Version, size[0], size[1], index, mustInstance(t, f, size[0], size[1], 42, index))
			}
		}
	}
	checkGolden(t, "families.golden", text.String())
}

func TestEveryFamilyMakesSolvableBoardsOfEverySize(t *testing.T) {
	for _, f := range allFamilies(t) {
		for _, size := range everySize {
			for index := range 20 {
				b := mustInstance(t, f, size[0], size[1], 1, index)
				again, err := NewBoard(size[0], size[1], BlankLast, b.Tiles())
				if err != nil || again != b || !b.Solvable() {
					t.Errorf("%v of %v, number %d: %v, solvable %t, %v", f, size, index, b, b.Solvable(), err)
				}
			}
		}
	}
}

// TestUniformReachesEveryBoardEquallyOften bounds the chi-square statistic at
// its 0.9999 quantile: 37.4 for the 12 boards of 2x2 (11 degrees of freedom),
// 464.1 for the 360 of 3x2 (359). The seed is fixed.
func TestUniformReachesEveryBoardEquallyOften(t *testing.T) {
	check := func(width, height, boards, draws int, most float64) {
		t.Helper()
		f := mustFamily(t, "uniform")
		counts := map[Board]int{}
		for index := range draws {
			counts[mustInstance(t, f, width, height, 3, index)]++
		}
		expected := float64(draws) / float64(boards)
		statistic := 0.0
		for _, c := range counts {
			d := float64(c) - expected
			statistic += d * d / expected
		}
		if len(counts) != boards || statistic > most {
			t.Errorf("%dx%d: %d boards, want %d; chi-square %.1f, at most %.1f", width, height, len(counts), boards, statistic, most)
		}
	}
	check(2, 2, 12, 12_000, 37.4)
	check(3, 2, 360, 36_000, 464.1)
}

// TestUniformHasTheMeanDistanceOfTheWholeSpace: 2,000 boards of the 8-puzzle
// against 21.9724, the mean over all 181,440 from a corner (complete
// enumeration), within four standard errors.
func TestUniformHasTheMeanDistanceOfTheWholeSpace(t *testing.T) {
	t.Parallel()
	distance := eightPuzzle()
	f := mustFamily(t, "uniform")
	const n = 2000
	sum, squares := 0.0, 0.0
	for index := range n {
		d := float64(distance[mustInstance(t, f, 3, 3, 5, index)])
		sum += d
		squares += d * d
	}
	mean := sum / n
	if stderr := math.Sqrt((squares/n - mean*mean) / n); math.Abs(mean-21.9724) > 4*stderr {
		t.Errorf("mean distance %.3f ± %.3f, want 21.972", mean, stderr)
	}
}

func TestWalksStayWithinTheirLength(t *testing.T) {
	distance := eightPuzzle()
	for _, length := range []int{1, 2, 5, 10, 25, 40} {
		f := mustFamily(t, fmt.Sprintf("walk,length=%d", length))
		for index := range 100 {
			b := mustInstance(t, f, 3, 3, 9, index)
			if d := distance[b]; d > length || (length-d)%2 != 0 {
				t.Errorf("%v, number %d: %d moves from the goal", f, index, d)
			}
			if d := distance[b]; length <= 5 && d != length {
				t.Errorf("%v, number %d: %d moves from the goal; a walk without undone moves this short has no shorter way", f, index, d)
			}
		}
	}
}

// TestWalksAreBiased holds the figures in the comment of walkFamily. Those of
// uniform boards are exact: a complete enumeration, and the sum over all tiles
// of the mean distance from a tile's home to all cells. Four standard errors
// are less than the tolerances.
func TestWalksAreBiased(t *testing.T) {
	t.Parallel()
	const n = 1000
	check := func(name string, width int, measure func(Board) int, want, within float64) {
		t.Helper()
		f := mustFamily(t, name)
		sum := 0
		for index := range n {
			sum += measure(mustInstance(t, f, width, width, 11, index))
		}
		if got := float64(sum) / n; math.Abs(got-want) > within {
			t.Errorf("%s, %dx%d: mean %.2f, want %.2f ± %.2f", name, width, width, got, want, within)
		}
	}
	distance := eightPuzzle()
	moves := func(b Board) int { return distance[b] }
	check("uniform", 3, moves, 21.97, 0.5)
	check("walk", 3, moves, 21.97, 0.5)
	check("uniform", 4, distanceSum, 37, 0.8)
	check("walk,length=1000", 4, distanceSum, 37, 0.8)
	check("walk", 4, distanceSum, 30.7, 0.9)
	check("walk,length=40", 4, distanceSum, 22, 0.8)
	check("uniform", 5, distanceSum, 76, 1.2)
	check("walk", 5, distanceSum, 43.1, 1.2)
}

func TestInstancesDoNotDependOnEachOther(t *testing.T) {
	for _, f := range allFamilies(t) {
		var forward, backward [5]Board
		for i := range forward {
			forward[i] = mustInstance(t, f, 4, 4, 7, i)
		}
		for i := len(backward) - 1; i >= 0; i-- {
			backward[i] = mustInstance(t, f, 4, 4, 7, i)
		}
		if forward != backward {
			t.Errorf("%v: the order of generation matters", f)
		}
		if forward[0] == forward[1] || forward[1] == forward[2] {
			t.Errorf("%v: two instances are equal: %v", f, forward)
		}
	}
}

func TestEveryPartOfTheKeyChangesTheStream(t *testing.T) {
	draw := func(name string, version, width, height int, seed uint64, index int) [2]int {
		random := puzzle.Family[Board]{Name: name, Version: version}.Random(SizeOf(width, height), seed, index)
		return [2]int{random.Below(1 << 60), random.Below(1 << 60)}
	}
	streams := map[[2]int]int{}
	for i, s := range [][2]int{
		draw("uniform", 1, 4, 3, 1, 1),
		draw("walk", 1, 4, 3, 1, 1),
		draw("uniform", 2, 4, 3, 1, 1),
		draw("uniform", 1, 3, 3, 1, 1),
		draw("uniform", 1, 3, 4, 1, 1),
		draw("uniform", 1, 4, 4, 1, 1),
		draw("uniform", 1, 4, 3, 2, 1),
		draw("uniform", 1, 4, 3, 1, 2),
	} {
		if before, seen := streams[s]; seen {
			t.Errorf("keys %d and %d give the same stream", before, i)
		}
		streams[s] = i
	}
}

func TestFamiliesAreFoundByTheirNames(t *testing.T) {
	if n := len(allFamilies(t)); n != 2 {
		t.Errorf("%d families, want 2", n)
	}
	for _, f := range allFamilies(t) {
		if g, err := Core().Family(f.Name); err != nil || g.Name != f.Name || f.String() != f.Name || f.Doc == "" || f.Source == "" || f.Version < 1 {
			t.Errorf("%+v: %v", f, err)
		}
	}
	check := func(in, want string) {
		t.Helper()
		f, err := Core().Family(in)
		if err != nil || f.Name != want {
			t.Errorf("Core().Family(%q) = %q, %v; want %q", in, f.Name, err, want)
		}
	}
	check("walk,length=100", "walk")
	check("walk,length=040", "walk,length=40")
}

func TestParseFamilyErrorsHelp(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		f, err := Core().Family(in)
		if err == nil || strings.TrimPrefix(err.Error(), "tiles: ") != want {
			t.Errorf("Core().Family(%q) = %v, %v; want %s", in, f, err, want)
		}
	}
	check("", `no family or set is called "" (want uniform, walk, korf100, korf24, simon531, lemtea8, coursera, hardest8, hardest15)`)
	check("unifrom", `no family or set is called "unifrom" (want uniform, walk, korf100, korf24, simon531, lemtea8, coursera, hardest8, hardest15); did you mean "uniform"?`)
	check("uniform,length=3", `family "uniform,length=3": it takes no option, got "length"`)
	check("walk,lenght=3", `family "walk,lenght=3": it has no option "lenght" (want length); did you mean "length"?`)
	check("walk,", `family "walk,": it has no option "" (want length)`)
	check("walk,length", `family "walk,length": option length needs a value: 1 to 1000000`)
	check("walk,length=x", `family "walk,length=x": option length: "x" is not a number of moves (want 1 to 1000000)`)
	check("walk,length=0", `family "walk,length=0": option length: "0" is not a number of moves (want 1 to 1000000)`)
	check("walk,length=+5", `family "walk,length=+5": option length: "+5" is not a number of moves (want 1 to 1000000)`)
	check("walk,length=1000001", `family "walk,length=1000001": option length: "1000001" is not a number of moves (want 1 to 1000000)`)
	check("walk,length=5,length=6", `family "walk,length=5,length=6": option length is given twice`)
}

func TestInstanceRefusesWhatItCannotMake(t *testing.T) {
	check := func(f puzzle.Family[Board], width, height, index int, want string) {
		t.Helper()
		b, err := f.Instance(SizeOf(width, height), 0, index)
		if err == nil || strings.TrimPrefix(err.Error(), "tiles: generate ") != want {
			t.Errorf("%v, %v; want %s", b, err, want)
		}
	}
	uniform := mustFamily(t, "uniform")
	check(uniform, 1, 5, 0, "uniform of size 1x5: a board of 1x5 is a line, on which the order of the tiles cannot change (want 2x2 or more)")
	check(uniform, 6, 6, 0, "uniform of size 6x6: a board of 6x6 has more than 25 cells")
	check(uniform, 4, 4, -1, "uniform of size 4x4: index -1 is negative")
}

func BenchmarkInstance(b *testing.B) {
	for _, f := range allFamilies(b) {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				board, err := f.Instance(SizeOf(4, 4), 1, 0)
				if err != nil || board.Cells() != 16 {
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
		b, _ := f.Instance(SizeOf(3, 3), 42, index)
		fmt.Println(b)
	}
	// Output:
	// 0 4 7 5 1 8 3 6 2
	// 8 2 7 3 4 5 1 6 0
	// 3 8 5 7 6 4 1 2 0
}
