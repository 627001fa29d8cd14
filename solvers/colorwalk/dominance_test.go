package colorwalk

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// closures returns a layer of the closures of all positions of a space, each
// once, as nodes of the same depth.
func (s *space) closures() *layer {
	g := s.g
	l, memory := newLayer(g), g.newScratch()
	l.reserve(len(s.list))
	for _, a := range s.list {
		c, n := l.grow()
		c.CopyFrom(a)
		n.owed = g.closure(c, memory)
		if !l.list() {
			l.shrink()
		}
	}
	return l
}

// dominates is the relation of closure.go: what is absorbed at x is absorbed at
// y, and each colour that y still needs, to absorb something or because it is
// owed, x needs, too.
func (s *space) dominates(l *layer, y, x int) bool {
	for r := range s.g.Regions {
		if l.area(x).Absorbed.Has(r) && !l.area(y).Absorbed.Has(r) {
			return false
		}
	}
	needs := func(i int) uint64 { return s.g.needed(l.area(i)) | l.nodes[i].owed }
	return needs(y)&^needs(x) == 0
}

// On all pairs of closures: a closure that dominates another leaves no more
// moves, so that a layer can do without the other.
func TestDominanceIsSound(t *testing.T) {
	t.Parallel()
	pairs, owing := 0, 0
	smallSpaces(t, 300, 5, func(t *testing.T, s *space) {
		l := s.closures()
		total := func(i int) int { return s.optimum(s.g.copied(l.area(i)), false) + bits.OnesCount64(l.nodes[i].owed) }
		for x := range min(len(l.nodes), 200) {
			for y := range l.nodes {
				if x == y || !s.dominates(l, y, x) {
					continue
				}
				pairs++
				if l.nodes[y].owed&^l.nodes[x].owed != 0 {
					owing++
				}
				if total(y) > total(x) {
					t.Errorf("%v with %b owed dominates %v with %b owed, but leaves %d moves and not %d", members(l.area(y).Absorbed), l.nodes[y].owed,
						members(l.area(x).Absorbed), l.nodes[x].owed, total(y), total(x))
				}
			}
		}
	})
	if pairs < 10_000 || owing < 1000 {
		t.Errorf("%d pairs, in %d the better one owes more: the sample tests too little", pairs, owing)
	}
}

// Every node that is dropped is dominated by one that is kept, those kept come
// in the order of their size, and none of them is dominated by one of more
// regions.
func TestOnlyDominatedNodesAreDropped(t *testing.T) {
	t.Parallel()
	dropped := 0
	smallSpaces(t, 200, 5, func(t *testing.T, s *space) {
		l := s.closures()
		low := int32(3)
		for i := range l.nodes {
			l.nodes[i].low = int32(i % 5) // some are ruled out by the bound
		}
		chosen := newDominance(s.g).among(l, low, search.NewGuard(t.Context(), search.Limits{}))
		kept := map[int]bool{}
		for at, i := range chosen {
			kept[int(i)] = true
			if l.nodes[i].low > low || at > 0 && l.area(int(i)).Absorbed.count() > l.area(int(chosen[at-1])).Absorbed.count() {
				t.Errorf("node %d, which no solution of %d moves goes through or which is larger than the one before it, is kept", i, low)
			}
		}
		for i := range l.nodes {
			dominated := slices.ContainsFunc(chosen, func(j int32) bool { return int(j) != i && s.dominates(l, int(j), i) })
			switch {
			case kept[i]:
				larger := slices.ContainsFunc(chosen, func(j int32) bool {
					return s.dominates(l, int(j), i) && l.area(int(j)).Absorbed.count() > l.area(i).Absorbed.count()
				})
				if larger {
					t.Errorf("node %d is kept, though a larger one that is kept dominates it", i)
				}
			case l.nodes[i].low <= low:
				dropped++
				if !dominated {
					t.Errorf("node %d is dropped, though none that is kept dominates it", i)
				}
			}
		}
	})
	if dropped < 1000 {
		t.Errorf("only %d nodes are dropped: the sample tests too little", dropped)
	}
}

// A node is compared with so many of those with the most regions. Where there
// are more it may be kept for nothing, but is never dropped for nothing.
func TestDominanceAmongVeryManyNodes(t *testing.T) {
	t.Parallel()
	g := NewGraph(seriesBoard(t, 0), -1)
	l := newLayer(g)
	sets := 0
	for _, size := range []int{9, 3} { // of 18 regions; none of 9 is within another
		for bit := range 1 << 18 {
			if bits.OnesCount(uint(bit)) != size || size == 9 && bit%7 == 0 {
				continue
			}
			l.reserve(1)
			a, n := l.grow()
			clear(a.Absorbed)
			a.Absorbed[0] = uint64(bit) << 7
			n.low = 1
			sets += size / 9
		}
	}
	if sets <= comparisons {
		t.Fatalf("%d sets of 9 regions are too few", sets)
	}
	chosen := newDominance(g).among(l, 1, search.NewGuard(t.Context(), search.Limits{}))
	if len(chosen) < sets || slices.ContainsFunc(chosen[:sets], func(i int32) bool { return int(i) >= sets }) {
		t.Fatalf("%d of %d nodes are kept; those of 9 regions are not the first %d", len(chosen), len(l.nodes), sets)
	}
	for i := sets; i < len(l.nodes); i++ {
		dominated := slices.ContainsFunc(chosen[:comparisons], func(j int32) bool { return within(l.area(i).Absorbed, l.area(int(j)).Absorbed) })
		if kept := slices.Contains(chosen, int32(i)); kept == dominated {
			t.Errorf("%v is kept: %v; it is within one of the first %d sets: %v", members(l.area(i).Absorbed), kept, comparisons, dominated)
		}
	}
}

// A signature tells of every set that it is not within another, and never of
// one that is.
func TestSignaturesNeverHideDominance(t *testing.T) {
	t.Parallel()
	told := 0
	smallSpaces(t, 100, 5, func(t *testing.T, s *space) {
		l := s.closures()
		d := newDominance(s.g)
		d.among(l, 0, search.NewGuard(t.Context(), search.Limits{}))
		for i := range min(len(l.nodes), 100) {
			for j := range l.nodes {
				a, b := l.area(i).Absorbed, l.area(j).Absorbed
				inside := d.sign(a)&^d.sign(b) == 0
				if within(a, b) && !inside {
					t.Errorf("%v is within %v, their signatures %b and %b say no", members(a), members(b), d.sign(a), d.sign(b))
				}
				if !inside {
					told++
				}
			}
		}
	})
	if told == 0 {
		t.Error("no signature ever tells anything")
	}
}
