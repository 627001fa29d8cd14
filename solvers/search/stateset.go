package search

import "unsafe"

// stateSet is a set of states. If the problem can pack states, the set holds
// their numbers, which are smaller. These numbers are equal for states that
// differ only in derived parts.
type stateSet[S comparable] struct {
	packer Packer[S] // nil if the set holds whole states
	packed map[uint64]struct{}
	whole  map[S]struct{}
}

func newStateSet[S, A comparable](p Problem[S, A]) *stateSet[S] {
	if packer, ok := p.(Packer[S]); ok {
		return &stateSet[S]{packer: packer, packed: map[uint64]struct{}{}}
	}
	return &stateSet[S]{whole: map[S]struct{}{}}
}

func (t *stateSet[S]) has(s *S) (ok bool) {
	if t.packer != nil {
		_, ok = t.packed[t.packer.Pack(s)]
	} else {
		_, ok = t.whole[*s]
	}
	return ok
}

func (t *stateSet[S]) add(s *S) {
	if t.packer != nil {
		t.packed[t.packer.Pack(s)] = struct{}{}
	} else {
		t.whole[*s] = struct{}{}
	}
}

func (t *stateSet[S]) remove(s *S) {
	if t.packer != nil {
		delete(t.packed, t.packer.Pack(s))
	} else {
		delete(t.whole, *s)
	}
}

// bytes returns the number of bytes that count for a set of n states. Go's maps have a control byte
// for each slot and use at least 7/16 of the slots.
func (t *stateSet[S]) bytes(n int) uint64 {
	slot := 1 + uint64(unsafe.Sizeof(*new(S)))
	if t.packer != nil {
		slot = 1 + 8
	}
	return uint64(n) * slot * 16 / 7
}
