package handsoftime

import "github.com/puzzlelab/puzzlelab/solvers/search"

// propagator searches for an order of the segments. It keeps, for every source
// (a tail), the set of targets (heads) that it can still move to, and for every
// target the set of its remaining sources. After each decision it applies the
// following rules as long as possible:
//
//   - a target that has only one source left is assigned to that source; a
//     target that has none is a failure;
//   - assigning i→t removes i from the sources of its other target and t from
//     the targets of its other sources, and joins the chain that ends in i to
//     the chain that begins at t;
//   - the tail of a joined chain may not move to its own head;
//   - two unassigned sources without targets are a failure, because only the
//     last node of the path has nowhere to go.
//
// Decisions are made at the tail of the chain from the start. The target with
// fewer sources is tried first; in a tie, the clockwise one. A trail records
// all changes, so that they can be undone.
type propagator struct {
	seg *segments

	alive   []uint8  // bit e: source i can still move to targets[i][e]
	inputs  []vertex // of each target: number and XOR of its remaining sources
	next    []int32  // target assigned to a source, or −1
	linker           // of the chains of assigned sources
	stuck   int      // unassigned sources without a target
	open    int      // targets without an assigned source
	trail   []int32  // 2i+e: source i lost target e; ^i: source i was assigned
	pending []int32  // targets whose only source must be assigned; few at a time
	frames  []frame
	state   propagatorState
}

type propagatorState uint8

const (
	fresh propagatorState = iota
	standing
	exhausted
)

// frame is a decision. To backtrack, undo the trail to mark, then try the
// second target, if any.
type frame struct {
	mark   int32
	source int32
	second int8 // bit number in alive, or −1
}

// propagatorBytes is an upper bound on the memory per segment, including trail
// and frames but not inputs.
const propagatorBytes = 1 + 4 + 4 + 4 + 3*4 + 12

// newPropagator begins a search. It uses spare as memory if there is room for
// one record per segment.
func newPropagator(seg *segments, spare []vertex) *propagator {
	m := len(seg.head)
	if len(spare) < m {
		spare = make([]vertex, m)
	}
	clear(spare[:m])
	buffer := make([]int32, 4*m)
	p := &propagator{
		seg:    seg,
		alive:  make([]uint8, m),
		inputs: spare[:m],
		next:   buffer[:m],
		linker: newLinker(m),
		trail:  buffer[m:m],
		open:   m - 1,
	}
	for i, ends := range seg.targets {
		p.next[i] = -1
		for e, t := range ends {
			if t >= 0 {
				p.alive[i] |= 1 << e
				p.inputs[t].degree++
				p.inputs[t].sources ^= int32(i)
			}
		}
		if p.alive[i] == 0 {
			p.stuck++
		}
	}
	return p
}

// remove removes target e from source i, and reports whether the target still
// has a source and at most one source is stuck.
func (p *propagator) remove(i int32, e int) bool {
	t := p.seg.targets[i][e]
	p.alive[i] &^= 1 << e
	p.trail = append(p.trail, 2*i+int32(e))
	in := &p.inputs[t]
	in.degree--
	in.sources ^= i
	if p.alive[i] == 0 && p.next[i] < 0 {
		p.stuck++
	}
	if in.degree == 1 {
		p.pending = append(p.pending, t)
	}
	return in.degree > 0 && p.stuck <= 1
}

// assign assigns source i to its target e, which must be alive.
func (p *propagator) assign(i int32, e int) bool {
	t := p.seg.targets[i][e]
	p.next[i] = t
	p.open--
	p.trail = append(p.trail, ^i)

	// From here on, the target has no remaining sources and the source no
	// remaining targets. This does not count as a failure of either.
	p.alive[i] &^= 1 << e
	p.trail = append(p.trail, 2*i+int32(e))
	p.inputs[t].degree--
	p.inputs[t].sources ^= i

	// Join the chains before anything can fail: undoing relies on it.
	h, last := p.headOf[i], p.tailOf[t]
	p.link(i, t)

	if other := 1 - e; p.alive[i]&(1<<other) != 0 && !p.remove(i, other) {
		return false
	}
	for _, j := range p.seg.at(t) {
		switch alive := p.alive[j]; {
		case alive&1 != 0 && p.seg.targets[j][0] == t:
			p.lose(j, 0)
		case alive&2 != 0 && p.seg.targets[j][1] == t:
			p.lose(j, 1)
		}
		if p.stuck > 1 {
			return false
		}
	}
	for e, t := range p.seg.targets[last] {
		if t == h && p.alive[last]&(1<<e) != 0 && !p.remove(last, e) {
			return false
		}
	}
	return true
}

// lose is like remove, for a target that has been assigned.
func (p *propagator) lose(j int32, e int) {
	p.alive[j] &^= 1 << e
	p.trail = append(p.trail, 2*j+int32(e))
	in := &p.inputs[p.seg.targets[j][e]]
	in.degree--
	in.sources ^= j
	if p.alive[j] == 0 && p.next[j] < 0 {
		p.stuck++
	}
}

// settle applies the rules as long as possible.
func (p *propagator) settle() bool {
	for len(p.pending) > 0 {
		t := p.pending[len(p.pending)-1]
		p.pending = p.pending[:len(p.pending)-1]
		if p.inputs[t].degree != 1 {
			continue // assigned meanwhile
		}
		i := p.inputs[t].sources
		e := 0
		if p.alive[i]&1 == 0 || p.seg.targets[i][0] != t {
			e = 1
		}
		if !p.assign(i, e) {
			return false
		}
	}
	return true
}

func (p *propagator) undo(mark int) {
	p.pending = p.pending[:0]
	for len(p.trail) > mark {
		entry := p.trail[len(p.trail)-1]
		p.trail = p.trail[:len(p.trail)-1]
		if entry < 0 {
			i := ^entry
			t := p.next[i]
			p.unlink(i, t)
			p.next[i] = -1
			p.open++
			continue
		}
		i, e := entry>>1, entry&1
		if p.alive[i] == 0 && p.next[i] < 0 {
			p.stuck--
		}
		p.alive[i] |= 1 << e
		in := &p.inputs[p.seg.targets[i][e]]
		in.degree++
		in.sources ^= i
	}
}

// root applies the rules before the first decision.
func (p *propagator) root() bool {
	for t := 1; t < len(p.inputs); t++ {
		switch p.inputs[t].degree {
		case 0:
			return false
		case 1:
			p.pending = append(p.pending, int32(t))
		}
	}
	for i, ends := range p.seg.targets { // a segment may not move to its own head
		for e, t := range ends {
			if t == int32(i) && p.alive[i]&(1<<e) != 0 && !p.remove(t, e) {
				return false
			}
		}
	}
	return p.stuck <= 1 && p.settle()
}

// pollDecisions is the number of decisions between two polls of the guard. A
// decision may propagate through all segments, so the guard's default interval
// would be too long.
const pollDecisions = 256

// advance moves to the next solution.
func (p *propagator) advance(g *search.Guard, m *search.Meter) search.Outcome {
	ok := false
	switch p.state {
	case fresh:
		if ok = p.root(); !ok {
			p.state = exhausted
		}
	case standing:
		ok = p.back(m)
	}
	for ok {
		if g.StopsWithin(m.Expanded, pollDecisions) {
			return g.Outcome()
		}
		m.Expanded++
		m.MaxDepth = max(m.MaxDepth, len(p.frames))
		m.Stored = max(m.Stored, uint64(len(p.frames))+1)
		if p.open == 0 {
			p.state = standing
			return search.Solved
		}
		ok = p.decide(m) || p.back(m)
	}
	p.state = exhausted
	return search.Unsolvable
}

// decide chooses a target for the tail of the first chain. It returns false if
// there is no target, or if propagation refutes all of them.
func (p *propagator) decide(m *search.Meter) bool {
	i := p.tailOf[0]
	f := frame{mark: int32(len(p.trail)), source: i, second: -1}
	first := 0
	switch p.alive[i] {
	case 0:
		return false
	case 2:
		first = 1
	case 3:
		ends := p.seg.targets[i]
		if p.inputs[ends[1]].degree < p.inputs[ends[0]].degree {
			first = 1
		}
		f.second = int8(1 - first)
	}
	p.frames = append(p.frames, f)
	return p.try(i, first, m)
}

func (p *propagator) try(i int32, e int, m *search.Meter) bool {
	if p.assign(i, e) && p.settle() {
		m.Generated++
		return true
	}
	m.Pruned++
	return false
}

// back undoes decisions until one has another target that propagation does not
// refute.
func (p *propagator) back(m *search.Meter) bool {
	for len(p.frames) > 0 {
		f := &p.frames[len(p.frames)-1]
		p.undo(int(f.mark))
		if f.second < 0 {
			p.frames = p.frames[:len(p.frames)-1]
			continue
		}
		e := int(f.second)
		f.second = -1
		if p.try(f.source, e, m) {
			return true
		}
	}
	return false
}

// propagation searches on the ring itself, where every node is a segment.
type propagation struct{ *propagator }

var openPropagation = opener(segmentBytes-4+propagatorBytes+8, func(r Ring, _ *search.Meter) engine {
	return propagation{newPropagator(ringSegments(r), nil)}
})

func (p propagation) next(g *search.Guard, m *search.Meter) search.Outcome { return p.advance(g, m) }

func (p propagation) path(dst []int32) {
	for k, j := 0, int32(0); j >= 0; k, j = k+1, p.propagator.next[j] {
		dst[k] = p.seg.head[j]
	}
}
