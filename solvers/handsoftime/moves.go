package handsoftime

import "fmt"

// Direction is the direction in which the hand moves. It is [Both] if a node has the value n/2, so
// that its two moves reach the same target.
type Direction uint8

// Directions of a move. The zero Direction means that there is no move.
const (
	NoMove Direction = iota
	Clockwise
	CounterClockwise
	Both
)

var directionNames = [...]string{"none", "clockwise", "counter-clockwise", "both"}

func (d Direction) String() string {
	if int(d) < len(directionNames) {
		return directionNames[d]
	}
	return fmt.Sprintf("direction(%d)", uint8(d))
}

// Direction returns the direction of the move between two nodes, or [NoMove] if no move leads from
// the first node to the second.
func (r Ring) Direction(from, to int) Direction {
	var d Direction
	if r.Clockwise(from) == to {
		d |= Clockwise
	}
	if r.CounterClockwise(from) == to {
		d |= CounterClockwise
	}
	return d
}

// Verify replays a path and returns an error for the first mistake. The path must have n nodes,
// visit every node once, and make only moves allowed by the ring. It must begin at r.Start, unless
// r.Start is [AnyStart]. The cost is O(n).
func (r Ring) Verify(path []int32) error {
	if n := len(r.Values); len(path) != n {
		return fmt.Errorf("handsoftime: path visits %d places of %d", len(path), n)
	}
	return r.VerifyBegin(path)
}

// VerifyBegin works like [Ring.Verify] but accepts a path that ends early. An empty path is valid.
func (r Ring) VerifyBegin(path []int32) error {
	n := len(r.Values)
	seen := make([]uint64, (n+63)/64)
	for step, p := range path {
		if p < 0 || int(p) >= n {
			return fmt.Errorf("handsoftime: step %d of the path is place %d (want 0 to %d)", step, p, n-1)
		}
		if seen[p/64]&(1<<(p%64)) != 0 {
			return fmt.Errorf("handsoftime: step %d of the path visits place %d again", step, p)
		}
		seen[p/64] |= 1 << (p % 64)
		if step == 0 {
			if r.Start != AnyStart && int(p) != r.Start {
				return fmt.Errorf("handsoftime: path begins at place %d, not at the start %d", p, r.Start)
			}
			continue
		}
		last := path[step-1]
		distance := max(p-last, last-p)
		v := r.Values[last]
		// The processor cannot predict which of the two moves was made, so one branch is faster than
		// two.
		if (int64(v)-int64(distance))*(int64(v)+int64(distance)-int64(n)) != 0 {
			return fmt.Errorf("handsoftime: step %d of the path: place %d (value %d) does not reach place %d", step, last, v, p)
		}
	}
	return nil
}
