package search

import "unsafe"

// stateSet is a set of states. Where the problem can pack states it holds the
// numbers, which are smaller, and which are equal for states that differ only
// in derived parts.
type stateSet[S comparable] struct {
	packer Packer[S] // nil if states are held whole
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

// bytes is what a set of n states is accounted at: Go's maps keep a control
// byte beside each slot and let at least 7/16 of the slots be in use.
func (t *stateSet[S]) bytes(n int) uint64 {
	slot := 1 + uint64(unsafe.Sizeof(*new(S)))
	if t.packer != nil {
		slot = 1 + 8
	}
	return uint64(n) * slot * 16 / 7
}
