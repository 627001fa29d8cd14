package tiles

import (
	"context"
	"iter"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Distances knows the distance of every position from one goal. What it was
// made with is in the Enumeration; unless its Outcome is Solved there are no
// distances.
type Distances struct {
	Enumeration
	space    *space
	distance []uint8 // by order·cells + blank
}

// EnumerateDistances is [Enumerate] with the distances kept: one more byte for
// each position.
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

// Distance returns the length in moves of a shortest way from a board's tiles
// to the goal that was searched from, which need not be the board's own. It
// returns false if there is no way, or the board has another size.
func (d *Distances) Distance(b Board) (moves int, ok bool) {
	number, blank, ok := d.space.locate(b)
	if !ok || d.distance == nil {
		return 0, false
	}
	return int(d.distance[uint64(number)*uint64(d.space.cells)+uint64(blank)]), true
}

// All goes through all positions and their distances, each once, in the order
// of their numbers. The boards' own goal is as in Enumeration.Deepest.
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
