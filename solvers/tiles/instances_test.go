package tiles

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

func mustSet(t testing.TB, name string) []Known {
	t.Helper()
	known, err := KnownInstances(name)
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// distanceSum is the Manhattan distance by its definition.
func distanceSum(b Board) int {
	sum := 0
	for cell, tile := range b.Tiles() {
		if tile != 0 {
			home := b.Home(tile)
			sum += abs(cell/b.Width()-home/b.Width()) + abs(cell%b.Width()-home%b.Width())
		}
	}
	return sum
}

func TestEverySetIsComplete(t *testing.T) {
	check := func(name string, count, width int, goal Goal) {
		t.Helper()
		known := mustSet(t, name)
		if len(known) != count {
			t.Errorf("%s: %d boards, want %d", name, len(known), count)
		}
		for i, k := range known {
			if k.Set != name || k.Number != i+1 || k.Board.Goal() != goal || width > 0 && (k.Board.Width() != width || k.Board.Height() != width) {
				t.Errorf("%s, board %d: %+v", name, i+1, k)
			}
		}
	}
	check("korf100", 100, 4, BlankFirst)
	check("korf24", 50, 5, BlankFirst)
	check("simon531", 6, 4, BlankFirst)
	check("lemtea8", 10, 4, BlankLast)
	check("coursera", 26, 0, BlankLast)
	check("hardest8", 2, 3, BlankLast)
	check("hardest15", 17, 4, BlankLast)
	if n := len(knownSets); n != 7 {
		t.Errorf("%d sets, want the 7 above", n)
	}
	for _, s := range knownSets {
		if s.String() != s.Name || s.Doc == "" || s.Source == "" || strings.Contains(s.Doc+s.Source+s.Counting, "\n") {
			t.Errorf("%s has no name, description or source on one line", s.Name)
		}
	}
}

// TestLengthsHaveTheParityOfManhattan holds for every solution: each move
// changes the Manhattan distance by one.
func TestLengthsHaveTheParityOfManhattan(t *testing.T) {
	for _, s := range knownSets {
		for _, k := range s.Instances() {
			if !k.Board.Solvable() {
				continue
			}
			h := distanceSum(k.Board)
			if k.Optimal < h || (k.Optimal-h)%2 != 0 || k.AtLeast > k.Optimal || k.AtLeast > 0 && (k.AtLeast < h || (k.AtLeast-h)%2 != 0) {
				t.Errorf("%s number %d: Manhattan %d, at least %d, optimal %d", s, k.Number, h, k.AtLeast, k.Optimal)
			}
			if k.Verified != (s.Name != "korf24") && !slices.Contains([]int{25, 38, 40}, k.Number) {
				t.Errorf("%s number %d: verified is %t", s, k.Number, k.Verified)
			}
		}
	}
}

func TestNoSetHasABoardTwice(t *testing.T) {
	for _, s := range knownSets {
		seen := map[Board]int{}
		for _, k := range s.Instances() {
			if before := seen[k.Board]; before > 0 {
				t.Errorf("%s: number %d is number %d again", s, k.Number, before)
			}
			seen[k.Board] = k.Number
		}
	}
}

// TestKorfsMeansAreThePublishedOnes holds the columns as a whole: the mean
// length 53.05 and the mean Manhattan distance 37.05 of the 100, the mean
// length 100.78 of the 50, each as published.
func TestKorfsMeansAreThePublishedOnes(t *testing.T) {
	length, estimate := 0, 0
	for _, k := range mustSet(t, "korf100") {
		length += k.Optimal
		estimate += distanceSum(k.Board)
	}
	if length != 5305 || estimate != 3705 {
		t.Errorf("lengths sum to %d, estimates to %d; want 5305 and 3705", length, estimate)
	}
	length = 0
	for _, k := range mustSet(t, "korf24") {
		length += k.Optimal
	}
	if length != 5039 {
		t.Errorf("24-puzzle: lengths sum to %d, want 5039", length)
	}
}

func TestKorfsPublishedCountsAreOursAndOne(t *testing.T) {
	var generated, expanded uint64
	iterations := 0
	for _, k := range mustSet(t, "korf100") {
		generated += k.Manhattan.Generated
		expanded += k.Manhattan.Expanded
		iterations += k.Manhattan.Iterations
		if want := 1 + (k.Optimal-distanceSum(k.Board))/2; k.Manhattan.Iterations != want {
			t.Errorf("number %d: %d iterations, want %d from Manhattan to the length in steps of 2", k.Number, k.Manhattan.Iterations, want)
		}
		odd := slices.Contains([]int{22, 88, 89}, k.Number)
		if odd == (k.Generated == k.Manhattan.Generated+1) {
			t.Errorf("number %d: published %d, counted %d", k.Number, k.Generated, k.Manhattan.Generated)
		}
		if hasNote := odd || k.Number == 42 || k.Number == 98; hasNote != (k.Note != "") {
			t.Errorf("number %d: note %q", k.Number, k.Note)
		}
	}
	if generated/100 != 363_028_079 || iterations != 900 {
		t.Errorf("generated %d in %d iterations, want a mean of 363,028,079 in 900", generated, iterations)
	}
	if ratio := float64(generated) / float64(expanded); ratio < 1.968 || ratio > 1.970 {
		t.Errorf("generated/expanded is %.4f, want 1.969", ratio)
	}
}

func TestSimonsBoardsAreKorfs(t *testing.T) {
	korf := mustSet(t, "korf100")
	for i, k := range mustSet(t, "simon531") {
		number := []int{1, 2, 3, 4, 14, 88}[i]
		same := korf[number-1]
		if k.Board != same.Board || k.Optimal != same.Optimal || k.Name != fmt.Sprintf("korf100-%d", number) {
			t.Errorf("number %d, %s, is not number %d of korf100", k.Number, k.Name, number)
		}
		var want []int
		for bound := distanceSum(k.Board); bound <= k.Optimal; bound += 2 {
			want = append(want, bound)
		}
		if !slices.Equal(k.Thresholds, want) {
			t.Errorf("number %d: thresholds %v, want %v", k.Number, k.Thresholds, want)
		}
		if k.Generated <= k.Expanded || k.Expanded == 0 || k.Seconds == 0 {
			t.Errorf("number %d: generated %d, expanded %d, %g s", k.Number, k.Generated, k.Expanded, k.Seconds)
		}
	}
}

func TestLemtea8sBoardNamedWith60MovesTakes58(t *testing.T) {
	for _, k := range mustSet(t, "lemtea8") {
		if digits, _ := k.Board.Hex(); digits != k.Name {
			t.Errorf("number %d: %s, but its name is %s", k.Number, digits, k.Name)
		}
		if k.Number < 10 {
			if k.Published != k.Optimal || k.Note != "" || (k.Calls > 0) != (k.Number <= 6) || k.CallsRepaired > k.Calls {
				t.Errorf("%+v", k)
			}
			continue
		}
		end, err := k.Board.Replay(k.Path)
		if err != nil || !end.Solved() || len(k.Path) != 58 || k.Optimal != 58 || k.Published != 60 || k.Note == "" {
			t.Errorf("%+v: %v, %v", k, end, err)
		}
	}
}

func TestCourseraNamesHoldTheLengths(t *testing.T) {
	distance := map[int]map[Board]int{2: distancesFrom(mustBoard(t, "1 2 3 0")), 3: eightPuzzle()}
	unsolvable := 0
	for _, k := range mustSet(t, "coursera") {
		if d, small := distance[k.Board.Width()]; small && d[k.Board] != k.Optimal {
			t.Errorf("%s: %d moves, the file says %d", k.Name, d[k.Board], k.Optimal)
		}
		if at := strings.LastIndexByte(k.Name, '-'); at >= 0 && k.Board.Solvable() {
			if want := fmt.Sprintf("%02d", k.Optimal); k.Name[at+1:] != want {
				t.Errorf("%s has %d moves", k.Name, k.Optimal)
			}
		}
		if strings.Contains(k.Name, "unsolvable") != !k.Board.Solvable() {
			t.Errorf("%s: solvable is %t", k.Name, k.Board.Solvable())
		}
		if !k.Board.Solvable() {
			unsolvable++
		}
	}
	if unsolvable != 2 {
		t.Errorf("%d unsolvable boards, want 2", unsolvable)
	}
}

func TestHardest8IsEveryBoardOfTheLastDepth(t *testing.T) {
	deepest, count := 0, 0
	known := map[Board]bool{}
	for _, k := range mustSet(t, "hardest8") {
		known[k.Board] = true
	}
	for b, d := range eightPuzzle() {
		if d > deepest {
			deepest, count = d, 0
		}
		if d == deepest {
			count++
		}
		if d >= 31 != known[b] {
			t.Errorf("%v: %d moves, in the set: %t", b, d, known[b])
		}
	}
	if deepest != 31 || count != 2 {
		t.Errorf("%d boards at %d moves, want 2 at 31", count, deepest)
	}
}

// TestHardest15IsItsOwnReflection: reflecting a board at the main diagonal,
// with its tiles renumbered, keeps the length, so all boards of the last depth
// together are their own reflection.
func TestHardest15IsItsOwnReflection(t *testing.T) {
	across := func(cell int) int { return cell%4*4 + cell/4 }
	set := map[Board]bool{}
	for _, k := range mustSet(t, "hardest15") {
		set[k.Board] = true
	}
	for b := range set {
		tiles := make([]int, 16)
		for cell, tile := range b.Tiles() {
			if tile != 0 {
				tiles[across(cell)] = across(b.Home(tile)) + 1
			}
		}
		reflected, err := NewBoard(4, 4, BlankLast, tiles)
		if err != nil || !set[reflected] {
			t.Errorf("%v: its reflection %v is not in the set, %v", b, reflected, err)
		}
	}
	for _, k := range mustSet(t, "coursera") {
		if k.Optimal == 80 && !set[k.Board] {
			t.Errorf("%s is not in the set", k.Name)
		}
	}
}

func TestInstancesAreTheCallersOwn(t *testing.T) {
	first := mustSet(t, "lemtea8")
	first[9].Path[0] = Down
	first[0].Optimal = 1
	again := mustSet(t, "lemtea8")
	if again[9].Path[0] == Down || again[0].Optimal == 1 {
		t.Error("a caller's change shows in the next caller's boards")
	}
}

func TestUnknownSetsAreNamed(t *testing.T) {
	_, err := KnownInstances("korf10")
	const want = `tiles: no set of boards is called "korf10" (want korf100, korf24, simon531, lemtea8, coursera, hardest8 or hardest15); did you mean "korf100"?`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if got := (known.Set[Known]{}).Instances(); got != nil {
		t.Errorf("the zero Set has %d boards", len(got))
	}
}

func TestBadLinesOfASetAreRefused(t *testing.T) {
	check := func(line, want string) {
		t.Helper()
		k, err := parseKnown("", line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parseKnown(%q) = %+v, %v; want an error with %q", line, k, err, want)
		}
	}
	check("1 2 3 # number=1 optimal=1", "3 numbers fill no board")
	check("1 2 0 3 # number=1 optimal=1 color=red", `no figure is called "color"`)
	check("1 2 0 3 # number=one optimal=1", `"number=one"`)
	check("1 2 0 3 # number=1 optimal=1 thresholds=1,x", `"thresholds=1,x"`)
	check("1 2 0 3 # number=1 optimal=1 manhattan=1/2", "2 parts")
	check("1 2 0 3 # number=1 optimal=1 manhattan=1/x/2", `"x"`)
	check("1 2 0 3 # optimal=1", "no number")
	check("1 2 0 3 # number=1", "the length 0")
	check("1 2 0 3 # number=1 unsolvable", "the file says false")
	check("2 1 3 0 # number=1 optimal=5", "the file says true")
	check("1 2 0 3 # number=1 optimal=1 at-least=3", "1 are enough")
	check("1 2 0 3 # number=1 optimal=1 path=R", "cannot be made")
	check("1 2 0 3 # number=1 optimal=1 path=LRL", "its path has 3 moves")
	check("1 2 0 3 # number=1 optimal=1 path=X", "not a move")
}

func ExampleKnownInstances() {
	known, err := KnownInstances("lemtea8")
	if err != nil {
		fmt.Println(err)
		return
	}
	k := known[9]
	fmt.Println(k.Board)
	fmt.Println(k.Note)
	fmt.Println(FormatPath(k.Path))
	// Output:
	// 0 2 9 1 12 10 8 13 6 5 7 4 15 14 11 3
	// published with 60 moves, as the example on which A* needs over 8 GiB; the path has 58, and none has fewer
	// LULLUURRDDLDLUURRRDLLLURRRDDLLUURURDLULDRDRDLURULDLLUURDLU
}
