package colorwalk

import "math/bits"

// # Regions for nothing
//
// A region of the frontier is dead if all its neighbours are absorbed or in the
// frontier: absorbing it exposes nothing. If its colour must be played at some
// time anyway, that move takes it along, so it may as well count as absorbed at
// once; if nothing else is left of its colour, the colour is owed: one move,
// which may wait to the end. So a position is as good as its closure, in
// which all dead regions are absorbed, beside the set of colours owed:
//
//	moves left of a position = moves left of the closure + colours owed
//
// Let X and Y be positions after the same number of moves. If all that is
// absorbed in the closure of X is absorbed in that of Y, and every colour that Y
// still needs X needs, too, then Y dominates X: what solves X solves Y, since a
// move keeps both relations as they are. So a search by layers may drop X. On
// the boards of the series closures leave less than half of the positions, and
// dominance an eighth of these (study lookahead).

// closure makes an area its closure and returns the colours that became owed
// by it, as bits by their places in g.colors. No neighbour of the area may be
// missing from its frontier.
func (g *Graph) closure(a Area, s *scratch) (owed uint64) { return g.absorbDead(a, s, true) }

// settle makes an area as much of its closure as leaves nothing owed: it
// absorbs the dead regions of those colours of which something is left beyond
// the frontier. As many moves are left after it as before.
func (g *Graph) settle(a Area, s *scratch) { g.absorbDead(a, s, false) }

// absorbDead absorbs the dead regions, if owing also those of colours of which
// nothing is left then, which it returns.
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

// dead reports whether all neighbours of a region are in the set.
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
