package colorwalk

import "math/bits"

// # Regions for nothing
//
// A region of the frontier is dead if all its neighbors are absorbed or in the
// frontier: absorbing it exposes no new regions. If its color must be played
// later anyway, that move also absorbs the dead region, so it can count as
// absorbed now. If no other region of its color is left, the color is owed: it
// needs one move, which can be the last. So a position is equivalent to its
// closure, in which all dead regions are absorbed, together with the set of owed
// colors:
//
//	remaining moves of a position = remaining moves of the closure + owed colors
//
// Let X and Y be positions after the same number of moves. Y dominates X if the
// closure of Y has absorbed every region that the closure of X has absorbed, and
// X needs every color that Y still needs. Every solution of X then solves Y,
// since moves preserve both relations, so a layered search may drop X. On the
// boards of the series, closures leave less than half of the positions, and
// dominance leaves an eighth of these (study lookahead).

// closure replaces an area with its closure and returns the colors that became
// owed, as bits by their index in g.Colors. The frontier must contain all
// neighbors of the area.
func (g *Graph) closure(a Area, s *scratch) (owed uint64) { return g.absorbDead(a, s, true) }

// settle absorbs dead regions without making any color owed: it absorbs only
// dead regions whose color also occurs beyond the frontier. The number of
// remaining moves does not change.
func (g *Graph) settle(a Area, s *scratch) { g.absorbDead(a, s, false) }

// absorbDead absorbs dead regions. If owing is true, it also absorbs the last
// regions of a color, and returns these colors as owed.
func (g *Graph) absorbDead(a Area, s *scratch, owing bool) (owed uint64) {
	for i := range s.inside {
		s.inside[i] = a.Absorbed[i] | a.Frontier[i]
	}
	for i := range g.Colors {
		k := &g.Colors[i]
		if !owing && k.within(s.inside) {
			continue
		}
		gained := false
		for j := k.lo; j < k.hi; j++ {
			for w := a.Frontier[j] & k.mask[j]; w != 0; w &= w - 1 {
				if g.dead(j<<6+bits.TrailingZeros64(w), s.inside) {
					bit := w & -w
					a.Absorbed[j] |= bit
					a.Frontier[j] &^= bit
					gained = true
				}
			}
		}
		if gained && k.within(a.Absorbed) {
			owed |= 1 << i
		}
	}
	return owed
}

// dead reports whether all neighbors of a region are in the set.
func (g *Graph) dead(r int, reached Set) bool {
	if g.narrow() {
		row, in := &g.rows[r], (*block)(reached)
		return row[0]&^in[0]|row[1]&^in[1]|row[2]&^in[2]|row[3]&^in[3]|
			row[4]&^in[4]|row[5]&^in[5]|row[6]&^in[6]|row[7]&^in[7] == 0
	}
	for _, l := range g.links[g.first[r]:g.first[r+1]] {
		if l.mask&^reached[l.word] != 0 {
			return false
		}
	}
	return true
}
