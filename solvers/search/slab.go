package search

import "unsafe"

// slab is the memory of a depth-first search: for every depth of the current
// path a row that holds the steps out of the node there, and how far the
// search has come among them.
//
//	depth 0   root's steps   [ up | left*| right | down ]   next = 2
//	depth 1   steps of left  [ up*| left | down ]           next = 1
//	depth 2   steps of up    [ ... ]                        next = 0
//
// The starred steps are the path. Rows never move once they are made, because
// a step in one is the state expanded into the next.
type slab[S, A comparable] struct {
	rows      []row[S, A]
	branching int
}

type row[S, A comparable] struct {
	steps []Step[S, A] // Branching long; the first n are valid
	n     int
	next  int   // the step to look at next
	g     int32 // cost of the path to the node whose steps these are
}

// rowsAtOnce is the number of rows made in one piece, so that neighbouring
// depths are neighbours in memory.
const rowsAtOnce = 16

// reach makes sure that the slab has a row for the depth, and reports whether
// the guard allows the path and the bytes; m learns of both.
func (s *slab[S, A]) reach(depth int, g *Guard, m *Meter) bool {
	if !g.Holds(uint64(depth) + 1) {
		return false
	}
	if depth >= len(s.rows) {
		bytes := uint64(len(s.rows)+rowsAtOnce) * s.rowBytes()
		if !g.Fits(bytes) {
			return false
		}
		steps := make([]Step[S, A], rowsAtOnce*s.branching)
		for len(steps) > 0 {
			s.rows = append(s.rows, row[S, A]{steps: steps[:s.branching:s.branching]})
			steps = steps[s.branching:]
		}
		m.Bytes = max(m.Bytes, bytes)
	}
	m.MaxDepth = max(m.MaxDepth, depth)
	m.Stored = max(m.Stored, uint64(depth)+1)
	return true
}

func (s *slab[S, A]) rowBytes() uint64 {
	return uint64(unsafe.Sizeof(row[S, A]{})) + uint64(s.branching)*uint64(unsafe.Sizeof(Step[S, A]{}))
}

// path returns the actions taken at depths 0 to depth.
func (s *slab[S, A]) path(depth int) []A {
	path := make([]A, depth+1)
	for d := range path {
		r := &s.rows[d]
		path[d] = r.steps[r.next-1].Action
	}
	return path
}
