package tiles

import (
	"fmt"
	"iter"
	"slices"
)

// Histogram counts positions by depth: Histogram[d] is the number of positions that are d moves
// from the goal.
type Histogram []uint64

// Positions returns the total number of positions.
func (h Histogram) Positions() uint64 {
	total := uint64(0)
	for _, n := range h {
		total += n
	}
	return total
}

// Max returns the largest depth, or −1 for an empty histogram. For a whole space, this is the
// length of the longest optimal solution.
func (h Histogram) Max() int { return len(h) - 1 }

// Mean returns the mean depth in moves, or NaN for an empty histogram.
func (h Histogram) Mean() float64 {
	// Sums of products up to 2^53 are exact: those of the 15-puzzle are.
	sum := 0.0
	for depth, n := range h {
		sum += float64(n) * float64(depth)
	}
	return sum / float64(h.Positions())
}

// Mode returns the depth with the most positions, or the smallest such depth in a tie. It returns 0
// for an empty histogram.
func (h Histogram) Mode() int {
	mode := 0
	for depth, n := range h {
		if n > h[mode] {
			mode = depth
		}
	}
	return mode
}

// Distances stores the distance of every position of a small board to one goal.
type Distances struct {
	Counts Histogram

	space    *space
	distance []uint8 // by state, as in [Space]; unseen where there is none
}

const (
	maxEnumerated = 10  // the maximum number of cells for [EnumerateDistances]
	unseen        = 255 // larger than every distance
)

// EnumerateDistances finds the distance of every position to a goal. In this goal, the blank is on
// the given cell, and the tiles are in order, row by row, on the other cells. The board may have at
// most ten cells; package solvers/search/external counts the positions of larger boards (see
// [Space]).
func EnumerateDistances(width, height, blank int) (*Distances, error) {
	s, err := newSpace(width, height, blank)
	switch {
	case err != nil:
		return nil, err
	case s.cells > maxEnumerated:
		return nil, fmt.Errorf("tiles: the positions of %dx%d are too many to keep their distances (want at most %d cells)", width, height, maxEnumerated)
	}
	d := &Distances{space: s, distance: slices.Repeat([]uint8{unseen}, int(s.orders)<<4)}
	graph := s.graph()
	next := make([]uint64, len(graph.Inverse))
	d.distance[graph.Start] = 0
	for layer := []uint64{graph.Start}; len(layer) > 0; {
		d.Counts = append(d.Counts, uint64(len(layer)))
		var following []uint64
		for _, state := range layer {
			graph.Expand(state, next)
			for _, to := range next {
				if d.distance[to] == unseen {
					d.distance[to] = uint8(len(d.Counts))
					following = append(following, to)
				}
			}
		}
		layer = following
	}
	return d, nil
}

// Distance returns the length of a shortest path from the tiles of b to the goal of the
// enumeration, which may differ from b's own goal. It returns false if there is no path or if b
// does not have the size of the enumerated boards.
func (d *Distances) Distance(b Board) (moves int, ok bool) {
	number, blank, ok := d.space.locate(b)
	if !ok {
		return 0, false
	}
	return int(d.distance[int(number)<<4+blank]), true
}

// All yields every position with its distance, in the order in which positions are numbered. The
// boards have the goal blank-first if that is the goal of the enumeration, and blank-last
// otherwise.
func (d *Distances) All() iter.Seq2[Board, int] {
	return func(yield func(Board, int) bool) {
		for state, moves := range d.distance {
			if moves != unseen && !yield(d.space.board(uint32(state>>4), state&15), int(moves)) {
				return
			}
		}
	}
}
