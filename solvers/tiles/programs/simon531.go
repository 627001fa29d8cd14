package programs

import (
	"context"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// simon531 is Simon531's C program (blog post, 2019): iterative-deepening A* on a
// single node that a move changes and then changes back. Its boards are in
// blank-first form. Its directions are the blank's directions, left, right, up
// and down, numbered so that opposite directions add up to 1 modulo 4. It
// computes the sum of distances from scratch at every node.
//
// With this order of moves, its counts are the same as those of [search.IDAStar],
// with one exception; see [Simon531Expanded].
type simon531 struct {
	tiles [16]uint8
	blank int
	progress
}

// Simon531Expanded returns the number of expanded nodes that the write-up would give for a finished
// run of idastar-simon531 with the given counters. The write-up does not count the root of each
// iteration, so the result is Expanded minus the number of iterations. Generated has the same
// meaning in the write-up and in [search.Meter].
func Simon531Expanded(m search.Meter) uint64 {
	expanded := m.Expanded
	for _, i := range m.Iterations {
		if i.Expanded > 0 { // a root that is the goal is not expanded
			expanded--
		}
	}
	return expanded
}

// Directions in which Simon531's program moves the blank.
const (
	simonLeft = iota
	simonRight
	simonUp
	simonDown
	simonNone = -8 // of the root: a negative sum is never 1 modulo 4, in Go as in C
)

var simonMoves = [...]tiles.Move{simonLeft: tiles.Right, simonRight: tiles.Left, simonUp: tiles.Down, simonDown: tiles.Up}

func solveSimon531(ctx context.Context, b tiles.Board, _ puzzle.Choice, limits search.Limits) search.Result[tiles.Move] {
	return deepen(ctx, b, tiles.BlankFirst, limits, func(form tiles.Board) deepener {
		s := &simon531{blank: form.Blank()}
		for cell := range s.tiles {
			s.tiles[cell] = uint8(form.Tile(cell))
		}
		return s
	})
}

func (s *simon531) bytes() uint64 { return uint64(unsafe.Sizeof(*s)) }

func (s *simon531) visit() bool { return s.ida(0, simonNone) }

// ida expands the node, which was reached by depth moves of which last is the
// last. It returns true if the search is over, with the outcome set.
func (s *simon531) ida(depth, last int) bool {
	s.expanded++
	for a := simonLeft; a <= simonDown; a++ {
		if !s.applicable(a) || (a+last)%4 == 1 {
			continue
		}
		s.apply(a)
		s.generated++
		h := s.manhattan()
		f := depth + 1 + h
		switch {
		case f > s.limit:
			s.next = min(s.next, f)
		case h == 0:
			s.path[depth] = simonMoves[a]
			s.found = depth + 1
			s.outcome = search.Solved
			return true
		default:
			s.path[depth] = simonMoves[a]
			if s.stopped(depth+1) || s.ida(depth+1, a) {
				return true
			}
		}
		s.apply(a ^ 1) // the opposite
	}
	return false
}

func (s *simon531) applicable(a int) bool {
	switch a {
	case simonLeft:
		return s.blank%4 > 0
	case simonRight:
		return s.blank%4 < 3
	case simonUp:
		return s.blank >= 4
	default:
		return s.blank < 12
	}
}

// apply moves the blank.
func (s *simon531) apply(a int) {
	to := s.blank + [...]int{simonLeft: -1, simonRight: 1, simonUp: -4, simonDown: 4}[a]
	s.tiles[s.blank&15], s.tiles[to&15] = s.tiles[to&15], 0
	s.blank = to
}

// manhattan is the sum of distances, from scratch. It is written out because the
// program spends half of its time here.
func (s *simon531) manhattan() int {
	t, d := &s.tiles, &simonDistance
	return int(d[0][t[0]&15] + d[1][t[1]&15] + d[2][t[2]&15] + d[3][t[3]&15] +
		d[4][t[4]&15] + d[5][t[5]&15] + d[6][t[6]&15] + d[7][t[7]&15] +
		d[8][t[8]&15] + d[9][t[9]&15] + d[10][t[10]&15] + d[11][t[11]&15] +
		d[12][t[12]&15] + d[13][t[13]&15] + d[14][t[14]&15] + d[15][t[15]&15])
}

// simonDistance is the distance of a tile on a cell from home; 0 for the blank.
var simonDistance = func() (table [16][16]uint8) {
	for tile := 1; tile < 16; tile++ {
		for cell := range 16 {
			table[cell][tile] = uint8(cellDistance(tile, cell))
		}
	}
	return table
}()
