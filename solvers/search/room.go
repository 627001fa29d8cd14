package search

import "unsafe"

// room asks, for a search, whether it may come to hold so many more nodes and
// bytes. If it may, the search takes note of both.
type room func(nodes int, bytes uint64) bool

// grown returns a slice with room for n more elements, which stand for so many
// nodes: itself, or a copy of at least twice the capacity if the old and the
// new together fit. bytes are what the slices of the search take, by capacity.
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
