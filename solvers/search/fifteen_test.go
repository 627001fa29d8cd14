package search_test

import (
	"encoding/binary"
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tightFifteen is the 15-puzzle with the blank-first goal 0, 1, …, 15 under
// Manhattan distance, with states that pack and unpack in a few
// instructions: what a domain gives a best-first search to work with.
type tightFifteen struct{ start tightState }

type tightState struct {
	cells    [16]uint8
	blank, h uint8
}

func newTightFifteen(cells []uint8) *tightFifteen {
	p := new(tightFifteen)
	copy(p.start.cells[:], cells)
	p.start = p.Unpack(p.Pack(&p.start))
	return p
}

// fifteenAway[tile][cell] is the distance of a tile from its goal cell.
var fifteenAway = func() (away [16][16]uint8) {
	for tile := 1; tile < 16; tile++ {
		for cell := range 16 {
			away[tile][cell] = uint8(abs(tile/4-cell/4) + abs(tile%4-cell%4))
		}
	}
	return away
}()

// fifteenMoves lists the blank's moves from each cell, up, left, right, down.
var fifteenMoves = func() (moves [16][]slideMove) {
	for cell := range moves {
		for _, m := range slideOrder {
			if _, ok := slideTo(uint8(cell), m, 4, 4); ok {
				moves[cell] = append(moves[cell], m)
			}
		}
	}
	return moves
}()

var fifteenShift = [5]uint8{0, 0xfc, 0xff, 1, 4} // modulo 256

func (p *tightFifteen) Start() (tightState, int32)    { return p.start, int32(p.start.h) }
func (p *tightFifteen) Goal(s *tightState) bool       { return p.Pack(s) == 0xfedc_ba98_7654_3210 }
func (p *tightFifteen) Branching() int                { return 4 }
func (p *tightFifteen) Inverse(m slideMove) slideMove { return m.inverse() }

func (p *tightFifteen) Expand(s *tightState, via slideMove, dst []search.Step[tightState, slideMove]) int {
	n := 0
	blank := s.blank & 15
	undo := via.inverse()
	for _, m := range fifteenMoves[blank] {
		if m == undo {
			continue
		}
		to := (blank + fifteenShift[m]) & 15
		tile := s.cells[to] & 15
		d := &dst[n]
		d.State.cells = s.cells
		d.State.cells[blank] = tile
		d.State.cells[to] = 0
		d.State.blank = to
		d.State.h = s.h + fifteenAway[tile][blank] - fifteenAway[tile][to]
		d.Action = m
		d.Cost = 1
		d.H = int32(d.State.h)
		n++
	}
	return n
}

// Pack puts cell i into bits 4i to 4i+3.
func (p *tightFifteen) Pack(s *tightState) uint64 {
	return nibbles(binary.LittleEndian.Uint64(s.cells[:8])) | nibbles(binary.LittleEndian.Uint64(s.cells[8:]))<<32
}

func (p *tightFifteen) Unpack(key uint64) (s tightState) {
	binary.LittleEndian.PutUint64(s.cells[:8], spread(key&0xffff_ffff))
	binary.LittleEndian.PutUint64(s.cells[8:], spread(key>>32))
	low := key | key>>1
	low = ^(low | low>>2) & 0x1111_1111_1111_1111 // a bit for each nibble that is 0
	s.blank = uint8(bits.TrailingZeros64(low) / 4)
	for cell, tile := range s.cells {
		s.h += fifteenAway[tile&15][cell]
	}
	return s
}

// nibbles moves the low halves of eight bytes together; spread moves them apart.
func nibbles(x uint64) uint64 {
	x = (x | x>>4) & 0x00ff_00ff_00ff_00ff
	x = (x | x>>8) & 0x0000_ffff_0000_ffff
	return (x | x>>16) & 0xffff_ffff
}

func spread(x uint64) uint64 {
	x = (x | x<<16) & 0x0000_ffff_0000_ffff
	x = (x | x<<8) & 0x00ff_00ff_00ff_00ff
	return (x | x<<4) & 0x0f0f_0f0f_0f0f_0f0f
}

// Instances of Korf's (Artificial Intelligence 27, 1985) by number, from easy
// to hard: they take 45, 55, 56 and 57 moves.
var (
	korf12 = []uint8{14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}
	korf2  = []uint8{13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6}
	korf4  = []uint8{5, 12, 10, 7, 15, 11, 14, 0, 8, 2, 1, 13, 3, 4, 9, 6}
	korf1  = []uint8{14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}
)
