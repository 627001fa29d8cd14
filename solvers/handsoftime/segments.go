package handsoftime

import "github.com/puzzlelab/puzzlelab/solvers/search"

// segments is a more general form of the puzzle. A segment is a chain of forced moves.
// Other segments move to its head, and its tail moves to another segment. A solution is an
// order of all segments, beginning with segment 0, in which every tail moves to the next
// head.
//
// Contracting a ring of n nodes leaves m segments, about 2.5·√n for a planted ring. A ring
// can also be seen as n segments of one node each.
type segments struct {
	head    []int32    // node at the head of each segment; head[0] is the start
	tail    []int32    // node at the tail of each
	targets [][2]int32 // segments that each tail can move to, −1 for a missing one; never 0

	// The tails that can move to head t are source[first[t]:first[t+1]].
	first, source []int32
}

const segmentBytes = 4 + 4 + 8 + 4 + 2*4

// index computes first and source from targets.
func (s *segments) index() {
	m := len(s.head)
	buffer := make([]int32, m+2+2*m)
	first := buffer[:m+2]
	for _, ends := range s.targets {
		for _, t := range ends {
			if t >= 0 {
				first[t+2]++
			}
		}
	}
	for t := 2; t < len(first); t++ {
		first[t] += first[t-1]
	}
	s.source = buffer[m+2:][:first[m+1]]
	for j, ends := range s.targets {
		for _, t := range ends {
			if t >= 0 {
				s.source[first[t+1]] = int32(j)
				first[t+1]++
			}
		}
	}
	s.first = first[:m+1]
}

// at returns the tails that can move to head t.
func (s *segments) at(t int32) []int32 { return s.source[s.first[t]:s.first[t+1]] }

// ringSegments returns the ring as n segments of one node each, the start first.
func ringSegments(r Ring) *segments {
	n := len(r.Values)
	s := &segments{head: make([]int32, n), targets: make([][2]int32, n)}
	segment := func(node int) int32 { // nodes before the start move up by one
		switch {
		case node == r.Start:
			return -1
		case node < r.Start:
			return int32(node) + 1
		}
		return int32(node)
	}
	s.tail = s.head
	for node := range n {
		j := max(segment(node), 0)
		s.head[j] = int32(node)
		a, b := r.Clockwise(node), r.CounterClockwise(node)
		s.targets[j] = [2]int32{segment(a), segment(b)}
		if a == b {
			s.targets[j][1] = -1
		}
	}
	s.index()
	return s
}

// vertex is a target in the midpoint graph: the number of its remaining sources, and the
// XOR of their numbers, which equals the source when only one is left. Keeping both in one
// record halves the cache misses of peel.
type vertex struct{ degree, sources int32 }

// Values of vertex.degree that mark special vertices instead of counting edges.
const (
	forcedDegree = -1      // its only source was assigned
	startDegree  = 1 << 30 // the start needs no source; peeling never reduces this to 1
)

// contracted is a ring after all forced moves have been made.
type contracted struct {
	*segments
	forced []int32  // the only target left for a node; for a tail, minus the number of nodes in its chain
	dead   string   // why there is no solution, or ""
	spare  []vertex // memory that peel no longer needs
}

const contractedBytes = 8 + 4 // per node: vertex, forced

// contract peels and contracts a ring; see "The midpoint graph" in the package
// documentation. Cost O(n). The outcome is Running unless a limit was hit.
func contract(r Ring, g *search.Guard) (contracted, search.Outcome) {
	n := len(r.Values)
	c := contracted{segments: new(segments), forced: make([]int32, n)}
	vertices, outcome := targetsOf(r, c.forced, g)
	if outcome != search.Running {
		return c, outcome
	}
	assigned, ok := peel(vertices, c.forced, g)
	if outcome := g.Outcome(); outcome != search.Running {
		return c, outcome
	}
	if !ok {
		c.dead = "a place cannot be reached from any place that is still free to move to it"
		return c, search.Running
	}
	covered, outcome := c.chain(r, vertices, n-assigned, g)
	if outcome != search.Running {
		return c, outcome
	}
	if covered < n {
		c.dead = "the forced moves close a cycle"
		return c, search.Running
	}
	segment := vertices // from here on, sources holds the segment number of a head
	c.targets = make([][2]int32, len(c.head))
	for j, node := range c.tail {
		a, b := r.Clockwise(int(node)), r.CounterClockwise(int(node))
		ends := [2]int32{-1, -1}
		if a != r.Start {
			ends[0] = segment[a].sources
		}
		if b != r.Start && b != a {
			ends[1] = segment[b].sources
		}
		c.targets[j] = ends
	}
	c.index()
	c.spare = vertices
	return c, search.Running
}

// targetsOf returns the vertex of each node, and marks all moves in forced as not forced.
func targetsOf(r Ring, forced []int32, g *search.Guard) ([]vertex, search.Outcome) {
	n := len(r.Values)
	vertices := make([]vertex, n)
	for i, v := range r.Values {
		if outcome, stop := g.Pass(i); stop {
			return vertices, outcome
		}
		a, b := i+int(v), i-int(v)
		if a >= n {
			a -= n
		}
		if b < 0 {
			b += n
		}
		x := &vertices[a]
		x.degree++
		x.sources ^= int32(i)
		if a != b {
			y := &vertices[b]
			y.degree++
			y.sources ^= int32(i)
		}
		forced[i] = -1
	}
	vertices[r.Start].degree = startDegree
	return vertices, search.Running
}

// chain finds the heads and tails of the chains, which begin at the start and at every
// vertex with a choice. It stores the segment number of each head in sources, and returns
// the number of nodes that the chains cover.
func (c *contracted) chain(r Ring, vertices []vertex, heads int, g *search.Guard) (covered int, outcome search.Outcome) {
	buffer := make([]int32, 2*heads)
	c.head, c.tail = buffer[:1:heads], buffer[heads:]
	c.head[0] = int32(r.Start)
	vertices[r.Start].sources = 0
	for t := range vertices {
		if vertices[t].degree != forcedDegree && t != r.Start {
			vertices[t].sources = int32(len(c.head))
			c.head = append(c.head, int32(t))
		}
	}
	var lanes [laneCount]struct{ node, segment, length int32 }
	for k := range lanes {
		lanes[k].segment = -1
	}
	for round, begun, running := 0, int32(0), 1; running > 0; round++ {
		if outcome, stop := g.Pass(round); stop {
			return covered, outcome
		}
		running = 0
		for k := range lanes {
			l := &lanes[k]
			if l.segment < 0 {
				if int(begun) == len(c.head) {
					continue
				}
				l.node, l.segment, l.length = c.head[begun], begun, 0
				begun++
			}
			running++
			l.length++
			next := c.forced[l.node]
			if next < 0 {
				c.tail[l.segment], c.forced[l.node] = l.node, -l.length
				covered += int(l.length)
				l.segment = -1
			}
			l.node = next
		}
	}
	return covered, search.Running
}

// laneCount is the number of chains followed at the same time. Each step reads a distant
// memory location, which takes many times longer than the step's work. With several
// chains, the processor can fetch several locations at once.
const laneCount = 8

// peel assigns sources to vertices that have only one source left, as long as there are
// such vertices. It returns how many sources it assigned, and whether every vertex kept a
// source. Assigning source i to t removes i from its other end 2i−t, which may be the next
// forced vertex, so following this chain needs no queue. The result is valid whichever
// node is last.
func peel(vertices []vertex, forced []int32, g *search.Guard) (assigned int, ok bool) {
	n := len(vertices)
	var lanes [laneCount]int // the current vertex of each lane
	for first, running := 0, laneCount; running > 0; {
		running = 0
		for k, t := range lanes {
			for first < n && vertices[t].degree != 1 { // the lane's chain has ended
				if _, stop := g.Pass(first); stop {
					return assigned, false
				}
				t = first
				first++
				if vertices[t].degree == 0 {
					return assigned, false
				}
			}
			if lanes[k] = t; vertices[t].degree == 1 {
				running++
			}
		}
		for k, t := range lanes {
			if vertices[t].degree != 1 {
				continue
			}
			i := int(vertices[t].sources)
			vertices[t].degree = forcedDegree
			forced[i] = int32(t)
			assigned++
			u := 2*i - t
			if u < 0 {
				u += n
			} else if u >= n {
				u -= n
			}
			if u != t { // the two moves do not coincide
				vertices[u].degree--
				vertices[u].sources ^= int32(i)
				lanes[k] = u
			}
		}
		for _, t := range lanes {
			if vertices[t].degree == 0 {
				return assigned, false
			}
		}
	}
	return assigned, true
}

// expand writes the path for an order of segments to dst; next[j] is the segment after j,
// −1 for the last.
func (c *contracted) expand(next []int32, dst []int32) {
	var lanes [laneCount]struct{ node, at int32 }
	for k := range lanes {
		lanes[k].node = -1
	}
	at := int32(0)
	for j, running := int32(0), 1; running > 0; {
		running = 0
		for k := range lanes {
			l := &lanes[k]
			if l.node < 0 {
				if j < 0 {
					continue
				}
				l.node, l.at = c.head[j], at
				at -= c.forced[c.tail[j]]
				j = next[j]
			}
			running++
			dst[l.at] = l.node
			l.at++
			l.node = c.forced[l.node]
		}
	}
}
