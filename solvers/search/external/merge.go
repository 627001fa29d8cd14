package external

import "cmp"

// merge merges files into a new one, and leaves out the states that are in the file without,
// unless that is nil. Records of the same state become one. If the guard stops the merge, the
// result is meaningless.
func (e *enumeration) merge(files []file, without *file, name string) (file, error) {
	var err error
	heap := make([]*reader, 0, len(files))
	for i := range files {
		r := e.read(&files[i])
		defer r.close()
		if r.next() {
			heap = append(heap, r)
		}
		err = cmp.Or(err, r.err)
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		sink(heap, i)
	}
	known := &reader{}
	more := false
	if without != nil {
		known = e.read(without)
		defer known.close()
		more = known.next()
	}
	out, failed := e.create(name)
	if failed != nil {
		return file{}, failed
	}
	for i := 0; len(heap) > 0 && err == nil && known.err == nil && out.err == nil; i++ {
		if _, stop := e.guard.Pass(i); stop {
			break
		}
		record := heap[0].record
		state := record >> e.operators
		for len(heap) > 0 && heap[0].record>>e.operators == state {
			record |= heap[0].record
			if !heap[0].next() {
				err = cmp.Or(err, heap[0].err)
				heap[0] = heap[len(heap)-1]
				heap = heap[:len(heap)-1]
			}
			sink(heap, 0)
		}
		for more && known.record>>e.operators < state {
			more = known.next()
		}
		if !more || known.record>>e.operators != state {
			out.add(record)
		}
	}
	merged, failed := out.close()
	return merged, cmp.Or(err, known.err, failed)
}

// sink restores the order of a heap whose element i may be too large.
func sink(heap []*reader, i int) {
	if i >= len(heap) {
		return
	}
	moved := heap[i]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && heap[child+1].record < heap[child].record {
			child++
		}
		if heap[child].record >= moved.record {
			break
		}
		heap[i] = heap[child]
		i = child
	}
	heap[i] = moved
}
