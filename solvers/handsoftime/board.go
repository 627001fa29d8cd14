package handsoftime

import "fmt"

// MaxSize is the maximum number of nodes in a ring. Node numbers have 32 bits, and the sum of two
// node numbers must not overflow.
const MaxSize = 1 << 30

// AnyStart is the value of [Ring.Start] if a solution may begin at any node.
const AnyStart = -1

// Ring is an instance of the puzzle: n nodes on a circle, numbered clockwise from 0. From node
// i the hand can move clockwise to (i+Values[i]) mod n or counterclockwise to (i−Values[i])
// mod n. If Values[i] = n/2, both moves reach the same node and count as one. A solution
// visits every node exactly once, beginning at Start. It never uses the value of the last
// node.
type Ring struct {
	Values []int32 // value of each node, from 1 to ⌊n/2⌋, where n = len(Values) ≥ 2
	Start  int     // node at which solutions begin, from 0 to n−1, or AnyStart
}

// ValueError reports that the value of a node, or the start of a ring, is out of range.
type ValueError struct {
	Index int // node whose value is out of range, or −1 for the start
	Value int
	Size  int
}

func (e *ValueError) Error() string {
	if e.Index < 0 {
		return fmt.Sprintf("handsoftime: start %d is outside the ring (want 0 to %d)", e.Value, e.Size-1)
	}
	return fmt.Sprintf("handsoftime: value %d at place %d is out of range (want 1 to %d on a ring of %d)", e.Value, e.Index, e.Size/2, e.Size)
}

// Check returns an error if the ring is invalid: if it has fewer than 2 or more than [MaxSize]
// nodes, or if a value or the start is out of range.
func (r Ring) Check() error {
	n := len(r.Values)
	if n < 2 || n > MaxSize {
		return fmt.Errorf("handsoftime: a ring of %d places (want 2 to %d)", n, MaxSize)
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

// Clockwise returns the node that the clockwise move from node i reaches.
func (r Ring) Clockwise(i int) int {
	t := i + int(r.Values[i])
	if t >= len(r.Values) {
		t -= len(r.Values)
	}
	return t
}

// CounterClockwise returns the node that the counterclockwise move from node i reaches.
func (r Ring) CounterClockwise(i int) int {
	t := i - int(r.Values[i])
	if t < 0 {
		t += len(r.Values)
	}
	return t
}
