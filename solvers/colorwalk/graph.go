package colorwalk

import (
	"math/bits"
	"unsafe"
)

// Graph is the region graph of a board. A region is a maximal connected set of cells of one color;
// regions that touch are neighbors. The blank area, or the region of a colored start, is the root,
// which is not a region of the graph.
//
// Regions are numbered from 0, sorted by color and then by their first cells. Here are the colors
// of a board, and the numbers of its regions:
//
//	0 1 1 2        . 0 0 1
//	3 1 2 2        2 0 1 1
//
// The regions of one color have consecutive numbers. In a [Set], their bits are therefore next to
// each other, and a move needs to read only a few words.
//
// A graph with up to 512 regions is narrow: its sets always have 8 words, the size of a cache line,
// and each region stores the set of its neighbors. In a graph with more regions, a wide graph, the
// set of neighbors is stored without zero words.
type Graph struct {
	Regions int     // number of regions, without the root
	Colors  []Class // colors on the board, in increasing order
	Region  []int32 // region of each cell; −1 for the root

	board Board
	words int     // of a set
	color []Color // of each region
	size  []int32 // of each region, in cells
	root  int     // cells of the root
	start Set     // the neighbors of the root
	all   Set
	rows  *[narrowRegions]block // the neighbors of each region, in a narrow graph
	links []link                // the same in a wide graph, by region
	first []int32               // index of the first link of each region, and the number of links
}

const (
	rootRegion    = -1
	blockWords    = 8
	narrowRegions = 64 * blockWords
)

// Set is a set of regions: region r is bit r%64 of word r/64.
type Set []uint64

// block is a set in a narrow graph.
type block [blockWords]uint64

// Class is the set of all regions of one color, whose numbers are First to Last−1.
type Class struct {
	Color       Color
	First, Last int
	lo, hi      int
	mask        Set   // as long as a set
	bits        block // the same, of a narrow graph
}

// link is one word of a set of neighbors.
type link struct {
	word int32
	mask uint64
}

// Has reports whether region r is in the set.
func (s Set) Has(r int) bool { return s[r>>6]>>(r&63)&1 != 0 }
func (s Set) add(r int)      { s[r>>6] |= 1 << (r & 63) }

func (s Set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s Set) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Each calls visit for each region in the set, in increasing order.
func (s Set) Each(visit func(r int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

// narrow reports whether the graph's sets are blocks.
func (g *Graph) narrow() bool { return g.rows != nil }

// expose adds the neighbors of the members of a to f, in a narrow graph. The
// words of f stay in registers.
func (g *Graph) expose(f, a *block) {
	f0, f1, f2, f3, f4, f5, f6, f7 := f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
	for i, w := range a {
		for ; w != 0; w &= w - 1 {
			row := &g.rows[(i<<6+bits.TrailingZeros64(w))&(narrowRegions-1)]
			f0 |= row[0]
			f1 |= row[1]
			f2 |= row[2]
			f3 |= row[3]
			f4 |= row[4]
			f5 |= row[5]
			f6 |= row[6]
			f7 |= row[7]
		}
	}
	f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7] = f0, f1, f2, f3, f4, f5, f6, f7
}

// Neighbors calls visit for each neighbor of region r, in increasing order.
func (g *Graph) Neighbors(r int, visit func(r int)) {
	if g.narrow() {
		Set(g.rows[r][:]).Each(visit)
		return
	}
	for _, l := range g.links[g.first[r]:g.first[r+1]] {
		for w := l.mask; w != 0; w &= w - 1 {
			visit(int(l.word)<<6 + bits.TrailingZeros64(w))
		}
	}
}

// Footprint returns the memory that the graph occupies, in bytes.
func (g *Graph) Footprint() uint64 {
	bytes := 4*uint64(len(g.Region)) + 5*uint64(g.Regions) + 8*uint64(g.words)*uint64(2+len(g.Colors))
	if g.narrow() {
		return bytes + uint64(unsafe.Sizeof(*g.rows))
	}
	return bytes + 4*uint64(len(g.first)) + uint64(unsafe.Sizeof(link{}))*uint64(len(g.links))
}
