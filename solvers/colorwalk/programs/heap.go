package programs

import "unsafe"

// entry is a position on the heap: a line, and the colour to be played after it.
type entry struct {
	cost    int
	line    int32
	removed int32 // cells of the board that are blank then
	via     uint8 // the colour's place in the graph's list
}

// costHeap is a binary heap of positions by cost. Among equal costs the order is
// what the heap makes of it, and that decides which solution is found: an entry
// rises and sinks past others only if it costs strictly less, and of two equal
// children the first one rises. The heap of the write-up's program, that of
// js-priority-queue 0.1.5, does the same.
type costHeap struct{ entries []entry }

// push adds an entry. It returns false if the game is stopped for want of memory.
func (h *costHeap) push(g *game, e entry) bool {
	if n := len(h.entries); n == cap(h.entries) {
		capacity := max(256, 2*n)
		if !g.take(uint64(capacity-n) * uint64(unsafe.Sizeof(e))) {
			return false
		}
		h.entries = append(make([]entry, 0, capacity), h.entries...)
	}
	h.entries = append(h.entries, e)
	i := len(h.entries) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if e.cost >= h.entries[parent].cost {
			break
		}
		h.entries[i] = h.entries[parent]
		i = parent
	}
	h.entries[i] = e
	return true
}

// pop removes an entry of least cost from a heap that is not empty.
func (h *costHeap) pop() entry {
	least := h.entries[0]
	last := len(h.entries) - 1
	e := h.entries[last]
	h.entries = h.entries[:last]
	if last == 0 {
		return least
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && h.entries[child+1].cost < h.entries[child].cost {
			child++
		}
		if h.entries[child].cost >= e.cost {
			break
		}
		h.entries[i] = h.entries[child]
		i = child
	}
	h.entries[i] = e
	return least
}
