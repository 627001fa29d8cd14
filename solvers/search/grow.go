package search

import "unsafe"

const (
	firstGroups = 671     // 42 KiB
	maxGroups   = 1 << 29 // 32 GiB; ids cannot number more
	// slotBudget is the maximum number of bytes for a slot and its share of the open list: with a
	// limit of B bytes, a table grows to B/16 slots.
	slotBudget = 16
	// ownPages is the size in bytes from which tables get pages of their own.
	ownPages = 4 << 20
	// doubles is the size in bytes from which tables grow to twice their size. Smaller tables grow
	// to five times their size, so that even the old and the new table together take less than
	// slotBudget for each slot of the new one.
	doubles = 64 << 20
	// strideGroups is the number of groups to give back at a time: a page of 2 MiB.
	strideGroups = 2 << 20 / 64
)

// nextSize returns the number of groups to grow to, or 0 if the table cannot grow. The old and the
// new table exist together for a while, so the last step is a large one: a table that would take
// more than an eighth of the limit gets all the memory that the limit allows.
func (t *packed[S, A]) nextSize(spare uint64) uint64 {
	old := uint64(len(t.groups))
	n := old * 5
	if old*groupBytes >= doubles {
		n = old * 2
	}
	if t.limit > 0 {
		last := t.limit / slotBudget / slots
		if n*groupBytes > t.limit/8 {
			n = last
		}
		n = min(n, spare/groupBytes)
	}
	n = min(n, maxGroups)
	if n < old+old/4 {
		return 0
	}
	return n
}

// grow moves the nodes to a larger table. Both tables keep the order of the hash, so the new table
// fills from front to back while the old one is read. The pages of a large old table are given
// back as soon as they have been read. Only the new ids of its nodes remain, 20 bytes per group,
// which are written into the old table for the open list. So the peak memory is the new table plus
// these ids.
func (t *packed[S, A]) grow(g *Guard, spare uint64, renumber func(to func(id uint32) uint32)) bool {
	n := t.nextSize(spare)
	if n == 0 {
		return false
	}
	old, groups := t.groups, newGroups(n)
	if groups == nil {
		return false
	}
	t.adopt(groups)
	forward := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(old))), len(old)*slots)
	behind := uint64(len(old)) * groupBytes
	if shedsPages && behind >= ownPages {
		behind = uint64(len(forward))*4 + strideGroups*groupBytes
	}
	t.most = max(t.most, t.bytes()+behind)
	for i := range old {
		if _, stop := g.Pass(i); stop {
			freeGroups(old)
			return false // with half a table, which is not used again
		}
		from := old[i] // a copy, as the first ids overwrite their own group
		for k, key := range from.keys[:from.used] {
			to, id, _ := t.find(key, home(key, len(t.groups)))
			to.put(key, from.meta[k])
			forward[i*slots+k] = id
		}
		// The ids fill less than a third of what was read, so from the second
		// stride on they are all in front of it.
		if read := i + 1; read%strideGroups == 0 && read > strideGroups {
			shedGroups(old, read-strideGroups, read)
		}
	}
	renumber(func(id uint32) uint32 { return forward[id>>3*slots+id&7] })
	freeGroups(old)
	return true
}

func (t *packed[S, A]) wide(g *Guard, spare uint64, renumber func(to func(id uint32) uint32)) nodes[S, A] {
	w := newPlain(t.problem, t.rule)
	w.adopted = true
	for i := range t.groups {
		group := &t.groups[i]
		for k, meta := range group.meta[:group.used] {
			for w.count == w.room() {
				if w.bytes() > spare || !w.grow(g, spare-w.bytes(), nil) {
					return nil
				}
			}
			s := t.packer.Unpack(group.keys[k])
			id := w.add(&s, t.actions[meta&maxAction], int32(meta>>metaG&maxG), noParent)
			w.node(id).closed = meta&metaClosed != 0
			group.keys[k] = uint64(id) // for the open list
		}
	}
	w.most = max(t.most, w.most+t.bytes())
	renumber(func(id uint32) uint32 { return uint32(t.groups[id>>3].keys[id&7]) })
	t.free()
	return w
}
