package handsoftime

import (
	"fmt"
	"slices"
)

// MaxSize is the largest ring this package accepts: node numbers are 32-bit
// and sums of two of them must not overflow.
const MaxSize = 1 << 30

// AnyStart is the start of a ring whose question is about every start.
const AnyStart = -1

// A Ring is one instance: n nodes on a circle, numbered clockwise from 0.
// From node i the hand may go to (i+Values[i]) mod n, clockwise, or to
// (i−Values[i]) mod n, counter-clockwise; when Values[i] = n/2 the two moves
// coincide and count as one. A solution visits every node exactly once,
// beginning at Start. The value of the last node visited is never used.
type Ring struct {
	Values []int32 // each in 1..⌊n/2⌋; n = len(Values) ≥ 2
	Start  int     // in 0..n−1, or AnyStart
}

// ValueError reports one number of a ring that is out of range.
type ValueError struct {
	Index int // the node, or −1 for the start
	Value int
	Size  int
}

func (e *ValueError) Error() string {
	if e.Index < 0 {
		return fmt.Sprintf("handsoftime: start %d is outside the ring (want 0 to %d)", e.Value, e.Size-1)
	}
	return fmt.Sprintf("handsoftime: value %d at node %d is out of range (want 1 to %d on a ring of %d)", e.Value, e.Index, e.Size/2, e.Size)
}

// New checks values and start and returns the ring. It keeps a copy of
// values. The error is a [*ValueError] when one number is out of range.
func New(values []int32, start int) (Ring, error) {
	r := Ring{Values: slices.Clone(values), Start: start}
	return r, r.Check()
}

// Check reports the first thing that is wrong with the ring, or nil.
func (r Ring) Check() error {
	n := len(r.Values)
	if n < 2 || n > MaxSize {
		return fmt.Errorf("handsoftime: a ring of %d nodes (want 2 to %d)", n, MaxSize)
	}
	for i, v := range r.Values {
		if v < 1 || int(v) > n/2 {
			return &ValueError{Index: i, Value: int(v), Size: n}
		}
	}
	if r.Start < AnyStart || r.Start >= n {
		return &ValueError{Index: -1, Value: r.Start, Size: n}
	}
	return nil
}

// Size returns the number of nodes.
func (r Ring) Size() int { return len(r.Values) }

// Clockwise returns the node that the clockwise move from i reaches.
func (r Ring) Clockwise(i int) int {
	t := i + int(r.Values[i])
	if t >= len(r.Values) {
		t -= len(r.Values)
	}
	return t
}

// CounterClockwise returns the node that the counter-clockwise move from i
// reaches.
func (r Ring) CounterClockwise(i int) int {
	t := i - int(r.Values[i])
	if t < 0 {
		t += len(r.Values)
	}
	return t
}
