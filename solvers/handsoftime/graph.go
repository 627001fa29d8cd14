package handsoftime

// graph is the midpoint graph after contraction. Vertices are the heads of all
// segments except the start, segment 0; edges are the tails. Source j is the
// edge between its two targets. If it has only one target, it is a half-edge;
// if it has none, it is a null edge.
//
// Every vertex has degree two or more, so a component with as many edges as
// vertices is a simple cycle: a free cycle, which can be oriented in two ways.
// In addition, there is either exactly one special component, which has one
// edge more than vertices, or exactly one null edge. The unused edge of the
// special component is the last source.
type graph struct {
	*segments
	component []int32 // of each vertex, numbered in the order of their smallest vertices; −1 for vertex 0
	cycles    []cycle
	cycleOf   []int32   // component → index in cycles, or −1
	special   component // without vertices if there is a null edge
	null      int32     // source that is a null edge, or −1
}

// cycle is a free cycle: edge[i] joins vertex[i] and vertex[i+1] (cyclically).
type cycle struct{ vertex, edge []int32 }

type component struct{ vertices, edges []int32 }

func newGraph(seg *segments) *graph {
	m := len(seg.head)
	buffer := make([]int32, 2*m)
	g := &graph{segments: seg, component: buffer[:m], null: -1}
	for j, ends := range seg.targets {
		if ends[0] < 0 && ends[1] < 0 {
			g.null = int32(j)
		}
	}
	for t := range g.component {
		g.component[t] = -1
	}
	order := buffer[m:m] // vertices in the order of discovery, component by component
	for t := 1; t < m; t++ {
		if g.component[t] < 0 {
			order = g.flood(int32(t), order)
		}
	}
	return g
}

// across returns the other target of source j, −1 if there is none.
func (g *graph) across(j, t int32) int32 {
	ends := g.targets[j]
	if ends[0] == t {
		return ends[1]
	}
	return ends[0]
}

// other returns the edge other than j at a vertex t of degree 2.
func (g *graph) other(t, j int32) int32 {
	at := g.at(t)
	return at[0] ^ at[1] ^ j
}

// flood collects the component of a vertex.
func (g *graph) flood(root int32, order []int32) []int32 {
	id := int32(len(g.cycleOf))
	g.component[root] = id
	begin := len(order)
	order = append(order, root)
	ends, half := 0, 0
	for k := begin; k < len(order); k++ {
		t := order[k]
		for _, j := range g.at(t) {
			ends++
			u := g.across(j, t)
			switch {
			case u < 0:
				half++
			case g.component[u] < 0:
				g.component[u] = id
				order = append(order, u)
			}
		}
	}
	vertices := order[begin:]
	if edges := (ends + half) / 2; edges == len(vertices) {
		g.cycleOf = append(g.cycleOf, int32(len(g.cycles)))
		g.cycles = append(g.cycles, g.walkCycle(root, len(vertices)))
		return order
	}
	g.cycleOf = append(g.cycleOf, -1)
	g.special.vertices = vertices
	g.special.edges = make([]int32, 0, len(vertices)+1)
	for _, t := range vertices {
		for _, j := range g.at(t) {
			if u := g.across(j, t); u < 0 || t == g.targets[j][0] {
				g.special.edges = append(g.special.edges, j)
			}
		}
	}
	return order
}

func (g *graph) walkCycle(root int32, length int) cycle {
	buffer := make([]int32, 2*length)
	c := cycle{vertex: buffer[:0:length], edge: buffer[length:length]}
	for t, j := root, g.at(root)[0]; len(c.edge) < length; {
		c.vertex, c.edge = append(c.vertex, t), append(c.edge, j)
		t = g.across(j, t)
		j = g.other(t, j)
	}
	return c
}

// Reasons why a ring has no solution, each of which is found without a search. The rules that find
// them are called root rules.
const (
	reasonStuck     = "the forced chain from the start has nowhere to go"
	reasonConnected = "the chains do not connect the free cycles to each other"
	reasonParity    = "every orientation of the free cycles leaves a closed loop (parity)"
)

// refuted returns the first root rule that proves that there is no solution, or
// "".
func (g *graph) refuted() string {
	switch {
	case g.null == 0 && len(g.head) > 1:
		return reasonStuck
	case !g.connected():
		return reasonConnected
	case !g.parityAllows():
		return reasonParity
	}
	return ""
}

// connected reports whether the chains join all components. A path can move
// from one component to another only along a chain: it enters at the head and
// leaves from the tail.
func (g *graph) connected() bool {
	pieces := len(g.cycleOf)
	joined := newDisjoint(pieces)
	for j := 1; j < len(g.head); j++ {
		if int32(j) != g.null && joined.join(g.component[j], g.component[g.edgeTarget(int32(j))]) {
			pieces--
		}
	}
	return pieces <= 1
}

// edgeTarget returns some target of a source that has one.
func (g *graph) edgeTarget(j int32) int32 { return max(g.targets[j][0], g.targets[j][1]) }

// parityAllows returns false if the last node is fixed, all free cycles have
// odd length, and no orientation of them gives a single path. To see this,
// consider the permutation "segment → next segment", in which the last segment
// leads back to the start. Reversing a free cycle of length k composes it with
// a k-cycle. For odd k, this preserves the parity of the number of cycles in
// the permutation. A solution has one cycle, so the number must be odd.
func (g *graph) parityAllows() bool {
	if len(g.special.vertices) > 0 {
		return true
	}
	next := make([]int32, len(g.head))
	for _, c := range g.cycles {
		if len(c.edge)%2 == 0 {
			return true
		}
		for i, j := range c.edge {
			next[j] = c.vertex[(i+1)%len(c.vertex)]
		}
	}
	next[g.null] = 0
	loops := 0
	for j := range next {
		if next[j] < 0 {
			continue
		}
		loops++
		for k := int32(j); next[k] >= 0; {
			next[k], k = -1, next[k]
		}
	}
	return loops%2 == 1
}
