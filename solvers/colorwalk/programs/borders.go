package programs

import (
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// borders lists, for each region, the regions touched by its cells, once for
// each pair of cells: a region touched in three places is in the list three
// times. The root is not in any list, since no perimeter counts it.
//
// In the series' program, one cell sees the cell above it but is not seen by
// that cell, so there are two kinds of lists. They differ only for that pair of
// cells, and share their memory if there is no such pair.
type borders struct {
	sees sides // what the cells of a region see
	seen sides // what sees them
}

// sides is a list of regions for each region: to[first[r]:first[r+1]] is that
// of region r.
type sides struct{ first, to []int32 }

func (s *sides) of(r int) []int32 { return s.to[s.first[r]:s.first[r+1]] }

// newBorders walks over the cells of the graph's board, in linear time.
func newBorders(g *colorwalk.Graph, cols int, literal bool) *borders {
	b := &borders{sees: newSides(g, func(add func(r, s int32)) { pairs(g, cols, literal, add) })}
	b.seen = b.sees
	if literal {
		b.seen = newSides(g, func(add func(r, s int32)) { pairs(g, cols, literal, func(r, s int32) { add(s, r) }) })
	}
	return b
}

// footprint is the memory of the lists.
func (b *borders) footprint() uint64 {
	bytes := 4 * uint64(len(b.sees.first)+len(b.sees.to))
	if &b.seen.first[0] != &b.sees.first[0] {
		bytes *= 2
	}
	return bytes
}

// newSides lists s for r for each call add(r, s) that all makes. It calls all
// twice, to count and to fill.
func newSides(g *colorwalk.Graph, all func(add func(r, s int32))) sides {
	first := make([]int32, g.Regions+2)
	all(func(r, _ int32) { first[r+2]++ })
	for r := range g.Regions {
		first[r+2] += first[r+1]
	}
	to := make([]int32, first[g.Regions+1])
	all(func(r, s int32) {
		to[first[r+1]] = s
		first[r+1]++ // the list ends here, and that of r+1 begins
	})
	return sides{first[:g.Regions+1], to}
}

// pairs calls visit for each cell and each of its neighbors that it sees, with
// their regions, if these differ and neither is the root.
func pairs(g *colorwalk.Graph, cols int, literal bool, visit func(r, s int32)) {
	sees := func(r, s int32) {
		if r != s && r >= 0 && s >= 0 {
			visit(r, s)
		}
	}
	row := g.Region
	for cell, r := range row {
		if cell%cols > 0 {
			left := row[cell-1]
			sees(r, left)
			sees(left, r)
		}
		if cell >= cols {
			above := row[cell-cols]
			sees(r, above)
			if !literal || cell+1 < len(row) {
				sees(above, r)
			}
		}
	}
}

// grown returns the perimeter of the regions in now that are not in blank: the
// number of pairs of one of their cells and a neighbor of that cell that is
// neither one of theirs nor blank. The argument known is the perimeter for
// before, a set between blank and now, so grown examines only the regions added
// since.
func (b *borders) grown(known int, blank, before, now colorwalk.Set, k *colorwalk.Class) int {
	for i := k.First >> 6; i <= (k.Last-1)>>6; i++ {
		for w := now[i] &^ before[i]; w != 0; w &= w - 1 {
			r := i<<6 + bits.TrailingZeros64(w)
			for _, s := range b.sees.of(r) {
				if !now.Has(int(s)) {
					known++
				}
			}
			for _, s := range b.seen.of(r) {
				if before.Has(int(s)) && !blank.Has(int(s)) {
					known--
				}
			}
		}
	}
	return known
}
