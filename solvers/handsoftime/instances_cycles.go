package handsoftime

import (
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// bindPlantedCycles returns the generator of solvable rings with many free
// cycles.
func bindPlantedCycles(c puzzle.Choice) (generate, error) {
	k := c.Int("k")
	count, err := parseAmount(c.Value("c"), 1)
	return func(n int, random *search.Random) (Ring, error) {
		if k == 2 && n%2 == 1 {
			return Ring{}, errors.New("free cycles of 2 places need an even ring")
		}
		return plant(n, k, count.of(n), func(c, spare int) (Ring, int) {
			p := newPlanter(n, random)
			if placed := p.cycles(c+spare, k, 1); placed < c+spare {
				return Ring{}, placed
			}
			var blocks []int32
			for h := 1; h < n; h++ {
				if p.prev[h] < 0 {
					blocks = append(blocks, int32(h))
				}
			}
			search.Shuffle(random, blocks)
			end := p.chain(p.tailOf[0], blocks)
			values := p.values()
			values[end] = p.lastValue(int(end), spare)
			if values[end] == 0 {
				return Ring{}, c
			}
			return Ring{Values: values}, c
		})
	}, err
}

// plant repeats attempts until one succeeds. A failed attempt returns a ring
// without values and the number of cycles that it placed. An attempt may plant
// up to spare cycles more than c. The number of attempts depends only on n, so
// the result is the same on every machine.
func plant(n, k, c int, attempt func(c, spare int) (Ring, int)) (Ring, error) {
	cycles := fmt.Sprintf("%d free cycles", c)
	if c == 1 {
		cycles = "a free cycle"
	}
	if c > (n-1)/k {
		return Ring{}, fmt.Errorf("%s of %d places: the ring is too small (%d cycles at most)", cycles, k, (n-1)/k)
	}
	best := 0
	for i := range min(max(6, 10_000_000/n), 400) {
		r, placed := attempt(c, i%3)
		if r.Values != nil {
			return r, nil
		}
		best = max(best, placed)
	}
	if best < c {
		return Ring{}, fmt.Errorf("found no room for %s of %d places (%d at most; ask for fewer or for a larger ring)", cycles, k, best)
	}
	return Ring{}, fmt.Errorf("%s of %d places: the other places are too few (ask for fewer or for a larger ring)", cycles, k)
}

// planter builds a tour link by link. A link i → t sets next[i] = t and prev[t]
// = i. The value of i is then the distance between i and t, and i's other move
// leads to 2i − t, the mirror image of t.
//
// To plant a free cycle of k nodes, the planter chooses targets x_1 … x_k and
// uses the midpoint of x_j and x_(j+1) as the source for x_j. Both moves of
// that source reach targets of the cycle, so the k sources can serve the k
// targets in either direction. These links are fixed: the rest of the tour is
// arranged around the chains that they form.
type planter struct {
	n      int
	random *search.Random
	next   []int32 // −1 where open
	prev   []int32
	linker            // of the chains, at first one node each
	cycle  []int32    // the planted cycle that a source belongs to, or −1
	group  []int8     // the group of cycles that a node belongs to, as source or target, or −1
	pools  [2][]int32 // unused targets: by parity if n is even, otherwise all in the first pool
	barred [2]int32   // nodes that may not be sources, or −1
}

func newPlanter(n int, random *search.Random) *planter {
	p := &planter{n: n, random: random, linker: newLinker(n), barred: [2]int32{-1, -1}}
	slab := make([]int32, 3*n)
	p.next, p.prev, p.cycle = slab[:n], slab[n:2*n], slab[2*n:]
	p.group = make([]int8, n)
	for i := range int32(n) {
		p.next[i], p.prev[i], p.cycle[i], p.group[i] = -1, -1, -1, -1
	}
	for t := int32(1); t < int32(n); t++ { // the start is not a target
		parity := int(t) % 2 * (1 - n%2)
		p.pools[parity] = append(p.pools[parity], t)
	}
	return p
}

// bar excludes a node from the planted cycles, as source and as target.
func (p *planter) bar(slot int, node int32) {
	p.barred[slot] = node
	for i, pool := range p.pools {
		for j, t := range pool {
			if t == node {
				pool[j] = pool[len(pool)-1]
				p.pools[i] = pool[:len(pool)-1]
				break
			}
		}
	}
}

// cycles plants c cycles of k nodes, assigns them to groups in turn, and
// returns how many it placed before giving up. No node belongs to two groups.
func (p *planter) cycles(c, k, groups int) int {
	const tries = 2000
	for placed := range c {
		done := false
		for range tries {
			pool := p.drawPool(k)
			if pool == nil {
				break
			}
			if done = p.tryCycle(*pool, k, placed, int8(placed%groups)); done {
				*pool = (*pool)[k:] // tryCycle moved the used targets to the front
				break
			}
		}
		if !done {
			return placed
		}
	}
	return c
}

// drawPool chooses a pool with at least k targets, with probability
// proportional to its size. It returns nil if there is none.
func (p *planter) drawPool(k int) *[]int32 {
	var sizes [2]int
	for i, pool := range p.pools {
		if len(pool) >= k {
			sizes[i] = len(pool)
		}
	}
	if sizes[0]+sizes[1] == 0 {
		return nil
	}
	if p.random.Below(sizes[0]+sizes[1]) < sizes[0] {
		return &p.pools[0]
	}
	return &p.pools[1]
}

// tryCycle draws k targets, moves them to the front of the pool, and links a
// cycle through them. If that fails, it restores the links and returns false.
func (p *planter) tryCycle(pool []int32, k, cycle int, group int8) bool {
	for i := range k {
		j := i + p.random.Below(len(pool)-i)
		pool[i], pool[j] = pool[j], pool[i]
	}
	targets := pool[:k]
	source := int32(-1)
	for j, t := range targets {
		if j == 1 && k == 2 {
			source = int32((int(source) + p.n/2) % p.n) // the other midpoint of the same two targets
		} else {
			source = p.midpoint(t, targets[(j+1)%k])
		}
		if !p.fits(source, t, group) {
			p.unglue(targets[:j])
			return false
		}
		p.link(source, t)
	}
	for _, t := range targets {
		i := p.prev[t]
		p.cycle[i] = int32(cycle)
		p.group[i], p.group[t] = group, group
	}
	return true
}

// midpoint returns a node at equal distance from a and b. On an even ring, a
// and b have the same parity and there are two such nodes; it returns one of
// them at random.
func (p *planter) midpoint(a, b int32) int32 {
	sum := int(a) + int(b)
	switch {
	case p.n%2 == 0:
		sum += p.n * p.random.Below(2)
	case sum%2 == 1:
		sum += p.n
	}
	return int32(sum / 2 % p.n)
}

// fits reports whether the link i → t is possible: i is free, no closed loop
// arises, and neither node belongs to another group.
func (p *planter) fits(i, t int32, group int8) bool {
	return p.next[i] < 0 && p.headOf[i] != t &&
		i != p.barred[0] && i != p.barred[1] &&
		(p.group[i] < 0 || p.group[i] == group) &&
		(p.group[t] < 0 || p.group[t] == group)
}

func (p *planter) link(i, t int32) {
	p.next[i], p.prev[t] = t, i
	p.linker.link(i, t)
}

// unglue removes the links to the targets, the last one first.
func (p *planter) unglue(targets []int32) {
	for j := len(targets) - 1; j >= 0; j-- {
		t := targets[j]
		i := p.prev[t]
		p.unlink(i, t)
		p.next[i], p.prev[t] = -1, -1
	}
}

// chain appends blocks, given by their heads, to the chain that ends in node
// end, and returns the new end.
func (p *planter) chain(end int32, blocks []int32) int32 {
	for _, h := range blocks {
		next := p.tailOf[h]
		p.link(end, h)
		end = next
	}
	return end
}

// values returns the distance along each node's link, or 0 for a node without a
// link.
func (p *planter) values() []int32 {
	values := make([]int32, p.n)
	for i, t := range p.next {
		if t >= 0 {
			values[i] = distance(i, int(t), p.n)
		}
	}
	return values
}

// mirror returns the other target of the source of t, or −1 if both moves
// coincide or the other one leads to the start.
func (p *planter) mirror(t int32) int32 {
	u := 2*int(p.prev[t]) - int(t)
	if u < 0 {
		u += p.n
	} else if u >= p.n {
		u -= p.n
	}
	if u == 0 || u == int(t) {
		return -1
	}
	return int32(u)
}

// lastValue returns a random value for the last node of the tour, chosen so
// that it destroys at most spare planted cycles. It returns 0 if there is no
// such value. The tour does not need this value, but the node's two moves join
// the components of their targets into the special component. At most two
// cycles are destroyed, so with spare ≥ 2 every value is allowed.
func (p *planter) lastValue(last, spare int) int32 {
	bound := p.boundTo()
	var allowed []int32
	for v := 1; v <= p.n/2; v++ {
		a, b := bound[(last+v)%p.n], bound[(last-v+p.n)%p.n]
		lost := 0
		if a >= 0 {
			lost++
		}
		if b >= 0 && b != a {
			lost++
		}
		if lost <= spare {
			allowed = append(allowed, int32(v))
		}
	}
	if len(allowed) == 0 {
		return 0
	}
	return allowed[p.random.Below(len(allowed))]
}

// boundTo returns, for each target, the planted cycle in its component, or −1.
// Every target has a mirror, except one at the end of a component. Following
// mirrors leads into the component's cycle, if it has one.
func (p *planter) boundTo() []int32 {
	bound := make([]int32, p.n)
	walk := make([]int32, p.n) // the first node of the walk that visited a node, or 0 for none
	for t := range int32(p.n) {
		bound[t] = -1
		if t > 0 && p.cycle[p.prev[t]] >= 0 {
			bound[t], walk[t] = p.cycle[p.prev[t]], t
		}
	}
	for first := int32(1); first < int32(p.n); first++ {
		end := first
		for end >= 0 && walk[end] == 0 {
			walk[end] = first
			end = p.mirror(end)
		}
		if end < 0 || bound[end] < 0 {
			continue
		}
		for t := first; t != end; t = p.mirror(t) {
			bound[t] = bound[end]
		}
	}
	return bound
}
