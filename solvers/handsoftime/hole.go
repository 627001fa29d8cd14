package handsoftime

// holeWalk visits every state of the special component. A state assigns all edges except
// one, the hole, to vertices.
//
// In a step, the hole takes one of its ends from the edge assigned to this vertex, and
// that edge becomes the hole. Steps are reversible, and a hole allows at most two steps,
// so the states form paths and cycles. In fact, they form a single path if there are
// half-edges, and a single cycle otherwise; see "The special component" in the package
// documentation. The walk begins at an end of the path, so it never has to turn back.
type holeWalk struct {
	*graph
	vertices []int32
	server   []int32 // vertex → edge that serves it
	served   []int32 // edge → vertex it serves, −1 for the hole
	hole     int32   // −1 if there is no special component and no null edge
	via      int32   // vertex taken in the last step; −1 at the beginning

	initial     []int32 // server of vertices[k] in the first state
	initialHole int32
	differing   int // number of vertices whose server is not the initial one
	position    []int32
}

func newHoleWalk(g *graph) *holeWalk {
	m := len(g.head)
	buffer := make([]int32, 3*m)
	w := &holeWalk{
		graph:    g,
		vertices: g.special.vertices,
		server:   buffer[:m],
		served:   buffer[m : 2*m],
		position: buffer[2*m:],
	}
	w.initialHole = g.null
	if len(w.vertices) > 0 {
		w.initialHole = w.firstHole()
		w.match()
		w.initial = make([]int32, len(w.vertices))
		for k, t := range w.vertices {
			w.initial[k] = w.server[t]
			w.position[t] = int32(k)
		}
	}
	w.reset()
	return w
}

// firstHole returns a half-edge if there is one. Otherwise it returns an edge on a cycle,
// so that the rest remains connected. This is the first edge between two vertices that
// are already connected by earlier edges.
func (w *holeWalk) firstHole() int32 {
	for _, j := range w.special.edges {
		if w.targets[j][0] < 0 || w.targets[j][1] < 0 {
			return j
		}
	}
	joined := newDisjoint(len(w.head))
	for _, j := range w.special.edges {
		if !joined.join(w.targets[j][0], w.targets[j][1]) {
			return j
		}
	}
	panic("handsoftime: a special component without a cycle or half-edge")
}

// match assigns all edges except the hole. Vertices with a single remaining edge take it,
// one after another. If a cycle remains, its edges are assigned in one direction.
func (w *holeWalk) match() {
	degree := w.served // not in use yet
	for _, t := range w.vertices {
		degree[t] = int32(len(w.at(t)))
		w.server[t] = -1
	}
	for _, t := range w.targets[w.initialHole] {
		if t >= 0 {
			degree[t]--
		}
	}
	for _, forced := range []bool{true, false} {
		for _, t := range w.vertices {
			for t >= 0 && w.server[t] < 0 && (!forced || degree[t] == 1) {
				if t = w.take(t); t >= 0 {
					degree[t]--
				}
			}
		}
	}
}

// take assigns the first free edge of a vertex to it, and returns the edge's other end,
// −1 if there is none.
func (w *holeWalk) take(t int32) int32 {
	for _, j := range w.at(t) {
		if w.free(j) {
			w.server[t] = j
			return w.across(j, t)
		}
	}
	panic("handsoftime: a vertex of the special component without an edge")
}

// free reports whether an edge is not the hole and not assigned.
func (w *holeWalk) free(j int32) bool {
	if j == w.initialHole {
		return false
	}
	for _, t := range w.targets[j] {
		if t >= 0 && w.server[t] == j {
			return false
		}
	}
	return true
}

// reset returns to the first state.
func (w *holeWalk) reset() {
	w.hole, w.via, w.differing = w.initialHole, -1, 0
	for k, t := range w.vertices {
		w.server[t] = w.initial[k]
		w.served[w.initial[k]] = t
	}
	if w.hole >= 0 {
		w.served[w.hole] = -1
	}
}

// step moves to the next state, and returns false if all states have been visited.
func (w *holeWalk) step() bool {
	if len(w.vertices) == 0 {
		return false
	}
	t := w.targets[w.hole][0]
	if t < 0 || t == w.via {
		t = w.targets[w.hole][1]
	}
	if t < 0 || t == w.via {
		return false // reached the other end of the path
	}
	old, first := w.server[t], w.initial[w.position[t]]
	if old == first {
		w.differing++
	}
	if w.hole == first {
		w.differing--
	}
	w.server[t], w.served[w.hole] = w.hole, t
	w.served[old] = -1
	w.hole, w.via = old, t
	return w.differing > 0 || w.hole != w.initialHole
}

// follow returns the vertex after chain head h in the current state, −1 if the chain ends
// in the hole. All chains outside the special component must have been linked.
func (w *holeWalk) follow(l linker, h int32) int32 {
	if j := l.tailOf[h]; j != w.hole {
		return w.served[j]
	}
	return -1
}

// single reports whether the chains form a single path.
func (w *holeWalk) single(l linker) bool {
	length := 0
	for h := w.follow(l, 0); h >= 0; h = w.follow(l, h) {
		length++
	}
	return length == len(w.vertices)
}

// loops counts the closed loops besides the path.
func (w *holeWalk) loops(l linker) int {
	if w.single(l) {
		return 0
	}
	seen := make([]bool, len(w.head))
	for h := int32(0); h >= 0; h = w.follow(l, h) {
		seen[h] = true
	}
	loops := 0
	for _, t := range w.vertices {
		if seen[t] {
			continue
		}
		loops++
		for h := t; !seen[h]; h = w.follow(l, h) {
			seen[h] = true
		}
	}
	return loops
}
