package search

import "unsafe"

// room reports whether a search may hold the given number of additional nodes and bytes. If so, it
// records both.
type room func(nodes int, bytes uint64) bool

// grown returns a slice with room for n more elements, which represent the given number of nodes.
// It returns s itself if that has room. Otherwise it returns a copy with at least twice the
// capacity, if fits allows the old and the new slice together. The counter bytes is the total size
// of the search's slices, by capacity.
func grown[T any](s []T, n, nodes int, bytes *uint64, fits room) (longer []T, ok bool) {
	if len(s)+n <= cap(s) {
		return s, fits(nodes, 0)
	}
	size := uint64(unsafe.Sizeof(*new(T)))
	capacity := max(64, 2*cap(s), len(s)+n)
	if !fits(nodes, uint64(capacity)*size) {
		return s, false
	}
	*bytes += uint64(capacity-cap(s)) * size
	return append(make([]T, 0, capacity), s...), true
}
