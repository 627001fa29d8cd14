package handsoftime

import (
	"errors"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// bindTrap returns the generator of unsolvable rings that look solvable. In
// such a ring, the planted links form a path and one closed loop for each group
// of free cycles.
//
// Node n/2 has value n/2, so its only move leads to the start 0, and it is the
// last node of every solution. All free cycles have the same odd length k.
// Reversing one changes the successors by a cyclic permutation of k sources,
// which is even, so the parity of the number of closed loops never changes. The
// sources and targets of a group are all in the group's own part of the path or
// in its own loop, so each group always has an odd number of loops. With one
// group, the parity of the total reveals this. With two groups, the total has
// the right parity, and only the parity of each group reveals it.
//
// The proof requires all other links to be forced. Free cycles that arise by
// chance are therefore destroyed, one node at a time.
func bindTrap(groups int) func(c puzzle.Choice) (generate, error) {
	return func(c puzzle.Choice) (generate, error) {
		k := c.Int("k")
		if k%2 == 0 {
			return nil, fmt.Errorf("k=%d is even (want an odd number)", k)
		}
		count, err := parseAmount(c.Value("c"), groups)
		return func(n int, random *search.Random) (Ring, error) {
			if n%2 == 1 {
				return Ring{}, errors.New("the trap needs an even ring, whose place n/2 can reach the start alone")
			}
			return plant(n, k, count.of(n), func(c, _ int) (Ring, int) {
				p := newPlanter(n, random)
				p.bar(0, 0)
				p.bar(1, int32(n/2))
				if placed := p.cycles(c, k, groups); placed < c {
					return Ring{}, placed
				}
				loops := p.closeLoops(groups)
				if len(loops) < groups || !p.connected(c, loops) || !p.breakAccidents() {
					return Ring{}, c
				}
				values := p.values()
				values[n/2] = int32(n / 2)
				return Ring{Values: values}, c
			})
		}, err
	}
}

// closeLoops arranges all blocks into a path from 0 to n/2 and one closed loop
// per group, and returns one node of each nonempty loop. A block of planted
// cycles goes into its group's part of the path or its group's loop; any other
// node may go anywhere.
func (p *planter) closeLoops(groups int) []int32 {
	paths, loops := make([][]int32, groups), make([][]int32, groups)
	last := int32(p.n / 2)
	for h := int32(1); h < int32(p.n); h++ {
		if p.prev[h] >= 0 || h == last {
			continue
		}
		g := int(p.group[h])
		if g < 0 {
			g = p.random.Below(groups)
		}
		if p.random.Below(2) == 0 {
			paths[g] = append(paths[g], h)
		} else {
			loops[g] = append(loops[g], h)
		}
	}
	var closed []int32
	end := int32(0)
	for g := range groups {
		search.Shuffle(p.random, paths[g])
		end = p.chain(end, paths[g])
		search.Shuffle(p.random, loops[g])
		if loop := loops[g]; len(loop) > 0 {
			tail := p.chain(p.tailOf[loop[0]], loop[1:])
			p.next[tail], p.prev[loop[0]] = loop[0], tail
			closed = append(closed, loop[0])
		}
	}
	p.chain(end, []int32{last})
	return closed
}

// connected reports whether the planted cycles connect the path and all loops,
// and whether every loop has a source of such a cycle. If so, no loop is known
// to be closed before an orientation is chosen.
func (p *planter) connected(c int, loops []int32) bool {
	joined := newDisjoint(c)
	pieces := c
	// walk joins the cycles that it meets from node i on.
	walk := func(i int32) (met bool) {
		before := int32(-1)
		for first := i; i >= 0; {
			if now := p.cycle[i]; now >= 0 {
				if before >= 0 && joined.join(before, now) {
					pieces--
				}
				before = now
			}
			if i = p.next[i]; i == first {
				break
			}
		}
		return before >= 0
	}
	all := walk(0)
	for _, loop := range loops {
		all = walk(loop) && all
	}
	return all && pieces == 1
}

// breakAccidents destroys the free cycles that were not planted: it inserts a
// node without a planted link between a source of the cycle and its target. It
// reports whether no such cycle is left.
func (p *planter) breakAccidents() bool {
	const rounds = 100
	for range rounds {
		accidents := p.accidents()
		if len(accidents) == 0 {
			return true
		}
		for _, t := range accidents {
			if !p.insertBefore(t) {
				return false
			}
		}
	}
	return false
}

// accidents returns a target of every free cycle that was not planted. The last
// node's only move leads to the start, so every component has as many sources
// as targets, and following mirrors leads to its cycle.
func (p *planter) accidents() []int32 {
	var found []int32
	walk := make([]int32, p.n)
	for first := int32(1); first < int32(p.n); first++ {
		t := first
		for t >= 0 && walk[t] == 0 {
			walk[t] = first
			t = p.mirror(t)
		}
		if t >= 0 && walk[t] == first && p.cycle[p.prev[t]] < 0 {
			found = append(found, t)
		}
	}
	return found
}

// insertBefore moves a random node without a planted link to the position
// before t.
func (p *planter) insertBefore(t int32) bool {
	const tries = 1000
	for range tries {
		z := int32(1 + p.random.Below(p.n-1))
		if z == t || p.next[z] == t || slices.Contains(p.barred[:], z) || p.cycle[z] >= 0 || p.cycle[p.prev[z]] >= 0 {
			continue
		}
		before, behind := p.prev[z], p.next[z]
		p.next[before], p.prev[behind] = behind, before
		i := p.prev[t]
		p.next[i], p.prev[z] = z, i
		p.next[z], p.prev[t] = t, z
		return true
	}
	return false
}
