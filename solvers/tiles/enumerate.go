package tiles

import (
	"context"
	"iter"
	"math"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Enumeration is the result of a breadth-first search from a goal through its whole space: all
// positions that can reach the goal, half of all arrangements.
type Enumeration struct {
	Width, Height int
	// Blank is the cell of the blank in the goal. The tiles fill the other cells in order, row by
	// row.
	Blank int
	// Outcome is Solved if the enumeration is complete. If a limit stopped it, the other fields
	// cover the finished depths.
	Outcome search.Outcome
	// Counts is the number of positions at each depth, beginning with 1 at depth 0.
	Counts Histogram
	// Deepest holds the positions at the largest depth in Counts, or the first 32
	// of them in the order of their numbers. These boards have the goal
	// blank-first if Blank is 0, and blank-last otherwise. If Blank is neither
	// the first nor the last cell, that is not the goal of the enumeration.
	Deepest []Board
	// Expanded is the number of expanded positions, and Bytes is the memory used.
	Expanded, Bytes uint64
}

// maxDeepest is the capacity of Enumeration.Deepest.
const maxDeepest = 32

// Enumerate counts the positions at each distance from the goal that has its
// blank on the given cell. Reflections and rotations of a goal have the same
// counts.
//
// Enumerate runs a breadth-first search on positions numbered without gaps. It
// needs 4 bytes for each of the (cells−1)!/2 orders of the tiles:
//
//	3×3         181,440 positions   0.1 MB    a few milliseconds
//	4×3, 6×2    239,500,800          85 MB    some seconds
//	7×2      43,589,145,600        12.6 GB
//
// Larger boards are an error: 5×3 would take 174 GB. If the search would need
// more memory than limits.Bytes, or more positions than limits.Stored, it stops
// before allocating, with the outcome search.LimitMemory.
//
// The idea to number all positions and to use a few bits for each number is from
// R. E. Korf and P. Schultze, Large-scale parallel breadth-first search, AAAI
// 2005.
func Enumerate(ctx context.Context, width, height, blank int, limits search.Limits) (Enumeration, error) {
	s, err := newSpace(width, height, blank)
	if err != nil {
		return Enumeration{}, err
	}
	e, _ := s.enumerate(ctx, limits, false)
	return e, nil
}

// enumerate runs the flood over the space. distance is nil if distances is false or if there was no
// room.
func (s *space) enumerate(ctx context.Context, limits search.Limits, distances bool) (e Enumeration, distance []uint8) {
	guard := search.NewGuard(ctx, limits)
	e = Enumeration{Width: s.width, Height: s.height, Blank: s.goal}
	bytes := floodBytes(s, distances)
	if bytes > math.MaxInt { // on a machine of 32 bits
		e.Outcome = search.LimitMemory
		return e, nil
	}
	if !guard.Fits(bytes) || !guard.Holds(s.positions()) {
		e.Outcome = guard.Outcome()
		return e, nil
	}
	e.Bytes = bytes
	f := newFlood(s, guard, distances)
	f.first = make([]found, 0, maxDeepest)
	deepest := make([]found, 0, maxDeepest)
	e.Outcome = search.Solved
	for depth := 0; ; depth++ {
		if !f.pass(depth) {
			e.Outcome = guard.Outcome()
			break
		}
		if f.counted == 0 {
			break
		}
		e.Counts = append(e.Counts, f.counted)
		deepest = append(deepest[:0], f.first...)
	}
	e.Expanded = f.expanded
	for _, p := range deepest {
		e.Deepest = append(e.Deepest, s.board(p.number, p.blank))
	}
	return e, f.distance
}

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

// Max returns the largest depth, or −1 for an empty histogram. For a whole space it is the length
// of the longest optimal solution.
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

// Mode returns the depth with the most positions. In a tie, it returns the smallest depth; for an
// empty histogram, 0.
func (h Histogram) Mode() int {
	mode := 0
	for depth, n := range h {
		if n > h[mode] {
			mode = depth
		}
	}
	return mode
}

// Distances stores the distance of every position to one goal. It has distances only if the Outcome
// of its Enumeration is Solved.
type Distances struct {
	Enumeration
	space    *space
	distance []uint8 // distance at index order·cells + blank
}

// EnumerateDistances is like [Enumerate], and also stores the distances. This takes one more byte
// per position.
func EnumerateDistances(ctx context.Context, width, height, blank int, limits search.Limits) (*Distances, error) {
	s, err := newSpace(width, height, blank)
	if err != nil {
		return nil, err
	}
	d := &Distances{space: s}
	d.Enumeration, d.distance = s.enumerate(ctx, limits, true)
	if d.Outcome != search.Solved {
		d.distance = nil
	}
	return d, nil
}

// Distance returns the length of a shortest path from a board's tiles to the goal
// of the enumeration, which may differ from the board's own goal. It returns
// false if there is no path, or if the board has another size.
func (d *Distances) Distance(b Board) (moves int, ok bool) {
	number, blank, ok := d.space.locate(b)
	if !ok || d.distance == nil {
		return 0, false
	}
	return int(d.distance[uint64(number)*uint64(d.space.cells)+uint64(blank)]), true
}

// All yields every position with its distance, in the order of their numbers. The boards have the
// same goal as in Enumeration.Deepest.
func (d *Distances) All() iter.Seq2[Board, int] {
	return func(yield func(Board, int) bool) {
		if d.distance == nil {
			return
		}
		s := d.space
		var orders [2][maxRanked]uint8 // the even one of a number, and the odd one
		at := 0
		for number := range s.orders {
			for odd := range orders {
				s.unrank(number, uint8(odd), orders[odd][:s.tiles()])
			}
			for blank := range s.cells {
				if !yield(s.place(orders[s.odd[blank]][:s.tiles()], blank), int(d.distance[at])) {
					return
				}
				at++
			}
		}
	}
}
