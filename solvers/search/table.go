package search

import (
	"math/bits"
	"slices"
	"unsafe"
)

// packed is an open-addressing table of nodes whose states fit into 64 bits. Five
// nodes share a cache line:
//
//	group, 64 bytes   | key 0 | key 1 | … | key 4 | meta 0 | … | meta 4 | used |
//	meta, 32 bits     0 · closed · g (22 bits) · number of the action (8 bits)
//	id                group · 8 + slot
//
// A slot thus costs 12.8 bytes, and most lookups touch one line: a key is in the first group,
// starting from its home, that had a free slot when the key was added. There are no pointers, and
// nodes are never removed. To find the parent of a node, the search undoes the node's action.
//
// Groups are in the order of the hash, whatever their number. Growing therefore reads and writes
// the tables from front to back.
type packed[S, A comparable] struct {
	problem  Problem[S, A]
	packer   Packer[S]
	inverter Inverter[A]
	rule     revisit

	groups  []group
	count   uint64
	full    uint64 // number of nodes at which the table must grow
	limit   uint64 // limit on the bytes of the whole search; 0 for none
	most    uint64 // peak of the bytes in use
	actions []A    // by number; number 0 is the zero A
}

type group struct {
	keys [slots]uint64
	meta [slots]uint32
	used uint32 // number of used slots, from the first on
}

const (
	slots      = 5
	groupBytes = uint64(unsafe.Sizeof(group{}))

	metaClosed = 1 << 30
	metaG      = 8 // shift of g
	maxG       = 1<<22 - 1
	maxAction  = 1<<8 - 1
)

func newPacked[S, A comparable](p Problem[S, A], packer Packer[S], inverter Inverter[A], rule revisit, limit uint64) *packed[S, A] {
	var none A
	n := uint64(firstGroups)
	if limit > 0 {
		n = min(n, max(1, limit/slotBudget/slots))
	}
	t := &packed[S, A]{
		problem: p, packer: packer, inverter: inverter, rule: rule, limit: limit,
		actions: []A{none},
	}
	t.adopt(make([]group, n))
	return t
}

// adopt makes a table's groups its own.
func (t *packed[S, A]) adopt(groups []group) {
	t.groups = groups
	n := uint64(len(groups)) * slots
	t.full = n - n/10 // at nine tenths a search looks at 1.6 lines on average
	t.most = max(t.most, t.bytes())
}

// home returns the group at which the search for a key begins. It increases with a hash of the key,
// and the hash does not depend on the number of groups.
func home(key uint64, groups int) uint64 {
	key ^= key >> 32
	key *= 0x9E3779B97F4A7C15
	key ^= key >> 29
	key *= 0xBF58476D1CE4E5B9
	hi, _ := bits.Mul64(key, uint64(groups))
	return hi
}

// find returns the group and id of a key, or the place for the key if it is not known. It compares
// all keys of a group at once. The processor cannot predict which of them matches, and five
// comparisons take less time than one mispredicted branch.
func (t *packed[S, A]) find(key, at uint64) (g *group, id uint32, known bool) {
	for {
		g = &t.groups[at]
		same := uint32(0)
		if g.keys[0] == key {
			same = 1
		}
		if g.keys[1] == key {
			same |= 2
		}
		if g.keys[2] == key {
			same |= 4
		}
		if g.keys[3] == key {
			same |= 8
		}
		if g.keys[4] == key {
			same |= 16
		}
		if same &= 1<<(g.used&7) - 1; same != 0 {
			return g, uint32(at<<3) | uint32(bits.TrailingZeros32(same)), true
		}
		if g.used < slots {
			return g, uint32(at<<3) | g.used, false
		}
		if at++; at == uint64(len(t.groups)) {
			at = 0
		}
	}
}

// put fills the slot that find returned for an unknown key.
func (g *group) put(key uint64, meta uint32) {
	g.keys[g.used], g.meta[g.used] = key, meta
	g.used++
}

func (t *packed[S, A]) root(s *S) uint32 {
	key := t.packer.Pack(s)
	g, id, _ := t.find(key, home(key, len(t.groups)))
	g.put(key, 0)
	t.count++
	return id
}

func (t *packed[S, A]) take(id uint32, s *S) (via A, g int32, ok bool) {
	group := &t.groups[id>>3]
	meta := group.meta[id&7]
	if meta&metaClosed != 0 {
		return via, 0, false
	}
	group.meta[id&7] = meta | metaClosed
	*s = t.packer.Unpack(group.keys[id&7])
	return t.actions[meta&maxAction], int32(meta >> metaG & maxG), true
}

// expect prefetches the lines of all steps before the first one is needed, so that their delays
// overlap.
func (t *packed[S, A]) expect(e *expansion[S, A]) {
	for i := range e.steps {
		key := t.packer.Pack(&e.steps[i].State)
		e.keys[i], e.homes[i] = key, home(key, len(t.groups))
	}
	prefetch(unsafe.SliceData(t.groups), unsafe.SliceData(e.homes), len(e.steps))
}

func (t *packed[S, A]) expectNode(id uint32) {
	at := uint64(id >> 3)
	prefetch(unsafe.SliceData(t.groups), &at, 1)
}

func (t *packed[S, A]) slow() bool { return len(t.groups) >= slowGroups }

func (t *packed[S, A]) relax(_ uint32, g int32, e *expansion[S, A]) bool {
	steps := e.steps
	keys, homes, fates := e.keys[:len(steps)], e.homes[:len(steps)], e.fates[:len(steps)]
	for i := range steps {
		if int64(g)+int64(steps[i].Cost) > maxG {
			return false
		}
		if _, ok := t.number(steps[i].Action); !ok {
			return false
		}
	}
	for i := range steps {
		action, _ := t.number(steps[i].Action)
		cost := uint32(g + steps[i].Cost)
		entry := cost<<metaG | action
		group, id, known := t.find(keys[i], homes[i])
		slot := id & 7
		fates[i].id = id
		if !known {
			group.put(keys[i], entry)
			t.count++
			fates[i].what = added
			continue
		}
		meta := group.meta[slot]
		switch {
		case t.rule == keepFirst || meta>>metaG&maxG <= cost:
			fates[i].what = dropped
		case meta&metaClosed == 0:
			group.meta[slot] = entry
			fates[i].what = cheaper
		case t.rule == deferClosed:
			group.meta[slot] = entry | metaClosed
			fates[i].what = reopened
		default:
			group.meta[slot] = entry
			fates[i].what = reopened
		}
	}
	return true
}

// number returns the number of an action. It assigns a new one if the action has none.
func (t *packed[S, A]) number(a A) (n uint32, ok bool) {
	for i := 1; i < len(t.actions); i++ {
		if t.actions[i] == a {
			return uint32(i), true
		}
	}
	if len(t.actions) > maxAction {
		return 0, false
	}
	t.actions = append(t.actions, a)
	return uint32(len(t.actions) - 1), true
}

func (t *packed[S, A]) fresh(e *expansion[S, A]) int {
	n := 0
	for i := range e.steps {
		key := e.keys[i]
		if _, _, known := t.find(key, e.homes[i]); !known && !slices.Contains(e.keys[:i], key) {
			n++
		}
	}
	return n
}

func (t *packed[S, A]) room() uint64 { return t.full }

func (t *packed[S, A]) bytes() uint64 {
	return uint64(len(t.groups)) * groupBytes
}

func (t *packed[S, A]) free() {
	freeGroups(t.groups)
	t.groups = nil
}

func (t *packed[S, A]) peak() uint64 { return t.most }

func (t *packed[S, A]) cost(id uint32) (g int32, closed bool) {
	meta := t.groups[id>>3].meta[id&7]
	return int32(meta >> metaG & maxG), meta&metaClosed != 0
}

func (t *packed[S, A]) reopen() {
	for i := range t.groups {
		for k := range t.groups[i].meta {
			t.groups[i].meta[k] &^= metaClosed
		}
	}
}

func (t *packed[S, A]) path(id uint32) []A {
	start := t.packer.Unpack(t.groups[id>>3].keys[id&7])
	return walkBack(t.problem, t.inverter, start, func(s *S) A {
		key := t.packer.Pack(s)
		g, id, known := t.find(key, home(key, len(t.groups)))
		if !known {
			panic("search: the Inverse of an action leads to a state that was never met")
		}
		return t.actions[g.meta[id&7]&maxAction]
	})
}
