package colorwalk

import (
	"cmp"
	"context"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// evaluation is what a beam sorts positions by, the smaller the better. It
// returns at most 63 bits.
type evaluation func(g *graph, a area, s *scratch) uint64

// evaluations are the evaluations by name, in the order they are listed.
var evaluations = []struct {
	name  string
	value evaluation
}{
	{"cells", func(g *graph, a area, _ *scratch) uint64 { return uint64(g.cells(a)) }},
	{"distances", func(g *graph, a area, s *scratch) uint64 { return uint64(g.distances(a, s)) }},
	{"layers", func(g *graph, a area, s *scratch) uint64 {
		return uint64(g.layers(a, s))<<40 + uint64(g.cells(a))
	}},
	{"layers+distances", layersThenDistances},
}

// evaluationCalled returns the evaluation of that name, nil if there is none.
func evaluationCalled(name string) evaluation {
	for _, e := range evaluations {
		if e.name == name {
			return e.value
		}
	}
	return nil
}

func layersThenDistances(g *graph, a area, s *scratch) uint64 {
	h, sum := g.layersAndDistances(a, s)
	return uint64(h)<<40 + uint64(sum)
}

// beam is breadth-first search that keeps, of the positions that lie the same
// number of moves from the start, the best width: of equal ones those that were
// generated first, in the order of their parents and of the colours. It ends
// with the first move that leaves nothing.
//
// It is not search.Beam, because here the two numbers of an evaluation such as
// layers+distances need not fit an estimate, a layer is never visited twice, and
// no position is evaluated that another one equals.
type beam struct {
	g     *graph
	guard *search.Guard
	meter *search.Meter
	width int
	value evaluation

	s         *scratch
	tree      tree
	now, next *layer
	order     []int32 // the nodes of next, best first
}

func solveBeam(ctx context.Context, b Board, c choice, _ uint64, limits search.Limits) search.Result[Color] {
	r := search.Result[Color]{}
	guard := search.NewGuard(ctx, limits)
	g := newGraph(b, c.literal)
	r.Path, r.Outcome = newBeam(g, max(1, c.number), evaluationCalled(c.evaluation), guard, &r.Meter).run()
	r.Cost = len(r.Path)
	return r
}

func newBeam(g *graph, width int, value evaluation, guard *search.Guard, m *search.Meter) *beam {
	return &beam{g: g, guard: guard, meter: m, width: width, value: value, s: g.newScratch(), now: newLayer(g), next: newLayer(g)}
}

// run returns a path, or the outcome of the guard. Something must be left to
// remove.
func (b *beam) run() ([]Color, search.Outcome) {
	if !b.fits(1) {
		return nil, b.guard.Outcome()
	}
	start, _ := b.now.grow()
	start.set(b.g.origin())
	b.tree = append(b.tree[:0], branch{})
	for poll := uint64(0); ; {
		for i := range b.now.nodes {
			if b.meter.Expanded >= poll {
				if outcome, stop := b.guard.Poll(b.meter.Expanded); stop {
					return nil, outcome
				}
				poll = b.guard.Next()
			}
			if !b.fits(len(b.g.colors)) {
				return nil, b.guard.Outcome()
			}
			if path := b.expand(i); path != nil {
				b.meter.MaxDepth = max(b.meter.MaxDepth, len(path))
				return path, search.Solved
			}
		}
		b.choose()
		b.meter.MaxDepth++
	}
}

// expand adds the children of a node to the next layer, or returns the path to
// one that has nothing left.
func (b *beam) expand(i int) []Color {
	from := b.now.area(i)
	at := b.now.nodes[i].at
	b.meter.Expanded++
	for k := range b.g.colors {
		child, n := b.next.grow()
		if !b.g.play(child, from, &b.g.colors[k]) {
			b.next.shrink()
			continue
		}
		b.meter.Generated++
		if child.solved() {
			return append(b.tree.path(b.g, at), b.g.colors[k].color)
		}
		n.at, n.via = at, uint8(k)
		if !b.next.list() {
			b.next.shrink()
			continue
		}
		n.key = b.value(b.g, child, b.s)
	}
	return nil
}

// choose makes the best of the next layer the current one.
func (b *beam) choose() {
	b.order = b.order[:0]
	for i := range b.next.nodes {
		b.order = append(b.order, int32(i))
	}
	nodes := b.next.nodes
	slices.SortFunc(b.order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(nodes[x].key, nodes[y].key), cmp.Compare(x, y))
	})
	if extra := len(b.order) - b.width; extra > 0 {
		b.meter.Pruned += uint64(extra)
		b.order = b.order[:b.width]
	}
	b.now.clear()
	for _, i := range b.order {
		n := b.now.take(b.next, int(i))
		b.tree = append(b.tree, branch{parent: n.at, via: n.via})
		n.at = int32(len(b.tree) - 1)
	}
	b.meter.Stored = max(b.meter.Stored, uint64(len(b.tree)))
	b.next.clear()
}

// fits asks the guard whether n more nodes may be held, in the next layer and
// later in the tree.
func (b *beam) fits(n int) bool {
	bytes := b.now.bytes() + b.next.bytes() + branchBytes*uint64(cap(b.tree)) + 4*uint64(cap(b.order))
	b.meter.Bytes = max(b.meter.Bytes, bytes)
	return b.guard.Holds(uint64(len(b.tree)+min(b.width, len(b.next.nodes)+n))) &&
		b.guard.Fits(bytes+uint64(n)*b.next.perNode())
}
