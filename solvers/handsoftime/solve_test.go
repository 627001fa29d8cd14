package handsoftime

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

// bruteForce counts the solutions of a ring by plain recursion, independent of
// everything else in this package but the value vector.
func bruteForce(values []int32, start int) int {
	n := len(values)
	seen := make([]bool, n)
	var visit func(i, depth int) int
	visit = func(i, depth int) int {
		if depth == n-1 {
			return 1
		}
		seen[i] = true
		defer func() { seen[i] = false }()
		count := 0
		a, b := (i+int(values[i]))%n, (i-int(values[i])+n)%n
		if !seen[a] {
			count += visit(a, depth+1)
		}
		if a != b && !seen[b] {
			count += visit(b, depth+1)
		}
		return count
	}
	return visit(start, 0)
}

// vectors yields every ring of n nodes with the given start. The ring is
// overwritten between steps.
func vectors(n, start int) iter.Seq[Ring] {
	return func(yield func(Ring) bool) {
		r := Ring{Values: slices.Repeat([]int32{1}, n), Start: start}
		for {
			if !yield(r) {
				return
			}
			k := 0
			for ; k < n; k++ {
				if int(r.Values[k]) < n/2 {
					r.Values[k]++
					break
				}
				r.Values[k] = 1
			}
			if k == n {
				return
			}
		}
	}
}

// enumerate lists all solutions, and fails if one is listed twice.
func enumerate(t *testing.T, s tested, r Ring) int {
	t.Helper()
	seen := map[string]bool{}
	all, err := s.Each(context.Background(), r, search.Limits{}, func(path fmt.Stringer) error {
		key := path.String()
		if seen[key] {
			return fmt.Errorf("%s lists a solution of %v twice: %s", s.Name, r, key)
		}
		seen[key] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := search.Solved
	if len(seen) == 0 {
		want = search.Unsolvable
	}
	if all.Outcome != want || all.Solutions.Cmp(big.NewInt(int64(len(seen)))) != 0 {
		t.Fatalf("%s on %v: outcome %v, %v solutions; %d were listed", s.Name, r, all.Outcome, all.Solutions, len(seen))
	}
	return len(seen)
}

type example struct {
	Kind      string  `json:"kind"`
	Start     int     `json:"start"`
	Values    []int32 `json:"values"`
	Solutions int     `json:"solutions"`
	AllStarts *int    `json:"allStarts"`
}

func examples(t testing.TB) []example {
	t.Helper()
	data, err := os.ReadFile("testdata/examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 31 {
		t.Fatalf("testdata/examples.json has %d instances, want 31", len(list))
	}
	return list
}

func TestExamplesHaveTheirSolutionCounts(t *testing.T) {
	for _, e := range examples(t) {
		r := Ring{e.Values, e.Start}
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		for _, s := range strategies(t) {
			if r.Size() > 40 && slices.Contains([]string{"standard", "pruning", "pruning+sorting", "dynamic-pruning", "dynamic-sorting"}, s.Name) {
				continue // hours
			}
			if got := s.Count(t.Context(), r, search.Limits{}); got.Solutions.Cmp(big.NewInt(int64(e.Solutions))) != 0 {
				t.Errorf("%s counts %v solutions of %s ring %v from %d, want %d", s.Name, got.Solutions, e.Kind, r.Values, r.Start, e.Solutions)
			}
			if got := enumerate(t, s, r); got != e.Solutions {
				t.Errorf("%s lists %d solutions of %s ring %v from %d, want %d", s.Name, got, e.Kind, r.Values, r.Start, e.Solutions)
			}
			if e.AllStarts == nil {
				continue
			}
			if got := s.Count(t.Context(), anyStart(r), search.Limits{}); got.Solutions.Cmp(big.NewInt(int64(*e.AllStarts))) != 0 {
				t.Errorf("%s counts %v solutions of %s ring %v from all starts, want %d", s.Name, got.Solutions, e.Kind, r.Values, *e.AllStarts)
			}
		}
	}
}

// Every permutation that begins at the start fixes all values but the last, so
// over all value vectors there are (n−1)!·⌊n/2⌋ solutions.
func TestSolutionsOverAllVectorsSumToTheFactorial(t *testing.T) {
	largest := 7
	if *exhaustive {
		largest = 9
	}
	for n := 2; n <= largest; n++ {
		want := int64(n / 2)
		for k := 2; k < n; k++ {
			want *= int64(k)
		}
		for _, s := range strategies(t) {
			sum := new(big.Int)
			for r := range vectors(n, 0) {
				sum.Add(sum, s.Count(t.Context(), r, search.Limits{}).Solutions)
			}
			if sum.Cmp(big.NewInt(want)) != 0 {
				t.Errorf("%s, n = %d: %v solutions over all vectors, want %d", s.Name, n, sum, want)
			}
		}
	}
}

// OEIS A206345: clock puzzles of n numbers that are solvable from some start.
func TestSolvableRingsMatchOEIS(t *testing.T) {
	terms := []int{2: 1, 3: 1, 4: 13, 5: 32, 6: 507, 7: 1998, 8: 33136, 9: 193995}
	if !*exhaustive {
		terms = terms[:8]
	}
	for n := 2; n < len(terms); n++ {
		for _, s := range strategies(t) {
			solvable := 0
			for r := range vectors(n, 0) {
				if s.Solve(t.Context(), anyStart(r), search.Limits{}).Outcome == search.Solved {
					solvable++
				}
			}
			if solvable != terms[n] {
				t.Errorf("%s, n = %d: %d solvable rings, want %d (A206345)", s.Name, n, solvable, terms[n])
			}
		}
	}
}

// randomRing draws a ring of a mixed population: planted orders, uniform
// values, few values.
func randomRing(rng *rand.Rand, n int) Ring {
	r := Ring{Values: make([]int32, n), Start: rng.IntN(n)}
	switch rng.IntN(3) {
	case 0:
		order := rng.Perm(n)
		for k, i := range order {
			d := (order[(k+1)%n] - i + n) % n
			r.Values[i] = int32(min(d, n-d))
		}
		r.Values[order[n-1]] = int32(1 + rng.IntN(n/2))
		if rng.IntN(4) > 0 {
			r.Start = order[0]
		}
	case 1:
		for i := range r.Values {
			r.Values[i] = int32(1 + rng.IntN(n/2))
		}
	case 2:
		some := []int32{int32(1 + rng.IntN(n/2)), int32(1 + rng.IntN(n/2)), int32(1 + rng.IntN(n/2))}
		for i := range r.Values {
			r.Values[i] = some[rng.IntN(3)]
		}
	}
	return r
}

func TestStrategiesAgreeWithBruteForce(t *testing.T) {
	instances := 5000
	if *exhaustive {
		instances = 200_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range instances {
		r := randomRing(rng, 2+rng.IntN(13))
		want := make([]int, r.Size())
		for start := range want {
			want[start] = bruteForce(r.Values, start)
		}
		for _, s := range strategies(t) {
			all := s.Count(t.Context(), anyStart(r), search.Limits{})
			for start, n := range all.PerStart {
				if n == nil || n.Cmp(big.NewInt(int64(want[start]))) != 0 {
					t.Fatalf("%s counts %v solutions of %v from start %d, want %d", s.Name, n, r.Values, start, want[start])
				}
			}
			if k%4 > 0 {
				continue
			}
			if got := s.Count(t.Context(), r, search.Limits{}).Solutions; got.Cmp(big.NewInt(int64(want[r.Start]))) != 0 {
				t.Fatalf("%s counts %v solutions of %v from %d, want %d", s.Name, got, r.Values, r.Start, want[r.Start])
			}
			if got := enumerate(t, s, r); got != want[r.Start] {
				t.Fatalf("%s lists %d solutions of %v from %d, want %d", s.Name, got, r.Values, r.Start, want[r.Start])
			}
		}
	}
}

func TestLiteralPruningMissesSolutionsFromOtherStarts(t *testing.T) {
	// On the ring 2 1 1 1 node 2 leads to 3 and 1, each of which has a single
	// input. From start 3 both solutions go on to 1; the write-up's program
	// tests the clockwise target first, takes the start for a node that must
	// still be visited, and finds nothing. From start 1 the same fault does no
	// harm, because the clockwise target is the right one.
	for _, c := range []struct {
		start    int
		strategy string
		want     int64
	}{
		{3, "pruning", 2},
		{3, "pruning,literal", 0},
		{3, "pruning+sorting", 2},
		{3, "pruning+sorting,literal", 0},
		{1, "pruning", 2},
		{1, "pruning,literal", 2},
	} {
		s, err := parseStrategy(c.strategy)
		if err != nil {
			t.Fatal(err)
		}
		r := Ring{Values: []int32{2, 1, 1, 1}, Start: c.start}
		if got := s.Count(t.Context(), r, search.Limits{}); got.Solutions.Cmp(big.NewInt(c.want)) != 0 {
			t.Errorf("%s counts %v solutions of 2 1 1 1 from start %d, want %d", c.strategy, got.Solutions, c.start, c.want)
		}
	}
}

// Complete enumeration: over all vectors and all starts but 0, in how many
// cases does the write-up's start test lose every solution, and in how many is
// the count wrong at all? The figures for n = 4, 5, 6 are from an independent
// port of its program.
func TestLiteralPruningFaultIsAsFrequentAsEnumerated(t *testing.T) {
	literal, err := parseStrategy("pruning,literal")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ n, lost int }{{4, 4}, {5, 16}, {6, 284}} {
		lost := 0
		for start := 1; start < c.n; start++ {
			for r := range vectors(c.n, start) {
				if literal.Count(t.Context(), r, search.Limits{}).Solutions.Sign() == 0 && bruteForce(r.Values, start) > 0 {
					lost++
				}
			}
		}
		if lost != c.lost {
			t.Errorf("n = %d: literal pruning loses every solution in %d cases, want %d", c.n, lost, c.lost)
		}
	}
}
