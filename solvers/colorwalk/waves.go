package colorwalk

import "math/bits"

// waves is working memory for estimates on a wide graph. Scanning whole sets in
// each step would take time proportional to the number of regions times the
// number of steps, and a path-like board has as many steps as regions. Lists
// take time proportional to the number of regions.
type waves struct {
	front, next []int32
	touching    [MaxColors + 1]int // regions of each color in the front
	beyond      [MaxColors + 1]int // unreached regions of each color
}

// loadWaves prepares the estimate of position a. s.inside becomes the set of
// reached regions: the absorbed ones and the frontier.
func (g *Graph) loadWaves(a Area, s *scratch) *waves {
	w := s.waves
	for i := range s.inside {
		s.inside[i] = a.Absorbed[i] | a.Frontier[i]
	}
	clear(w.touching[:])
	w.front = w.front[:0]
	a.Frontier.Each(func(r int) {
		w.front = append(w.front, int32(r))
		w.touching[g.color[r]]++
	})
	for i := range g.Colors {
		k := &g.Colors[i]
		n := 0
		for j := k.lo; j < k.hi; j++ {
			n += bits.OnesCount64(k.mask[j] &^ s.inside[j])
		}
		w.beyond[k.Color] = n
	}
	return w
}

// spread adds the unreached neighbors of a region to the next front.
func (g *Graph) spread(r int32, s *scratch, w *waves) {
	for _, l := range g.links[g.first[r]:g.first[r+1]] {
		fresh := l.mask &^ s.inside[l.word]
		s.inside[l.word] |= fresh
		for ; fresh != 0; fresh &= fresh - 1 {
			n := l.word<<6 + int32(bits.TrailingZeros64(fresh))
			c := g.color[n]
			w.next = append(w.next, n)
			w.touching[c]++
			w.beyond[c]--
		}
	}
}

// everyColor is the set of all colors, as bits.
const everyColor = 1<<64 - 1

// take replaces the regions of the front that have one of the colors, given as
// bits, by their unreached neighbors. The other regions remain in the front.
func (g *Graph) take(colors uint64, s *scratch, w *waves) {
	w.next = w.next[:0]
	for _, r := range w.front {
		if c := g.color[r]; colors>>c&1 != 0 {
			w.touching[c]--
			g.spread(r, s, w)
		} else {
			w.next = append(w.next, r)
		}
	}
	w.front, w.next = w.next, w.front
}

// layersByWaves computes layers on a wide graph.
func (g *Graph) layersByWaves(a Area, s *scratch) int {
	w := g.loadWaves(a, s)
	h := 0
	for len(w.front) > 0 {
		var complete uint64 // colors, as bits
		for i := range g.Colors {
			if c := g.Colors[i].Color; w.beyond[c] == 0 && w.touching[c] > 0 {
				complete |= 1 << c
			}
		}
		h += max(1, bits.OnesCount64(complete))
		if complete == 0 {
			complete = everyColor
		}
		g.take(complete, s, w)
	}
	return h
}

// reachByWaves computes reach on a wide graph.
func (g *Graph) reachByWaves(a Area, s *scratch) (sum, largest int) {
	w := g.loadWaves(a, s)
	for len(w.front) > 0 {
		largest++
		sum += largest * len(w.front)
		g.take(everyColor, s, w)
	}
	return sum, largest
}
