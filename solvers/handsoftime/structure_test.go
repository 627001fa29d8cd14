package handsoftime

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// residual returns the graph that contraction leaves, or nil if the ring is
// refuted before.
func residual(r Ring) *graph {
	c, _ := contract(r, search.NewGuard(context.Background(), search.Limits{}))
	if c.dead != "" {
		return nil
	}
	return newGraph(c.segments)
}

// matchings counts the states of a special component by trying every
// assignment of its vertices to distinct edges.
func matchings(g *graph) int {
	used := map[int32]bool{}
	var assign func(k int) int
	assign = func(k int) int {
		if k == len(g.special.vertices) {
			return 1
		}
		count := 0
		for _, j := range g.at(g.special.vertices[k]) {
			if !used[j] {
				used[j] = true
				count += assign(k + 1)
				delete(used, j)
			}
		}
		return count
	}
	return assign(0)
}

func TestHoleWalkVisitsEveryStateOnce(t *testing.T) {
	shapes := map[Shape]int{}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 40_000 {
		r := randomRing(rng, 2+rng.IntN(24))
		g := residual(r)
		if g == nil {
			continue
		}
		shape, states := g.shape()
		shapes[shape]++
		seen := map[string]bool{}
		w := newHoleWalk(g)
		w.reset()
		for more := true; more; more = w.step() {
			key := string(rune(w.hole))
			for _, v := range w.vertices {
				if w.served[w.server[v]] != v || w.server[v] == w.hole {
					t.Fatalf("%v from %d: inconsistent state", r.Values, r.Start)
				}
				key += string(rune(w.server[v]))
			}
			if seen[key] {
				t.Fatalf("%v from %d: the walk visits a state twice", r.Values, r.Start)
			}
			seen[key] = true
		}
		want := 1
		if shape != NullEdge {
			want = matchings(g)
		}
		if len(seen) != want || states != want {
			t.Fatalf("%v from %d (%v): walk visits %d states, formula gives %d, enumeration %d",
				r.Values, r.Start, shape, len(seen), states, want)
		}
	}
	for s := NullEdge; s <= Dumbbell; s++ {
		if shapes[s] == 0 {
			t.Errorf("no instance had the shape %v", s)
		}
	}
}

func TestStructureNeverRefutesASolvableRing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	dead, alive := 0, 0
	for range 20_000 {
		r := randomRing(rng, 2+rng.IntN(13))
		s := Analyze(r)
		solutions := bruteForce(r.Values, r.Start)
		if s.Dead {
			dead++
		} else {
			alive++
		}
		if s.Dead && solutions > 0 {
			t.Fatalf("%v from %d: refuted (%s), but has %d solutions", r.Values, r.Start, s.Reason, solutions)
		}
		if s.Candidates().Cmp(big.NewInt(int64(solutions))) < 0 {
			t.Fatalf("%v from %d: %v candidates for %d solutions", r.Values, r.Start, s.Candidates(), solutions)
		}
	}
	if dead == 0 || alive == 0 {
		t.Fatalf("%d refuted, %d not: the sample tests nothing", dead, alive)
	}
}

func TestPossibleStartsKeepsEveryStartWithASolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	rejected := 0
	for range 10_000 {
		r := randomRing(rng, 2+rng.IntN(11))
		possible, _ := findStarts(r, search.NewGuard(t.Context(), search.Limits{}))
		for start := range r.Size() {
			if possible.has(start) {
				continue
			}
			rejected++
			if n := bruteForce(r.Values, start); n > 0 {
				t.Fatalf("%v: start %d is rejected but has %d solutions", r.Values, start, n)
			}
		}
	}
	if rejected == 0 {
		t.Fatal("no start was rejected: the sample tests nothing")
	}
}

// The determinant must count what enumeration counts, whatever mixture of
// two-cycles, longer cycles and special component surrounds it.
func TestDeterminantCountsTwoCycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	checked, withRest, withSpecial := 0, 0, 0
	wanted := 500
	if *exhaustive {
		wanted = 1500
	}
	for k := 0; checked < wanted; k++ {
		if k > 400_000 {
			t.Fatalf("only %d rings with two-cycles in %d", checked, k)
		}
		r := randomRing(rng, 2*(3+rng.IntN(16)))
		g := residual(r)
		if g == nil || g.refuted() != "" {
			continue
		}
		var pairs, rest []cycle
		for _, c := range g.cycles {
			if len(c.edge) == 2 {
				pairs = append(pairs, c)
			} else {
				rest = append(rest, c)
			}
		}
		if len(pairs) == 0 {
			continue
		}
		checked++
		if len(rest) > 0 {
			withRest++
		}
		if len(g.special.edges) > 0 {
			withSpecial++
		}
		guard := search.NewGuard(context.Background(), search.Limits{})
		var m search.Meter
		got, _ := newTwoCycles(g, pairs, rest).count(guard, &m)
		s, _ := parseStrategy("propagation")
		want := s.Count(context.Background(), r, search.Limits{}).Solutions
		if got.Cmp(want) != 0 {
			t.Fatalf("%v from %d: determinants give %v solutions, enumeration %v", r.Values, r.Start, got, want)
		}
	}
	if withRest == 0 || withSpecial == 0 {
		t.Errorf("%d rings with longer cycles, %d with a special component: the sample tests too little", withRest, withSpecial)
	}
}

func TestRootRulesRefuteAtAnySize(t *testing.T) {
	contraction, _ := parseStrategy("contraction")
	for _, n := range []int{8, 12, 100, 1000, 100_000} {
		r := Ring{Values: make([]int32, n)}
		for i := range r.Values {
			r.Values[i] = int32(n / 4)
		}
		got := contraction.Solve(t.Context(), r, search.Limits{})
		if got.Outcome != search.Unsolvable || got.Expanded != 0 {
			t.Errorf("all values n/4, n = %d: %v after %d nodes, want unsolvable at the root", n, got.Outcome, got.Expanded)
		}
	}
}

func TestParityTrapsAreRefutedAtTheRoot(t *testing.T) {
	contraction, _ := parseStrategy("contraction")
	for _, n := range []int{20, 100, 1000, 20_000} {
		family, err := Core().Family("parity-trap")
		if err != nil {
			t.Fatal(err)
		}
		r, err := family.Instance(puzzle.SizeN(n), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := contraction.Count(t.Context(), r, search.Limits{})
		if got.Outcome != search.Unsolvable || got.Meter.Expanded != 0 {
			t.Errorf("parity trap of %d: %v after %d nodes, want unsolvable at the root", n, got.Outcome, got.Meter.Expanded)
		}
	}
}

// Exact beyond 64 bits: the count of a ring with 90 free cycles of length two,
// by determinants modulo two primes, must not depend on which primes they are.
func TestCountsBeyond64BitsAreExact(t *testing.T) {
	family, err := Core().Family("planted-cycles,k=2,c=90")
	if err != nil {
		t.Fatal(err)
	}
	r, err := family.Instance(puzzle.SizeN(500), 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := parseStrategy("contraction")
	got := s.Count(t.Context(), r, search.Limits{}).Solutions
	if got.BitLen() <= 64 {
		t.Fatalf("%v solutions fit into 64 bits: the test shows nothing", got)
	}
	want := new(big.Int)
	g := residual(r)
	var pairs, rest []cycle
	for _, c := range g.cycles {
		if len(c.edge) == 2 {
			pairs = append(pairs, c)
		} else {
			rest = append(rest, c)
		}
	}
	c := newTwoCycles(g, pairs, rest)
	guard := search.NewGuard(context.Background(), search.Limits{})
	var m search.Meter
	for c.advance(guard, &m) == search.Running {
		c.hole.reset()
		for more := true; more; more = c.hole.step() {
			if arcs, ok := c.digraph(); ok {
				want.Add(want, bareiss(arcs))
			}
		}
	}
	if got.Cmp(want) != 0 {
		t.Errorf("%v solutions by remainders, %v by integers", got, want)
	}
}

// bareiss is the determinant of the Laplacian's minor in whole numbers, by
// fraction-free elimination (Bareiss 1968).
func bareiss(arcs [][2]int32) *big.Int {
	n := len(arcs) - 1
	a := make([][]*big.Int, n)
	for i := range a {
		a[i] = make([]*big.Int, n)
		for j := range a[i] {
			a[i][j] = new(big.Int)
		}
		for _, to := range arcs[i+1] {
			a[i][i].Add(a[i][i], big.NewInt(1))
			if to > 0 {
				a[i][to-1].Sub(a[i][to-1], big.NewInt(1))
			}
		}
	}
	sign, last := 1, big.NewInt(1)
	for k := 0; k < n-1; k++ {
		pivot := k
		for pivot < n && a[pivot][k].Sign() == 0 {
			pivot++
		}
		if pivot == n {
			return new(big.Int)
		}
		if pivot != k {
			a[pivot], a[k] = a[k], a[pivot]
			sign = -sign
		}
		for i := k + 1; i < n; i++ {
			for j := k + 1; j < n; j++ {
				x := new(big.Int).Mul(a[i][j], a[k][k])
				x.Sub(x, new(big.Int).Mul(a[i][k], a[k][j]))
				a[i][j] = x.Quo(x, last)
			}
		}
		last = a[k][k]
	}
	return new(big.Int).Mul(a[n-1][n-1], big.NewInt(int64(sign)))
}
