package colorwalk

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
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

// regionsBySpreading counts the connected areas of one colour: every cell takes
// the least number among its neighbours of the same colour until nothing changes.
func regionsBySpreading(b Board) int {
	labels := make([]int, b.Cells())
	for i := range labels {
		labels[i] = i
	}
	for changed := true; changed; {
		changed = false
		lower := func(i, j int) {
			if b.Color(i) == b.Color(j) && labels[i] != labels[j] {
				labels[i] = min(labels[i], labels[j])
				labels[j] = labels[i]
				changed = true
			}
		}
		for i := range labels {
			if i%b.Cols() > 0 {
				lower(i-1, i)
			}
			if i >= b.Cols() {
				lower(i-b.Cols(), i)
			}
		}
	}
	slices.Sort(labels)
	return len(slices.Compact(labels))
}

func TestEverySetIsComplete(t *testing.T) {
	check := func(name string, count int) {
		t.Helper()
		known := mustSet(t, name)
		if len(known) != count {
			t.Errorf("%s: %d boards, want %d", name, len(known), count)
		}
		for i, k := range known {
			if k.Set != name || k.Number != i+1 {
				t.Errorf("%s, board %d: %s number %d", name, i+1, k.Set, k.Number)
			}
			if want := regionsBySpreading(k.Board) - 1; k.Regions != want {
				t.Errorf("%s, board %d: %d regions, want %d", name, i+1, k.Regions, want)
			}
			if len(k.Path) > 0 {
				if err := k.Board.Check(k.Path); err != nil {
					t.Errorf("%s, board %d: %v", name, i+1, err)
				}
			}
		}
	}
	check("series", 100)
	check("examples", 41)
	if n := len(knownSets); n != 2 {
		t.Errorf("%d sets, want the 2 above", n)
	}
	for _, s := range knownSets {
		if s.String() != s.Name || s.Doc == "" || s.Source == "" || strings.Contains(s.Doc+s.Source, "\n") {
			t.Errorf("%s has no name, description or source on one line", s.Name)
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

// TestTheSeriesIsThePublishedOne compares with what was written down apart from
// the set: the first row of board 1, and the four boards of the series among
// the examples. All hundred boards are also what Node 20 makes of the formula.
func TestTheSeriesIsThePublishedOne(t *testing.T) {
	series := mustSet(t, "series")
	if first, _, _ := strings.Cut(series[0].Board.String(), "/"); first != "052545531412415511433342334144" {
		t.Errorf("board 1 begins %s", first)
	}
	found := 0
	for _, k := range mustSet(t, "examples") {
		number, ok := strings.CutPrefix(k.Kind, "series-board-")
		if !ok {
			continue
		}
		found++
		if n, err := strconv.Atoi(number); err != nil || series[n-1].Board != k.Board {
			t.Errorf("%s is not %s", k.Name, k.Kind)
		}
	}
	if found != 4 {
		t.Errorf("%d boards of the series among the examples, want 4", found)
	}
	for _, k := range series {
		if k.Board.Rows() != 20 || k.Board.Cols() != 30 || k.Board.Colors() != 5 || k.Board.Start() != 0 || strings.Count(k.Board.String(), "0") != 1 {
			t.Errorf("number %d: %v", k.Number, k.Board)
		}
	}
}

// TestEveryExampleIsProved: parsing has checked that the path is a solution of
// the optimal length, and that no algorithm needs fewer moves.
func TestEveryExampleIsProved(t *testing.T) {
	kinds := map[string]int{}
	for i, k := range mustSet(t, "examples") {
		kinds[regexp.MustCompile(`-board-\d+$`).ReplaceAllString(k.Kind, "")]++
		if k.Optimal < 1 || len(k.Path) != k.Optimal || len(k.Lengths) != 12 || k.Name != fmt.Sprintf("ex-%03d", i+1) {
			t.Errorf("number %d: %+v", k.Number, k)
		}
		if len(k.Proofs) < 2 {
			t.Errorf("number %d: proved by %v alone", k.Number, k.Proofs)
		}
		coloured := k.Board.Color(k.Board.Start()) != Blank
		if coloured != (k.Kind == "coloured-start") {
			t.Errorf("number %d: kind %s, start %v", k.Number, k.Kind, k.Board.Color(k.Board.Start()))
		}
	}
	want := map[string]int{"blank-start": 29, "coloured-start": 4, "pattern": 4, "series": 4}
	if fmt.Sprint(kinds) != fmt.Sprint(want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
}

// shortest finds the length of the shortest solutions, and their number, by
// breadth-first search over whole boards.
func shortest(b Board) (moves, solutions int) {
	for layer := map[Board]int{b: 1}; ; moves++ {
		next := map[Board]int{}
		for b, paths := range layer {
			if b.Solved() {
				solutions += paths
			}
			for c := Color(1); c <= b.Colors(); c++ {
				if after, removed := b.Apply(c); removed > 0 {
					next[after] += paths
				}
			}
		}
		if solutions > 0 {
			return moves, solutions
		}
		layer = next
	}
}

func TestSmallExamplesHaveTheirOptimum(t *testing.T) {
	checked := 0
	for _, k := range mustSet(t, "examples") {
		if k.Regions > 26 {
			continue
		}
		checked++
		if got, _ := shortest(k.Board); got != k.Optimal {
			t.Errorf("number %d: %d moves by breadth-first search, want %d", k.Number, got, k.Optimal)
		}
	}
	if checked < 15 {
		t.Errorf("only %d boards are small", checked)
	}
}

func TestInstancesAreTheCallersOwn(t *testing.T) {
	first := mustSet(t, "examples")
	first[0].Path[0] = 9
	first[0].Proofs[0] = "none"
	first[0].Lengths["greedy"] = 1
	first[1].Optimal = 1
	again := mustSet(t, "examples")
	if again[0].Path[0] == 9 || again[0].Proofs[0] == "none" || again[0].Lengths["greedy"] == 1 || again[1].Optimal == 1 {
		t.Error("a caller's change shows in the next caller's boards")
	}
}

func TestUnknownSetsAreNamed(t *testing.T) {
	_, err := KnownInstances("serie")
	const want = `colorwalk: no set of boards is called "serie" (want series or examples); did you mean "series"?`
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
	check("02/2 # number=1", "row 2 has 1 cell")
	check("02/21 # number=1 color=red", `no figure is called "color"`)
	check("02/21 # number=one", `"number=one"`)
	check("02/21 # number=1 optimal=x", `"optimal=x"`)
	check("02/21 # number=1 regions=", `"regions="`)
	check("02/21 # number=1 path=2-1", "not a move")
	check("02/21 # number=1 lengths=greedy", `"lengths=greedy"`)
	check("02/21 # number=1 lengths=greedy:2,greedy:2", "greedy a second time")
	check("02/21 # optimal=2", "no number")
	check("02/21 # number=1 proofs=bfs-cells", "a proof of no length")
	check("02/21 # number=1 optimal=3 path=21", "its path has 2 moves, the optimum is 3")
	check("02/21 # number=1 optimal=2 lengths=greedy:1", "greedy needs 1 moves, fewer than the optimum 2")
}

func ExampleKnownInstances() {
	known, err := KnownInstances("examples")
	if err != nil {
		fmt.Println(err)
		return
	}
	k := known[3]
	fmt.Println(k.Board)
	fmt.Println(k.Optimal, FormatPath(k.Path), k.Proofs)
	fmt.Println(k.Lengths["greedy"], k.Lengths["gla-5"])
	// Output:
	// 044/241/113
	// 4 4123 [astar-regions bfs-cells idastar-regions]
	// 4 5
}
