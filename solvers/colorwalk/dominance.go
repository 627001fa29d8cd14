package colorwalk

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// dominance finds the closures in a layer that no other closure dominates.
//
// It tests for all pairs of closures whether one contains the other, larger ones
// first, so the test must be fast if the answer is no. Each node gets a
// signature: the part of its closure among 64 regions that some nodes have
// absorbed and others have not. The sets are compared only if the signature of
// one node contains the signature of the other.
type dominance struct {
	g      *Graph
	order  []int32
	chosen []int32  // nodes that are not dominated
	signs  []uint64 // their signatures
	places []int    // the regions of a signature
	some   Set      // absorbed in some nodes
	every  Set      // absorbed in all nodes

	ignored bool // every node counts as not dominated
}

// comparisons is the maximum number of nodes with which each node is compared:
// the nodes with the most regions, because they dominate the most.
const comparisons = 1 << 15

func newDominance(g *Graph) *dominance {
	return &dominance{g: g, some: make(Set, g.words), every: make(Set, g.words)}
}

// among returns the indexes of the nodes that may lead to a solution of at most
// limit moves and that no other such node dominates, in descending order of the
// number of regions. It may return too many nodes, but never drops a node that is
// not dominated. If the guard stops it, it returns the nodes found so far.
func (d *dominance) among(l *layer, limit int32, guard *search.Guard) []int32 {
	n := len(l.nodes)
	d.order, d.chosen, d.signs = reserved(d.order[:0], n), reserved(d.chosen[:0], n), reserved(d.signs[:0], n)
	for i := range l.nodes {
		if l.nodes[i].low <= limit {
			l.nodes[i].size = int32(l.area(i).Absorbed.count())
			d.order = append(d.order, int32(i))
		}
	}
	slices.SortFunc(d.order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(l.nodes[y].size, l.nodes[x].size), cmp.Compare(x, y))
	})
	d.choosePlaces(l)
	for at, i := range d.order {
		if _, stop := guard.Pass(at << 11); stop {
			break
		}
		sign := d.sign(l.area(int(i)).Absorbed)
		if d.ignored || !d.dominated(l, int(i), sign) {
			d.chosen = append(d.chosen, i)
			d.signs = append(d.signs, sign)
		}
	}
	return d.chosen
}

// dominated reports whether one of the chosen nodes dominates node i.
func (d *dominance) dominated(l *layer, i int, sign uint64) bool {
	n, a := &l.nodes[i], l.area(i)
	for at, s := range d.signs[:min(len(d.signs), comparisons)] {
		if sign&^s != 0 {
			continue
		}
		j := int(d.chosen[at])
		if within(a.Absorbed, l.area(j).Absorbed) && d.needed(l.nodes[j].owed&^n.owed, a.Absorbed) {
			return true
		}
	}
	return false
}

func within(a, b Set) bool {
	b = b[:len(a)]
	for i, w := range a {
		if w&^b[i] != 0 {
			return false
		}
	}
	return true
}

// needed reports whether a region is left of each of the colors.
func (d *dominance) needed(colors uint64, absorbed Set) bool {
	for ; colors != 0; colors &= colors - 1 {
		if d.g.Colors[bits.TrailingZeros64(colors)].within(absorbed) {
			return false
		}
	}
	return true
}

// choosePlaces picks the regions of the signatures, spread over those in which
// the nodes differ.
func (d *dominance) choosePlaces(l *layer) {
	clear(d.some)
	copy(d.every, d.g.all)
	for _, i := range d.order {
		for j, w := range l.area(int(i)).Absorbed {
			d.some[j] |= w
			d.every[j] &= w
		}
	}
	d.places = d.places[:0]
	for j := range d.some {
		d.some[j] &^= d.every[j]
	}
	n := d.some.count()
	seen := 0
	d.some.Each(func(r int) {
		if len(d.places) < 64 && seen*min(n, 64) >= len(d.places)*n {
			d.places = append(d.places, r)
		}
		seen++
	})
}

func (d *dominance) sign(s Set) uint64 {
	var sign uint64
	for i, r := range d.places {
		sign |= (s[r>>6] >> (r & 63) & 1) << i
	}
	return sign
}

// bytesWith is the memory in use while among looks at a layer of so many nodes; 0
// before and after it.
func (d *dominance) bytesWith(nodes int) uint64 {
	return bytesWith(d.order[:0], nodes) + bytesWith(d.chosen[:0], nodes) + bytesWith(d.signs[:0], nodes)
}
