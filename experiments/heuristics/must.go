package heuristics

// counter counts what A* expands on the way from one position to the goal,
// for any start and any heuristic of a space. With a consistent heuristic and
// C* the distance of the start,
//
//   - every position with g + h < C* must be expanded, whatever the order of
//     ties, by A* and by every algorithm of its kind (Dechter & Pearl 1985);
//   - no position with g + h > C* is.
//
// Those with g + h = C* depend on ties. A position with g + h ≤ f is reached on
// a shortest way over positions of which that is true as well, since g + h never
// falls on it; so a breadth-first search that leaves out the others finds
// exactly these, with their g.
type counter struct {
	space *space
	seen  []uint32 // the search in which a position was last met
	run   uint32
	queue []int32
	balls map[int][]int // positions within each distance of a start, by its blank's cell
}

func newCounter(s *space) *counter {
	return &counter{space: s, seen: make([]uint32, len(s.states)), balls: map[int][]int{}}
}

// expansions returns how many positions A* must expand from a start, and how
// many it may expand at most: all of g + h ≤ C* but for the goal.
func (c *counter) expansions(start int32, h []uint8) (must, most int) {
	cost := int(c.space.distance[start])
	c.run++
	c.seen[start] = c.run
	c.queue = append(c.queue[:0], start)
	g, level := 0, 1 // level is where the positions of this g end
	for head := 0; head < len(c.queue); head++ {
		if head == level {
			g, level = g+1, len(c.queue)
		}
		i := c.queue[head]
		if g+int(h[i]) < cost {
			must++
		}
		for _, j := range c.space.next[i] {
			if j == none {
				break
			}
			if c.seen[j] != c.run && g+1+int(h[j]) <= cost {
				c.seen[j] = c.run
				c.queue = append(c.queue, j)
			}
		}
	}
	return must, len(c.queue) - 1
}

// blind is expansions without a heuristic: the positions nearer than the goal,
// and those no further. How many there are within a distance depends on the
// start's blank alone, since the tiles may be renamed.
func (c *counter) blind(start int32) (must, most int) {
	cell := c.space.blank(start)
	within := c.balls[cell]
	if within == nil {
		all := 0
		for _, level := range c.space.levels(start) {
			all += len(level)
			within = append(within, all)
		}
		c.balls[cell] = within
	}
	cost := int(c.space.distance[start])
	if cost > 0 {
		must = within[cost-1]
	}
	return must, within[cost] - 1
}
