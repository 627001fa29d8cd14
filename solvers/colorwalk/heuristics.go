package colorwalk

import "math/bits"

// scratch is the memory in which an estimate is computed, for one goroutine.
type scratch struct{ inside, front, wave set }

func (g *graph) newScratch() *scratch {
	words := make(set, 3*g.words)
	n := g.words
	return &scratch{words[:n:n], words[n : 2*n : 2*n], words[2*n:]}
}

// layers returns the layer bound of a position: a lower bound on the moves
// left, admissible and consistent.
//
// It plays a game with stronger moves. If colours can be completed, that is if
// all that is left of them touches the blank area, they are, at one move each.
// Otherwise one move takes the whole frontier, whatever its colours. Completing a
// colour is never worse than anything else, since the colour must be played at
// some time and later moves remove no less; taking the whole frontier is never
// worse than taking one colour of it. A move lowers the bound by 1 at most.
//
// Source: A. and S. Puchert, floodit, github.com/aaronpuchert/floodit.
func (g *graph) layers(a area, s *scratch) int {
	copy(s.inside, a.absorbed)
	copy(s.front, a.frontier)
	h := 0
	var left uint64 // colours, by their place in g.colors, of which something is left
	for i := range g.colors {
		if !g.colors[i].within(s.inside) {
			left |= 1 << i
		}
	}
	for left != 0 {
		var complete uint64
		for l := left; l != 0; l &= l - 1 {
			i := bits.TrailingZeros64(l)
			if g.colors[i].touched(s.inside, s.front) {
				complete |= 1 << i
			}
		}
		left &^= complete
		h += bits.OnesCount64(complete)
		if left == 0 {
			break
		}
		if complete == 0 {
			h++
			copy(s.wave, s.front)
		} else {
			clear(s.wave)
			for ; complete != 0; complete &= complete - 1 {
				k := &g.colors[bits.TrailingZeros64(complete)]
				for i := k.lo; i < k.hi; i++ {
					s.wave[i] |= s.front[i] & k.mask[i]
				}
			}
		}
		g.advance(s)
	}
	return h
}

// within reports whether all regions of the colour are in the set.
func (k *class) within(inside set) bool {
	for i := k.lo; i < k.hi; i++ {
		if k.mask[i]&^inside[i] != 0 {
			return false
		}
	}
	return true
}

// touched reports whether all regions of the colour are in one of the sets.
func (k *class) touched(inside, front set) bool {
	for i := k.lo; i < k.hi; i++ {
		if k.mask[i]&^(inside[i]|front[i]) != 0 {
			return false
		}
	}
	return true
}

// advance takes the wave, a part of the front, into the inside.
func (g *graph) advance(s *scratch) {
	g.expose(s.front, s.wave)
	for i, w := range s.wave {
		s.inside[i] |= w
		s.front[i] &^= s.inside[i]
	}
}

// distances returns the sum, over the regions left, of their distances from
// the blank area in the region graph. It is no bound on the moves left.
//
// Source: a thesis of the University of Ljubljana found it the best measure of
// progress.
func (g *graph) distances(a area, s *scratch) int {
	copy(s.inside, a.absorbed)
	copy(s.front, a.frontier)
	sum := 0
	for distance := 1; ; distance++ {
		n := s.front.count()
		if n == 0 {
			return sum
		}
		sum += distance * n
		copy(s.wave, s.front)
		g.advance(s)
	}
}

// eccentricity returns the largest of these distances, a lower bound on the
// moves left, never larger than that of layers.
func (g *graph) eccentricity(a area, s *scratch) int {
	copy(s.inside, a.absorbed)
	copy(s.front, a.frontier)
	for distance := 0; ; distance++ {
		if s.front.empty() {
			return distance
		}
		copy(s.wave, s.front)
		g.advance(s)
	}
}

// cells returns the number of cells left.
func (g *graph) cells(a area) int {
	left := 0
	for i := range g.words {
		for w := g.all[i] &^ a.absorbed[i]; w != 0; w &= w - 1 {
			left += int(g.size[i<<6+bits.TrailingZeros64(w)])
		}
	}
	return left
}
