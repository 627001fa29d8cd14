package programs

import (
	"context"
	"slices"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// The C++ programs of lemtea8's write-up store a board in 64 bits, with cell i in bits 4i to 4i+3
// and the blank last in the goal:
//
//	 1  2  3  4      bits  0 … 15
//	 5  6  7  8           16 … 31
//	 9 10 11 12           32 … 47
//	13 14 15  0           48 … 63
//
// They try successors in the order in which the tile moves up, down, left, right.
var lemtea8Moves = [...]tiles.Move{tiles.Up, tiles.Down, tiles.Left, tiles.Right}

// bits15 is a board of these programs, with its blank and its sum of distances
// kept current, as their optimized form does.
type bits15 struct {
	bits     uint64
	blank    uint8
	distance uint8
}

func newBits15(form tiles.Board) bits15 {
	b := bits15{blank: uint8(form.Blank()), distance: uint8(tiles.Manhattan.Of(form))}
	for cell := range 16 {
		b.bits |= uint64(form.Tile(cell)) << (4 * cell)
	}
	return b
}

// move returns the board after a move, and whether there is one.
func (b bits15) move(m tiles.Move) (bits15, bool) {
	from, ok := m.From(int(b.blank), 4, 4)
	if !ok {
		return b, false
	}
	to := int(b.blank)
	tile := b.bits >> (4 * from) & 15
	home := int(tile) - 1
	b.distance += uint8(cellDistance(home, to) - cellDistance(home, from))
	b.bits ^= tile<<(4*from) | tile<<(4*to)
	b.blank = uint8(from)
	return b, true
}

// unoptimised undoes two of these programs' optimizations: the program then looks for the blank at
// each move, and computes the sum of distances from scratch for each board. Neither changes the
// searched nodes.
type unoptimised struct{ findBlank, recompute bool }

func without(c puzzle.Choice) unoptimised {
	return unoptimised{findBlank: c.Given("find-blank"), recompute: c.Given("recompute")}
}

func (u unoptimised) move(b bits15, m tiles.Move) (bits15, bool) {
	if u.findBlank {
		for b.blank = 0; b.bits>>(4*b.blank)&15 != 0; b.blank++ {
		}
	}
	child, ok := b.move(m)
	if ok && u.recompute {
		child.distance = 0
		for cell := range 16 {
			if tile := int(child.bits >> (4 * cell) & 15); tile != 0 {
				child.distance += uint8(cellDistance(tile-1, cell))
			}
		}
	}
	return child, ok
}

// cellDistance is the number of rows and columns between two cells of 4x4.
func cellDistance(i, j int) int { return abs(i/4-j/4) + abs(i%4-j%4) }

func abs(x int) int { return max(x, -x) }

// Lemtea8Count returns the node count that the write-up's program would print for a finished run of
// idastar-lemtea8 with the given counters. That program counts every call to its recursive
// function: the root of each iteration, and every child, including children beyond the bound. The
// result is therefore Generated plus the number of iterations.
func Lemtea8Count(m search.Meter) uint64 { return m.Generated + uint64(len(m.Iterations)) }

// lemtea8 is the write-up's IDA*. It skips a child whose board is already on the current path, a
// list that it searches from the front. The program never puts the root on that list, so a path may
// return to the root once; rootOnPath repairs this. With allMoves or undoOnly, there is no list.
// The program then skips no child, or only the child that undoes the last move.
type lemtea8 struct {
	root                           bits15
	rootOnPath, allMoves, undoOnly bool
	unoptimised
	visited []uint64 // boards of the path
	progress
}

func solveLemtea8(ctx context.Context, b tiles.Board, c puzzle.Choice, limits search.Limits) search.Result[tiles.Move] {
	return deepen(ctx, b, tiles.BlankLast, limits, func(form tiles.Board) deepener {
		return &lemtea8{
			root: newBits15(form), rootOnPath: c.Given("root-on-path"), allMoves: c.Given("all-moves"), undoOnly: c.Given("undo-only"),
			unoptimised: without(c), visited: make([]uint64, 0, maxMoves15+1),
		}
	})
}

func (s *lemtea8) bytes() uint64 { return uint64(unsafe.Sizeof(*s)) + 8*uint64(cap(s.visited)) }

func (s *lemtea8) visit() bool {
	s.visited = s.visited[:0]
	if s.rootOnPath {
		s.visited = append(s.visited, s.root.bits)
	}
	return s.dfs(s.root, 0)
}

// dfs expands a board within the limit that is not the goal. It returns true
// if the search is over, with the outcome set.
func (s *lemtea8) dfs(b bits15, walked int) bool {
	s.expanded++
	for _, m := range lemtea8Moves {
		child, ok := s.move(b, m)
		if !ok || s.skips(child, m, walked) {
			continue
		}
		s.generated++
		f := walked + 1 + int(child.distance)
		if f > s.limit {
			s.next = min(s.next, f)
			continue
		}
		s.path[walked] = m
		if child.distance == 0 {
			s.found = walked + 1
			s.outcome = search.Solved
			return true
		}
		if s.stopped(walked + 1) {
			return true
		}
		s.visited = append(s.visited, child.bits)
		if s.dfs(child, walked+1) {
			return true
		}
		s.visited = s.visited[:len(s.visited)-1]
	}
	return false
}

// skips reports whether a child, reached by a move after so many, is not searched.
func (s *lemtea8) skips(child bits15, m tiles.Move, walked int) bool {
	switch {
	case s.allMoves:
		return false
	case s.undoOnly:
		return walked > 0 && m == s.path[walked-1].Inverse()
	}
	return slices.Contains(s.visited, child.bits)
}
