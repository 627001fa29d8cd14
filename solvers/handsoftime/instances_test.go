package handsoftime

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// checkGolden compares got with a file in testdata, or rewrites the file.
func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed (see -update):\n%s", file, got)
	}
}

// TestInstancesStayTheSame is a change detector: the rings came from this
// program. A family whose rings change must raise its Version.
func TestInstancesStayTheSame(t *testing.T) {
	var b strings.Builder
	for _, family := range []string{
		"planted", "planted,last=exclusive", "planted,start=random", "uniform", "uniform,start=random",
		"planted-cycles", "planted-cycles,k=2,c=5", "planted-cycles,k=5,c=2", "parity-trap", "parity-trap,k=5,c=2",
		"double-trap", "equal", "equal,v=n/4", "few-values", "few-values,values=1+4+9",
	} {
		f := mustFamily(t, family)
		for _, size := range []int{30, 36} {
			for index := range 2 {
				r, err := f.Instance(puzzle.SizeN(size), 42, index)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "%s@%d %d %d: %v\n", f.Name, f.Version, size, index, r)
			}
		}
	}
	checkGolden(t, "families.golden", b.String())
}

func TestInstancesDoNotDependOnEachOther(t *testing.T) {
	for _, f := range allFamilies(t) {
		var forward, backward [5]string
		for i := range forward {
			r, err := f.Instance(puzzle.SizeN(40), 7, i)
			if err != nil {
				t.Fatal(err)
			}
			forward[i] = r.String()
		}
		for i := len(backward) - 1; i >= 0; i-- {
			r, _ := f.Instance(puzzle.SizeN(40), 7, i)
			backward[i] = r.String()
		}
		if forward != backward {
			t.Errorf("%s: the order of generation matters", f.Name)
		}
		if f.Name != "equal" && (forward[0] == forward[1] || forward[1] == forward[2]) {
			t.Errorf("%s: two instances are equal: %q", f.Name, forward)
		}
	}
}

func TestParseFamilyNormalisesOptions(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		f, err := Core().Family(in)
		if err != nil || f.Name != want {
			t.Errorf("Core().Family(%q) = %q, %v; want %q", in, f.Name, err, want)
			return
		}
		if again, err := Core().Family(f.Name); err != nil || again.Name != f.Name {
			t.Errorf("Core().Family(%q) = %q, %v", f.Name, again.Name, err)
		}
	}
	check("planted", "planted")
	check("planted,last=uniform,start=0", "planted")
	check("planted,start=random,last=exclusive", "planted,last=exclusive,start=random")
	check("planted-cycles,c=10,k=3", "planted-cycles,c=10")
	check("planted-cycles,k=04,c=n/020", "planted-cycles,k=4,c=n/20")
	check("planted-cycles,c=n/10", "planted-cycles")
	check("few-values,values=5+1+3+1", "few-values,values=1+3+5")
	check("few-values,values=2+1", "few-values")
	check("equal,v=n/4", "equal,v=n/4")
}

func TestFamiliesAreFoundByTheirNames(t *testing.T) {
	families := allFamilies(t)
	if len(families) != 7 {
		t.Errorf("%d families, want 7", len(families))
	}
	for _, f := range families {
		if g, err := Core().Family(f.Name); err != nil || g.Name != f.Name || f.Doc == "" || f.Source == "" || f.Version < 1 {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

func TestParseFamilyErrorsHelp(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		_, err := Core().Family(in)
		if err == nil || err.Error() != "handsoftime: "+want {
			t.Errorf("Core().Family(%q):\n got %v\nwant handsoftime: %s", in, err, want)
		}
	}
	const all = "planted, uniform, planted-cycles, parity-trap, double-trap, equal, few-values"
	check("plantde", `no family is called "plantde" (want `+all+`); did you mean "planted"?`)
	check("", `no family is called "" (want `+all+`)`)
	check("planted,lats=exclusive", `family "planted,lats=exclusive": it has no option "lats" (want last, start); did you mean "last"?`)
	check("planted,last", `family "planted,last": option last needs a value: uniform or exclusive`)
	check("planted,last=exclusiv", `family "planted,last=exclusiv": option last: "exclusiv" is not a choice (want uniform or exclusive); did you mean "exclusive"?`)
	check("planted,start=3", `family "planted,start=3": option start: "3" is not a choice (want 0 or random)`)
	check("planted-cycles,k=3,k=4", `family "planted-cycles,k=3,k=4": option k is given twice`)
	check("planted-cycles,k=1", `family "planted-cycles,k=1": option k: "1" is not a whole number of 2 or more`)
	check("planted-cycles,k=99999999999999999999", `family "planted-cycles,k=99999999999999999999": option k: "99999999999999999999" is not a whole number of 2 or more`)
	check("planted-cycles,c=0", `family "planted-cycles,c=0": option c: "0" is not a whole number of 1 or more, nor n/D`)
	check("planted-cycles,c=n/0", `family "planted-cycles,c=n/0": option c: "n/0" does not divide by a whole number (want for example n/10)`)
	check("parity-trap,k=4", `family "parity-trap,k=4": k=4 is even (want an odd number)`)
	check("double-trap,c=1", `family "double-trap,c=1": option c: "1" is not a whole number of 2 or more, nor n/D`)
	check("few-values,values=1+x", `family "few-values,values=1+x": option values: "x" is not a positive whole number (want numbers joined by +, as in 1+2)`)
	check("few-values,values=0", `family "few-values,values=0": option values: "0" is not a positive whole number (want numbers joined by +, as in 1+2)`)
}

func TestImpossibleSizesAreErrors(t *testing.T) {
	check := func(family string, size int, want string) {
		t.Helper()
		f := mustFamily(t, family)
		_, err := f.Instance(puzzle.SizeN(size), 1, 0)
		if want = fmt.Sprintf("handsoftime: generate %s of size %d: %s", f.Name, size, want); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	check("planted", 1, "no ring has that size (want 2 to 1073741824)")
	check("planted", -5, "no ring has that size (want 2 to 1073741824)")
	check("parity-trap", 31, "the trap needs an even ring, whose place n/2 can reach the start alone")
	check("double-trap", 31, "the trap needs an even ring, whose place n/2 can reach the start alone")
	check("planted-cycles,k=2", 31, "free cycles of 2 places need an even ring")
	check("planted-cycles,c=20", 30, "20 free cycles of 3 places: the ring is too small (9 cycles at most)")
	check("parity-trap,c=1", 8, "found no room for a free cycle of 3 places (0 at most; ask for fewer or for a larger ring)")
	check("planted-cycles", 3, "a free cycle of 3 places: the ring is too small (0 cycles at most)")
	check("equal,v=4", 7, "value 4 is out of range (want 1 to 3)")
	check("few-values,values=1+9", 16, "value 9 is out of range (want 1 to 8)")

	if _, err := mustFamily(t, "planted").Instance(puzzle.SizeN(10), 1, -1); err == nil {
		t.Error("a negative index is accepted")
	}
}

func TestEveryPartOfTheKeyChangesTheStream(t *testing.T) {
	draw := func(name string, version, size int, seed uint64, index int) [2]int {
		random := puzzle.Family[Ring]{Name: name, Version: version}.Random(puzzle.SizeN(size), seed, index)
		return [2]int{random.Below(1 << 60), random.Below(1 << 60)}
	}
	streams := map[[2]int]int{}
	for i, s := range [][2]int{
		draw("planted", 1, 10, 1, 1),
		draw("planted,last=exclusive", 1, 10, 1, 1),
		draw("planted", 2, 10, 1, 1),
		draw("planted", 1, 11, 1, 1),
		draw("planted", 1, 10, 2, 1),
		draw("planted", 1, 10, 1, 2),
	} {
		if before, seen := streams[s]; seen {
			t.Errorf("keys %d and %d give the same stream", before, i)
		}
		streams[s] = i
	}
}

func TestPlantedRingsHoldTheirTour(t *testing.T) {
	f := mustFamily(t, "planted")
	for _, n := range []int{2, 3, 4, 5, 6, 7, 50, 51, 1_000_000} {
		for index := range 3 {
			r, err := f.Instance(puzzle.SizeN(n), 5, index)
			if err != nil {
				t.Fatal(err)
			}
			order := make([]int32, n) // the draws of the generator, again
			for i := range order {
				order[i] = int32(i)
			}
			search.Shuffle(f.Random(puzzle.SizeN(n), 5, index), order[1:])
			if err := r.Verify(order); err != nil {
				t.Errorf("n = %d, instance %d: %v", n, index, err)
			}
		}
	}
}

func TestTurnedRingsAreSolvableFromTheirStart(t *testing.T) {
	starts := map[int]bool{}
	for index := range 40 {
		r := mustInstance(t, "planted,start=random", 11, 1, index)
		if bruteForce(r.Values, r.Start) == 0 {
			t.Errorf("%v has no solution", r)
		}
		starts[r.Start] = true
	}
	if len(starts) < 8 {
		t.Errorf("only %d different starts of 11", len(starts))
	}
}

// TestLastValueOfAPlantedRing looks at the last node of the planted tour: any
// value may stand there, but not ⌊n/2⌋ with last=exclusive.
func TestLastValueOfAPlantedRing(t *testing.T) {
	lastValues := func(family string, n int) []int32 {
		f := mustFamily(t, family)
		var seen []int32
		for index := range 300 {
			r, _ := f.Instance(puzzle.SizeN(n), 9, index)
			order := make([]int32, n)
			for i := range order {
				order[i] = int32(i)
			}
			search.Shuffle(f.Random(puzzle.SizeN(n), 9, index), order[1:])
			seen = append(seen, r.Values[order[n-1]])
		}
		slices.Sort(seen)
		return slices.Compact(seen)
	}
	check := func(family string, n int, want ...int32) {
		t.Helper()
		if got := lastValues(family, n); !slices.Equal(got, want) {
			t.Errorf("%s, n = %d: last values %v, want %v", family, n, got, want)
		}
	}
	check("planted", 3, 1)
	check("planted", 4, 1, 2)
	check("planted", 10, 1, 2, 3, 4, 5)
	check("planted,last=exclusive", 3, 1)
	check("planted,last=exclusive", 5, 1)
	check("planted,last=exclusive", 6, 1, 2)
	check("planted,last=exclusive", 10, 1, 2, 3, 4)
}

func TestUniformRingsUseEveryValueAlike(t *testing.T) {
	const n, rings = 10, 1000
	counts := make([]int, n/2+1)
	for index := range rings {
		for _, v := range mustInstance(t, "uniform", n, 3, index).Values {
			counts[v]++
		}
	}
	statistic := 0.0
	for _, c := range counts[1:] {
		d := float64(c) - rings*n/5
		statistic += d * d / (rings * n / 5)
	}
	if statistic > 23.5 { // the 0.9999 quantile of chi-square with 4 degrees of freedom
		t.Errorf("counts %v, chi-square %.1f", counts[1:], statistic)
	}
}

func TestFewValuesComeFromTheSet(t *testing.T) {
	seen := map[int32]bool{}
	for index := range 20 {
		for _, v := range mustInstance(t, "few-values,values=2+7+8", 20, 1, index).Values {
			seen[v] = true
		}
	}
	if len(seen) != 3 || !seen[2] || !seen[7] || !seen[8] {
		t.Errorf("values %v, want 2, 7 and 8", seen)
	}
}

func TestEqualRingsHaveTwoSolutionsOrNone(t *testing.T) {
	gcd := func(a, b int) int {
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	for n := 3; n <= 16; n++ {
		for v := 1; v <= n/2; v++ {
			want := 0
			if gcd(v, n) == 1 {
				want = 2
			}
			r := mustInstance(t, fmt.Sprintf("equal,v=%d", v), n, 1, 0)
			if got := bruteForce(r.Values, 0); got != want {
				t.Errorf("n = %d, v = %d: %d solutions, want %d", n, v, got, want)
			}
		}
	}
}

func TestPlantedCyclesAreSolvable(t *testing.T) {
	contraction := mustStrategy(t, "contraction")
	for _, c := range cycleCases {
		for index := range 5 {
			r := mustInstance(t, c.family, c.n, 1, index)
			found := contraction.Solve(context.Background(), r, search.Limits{})
			if found.Outcome != search.Solved || r.Verify(found.Path) != nil {
				t.Errorf("%s, n = %d, instance %d: %v", c.family, c.n, index, found.Outcome)
			}
			if c.n <= 20 && bruteForce(r.Values, 0) == 0 {
				t.Errorf("%s, n = %d, instance %d has no solution", c.family, c.n, index)
			}
		}
	}
}

var cycleCases = []struct {
	family string
	n      int
	k, c   int // what is promised
}{
	{"planted-cycles", 10, 3, 1},
	{"planted-cycles,c=2", 15, 3, 2},
	{"planted-cycles,k=2,c=3", 20, 2, 3},
	{"planted-cycles", 40, 3, 4},
	{"planted-cycles,c=26", 99, 3, 26},
	{"planted-cycles,k=4,c=10", 101, 4, 10},
	{"planted-cycles,k=4,c=10", 102, 4, 10},
	{"planted-cycles,k=7,c=3", 80, 7, 3},
	{"planted-cycles,k=2,c=60", 300, 2, 60},
	{"planted-cycles,c=228", 1001, 3, 228},
}

func TestPlantedCyclesAreFree(t *testing.T) {
	for _, c := range cycleCases {
		for index := range 5 {
			r := mustInstance(t, c.family, c.n, 1, index)
			lengths := cycleLengths(peelSlowly(r).cycles)
			if lengths[c.k] < c.c {
				t.Errorf("%s, n = %d, instance %d: free cycles by length %v, want %d of %d", c.family, c.n, index, lengths, c.c, c.k)
			}
		}
	}
}

func TestTrapsHaveNoSolution(t *testing.T) {
	check := func(family string, n int) {
		t.Helper()
		for index := range 50 {
			r := mustInstance(t, family, n, 1, index)
			if got := bruteForce(r.Values, 0); got != 0 {
				t.Errorf("%s, instance %d: %d solutions of %v", family, index, got, r)
			}
		}
	}
	for _, n := range []int{12, 14, 16, 18, 20, 22} {
		check("parity-trap,c=1", n)
	}
	for _, n := range []int{18, 20, 22} {
		check("parity-trap,c=2", n)
		check("double-trap,c=2", n)
	}
	check("parity-trap,k=5,c=1", 22)
}

// TestTrapsCloseTheirLoopsWhateverTheOrientation turns the free cycles every
// way and counts the closed loops: an odd number in a parity trap, an even
// number but never none in a double trap.
func TestTrapsCloseTheirLoopsWhateverTheOrientation(t *testing.T) {
	check := func(family string, n, k, c, parity int) {
		t.Helper()
		for index := range 3 {
			r := mustInstance(t, family, n, 1, index)
			s := peelSlowly(r)
			if lengths := cycleLengths(s.cycles); len(lengths) != 1 || lengths[k] != c {
				t.Errorf("%s, n = %d, instance %d: free cycles by length %v, want only %d of %d", family, n, index, lengths, c, k)
				continue
			}
			if r.Values[n/2] != int32(n/2) {
				t.Errorf("%s, n = %d: node %d has value %d", family, n, n/2, r.Values[n/2])
			}
			for orientation := range 1 << c {
				loops := s.loops(orientation)
				if loops == 0 || loops%2 != parity {
					t.Errorf("%s, n = %d, instance %d, orientation %b: %d closed loops", family, n, index, orientation, loops)
					break
				}
			}
		}
	}
	for _, n := range []int{50, 64, 200} {
		check("parity-trap,c=6", n, 3, 6, 1)
		check("parity-trap,k=5,c=3", n, 5, 3, 1)
		check("double-trap,c=6", n, 3, 6, 0)
		check("double-trap,c=7", n, 3, 7, 0)
		check("double-trap,k=5,c=2", n, 5, 2, 0)
	}
}

// TestTrapsAreNotSeenThroughByWeakerRules holds the traps against the rules
// that look at a ring before any search: parity alone refutes a parity trap,
// and nothing refutes a double trap.
func TestTrapsAreNotSeenThroughByWeakerRules(t *testing.T) {
	for _, n := range []int{30, 50, 200, 1000} {
		for index := range 10 {
			if s := Analyze(mustInstance(t, "parity-trap", n, 1, index)); !s.Dead || !strings.Contains(s.Reason, "parity") {
				t.Errorf("parity-trap, n = %d, instance %d: dead %t, %q", n, index, s.Dead, s.Reason)
			}
			if s := Analyze(mustInstance(t, "double-trap", n, 1, index)); s.Dead {
				t.Errorf("double-trap, n = %d, instance %d: %s", n, index, s.Reason)
			}
		}
	}
}

// slowPeel is an independent view of a ring with start 0: the targets that
// are left to each node when nodes that can be reached from one node only have
// been given to it, and the free cycles among what is undecided.
type slowPeel struct {
	ends   []map[int]bool // of each source
	cycles [][]int        // the sources of each free cycle
	n      int
}

func peelSlowly(r Ring) slowPeel {
	n := r.Size()
	s := slowPeel{ends: make([]map[int]bool, n), n: n}
	sources := make([]map[int]bool, n)
	for i := range n {
		s.ends[i], sources[i] = map[int]bool{}, map[int]bool{}
	}
	for i, v := range r.Values {
		for _, t := range []int{(i + int(v)) % n, (i - int(v) + n) % n} {
			if t != 0 {
				s.ends[i][t], sources[t][i] = true, true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for t := 1; t < n; t++ {
			if len(sources[t]) != 1 {
				continue
			}
			for i := range sources[t] {
				for u := range s.ends[i] {
					if u != t {
						delete(s.ends[i], u)
						delete(sources[u], i)
						changed = true
					}
				}
			}
		}
	}
	// A free cycle: sources with two ends each, whose ends have two sources
	// each, and which comes back to where it began.
	done := make([]bool, n)
	for first := range n {
		if done[first] || len(s.ends[first]) != 2 {
			continue
		}
		cycle, free := []int{}, true
		queue := []int{first}
		done[first] = true
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			cycle = append(cycle, i)
			free = free && len(s.ends[i]) == 2
			for t := range s.ends[i] {
				free = free && len(sources[t]) == 2
				for j := range sources[t] {
					if !done[j] {
						done[j] = true
						queue = append(queue, j)
					}
				}
			}
		}
		if free {
			s.cycles = append(s.cycles, cycle)
		}
	}
	return s
}

// loops counts the closed loops of successors when free cycle number k is
// oriented by bit k. All other nodes but the last must be forced.
func (s slowPeel) loops(orientation int) int {
	next := make([]int, s.n)
	for i, ends := range s.ends {
		next[i] = -1
		if len(ends) == 1 {
			for t := range ends {
				next[i] = t
			}
		}
	}
	for k, cycle := range s.cycles {
		inCycle := map[int]bool{}
		for _, i := range cycle {
			inCycle[i] = true
		}
		first := slices.Min(cycle)
		ends := []int{}
		for t := range s.ends[first] {
			ends = append(ends, t)
		}
		slices.Sort(ends)
		i, t := first, ends[orientation>>k&1]
		for range cycle {
			next[i] = t
			for j := range inCycle { // the other source of t
				if j != i && s.ends[j][t] {
					i = j
					break
				}
			}
			for u := range s.ends[i] { // and its other end
				if u != t {
					t = u
					break
				}
			}
		}
	}
	seen := make([]bool, s.n)
	walk := func(i int) {
		for i >= 0 && !seen[i] {
			seen[i] = true
			i = next[i]
		}
	}
	walk(0)
	loops := 0
	for i := range s.n {
		if !seen[i] {
			walk(i)
			loops++
		}
	}
	return loops
}

func cycleLengths(cycles [][]int) map[int]int {
	lengths := map[int]int{}
	for _, c := range cycles {
		lengths[len(c)]++
	}
	return lengths
}

func BenchmarkInstance(b *testing.B) {
	for _, c := range []struct {
		family string
		n      int
	}{
		{"planted", 100},
		{"planted", 1_000_000},
		{"planted-cycles", 1000},
		{"double-trap", 1000},
		{"double-trap", 1_000_000},
	} {
		f := mustFamily(b, c.family)
		b.Run(fmt.Sprintf("%s/n=%d", c.family, c.n), func(b *testing.B) {
			index := 0
			for b.Loop() {
				if r, err := f.Instance(puzzle.SizeN(c.n), 1, index); err != nil || r.Size() != c.n {
					b.Fatal(err)
				}
				index++
			}
		})
	}
}

func Example_families() {
	f, err := Core().Family("planted-cycles,k=3,c=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for index := range 2 {
		r, err := f.Instance(puzzle.SizeN(20), 2013, index)
		fmt.Println(r, err)
	}
	_, err = Core().Family("planted-cycle")
	fmt.Println(err)
	// Output:
	// 6 6 3 6 2 7 4 9 4 8 1 7 9 5 1 8 3 2 4 2 <nil>
	// 3 10 3 8 2 10 8 9 9 1 8 6 3 6 7 3 8 7 4 6 <nil>
	// handsoftime: no family is called "planted-cycle" (want planted, uniform, planted-cycles, parity-trap, double-trap, equal, few-values); did you mean "planted-cycles"?
}
