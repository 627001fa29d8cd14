package programs

import (
	"math/bits"
	"runtime"
	"slices"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// What the write-ups' best-first programs keep their nodes in. A node is named
// by its place in an arena, which never gives one back: the path is told by
// going from node to node.

// memory is the account of one run.
type memory struct {
	guard *search.Guard
	meter *search.Meter
	held  uint64
}

// stopped is the outcome of a run that found no room for a node.
func (m *memory) stopped() search.Outcome {
	if m.guard.Outcome() == search.Running {
		return search.LimitMemory // more nodes than have numbers
	}
	return m.guard.Outcome()
}

// take reports whether so many bytes more may be held, and books them.
func (m *memory) take(bytes uint64) bool {
	if !m.guard.Fits(m.held + bytes) {
		return false
	}
	m.held += bytes
	m.meter.Bytes = max(m.meter.Bytes, m.held)
	return true
}

// collectAt is the number of bytes from which unneeded memory is collected at once. The
// process thus holds little more than the counted memory, in this run and at the beginning
// of the next.
const collectAt = 64 << 20

// give returns bytes that nothing refers to any more.
func (m *memory) give(bytes uint64) {
	m.held -= bytes
	if bytes >= collectAt {
		runtime.GC()
	}
}

// arena holds nodes in pages, so that it grows without being copied.
type arena[N any] struct {
	pages [][]N
	n     uint32
}

const (
	pageNodes = 1 << 10
	maxNodes  = 1<<32 - 1
)

// at returns the node of that number.
func (a *arena[N]) at(id uint32) *N { return &a.pages[id/pageNodes][id%pageNodes] }

// add makes room for a node and returns its number; false if there is none.
func (a *arena[N]) add(m *memory) (uint32, bool) {
	if a.n%pageNodes == 0 && int(a.n/pageNodes) == len(a.pages) {
		var page []N
		if a.n == maxNodes-maxNodes%pageNodes || !m.take(uint64(unsafe.Sizeof(page))+pageNodes*uint64(unsafe.Sizeof(page[0]))) {
			return 0, false
		}
		a.pages = append(a.pages, make([]N, pageNodes))
	}
	a.n++
	return a.n - 1, true
}

// path returns the moves to a node. from says of a node which move led to it,
// and from which node.
func (a *arena[N]) path(id uint32, from func(*N) (tiles.Move, uint32), back func(tiles.Move) tiles.Move) []tiles.Move {
	path := []tiles.Move{}
	for move, before := from(a.at(id)); move != tiles.NoMove; move, before = from(a.at(before)) {
		path = append(path, back(move))
	}
	slices.Reverse(path)
	return path
}

// queue holds node numbers by the priority of their nodes. The heaps of both write-ups let
// equal ones fall as [search.Heap] does.
type queue = search.Heap[uint32]

// put adds a node to an arena and a queue; false if there is no room for it.
func put[N any](n *N, nodes *arena[N], q *queue, m *memory) bool {
	id, ok := nodes.add(m)
	if !ok {
		return false
	}
	*nodes.at(id) = *n
	if !m.room(&q.List) {
		return false
	}
	q.Push(id)
	return true
}

// room makes room for one more node number; false if there is none.
func (m *memory) room(ids *[]uint32) bool {
	if n := len(*ids); n == cap(*ids) {
		grown := max(256, 2*n)
		if !m.take(4 * uint64(grown)) {
			return false
		}
		*ids = append(make([]uint32, 0, grown), *ids...)
		m.give(4 * uint64(n))
	}
	return true
}

// buckets is a queue of node numbers by a small priority: a list for each, of
// which the number put there last comes first.
type buckets struct {
	lists [2 * maxMoves15][]uint32 // by f, which is at most g and the largest distance
	least int                      // no list below it has a number
	n     int
}

func (b *buckets) put(id uint32, priority int, m *memory) bool {
	if !m.room(&b.lists[priority]) {
		return false
	}
	b.lists[priority] = append(b.lists[priority], id)
	b.least, b.n = min(b.least, priority), b.n+1
	return true
}

// pop removes the best node of buckets that are not empty.
func (b *buckets) pop() uint32 {
	for len(b.lists[b.least]) == 0 {
		b.least++
	}
	list := b.lists[b.least]
	last := len(list) - 1
	b.lists[b.least], b.n = list[:last], b.n-1
	return list[last]
}

// costs is a map from boards of 64 bits, none of which is 0, to costs of up to
// 255: open addressing with linear probing, at most three quarters full.
type costs struct {
	keys []uint64
	g    []uint8
	n    int
}

// slot returns the place of a board, or the empty one where it belongs.
func (c *costs) slot(key uint64) int {
	mask := len(c.keys) - 1
	// The topmost bits of a product with an odd constant near 2⁶⁴ divided by
	// the golden ratio depend on all bits of the key (Knuth, volume 3, 6.4).
	i := int(key * 0x9e3779b97f4a7c15 >> bits.LeadingZeros64(uint64(mask)))
	for c.keys[i] != 0 && c.keys[i] != key {
		i = (i + 1) & mask
	}
	return i
}

// grow makes room for one more board; false if there is no memory for it.
func (c *costs) grow(m *memory) bool {
	if 4*(c.n+1) <= 3*len(c.keys) {
		return true
	}
	const slotBytes = 9
	old, size := c.keys, max(1024, 2*len(c.keys))
	if !m.take(slotBytes * uint64(size)) {
		return false
	}
	bigger := costs{keys: make([]uint64, size), g: make([]uint8, size), n: c.n}
	for i, key := range old {
		if key != 0 {
			at := bigger.slot(key)
			bigger.keys[at], bigger.g[at] = key, c.g[i]
		}
	}
	freed := slotBytes * uint64(len(old))
	*c, old = bigger, nil
	m.give(freed)
	return true
}
