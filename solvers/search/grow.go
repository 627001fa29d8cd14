package search

const (
	firstGroups = 1 << 8  // 16 KiB
	maxGroups   = 1 << 29 // 32 GiB; more cannot be told by an id
	// slotBudget is what a slot and its share of the open list may cost: the
	// table of a search limited to B bytes grows to B/16 slots.
	slotBudget = 16
	// ownPages is the size from which on tables are large: they are worth pages
	// of their own, and grow to twice their size instead of four times.
	ownPages = 64 << 20
)

// nextSize returns the number of groups to grow to, or 0 for none. Old and new
// table are alive together for a while, so the last step is a long one: a
// table that would come to fill more than an eighth of the limit is made as
// large as the limit allows at once.
func (t *packed[S, A]) nextSize(spare uint64) uint64 {
	old := uint64(len(t.groups))
	n := old * 4
	if old*groupBytes >= ownPages {
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
	t.most = max(t.most, t.bytes()+uint64(len(old))*groupBytes)
	for i := range old {
		if _, stop := g.Pass(i); stop {
			freeGroups(old)
			return false // with half a table, which is not used again
		}
		for k := range old[i].used {
			key := old[i].keys[k]
			to, id, _ := t.find(key, home(key, len(t.groups)))
			to.put(key, old[i].meta[k])
			old[i].keys[k] = uint64(id) // for the open list
		}
	}
	renumber(func(id uint32) uint32 { return uint32(old[id>>3].keys[id&7]) })
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
