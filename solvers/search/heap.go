package search

// Heap is a binary heap whose Pop removes a smallest element. The order of equal elements is fixed,
// because it determines which solution a best-first search finds. An element moves past another
// only if it is strictly smaller or larger. The first of two equal children rises. Textbook heaps
// in other programs do the same.
type Heap[E any] struct {
	// List holds the elements in heap order. The first one is the element that Pop removes next.
	List []E
	Less func(a, b E) bool
}

// Push adds an element in logarithmic time.
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

// Pop removes a smallest element and returns it. The heap must not be empty.
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
