package search

import (
	"slices"
	"unsafe"
)

// open is the open list of a best-first search: a bucket queue (Dial 1969) over
// pairs (f, g). Every bucket is a stack, or a queue for [FIFO], of 4-byte node
// numbers:
//
//	levels by f, a heap ──▶ level f: buckets by g, sorted ──▶ chunks of 15 numbers, linked
//
// A push or a pop thus touches one cache line, and a search with small costs never sifts a heap.
// If costs are large and sparse, only occurring pairs take memory.
//
// Entries are never removed from the middle. A node opened again at a smaller g has a second entry
// at a smaller f, which is taken first and closes the node. When the older entry is taken, the
// caller skips it.
type open struct {
	*chunks
	ties   Ties
	length uint64
	levels map[int64]*level
	queue  Heap[*level] // levels, smallest f first
	near   [64]*level   // for each f mod 64, the level used last
	spared []*level     // emptied levels, for reuse
	fixed  uint64       // memory of levels and buckets, in bytes
}

// level holds the entries of one f.
type level struct {
	f       int64
	length  int
	best    int      // index of the bucket to take from; all better buckets are empty
	buckets []bucket // buckets in the order of increasing g
}

// bucket is a list of chunks. A stack links each chunk to the chunk below it, and a queue links
// each chunk to the next one.
type bucket struct {
	g           int32
	first, last uint32 // first and last chunk; a stack does not use the first
	taken, put  uint8  // entries are from first[taken], or the bottom, to last[put-1]
	empty       bool   // the bucket holds no chunks
}

const (
	bucketBytes = uint64(unsafe.Sizeof(bucket{}))
	// levelBytes is the memory of a level without its buckets: the level itself, its place in the
	// heap, and its entry in the map at the usual load.
	levelBytes = uint64(unsafe.Sizeof(level{})) + 8 + 40
)

func newOpen(ties Ties, c *chunks) *open {
	return &open{
		chunks: c, ties: ties, levels: map[int64]*level{},
		queue: Heap[*level]{Less: func(a, b *level) bool { return a.f < b.f }},
	}
}

// push adds an entry. The caller has reserved a chunk for it.
func (o *open) push(f int64, g int32, id uint32) {
	l := o.near[f&63]
	if l == nil || l.f != f {
		l = o.level(f)
		o.near[f&63] = l
	}
	if o.ties == FIFO {
		g = 0
	}
	i := 0
	if n := len(l.buckets); n > 0 {
		i = int(g) - int(l.buckets[0].g) // right if costs are small
		if i < 0 || i >= n || l.buckets[i].g != g {
			i = o.bucket(l, g)
		}
	} else {
		i = o.bucket(l, g)
	}
	if l.length == 0 || o.ties == HighG && i > l.best || o.ties == LowG && i < l.best {
		l.best = i
	}
	l.length++
	o.length++
	b := &l.buckets[i]
	switch {
	case b.empty:
		c := o.take()
		b.first, b.last, b.taken, b.put, b.empty = c, c, 0, 0, false
	case b.put == chunkIDs:
		c := o.take()
		if o.ties == FIFO {
			o.at(b.last)[chunkIDs] = c
		} else {
			o.at(c)[chunkIDs] = b.last
		}
		b.last, b.put = c, 0
	}
	o.at(b.last)[b.put] = id
	b.put++
}

// level returns the level of f. It adds the level if necessary.
func (o *open) level(f int64) *level {
	if l := o.levels[f]; l != nil {
		return l
	}
	var l *level
	if n := len(o.spared); n > 0 {
		l, o.spared = o.spared[n-1], o.spared[:n-1]
		l.f = f
	} else {
		l = &level{f: f}
		o.fixed += levelBytes
	}
	o.levels[f] = l
	o.queue.Push(l)
	return l
}

// bucket returns the index of the bucket of g. It adds the bucket if necessary.
func (o *open) bucket(l *level, g int32) int {
	i, found := slices.BinarySearchFunc(l.buckets, g, func(b bucket, g int32) int { return int(b.g) - int(g) })
	if found {
		return i
	}
	before := cap(l.buckets)
	l.buckets = slices.Insert(l.buckets, i, bucket{g: g, empty: true})
	o.fixed += uint64(cap(l.buckets)-before) * bucketBytes
	if l.length > 0 && i <= l.best {
		l.best++
	}
	return i
}

// pop removes and returns the best entry. This is an entry with the smallest f and, among these,
// with the g that the tie rule prefers. In a tie, it is the entry that was pushed last, or first
// for FIFO. The result g is the value with which the entry was pushed, or 0 for FIFO.
func (o *open) pop() (id uint32, f int64, g int32, ok bool) {
	for {
		if len(o.queue.List) == 0 {
			return 0, 0, 0, false
		}
		if o.queue.List[0].length > 0 {
			break
		}
		o.dropLevel()
	}
	l := o.queue.List[0]
	l.settle(o.ties)
	l.length--
	o.length--
	b := &l.buckets[l.best]
	if o.ties == FIFO {
		return o.shift(b), l.f, b.g, true
	}
	b.put--
	c := o.at(b.last)
	id = c[b.put]
	if b.put == 0 {
		below := c[chunkIDs]
		o.give(b.last)
		b.last, b.put = below, chunkIDs
		b.empty = below == noChunk
	}
	return id, l.f, b.g, true
}

// shift removes the first entry of a queue.
func (o *open) shift(b *bucket) uint32 {
	c := o.at(b.first)
	id := c[b.taken]
	b.taken++
	switch {
	case b.first == b.last && b.taken == b.put:
		o.give(b.first)
		b.empty = true
	case b.taken == chunkIDs:
		next := c[chunkIDs]
		o.give(b.first)
		b.first, b.taken = next, 0
	}
	return id
}

// dropLevel removes the level with the smallest f, which must be empty.
func (o *open) dropLevel() {
	l := o.queue.Pop()
	delete(o.levels, l.f)
	if o.near[l.f&63] == l {
		o.near[l.f&63] = nil
	}
	l.buckets, l.best = l.buckets[:0], 0
	o.spared = append(o.spared, l)
}

// settle advances best to the next bucket that is not empty. There must be one.
func (l *level) settle(ties Ties) {
	for l.buckets[l.best].empty {
		if ties == HighG {
			l.best--
		} else {
			l.best++
		}
	}
}

// next returns the entry that pop would return. ok is false if finding out would take time.
func (o *open) next() (id uint32, ok bool) {
	if len(o.queue.List) == 0 || o.queue.List[0].length == 0 {
		return 0, false
	}
	l := o.queue.List[0]
	l.settle(o.ties)
	b := &l.buckets[l.best]
	if o.ties == FIFO {
		return o.at(b.first)[b.taken], true
	}
	return o.at(b.last)[b.put-1], true
}

// least returns the smallest value(f, g) among the entries; ok is false if there are none. Entries
// of closed nodes count too. It does not work for FIFO, which does not store g.
func (o *open) least(value func(f int64, g int32) int64) (least int64, ok bool) {
	for _, l := range o.queue.List {
		for i := range l.buckets {
			if b := &l.buckets[i]; !b.empty {
				if v := value(l.f, b.g); !ok || v < least {
					least, ok = v, true
				}
			}
		}
	}
	return least, ok
}

// renumber replaces every node number id by to(id).
func (o *open) renumber(to func(id uint32) uint32) {
	for _, l := range o.queue.List {
		for i := range l.buckets {
			b := &l.buckets[i]
			if b.empty {
				continue
			}
			c, from := b.last, uint8(0)
			if o.ties == FIFO {
				c, from = b.first, b.taken
			}
			for ; c != noChunk; from = 0 {
				end := uint8(chunkIDs)
				if c == b.last {
					end = b.put
				}
				chunk := o.at(c)
				for k := from; k < end; k++ {
					chunk[k] = to(chunk[k])
				}
				c = chunk[chunkIDs]
			}
		}
	}
}
