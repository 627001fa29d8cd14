package search_test

import (
	"context"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkIDAStar puts the generic engine beside a plain recursive loop that
// is written for the 15-puzzle. Compare the two in one run only.
func BenchmarkIDAStar(b *testing.B) {
	for _, k := range korfInstances {
		p, s := newFifteen(k.cells), newSlide(4, 4, k.cells, sorted(16))
		b.Run(korfName(k.id)+"/engine", func(b *testing.B) {
			for b.Loop() {
				r := search.IDAStar(context.Background(), p, search.Limits{})
				if r.Cost != k.cost || r.Generated != k.generated || r.Expanded != k.expanded {
					b.Fatalf("korf %d: cost %d, generated %d, expanded %d; want %d, %d, %d",
						k.id, r.Cost, r.Generated, r.Expanded, k.cost, k.generated, k.expanded)
				}
			}
			reportRate(b, k.generated)
		})
		b.Run(korfName(k.id)+"/hand", func(b *testing.B) {
			for b.Loop() {
				loop := newHandLoop(s)
				if cost := loop.search(); cost != k.cost || loop.generated != k.generated || loop.expanded != k.expanded {
					b.Fatalf("korf %d: cost %d, generated %d, expanded %d; want %d, %d, %d",
						k.id, cost, loop.generated, loop.expanded, k.cost, k.generated, k.expanded)
				}
			}
			reportRate(b, k.generated)
		})
	}
}

func reportRate(b *testing.B, generated uint64) {
	b.ReportMetric(float64(generated)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mgenerated/s")
}

// fifteen is the 15-puzzle for the engine: a state of two words and, for each
// cell of the blank and each move that led it there, the moves on with all
// that depends on them.
type fifteen struct {
	start fifteenState
	goal  uint64
	moves [16][8][]fifteenMove
}

type fifteenState struct {
	cells    uint64 // the tile of cell i in bits 4i to 4i+3
	blank, h uint8
}

type fifteenMove struct {
	carry uint64    // times a tile: the change of cells
	delta [16]int8  // by tile: the change of the estimate
	shift uint8     // of the cell whose tile moves
	to    uint8     // that cell
	move  slideMove // the blank's direction
}

func newFifteen(cells []uint8) *fifteen {
	s := newSlide(4, 4, cells, sorted(16))
	p := &fifteen{start: fifteenState{s.Pack(&s.start), s.start.blank, s.start.h}, goal: s.Pack(&s.goal)}
	for cell := range p.moves {
		for via := range slideMove(5) {
			for _, m := range slideOrder {
				to, ok := slideTo(uint8(cell), m, 4, 4)
				if !ok || m == via.inverse() {
					continue
				}
				move := fifteenMove{carry: 1<<(4*to) | 1<<(4*cell), shift: 4 * to, to: to, move: m}
				for tile := range move.delta {
					move.delta[tile] = s.toward[tile][to][cell]
				}
				p.moves[cell][via] = append(p.moves[cell][via], move)
			}
		}
	}
	return p
}

func (p *fifteen) Start() (fifteenState, int32) { return p.start, int32(p.start.h) }
func (p *fifteen) Goal(s *fifteenState) bool    { return s.cells == p.goal }
func (p *fifteen) Branching() int               { return 4 }

func (p *fifteen) Expand(s *fifteenState, via slideMove, dst []search.Step[fifteenState, slideMove]) int {
	moves := p.moves[s.blank&15][via&7]
	cells, h := s.cells, s.h
	dst = dst[:len(moves)]
	for i := range moves {
		m := &moves[i]
		d := &dst[i]
		tile := cells >> (m.shift & 63) & 15
		h := h + uint8(m.delta[tile])
		d.State.cells = cells ^ tile*m.carry
		d.State.blank = m.to
		d.State.h = h
		d.Action = m.move
		d.Cost = 1
		d.H = int32(h)
	}
	return len(moves)
}

// handMoves holds, for each cell and each move that led the blank there, the
// moves on, in order.
var handMoves = func() (table [16][5]struct {
	n     int
	moves [4]struct{ move, to uint8 }
},
) {
	for cell := range table {
		for via := range table[cell] {
			t := &table[cell][via]
			for _, m := range slideOrder {
				if to, ok := slideTo(uint8(cell), m, 4, 4); ok && m != slideMove(via).inverse() {
					t.moves[t.n].move, t.moves[t.n].to = uint8(m), to
					t.n++
				}
			}
		}
	}
	return table
}()

// handLoop is iterative deepening as one writes it for this puzzle alone: one
// board, moves made and undone in place, recursion.
type handLoop struct {
	cells               [16]uint8
	toward              *[16][16][16]int8
	bound, next         int
	blank, h            uint8
	generated, expanded uint64
}

func newHandLoop(p *slide) *handLoop {
	return &handLoop{cells: p.start.cells, toward: p.toward, blank: p.start.blank, h: p.start.h}
}

func (l *handLoop) search() (cost int) {
	for l.bound = int(l.h); ; l.bound = l.next {
		l.next = int(search.Infinite)
		if l.visit(int(l.blank), 0, 0, int(l.h)) {
			return l.bound
		}
	}
}

func (l *handLoop) visit(blank int, via slideMove, g, h int) bool {
	l.expanded++
	list := &handMoves[blank&15][via]
	for _, m := range list.moves[:list.n&7] {
		l.generated++
		to := int(m.to & 15)
		tile := l.cells[to] & 15
		h2 := h + int(l.toward[tile][to][blank&15])
		if f := g + 1 + h2; f > l.bound {
			l.next = min(l.next, f)
			continue
		}
		if h2 == 0 {
			return true
		}
		l.cells[blank&15], l.cells[to] = tile, 0
		if l.visit(to, slideMove(m.move), g+1, h2) {
			return true
		}
		l.cells[to], l.cells[blank&15] = tile, 0
	}
	return false
}
