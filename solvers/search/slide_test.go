package search_test

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// slide is a sliding-tile puzzle of at most 16 cells with an arbitrary goal,
// as a search problem under Manhattan distance: the model problem of the tests
// and benchmarks here. Package tiles is the real one and may not be imported.
type slide struct {
	width, height int
	start, goal   slideState
	toward        *[16][16][16]int8 // change of the estimate when a tile moves from a cell to a cell
}

type slideState struct {
	cells    [16]uint8
	blank, h uint8
}

// slideMove is a direction of the blank, from 1: up, left, right, down.
type slideMove uint8

var slideOrder = [...]slideMove{1, 2, 3, 4}

func (m slideMove) inverse() slideMove { return [...]slideMove{0, 4, 3, 2, 1}[m] }

// newSlide returns the puzzle from one arrangement, row by row with 0 for the
// blank, to another.
func newSlide(width, height int, start, goal []uint8) *slide {
	p := &slide{width: width, height: height, toward: new([16][16][16]int8)}
	copy(p.start.cells[:], start)
	copy(p.goal.cells[:], goal)
	for cell, tile := range goal {
		for from := range goal {
			for to := range goal {
				p.toward[tile][from][to] = int8(p.distance(to, cell) - p.distance(from, cell))
			}
		}
	}
	p.derive(&p.start)
	p.derive(&p.goal)
	return p
}

// sorted returns the arrangement 0, 1, 2, ... of so many cells.
func sorted(cells int) []uint8 {
	goal := make([]uint8, cells)
	for i := range goal {
		goal[i] = uint8(i)
	}
	return goal
}

func (p *slide) distance(a, b int) int {
	return abs(a/p.width-b/p.width) + abs(a%p.width-b%p.width)
}

func abs(x int) int { return max(x, -x) }

func (p *slide) Start() (slideState, int32)    { return p.start, int32(p.start.h) }
func (p *slide) Goal(s *slideState) bool       { return s.cells == p.goal.cells }
func (p *slide) Branching() int                { return 4 }
func (p *slide) Inverse(m slideMove) slideMove { return m.inverse() }

func (p *slide) Reverse() search.Reversible[slideState, slideMove] {
	n := p.width * p.height
	return newSlide(p.width, p.height, p.goal.cells[:n], p.start.cells[:n])
}

func (p *slide) Pack(s *slideState) (key uint64) {
	for i, tile := range s.cells {
		key |= uint64(tile) << (4 * i)
	}
	return key
}

func (p *slide) Unpack(key uint64) (s slideState) {
	for i := range s.cells {
		s.cells[i] = uint8(key >> (4 * i) & 15)
	}
	p.derive(&s)
	return s
}

// derive fills in what follows from the cells.
func (p *slide) derive(s *slideState) {
	s.h = 0
	for cell, tile := range s.cells[:p.width*p.height] {
		if tile == 0 {
			s.blank = uint8(cell)
		} else {
			s.h += uint8(p.distance(cell, slices.Index(p.goal.cells[:], tile)))
		}
	}
}

func (p *slide) Expand(s *slideState, via slideMove, dst []search.Step[slideState, slideMove]) int {
	n := 0
	undo := via.inverse()
	for _, m := range slideOrder {
		to, ok := slideTo(s.blank, m, p.width, p.height)
		if m == undo || !ok {
			continue
		}
		tile := s.cells[to]
		d := &dst[n]
		d.State.cells = s.cells
		d.State.cells[s.blank&15] = tile
		d.State.cells[to&15] = 0
		d.State.blank = to
		d.State.h = s.h + uint8(p.toward[tile&15][to&15][s.blank&15])
		d.Action = m
		d.Cost = 1
		d.H = int32(d.State.h)
		n++
	}
	return n
}

// slideTo returns where the blank goes.
func slideTo(blank uint8, m slideMove, width, height int) (to uint8, ok bool) {
	col := int(blank) % width
	switch m {
	case 1:
		return blank - uint8(width), int(blank) >= width
	case 2:
		return blank - 1, col > 0
	case 3:
		return blank + 1, col+1 < width
	default:
		return blank + uint8(width), int(blank)+width < width*height
	}
}

// korfInstances are three of Korf's 100 instances (Artificial Intelligence 27,
// 1985) with the blank-first goal. The generated counts are the published ones
// less one (they count the root once); the expanded ones come from another
// program, eaburns/search.
var korfInstances = []struct {
	id                  int
	cells               []uint8
	cost                int
	generated, expanded uint64
}{
	{79, []uint8{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}, 42, 540_859, 262_910},
	{45, []uint8{3, 14, 9, 7, 12, 15, 0, 4, 1, 8, 5, 6, 11, 10, 2, 13}, 51, 6_158_732, 3_142_992},
	{28, []uint8{13, 14, 6, 12, 4, 5, 1, 0, 9, 3, 10, 2, 15, 11, 8, 7}, 52, 5_934_441, 3_074_175},
}

func korfName(id int) string { return fmt.Sprintf("korf=%d", id) }
