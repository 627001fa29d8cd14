package search

// Heap is a binary heap: Pop takes an element that no other one is less than. Among equal
// ones the order is what the heap makes of it: an element rises and sinks past others only
// if it is less, and of two equal children the first one rises. Programs of others do the
// same, and it decides which solution a best-first search finds.
type Heap[E any] struct {
	List []E // the next to be taken first, the others in the order of the heap
	Less func(a, b E) bool
}

// Push adds an element.
func (h *Heap[E]) Push(e E) {
	i := len(h.List)
	h.List = append(h.List, e)
	for i > 0 {
		parent := (i - 1) / 2
		if !h.Less(e, h.List[parent]) {
			break
		}
		h.List[i] = h.List[parent]
		i = parent
	}
	h.List[i] = e
}

// Pop removes the next element of a heap that is not empty.
func (h *Heap[E]) Pop() E {
	next, last := h.List[0], len(h.List)-1
	e := h.List[last]
	h.List = h.List[:last]
	if last == 0 {
		return next
	}
	i := 0
	for child := 1; child < last; child = 2*i + 1 {
		if child+1 < last && h.Less(h.List[child+1], h.List[child]) {
			child++
		}
		if !h.Less(h.List[child], e) {
			break
		}
		h.List[i] = h.List[child]
		i = child
	}
	h.List[i] = e
	return next
}
