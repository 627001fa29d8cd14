package programs

import (
	"math"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// The program of the write-up keeps no blank area for such moves. It marks each
// region with the number of the move that removes it. To find what the next move
// removes, it walks from the root over regions with increasing marks. The walk
// does not record where it has been, so it visits a region once for each chain
// of increasing marks that leads there:
//
//	root ── 1 ── 3 ── 4      visits: the root, 1, 2, twice 3 and twice 4,
//	  └──── 2 ───┘           and so on for all that lies behind
//
// The number of chains grows exponentially. Nested calls never exceed the number
// of moves, so the time is not due to recursion, and an explicit stack would
// hold the same chains.

// MarkingWork measures the work that the series' program does to find the regions that one move in
// a path removes.
type MarkingWork struct {
	Move int // number of the move in the path, counted from 1; the program has already marked the regions of earlier moves

	// Visits is the number of visits that the program makes to regions and the root. It is
	// MaxUint64 if the number does not fit.
	Visits uint64
	Nested int // maximum depth of recursive calls in the program
	// Marked is the number of different regions that the program visits. A traversal that
	// remembered visited regions would make only this many visits.
	Marked int
	// Removed is the number of regions removed by the move. A move on the region graph examines
	// only these regions.
	Removed int
}

// Marking returns the work of the series' program for each move in a path, if the program tries the
// whole path in one look-ahead from the start of the board. If a move is not a color, Marking
// returns an error that names the first such move.
//
// Source: the program's function markNeighbors.
func Marking(b colorwalk.Board, path []colorwalk.Color) ([]MarkingWork, error) {
	if _, _, err := b.Replay(path); err != nil {
		return nil, err
	}
	m := newMarking(b)
	works := make([]MarkingWork, 0, len(path))
	for _, c := range path {
		works = append(works, m.move(c))
	}
	return works, nil
}

// marking is a line of moves with its marks.
type marking struct {
	g      *colorwalk.Graph
	moves  int
	mark   []int    // of each region the move that removes it, or 0 for none
	chains []uint64 // of marked regions: how often the walk comes there
	nested []int    // calls inside each other on the way there, at most
	visits uint64
	deep   int
	marked int
	start  colorwalk.Set
	at     colorwalk.Area
	next   colorwalk.Area
}

func newMarking(b colorwalk.Board) *marking {
	g := colorwalk.NewGraph(b, -1)
	return &marking{
		g: g, mark: make([]int, g.Regions), chains: make([]uint64, g.Regions), nested: make([]int, g.Regions),
		visits: 1, deep: 1, marked: 1, start: g.Origin().Frontier, at: g.Origin(), next: g.NewArea(),
	}
}

// move marks what a move removes. Since a chain grows only at its end, the chains can be counted
// without walking along them: the chains to a new region extend the chains to its neighbors.
func (m *marking) move(c colorwalk.Color) MarkingWork {
	m.moves++
	w := MarkingWork{Move: m.moves, Visits: m.visits, Nested: m.deep, Marked: m.marked}
	for i := range m.g.Colors {
		k := &m.g.Colors[i]
		if k.Color != c || !m.g.Play(&m.next, &m.at, k) {
			continue
		}
		for r := k.First; r < k.Last; r++ {
			if m.next.Absorbed.Has(r) && !m.at.Absorbed.Has(r) {
				m.add(r)
				w.Removed++
			}
		}
		m.at, m.next = m.next, m.at
	}
	return w
}

// add marks a region.
func (m *marking) add(r int) {
	m.mark[r], m.nested[r] = m.moves, 1
	if m.start.Has(r) {
		m.chains[r], m.nested[r] = 1, 2
	}
	m.g.Neighbors(r, func(s int) {
		if m.mark[s] > 0 && m.mark[s] < m.moves {
			m.chains[r] = addUpTo(m.chains[r], m.chains[s])
			m.nested[r] = max(m.nested[r], m.nested[s]+1)
		}
	})
	m.visits = addUpTo(m.visits, m.chains[r])
	m.deep = max(m.deep, m.nested[r])
	m.marked++
}

// addUpTo adds two counts; the largest there is stands for all beyond.
func addUpTo(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}
