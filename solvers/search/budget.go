package search

import "math"

// reserve makes sure that one more expansion fits into the table, the open list
// and the limits. Very close to the limits it only reports that there may be
// room, and offer counts exactly.
func (b *bestFirst[S, A]) reserve() bool {
	need := max(1, len(b.now.room)) // the start, where nothing can be expanded
	if b.stored+uint64(need) <= b.room && b.chunks.free >= need && b.directory == b.openFixed() {
		return true
	}
	if !b.reserveChunks(need) {
		return false
	}
	for b.stored+uint64(need) > b.nodes.room() {
		if !b.nodes.grow(b.guard, b.spare(), b.renumber) {
			break
		}
		b.charge(b.nodes.peak())
	}
	b.room = b.nodes.room()
	if b.limits.Stored > 0 {
		b.room = min(b.room, b.limits.Stored)
	}
	b.ahead.helps = b.nodes.slow()
	b.directory = b.openFixed()
	b.charge(b.nodes.bytes())
	return b.guard.Fits(b.bytes)
}

// reserveChunks makes sure that the given number of entries can be pushed.
func (b *bestFirst[S, A]) reserveChunks(need int) bool {
	for b.chunks.free < need {
		if b.spare() < blockBytes+8 {
			return b.refuse()
		}
		b.chunks.addBlock()
	}
	return true
}

// refuse makes the outcome LimitMemory, unless the guard already has one.
func (b *bestFirst[S, A]) refuse() bool {
	if b.guard.Outcome() == Running {
		b.guard.outcome = LimitMemory
	}
	return false
}

// openFixed returns the bytes of the open lists, without their chunks.
func (b *bestFirst[S, A]) openFixed() uint64 {
	fixed := b.queue.fixed
	if b.later != nil {
		fixed += b.later.fixed
	}
	return fixed
}

// charge updates the peak of the memory in use, given the bytes of the table.
func (b *bestFirst[S, A]) charge(table uint64) {
	b.bytes = max(b.bytes, table+b.chunks.bytes()+b.openFixed()+b.now.bytes()+b.ahead.bytes())
}

// spare returns the number of bytes that are left below the limit.
func (b *bestFirst[S, A]) spare() uint64 {
	if b.limits.Bytes == 0 {
		return math.MaxUint64
	}
	used := b.nodes.bytes() + b.chunks.bytes() + b.openFixed()
	return b.limits.Bytes - min(used, b.limits.Bytes)
}

func (b *bestFirst[S, A]) renumber(to func(id uint32) uint32) {
	b.ahead.node = noParent // it has another number, and its steps have other places
	b.queue.renumber(to)
	if b.later != nil {
		b.later.renumber(to)
	}
}
