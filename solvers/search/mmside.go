package search

import "math/bits"

// mmSide is one direction of [MM]: the nodes reached so far, their index by packed state, and the
// open nodes in the order of expansion.
//
//	index   open addressing: number of a node + 1, or 0
//	nodes   key, g, h, parent, action, ...   node 0 is where the side begins
//	heap    (priority, g, node), including entries that are out of date
type mmSide[S, A comparable] struct {
	p     Reversible[S, A]
	steps []Step[S, A]
	nodes []mmNode[A]
	index []uint32
	heap  Heap[mmEntry]
	fs    tally // f of the open nodes
	gs    tally
	bytes uint64 // memory of all fields above, by capacity
}

type mmNode[A comparable] struct {
	key    uint64
	g, h   int32
	parent uint32
	depth  uint32
	action A
	closed bool
}

// mmEntry is the state of an open node at the time when it was pushed.
type mmEntry struct {
	priority int64
	g        int32
	node     uint32
}

func (a mmEntry) before(b mmEntry) bool {
	if a.priority != b.priority {
		return a.priority < b.priority
	}
	if a.g != b.g {
		return a.g < b.g
	}
	return a.node < b.node
}

func newMMSide[S, A comparable](p Reversible[S, A]) *mmSide[S, A] {
	return &mmSide[S, A]{p: p, steps: make([]Step[S, A], p.Branching()), heap: Heap[mmEntry]{Less: mmEntry.before}}
}

// begin opens the node at which the side begins.
func (s *mmSide[S, A]) begin(fits room) bool {
	start, h := s.p.Start()
	node, ok := s.add(s.p.Pack(&start), fits)
	if !ok {
		return false
	}
	s.nodes[node].h = h
	return h == Infinite || s.open(node, fits)
}

// front returns the priority of the node to expand next, and false if no node
// is open.
func (s *mmSide[S, A]) front() (priority int64, ok bool) {
	for len(s.heap.List) > 0 {
		e := s.heap.List[0]
		if n := &s.nodes[e.node]; !n.closed && n.g == e.g {
			return e.priority, true
		}
		s.heap.Pop()
	}
	return 0, false
}

// take closes the front node.
func (s *mmSide[S, A]) take() uint32 {
	node := s.heap.Pop().node
	s.retire(node)
	s.nodes[node].closed = true
	return node
}

// open puts a node into the heap.
func (s *mmSide[S, A]) open(node uint32, fits room) bool {
	var ok bool
	if s.heap.List, ok = grown(s.heap.List, 1, 0, &s.bytes, fits); !ok {
		return false
	}
	n := &s.nodes[node]
	n.closed = false
	f := int64(n.g) + int64(n.h)
	if !s.fs.add(f, &s.bytes, fits) || !s.gs.add(int64(n.g), &s.bytes, fits) {
		return false
	}
	s.heap.Push(mmEntry{priority: max(f, 2*int64(n.g)+1), g: n.g, node: node})
	return true
}

// retire removes an open node from the tallies. Its heap entry stays, and is skipped later, because
// by then the node is closed or has another g.
func (s *mmSide[S, A]) retire(node uint32) {
	n := &s.nodes[node]
	s.fs.remove(int64(n.g) + int64(n.h))
	s.gs.remove(int64(n.g))
}

func (s *mmSide[S, A]) leastF() int64 { return s.fs.least() }
func (s *mmSide[S, A]) leastG() int64 { return s.gs.least() }

// find returns the node of a packed state.
func (s *mmSide[S, A]) find(key uint64) (node uint32, ok bool) {
	if len(s.index) == 0 {
		return 0, false
	}
	for slot := s.slot(key); s.index[slot] != 0; slot = (slot + 1) & (len(s.index) - 1) {
		if node := s.index[slot] - 1; s.nodes[node].key == key {
			return node, true
		}
	}
	return 0, false
}

// add stores a packed state that has no node yet.
func (s *mmSide[S, A]) add(key uint64, fits room) (node uint32, ok bool) {
	nodes, ok := grown(s.nodes, 1, 1, &s.bytes, fits)
	if !ok {
		return 0, false
	}
	s.nodes = nodes
	if 4*(len(s.nodes)+1) > 3*len(s.index) && !s.rehash(fits) {
		return 0, false
	}
	node = uint32(len(s.nodes))
	s.nodes = append(s.nodes, mmNode[A]{key: key})
	s.enter(node)
	return node, true
}

// rehash doubles the index.
func (s *mmSide[S, A]) rehash(fits room) bool {
	size := max(64, 2*len(s.index))
	if size > 1<<32 || !fits(1, 4*uint64(size)) {
		return false
	}
	s.bytes += 4 * uint64(size-len(s.index))
	s.index = make([]uint32, size)
	for i := range s.nodes {
		s.enter(uint32(i))
	}
	return true
}

func (s *mmSide[S, A]) enter(node uint32) {
	slot := s.slot(s.nodes[node].key)
	for s.index[slot] != 0 {
		slot = (slot + 1) & (len(s.index) - 1)
	}
	s.index[slot] = node + 1
}

// slot returns where the search for a key begins: the upper bits of its product
// with 2^64 divided by the golden ratio (D. E. Knuth, The Art of Computer
// Programming 3, section 6.4).
func (s *mmSide[S, A]) slot(key uint64) int {
	return int(key * 0x9E3779B97F4A7C15 >> (65 - bits.Len(uint(len(s.index)))))
}

// tally counts the open nodes by f or by g, to find the smallest value. It counts
// values beyond its range as the last value in range. The smallest value may then
// be too small, which weakens a lower bound but never makes it wrong.
type tally struct {
	counts []uint32
	lowest int // no value below this is counted
}

const tallyRange = 1 << 16

func (t *tally) add(value int64, bytes *uint64, fits room) (ok bool) {
	i := int(min(value, tallyRange-1))
	if missing := i + 1 - len(t.counts); missing > 0 {
		if t.counts, ok = grown(t.counts, missing, 0, bytes, fits); !ok {
			return false
		}
		t.counts = t.counts[:i+1]
	}
	t.counts[i]++
	t.lowest = min(t.lowest, i)
	return true
}

func (t *tally) remove(value int64) { t.counts[min(value, tallyRange-1)]-- }

// least returns the smallest value that is counted. If there is none, it returns a number that is
// at least as large as any value counted before.
func (t *tally) least() int64 {
	for t.lowest < len(t.counts)-1 && t.counts[t.lowest] == 0 {
		t.lowest++
	}
	return int64(t.lowest)
}
