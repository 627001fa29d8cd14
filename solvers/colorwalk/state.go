package colorwalk

import "math/bits"

// Area is the blank area of a position: the absorbed regions, and the frontier, which consists of
// the regions that touch the blank area. Absorbed regions remain absorbed, so moves never form a
// cycle. Absorbing more regions never increases the number of moves needed.
type Area struct{ Absorbed, Frontier Set }

// NewArea returns an empty area for use as the target of [Area.CopyFrom] or [Graph.Play].
func (g *Graph) NewArea() Area {
	words := make(Set, 2*g.words)
	return Area{words[:g.words:g.words], words[g.words:]}
}

// Origin returns a new area for the start of the board, before the first move.
func (g *Graph) Origin() Area {
	p := g.NewArea()
	copy(p.Frontier, g.start)
	return p
}

// CopyFrom copies the regions of q to p, reusing the memory of p.
func (p Area) CopyFrom(q Area) {
	copy(p.Absorbed, q.Absorbed)
	copy(p.Frontier, q.Frontier)
}

// Solved reports whether no region is left. It examines only the frontier, because a remaining
// region would be connected to the blank area through a region in the frontier.
func (p Area) Solved() bool { return p.Frontier.empty() }

// Useful reports whether playing color k removes any region.
func (p Area) Useful(k *Class) bool {
	for i := k.lo; i < k.hi; i++ {
		if p.Frontier[i]&k.mask[i] != 0 {
			return true
		}
	}
	return false
}

// Play plays color k in p, stores the resulting area in next, and reports whether the move
// removes any region. If it does not, Play leaves next unchanged. The areas next and p must
// not share memory.
func (g *Graph) Play(next, p *Area, k *Class) bool {
	if g.narrow() {
		return g.playBlock((*block)(next.Absorbed), (*block)(next.Frontier), (*block)(p.Absorbed), (*block)(p.Frontier), k)
	}
	if !p.Useful(k) {
		return false
	}
	next.CopyFrom(*p)
	for i := k.lo; i < k.hi; i++ {
		w := p.Frontier[i] & k.mask[i]
		next.Absorbed[i] |= w
		for ; w != 0; w &= w - 1 {
			r := i<<6 + bits.TrailingZeros64(w)
			for _, l := range g.links[g.first[r]:g.first[r+1]] {
				next.Frontier[l.word] |= l.mask
			}
		}
	}
	for i, w := range next.Absorbed {
		next.Frontier[i] &^= w
	}
	return true
}

// playBlock is [Graph.Play] on blocks, with the frontier in registers.
func (g *Graph) playBlock(toAbsorbed, toFrontier, absorbed, frontier *block, k *Class) bool {
	mask := &k.bits
	var gained uint64
	for i := k.lo; i < k.hi; i++ {
		gained |= frontier[i&(blockWords-1)] & mask[i&(blockWords-1)]
	}
	if gained == 0 {
		return false
	}
	*toAbsorbed = *absorbed
	f0, f1, f2, f3 := frontier[0], frontier[1], frontier[2], frontier[3]
	f4, f5, f6, f7 := frontier[4], frontier[5], frontier[6], frontier[7]
	rows := g.rows
	for i := k.lo; i < k.hi; i++ {
		w := frontier[i&(blockWords-1)] & mask[i&(blockWords-1)]
		toAbsorbed[i&(blockWords-1)] |= w
		for ; w != 0; w &= w - 1 {
			row := &rows[(i<<6+bits.TrailingZeros64(w))&(narrowRegions-1)]
			f0 |= row[0]
			f1 |= row[1]
			f2 |= row[2]
			f3 |= row[3]
			f4 |= row[4]
			f5 |= row[5]
			f6 |= row[6]
			f7 |= row[7]
		}
	}
	toFrontier[0] = f0 &^ toAbsorbed[0]
	toFrontier[1] = f1 &^ toAbsorbed[1]
	toFrontier[2] = f2 &^ toAbsorbed[2]
	toFrontier[3] = f3 &^ toAbsorbed[3]
	toFrontier[4] = f4 &^ toAbsorbed[4]
	toFrontier[5] = f5 &^ toAbsorbed[5]
	toFrontier[6] = f6 &^ toAbsorbed[6]
	toFrontier[7] = f7 &^ toAbsorbed[7]
	return true
}
