package colorwalk

import "math/bits"

// scratch is working memory for estimates, for one goroutine.
type scratch struct {
	inside, front, wave Set
	fork                Area
	waves               *waves // of a wide graph
}

func (g *Graph) newScratch() *scratch {
	words := make(Set, 3*g.words)
	n := g.words
	s := &scratch{inside: words[:n:n], front: words[n : 2*n : 2*n], wave: words[2*n:], fork: g.NewArea()}
	if !g.narrow() {
		s.waves = &waves{front: make([]int32, 0, g.Regions), next: make([]int32, 0, g.Regions)}
	}
	return s
}

// load prepares the estimate of position a.
func (s *scratch) load(a Area) {
	copy(s.inside, a.Absorbed)
	copy(s.front, a.Frontier)
}

// layers returns the layer bound of a position, a lower bound on the number of remaining
// moves. The bound is admissible and consistent.
//
// The bound counts moves in a game with stronger moves. If all remaining regions of some
// colors touch the blank area, these colors are completed, at one move each. Otherwise
// one move takes the whole frontier, whatever its colors. Completing a color is an
// optimal move, since the color must be played at some time and the moves after it remove
// no less than before. Taking the whole frontier is at least as good as taking one color
// of it. A move lowers the bound by at most 1.
//
// Source: A. and S. Puchert, floodit, github.com/aaronpuchert/floodit.
func (g *Graph) layers(a Area, s *scratch) int {
	if !g.narrow() {
		return g.layersByWaves(a, s)
	}
	s.load(a)
	return g.layersFrom(s, g.left(s.inside))
}

// left returns the colors with regions outside the set, as bits by their index in
// g.colors.
func (g *Graph) left(inside Set) uint64 {
	var left uint64
	for i := range g.Colors {
		if !g.Colors[i].within(inside) {
			left |= 1 << i
		}
	}
	return left
}

// complete returns the given colors that can be completed.
func (g *Graph) complete(s *scratch, left uint64) uint64 {
	var complete uint64
	for l := left; l != 0; l &= l - 1 {
		i := bits.TrailingZeros64(l)
		if g.Colors[i].touched(s.inside, s.front) {
			complete |= 1 << i
		}
	}
	return complete
}

func (g *Graph) layersFrom(s *scratch, left uint64) int {
	h := 0
	for left != 0 {
		complete := g.complete(s, left)
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
				k := &g.Colors[bits.TrailingZeros64(complete)]
				for i := k.lo; i < k.hi; i++ {
					s.wave[i] |= s.front[i] & k.mask[i]
				}
			}
		}
		g.advance(s)
	}
	return h
}

// within reports whether all regions of the color are in the set.
func (k *Class) within(inside Set) bool {
	for i := k.lo; i < k.hi; i++ {
		if k.mask[i]&^inside[i] != 0 {
			return false
		}
	}
	return true
}

// touched reports whether all regions of the color are in one of the sets.
func (k *Class) touched(inside, front Set) bool {
	for i := k.lo; i < k.hi; i++ {
		if k.mask[i]&^(inside[i]|front[i]) != 0 {
			return false
		}
	}
	return true
}

// advance moves the wave, a part of the front, to the inside.
func (g *Graph) advance(s *scratch) {
	g.expose((*block)(s.front), (*block)(s.wave))
	for i, w := range s.wave {
		s.inside[i] |= w
		s.front[i] &^= s.inside[i]
	}
}

// distances returns the sum of the distances of all remaining regions from the
// blank area in the region graph. It is not a bound on the number of moves.
//
// Source: a thesis at the University of Ljubljana found it to be the best measure of
// progress.
func (g *Graph) distances(a Area, s *scratch) int {
	sum, _ := g.reach(a, s)
	return sum
}

// eccentricity returns the largest of these distances. It is a lower bound on the
// number of moves, never larger than layers.
func (g *Graph) eccentricity(a Area, s *scratch) int {
	_, largest := g.reach(a, s)
	return largest
}

// reach returns both distances and eccentricity.
func (g *Graph) reach(a Area, s *scratch) (sum, largest int) {
	if !g.narrow() {
		return g.reachByWaves(a, s)
	}
	s.load(a)
	return g.reachFrom(s, 0)
}

// reachFrom is like reach, with distance added to each distance.
func (g *Graph) reachFrom(s *scratch, distance int) (sum, largest int) {
	for {
		n := s.front.count()
		if n == 0 {
			return sum, distance
		}
		distance++
		sum += distance * n
		copy(s.wave, s.front)
		g.advance(s)
	}
}

// layersAndDistances returns both layers and distances. Until a color can be
// completed, both count the same waves, so both take little more time than one.
func (g *Graph) layersAndDistances(a Area, s *scratch) (h, sum int) {
	if !g.narrow() {
		return g.layers(a, s), g.distances(a, s)
	}
	s.load(a)
	left := g.left(s.inside)
	if left == 0 {
		return 0, 0
	}
	for g.complete(s, left) == 0 {
		h++
		sum += h * s.front.count()
		copy(s.wave, s.front)
		g.advance(s)
	}
	copy(s.fork.Absorbed, s.inside)
	copy(s.fork.Frontier, s.front)
	rest, _ := g.reachFrom(s, h)
	s.load(s.fork)
	return h + g.layersFrom(s, left), sum + rest
}

// Last returns the color that clears the board in position a if one move is enough. Otherwise it
// returns nil.
func (g *Graph) Last(a Area) *Class {
	for i, all := range g.all {
		if a.Absorbed[i]|a.Frontier[i] != all {
			return nil
		}
	}
	left := g.left(a.Absorbed)
	if bits.OnesCount64(left) != 1 {
		return nil
	}
	return &g.Colors[bits.TrailingZeros64(left)]
}

// Cells returns the number of cells that are not blank yet in position a.
func (g *Graph) Cells(a Area) int {
	left := 0
	for i := range g.words {
		for w := g.all[i] &^ a.Absorbed[i]; w != 0; w &= w - 1 {
			left += int(g.size[i<<6+bits.TrailingZeros64(w)])
		}
	}
	return left
}

// Removed returns the number of cells removed by playing color k in position a.
func (g *Graph) Removed(a Area, k *Class) int {
	n := 0
	for i := k.lo; i < k.hi; i++ {
		for w := a.Frontier[i] & k.mask[i]; w != 0; w &= w - 1 {
			n += int(g.size[i<<6+bits.TrailingZeros64(w)])
		}
	}
	return n
}
