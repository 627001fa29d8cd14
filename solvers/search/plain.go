package search

import (
	"hash/maphash"
	"slices"
	"unsafe"
)

// plain is the table of nodes for states of any type: nodes in blocks that never move, and an
// open-addressing index of their numbers. A node knows its parent, so the search need not undo
// actions. Only nodes from a [packed] table do not know their parents, but then the problem is
// an [Inverter].
type plain[S, A comparable] struct {
	problem Problem[S, A]
	rule    revisit
	seed    maphash.Seed
	blocks  []*[plainBlock]plainNode[S, A]
	count   uint64
	index   []uint32 // id + 1 by hash, or 0 for none; a power of two
	most    uint64
	adopted bool // some nodes came from a packed table
}

type plainNode[S, A comparable] struct {
	state  S
	via    A
	g      int32
	parent uint32
	closed bool
}

const (
	plainBlock = 64
	noParent   = ^uint32(0)
	firstIndex = 1 << 9
	maxPlain   = 1<<32 - 2
)

func newPlain[S, A comparable](p Problem[S, A], rule revisit) *plain[S, A] {
	t := &plain[S, A]{problem: p, rule: rule, seed: maphash.MakeSeed(), index: make([]uint32, firstIndex)}
	t.blocks = append(t.blocks, new([plainBlock]plainNode[S, A]))
	t.most = t.bytes()
	return t
}

func (t *plain[S, A]) node(id uint32) *plainNode[S, A] {
	return &t.blocks[id/plainBlock][id%plainBlock]
}

// find returns the place of a state in the index, or the place for it if it is
// not known. The seed of the hash differs from run to run, but no counter and no
// result depends on it.
func (t *plain[S, A]) find(s *S) (at uint64, known bool) {
	mask := uint64(len(t.index) - 1)
	for at = maphash.Comparable(t.seed, *s) & mask; ; at = (at + 1) & mask {
		id := t.index[at]
		if id == 0 {
			return at, false
		}
		if t.node(id-1).state == *s {
			return at, true
		}
	}
}

// add stores a new node. There must be room for it.
func (t *plain[S, A]) add(s *S, via A, g int32, parent uint32) uint32 {
	id := uint32(t.count)
	t.count++
	*t.node(id) = plainNode[S, A]{state: *s, via: via, g: g, parent: parent}
	at, _ := t.find(s)
	t.index[at] = id + 1
	return id
}

// room returns the number of nodes that leaves a quarter of the index free.
func (t *plain[S, A]) room() uint64 {
	return min(uint64(len(t.index))*3/4, uint64(len(t.blocks))*plainBlock, maxPlain)
}

func (t *plain[S, A]) grow(g *Guard, spare uint64, _ func(to func(id uint32) uint32)) bool {
	if t.room() == maxPlain {
		return false
	}
	if nodes := uint64(len(t.blocks)) * plainBlock; nodes < uint64(len(t.index))*3/4 {
		if t.blockBytes() > spare {
			return false
		}
		t.blocks = append(t.blocks, new([plainBlock]plainNode[S, A]))
		t.most = max(t.most, t.bytes())
		return true
	}
	if 8*uint64(len(t.index)) > spare {
		return false
	}
	t.most = max(t.most, t.bytes()+8*uint64(len(t.index)))
	t.index = make([]uint32, 2*len(t.index))
	for id := range uint32(t.count) {
		if _, stop := g.Pass(int(id)); stop {
			return false
		}
		at, _ := t.find(&t.node(id).state)
		t.index[at] = id + 1
	}
	return true
}

func (t *plain[S, A]) root(s *S) uint32 {
	var none A
	return t.add(s, none, 0, noParent)
}

func (t *plain[S, A]) take(id uint32, s *S) (via A, g int32, ok bool) {
	n := t.node(id)
	if n.closed {
		return via, 0, false
	}
	n.closed = true
	*s = n.state
	return n.via, n.g, true
}

func (t *plain[S, A]) expect(*expansion[S, A]) {} // its lines are not known before it looks

func (t *plain[S, A]) expectNode(uint32) {}

func (t *plain[S, A]) slow() bool { return false }

func (t *plain[S, A]) relax(from uint32, g int32, e *expansion[S, A]) bool {
	steps, fates := e.steps, e.fates
	for i := range steps {
		step := &steps[i]
		fates[i].what = dropped
		if int64(g)+int64(step.Cost) >= int64(Infinite) {
			continue // no path is as long as that
		}
		cost := g + step.Cost
		at, known := t.find(&step.State)
		if !known {
			fates[i].id, fates[i].what = t.add(&step.State, step.Action, cost, from), added
			continue
		}
		id := t.index[at] - 1
		n := t.node(id)
		if t.rule == keepFirst || n.g <= cost {
			continue
		}
		n.g, n.via, n.parent = cost, step.Action, from
		fates[i].id, fates[i].what = id, cheaper
		if n.closed {
			fates[i].what = reopened
			n.closed = t.rule == deferClosed
		}
	}
	return true
}

func (t *plain[S, A]) fresh(e *expansion[S, A]) int {
	steps := e.steps
	n := 0
next:
	for i := range steps {
		if _, known := t.find(&steps[i].State); known {
			continue
		}
		for k := range i {
			if steps[k].State == steps[i].State {
				continue next
			}
		}
		n++
	}
	return n
}

func (t *plain[S, A]) bytes() uint64 {
	return uint64(len(t.blocks))*t.blockBytes() + uint64(len(t.index))*4
}

// blockBytes returns the memory of a block and of the pointer to it. It does not include memory
// that a state points to, such as the text of a string.
func (t *plain[S, A]) blockBytes() uint64 {
	return plainBlock*uint64(unsafe.Sizeof(plainNode[S, A]{})) + 8
}

func (t *plain[S, A]) free() {} // it is the collector's

func (t *plain[S, A]) peak() uint64 { return t.most }

func (t *plain[S, A]) cost(id uint32) (g int32, closed bool) {
	n := t.node(id)
	return n.g, n.closed
}

func (t *plain[S, A]) reopen() {
	for id := range uint32(t.count) {
		t.node(id).closed = false
	}
}

func (t *plain[S, A]) wide(*Guard, uint64, func(to func(id uint32) uint32)) nodes[S, A] {
	return nil // never asked for: this is the wide one
}

func (t *plain[S, A]) path(id uint32) []A {
	if t.adopted {
		return walkBack(t.problem, t.problem.(Inverter[A]), t.node(id).state, func(s *S) A {
			at, known := t.find(s)
			if !known {
				panic("search: the Inverse of an action leads to a state that was never met")
			}
			return t.node(t.index[at] - 1).via
		})
	}
	path := []A{}
	for n := t.node(id); n.parent != noParent; n = t.node(n.parent) {
		path = append(path, n.via)
	}
	slices.Reverse(path)
	return path
}
