package search

import "unsafe"

// slab is the memory of a depth-first search: one ply for each depth of the
// current path, with room for the steps out of the node there.
//
//	top  ─▶  depth 0   root's steps   [ up | left* | right | down ]
//	below ─▶ depth 1   steps of left  [ up* | left | down ]
//	below ─▶ depth 2   steps of up    [ left | right ]
//
// The starred steps are the path. Plies are made when they are first needed and never move,
// because a step in one ply is the state expanded into the next ply.
type slab[S, A comparable] struct {
	branching int
	plies     int // maximum number of plies; 0 for no limit
	top       *ply[S, A]
	spare     []Step[S, A] // memory for plies not yet made
	bytes     uint64
}

type ply[S, A comparable] struct {
	steps        []Step[S, A] // Branching long
	below, above *ply[S, A]
	depth        int

	// For [deepening], about the node whose steps are here.
	n     int   // steps
	next  uint  // the step to look at next, while the search is below
	slack int32 // the bound less the cost of the path
}

// pliesAtOnce is the number of plies whose memory is allocated in one piece, so that neighboring
// depths are neighbors in memory.
const pliesAtOnce = 16

// start returns the ply of the root, or nil if the guard forbids it.
func (s *slab[S, A]) start(g *Guard, m *Meter) *ply[S, A] {
	if s.top == nil {
		s.top = s.ply(nil, 0, g, m)
	}
	return s.top
}

// full reports whether the slab must not have a ply below l.
func (s *slab[S, A]) full(l *ply[S, A]) bool { return s.plies > 0 && l.depth+1 >= s.plies }

// under returns the ply below l, or nil if the guard does not allow the length of the path or the
// bytes. The meter records both.
func (s *slab[S, A]) under(l *ply[S, A], g *Guard, m *Meter) *ply[S, A] {
	if l.below == nil {
		l.below = s.ply(l, l.depth+1, g, m)
	}
	return l.below
}

func (s *slab[S, A]) ply(above *ply[S, A], depth int, g *Guard, m *Meter) *ply[S, A] {
	if !g.Holds(uint64(depth) + 1) {
		return nil
	}
	if depth%pliesAtOnce == 0 {
		bytes := s.bytes + pliesAtOnce*s.plyBytes()
		if !g.Fits(bytes) {
			return nil
		}
		s.bytes = bytes
		s.spare = make([]Step[S, A], pliesAtOnce*s.branching)
	}
	l := &ply[S, A]{above: above, depth: depth, steps: s.spare[:s.branching:s.branching]}
	s.spare = s.spare[s.branching:]
	m.Bytes = max(m.Bytes, s.bytes)
	m.MaxDepth = max(m.MaxDepth, depth)
	m.Stored = max(m.Stored, uint64(depth)+1)
	return l
}

func (s *slab[S, A]) plyBytes() uint64 {
	return uint64(unsafe.Sizeof(ply[S, A]{})) + uint64(s.branching)*uint64(unsafe.Sizeof(Step[S, A]{}))
}
