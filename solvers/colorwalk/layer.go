package colorwalk

import (
	"slices"
	"unsafe"
)

// layer holds the nodes at the same number of moves from the start, in flat
// memory, with their areas and the data of the layered searches. A hash table
// finds a node by its area.
type layer struct {
	words int // of a set
	sets  Set // for each node the absorbed regions and the frontier
	nodes []node
	slots []int32 // node + 1 by hash, or 0 for none; a power of two
}

// node is the data of a node besides its area.
type node struct {
	hash   uint64
	key    uint64 // by which a beam search sorts
	owed   uint64 // see [closure]
	stale  uint64 // colors with no new regions since the last move, by their index in the graph's list
	at     int32  // index of the node in the tree, or of its parent until it is in the tree
	h      int32  // estimate of the number of remaining moves
	low    int32  // lower bound on the moves of a solution through this node
	size   int32  // absorbed regions
	via    uint8  // color that led here, by its index
	listed bool   // can be found
}

func newLayer(g *Graph) *layer { return &layer{words: g.words, slots: make([]int32, 64)} }

// clear removes all nodes.
func (l *layer) clear() {
	l.sets, l.nodes = l.sets[:0], l.nodes[:0]
	clear(l.slots)
}

// area returns the area of a node, which is valid until nodes are added.
func (l *layer) area(i int) Area {
	n := l.words
	sets := l.sets[2*n*i : 2*n*(i+1)]
	return Area{sets[:n:n], sets[n:]}
}

// reserve makes room for n more nodes.
func (l *layer) reserve(n int) {
	l.sets = reserved(l.sets, 2*l.words*n)
	l.nodes = reserved(l.nodes, n)
}

// grow adds a node that is to be filled in, and cannot be found yet. There
// must be room for it. The sets hold what was there before.
func (l *layer) grow() (Area, *node) {
	l.sets = l.sets[:len(l.sets)+2*l.words]
	l.nodes = append(l.nodes, node{})
	i := len(l.nodes) - 1
	return l.area(i), &l.nodes[i]
}

// shrink removes the last node, which cannot be found.
func (l *layer) shrink() {
	l.nodes = l.nodes[:len(l.nodes)-1]
	l.sets = l.sets[:len(l.sets)-2*l.words]
}

// list makes the last node one that can be found, unless there is one like it,
// and reports whether it did.
func (l *layer) list() bool {
	last := len(l.nodes) - 1
	n, a := &l.nodes[last], l.area(last)
	n.hash = a.Absorbed.hash(n.owed)
	mask := len(l.slots) - 1
	for at := int(n.hash) & mask; ; at = (at + 1) & mask {
		i := int(l.slots[at]) - 1
		if i < 0 {
			l.slots[at] = int32(last + 1)
			n.listed = true
			break
		}
		m := &l.nodes[i]
		if m.hash == n.hash && m.owed == n.owed && slices.Equal(l.area(i).Absorbed, a.Absorbed) {
			return false
		}
	}
	if 2*len(l.nodes) > len(l.slots) {
		l.rehash()
	}
	return true
}

// rehash makes the index twice as large.
func (l *layer) rehash() {
	l.slots = make([]int32, 2*len(l.slots))
	mask := len(l.slots) - 1
	for i := range l.nodes {
		if !l.nodes[i].listed {
			continue
		}
		at := int(l.nodes[i].hash) & mask
		for l.slots[at] != 0 {
			at = (at + 1) & mask
		}
		l.slots[at] = int32(i + 1)
	}
}

// bytes is the memory of the layer.
func (l *layer) bytes() uint64 { return l.bytesWith(0) }

// bytesWith is the memory of the layer while n more nodes are added.
func (l *layer) bytesWith(n int) uint64 {
	index := len(l.slots)
	if 2*(len(l.nodes)+n) > index {
		index += 2 * index
	}
	return bytesWith(l.sets, 2*l.words*n) + bytesWith(l.nodes, n) + 4*uint64(index)
}

// reserved returns the slice with room for n more elements: the slice itself, or
// a copy with at least twice the capacity.
func reserved[T any](s []T, n int) []T {
	if len(s)+n <= cap(s) {
		return s
	}
	return append(make([]T, 0, max(64, 2*cap(s), len(s)+n)), s...)
}

// bytesWith is the memory of a slice while reserved makes room for n more
// elements: what it takes, by capacity, and what the copy takes.
func bytesWith[T any](s []T, n int) uint64 {
	elements := cap(s)
	if len(s)+n > cap(s) {
		elements += max(64, 2*cap(s), len(s)+n)
	}
	return uint64(elements) * uint64(unsafe.Sizeof(*new(T)))
}

// hash mixes the words of a set, and one more.
func (s Set) hash(more uint64) uint64 {
	h := more + 0x9e3779b97f4a7c15
	for _, w := range s {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
