package colorwalk

import (
	"cmp"
	"context"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// beam is a running beam search: a breadth-first search that keeps only the best
// positions after each number of moves, at most width of them. Ties are broken by
// the order of generation, that is, by the order of parents and then of colors.
// The search ends with the first move that clears the board.
//
// It does not use search.Beam for three reasons: an evaluation such as
// layers+distances has two numbers, which need not fit into one estimate; no layer
// is visited twice; and equal positions are evaluated only once.
type beam struct {
	byLayers
	width int
	value value
	order []int32 // the nodes of next, best first
}

// solveBeam runs the chosen beam search, by default by distances and with width 1.
func solveBeam(ctx context.Context, b Board, c puzzle.Choice, _ uint64, limits search.Limits) search.Result[Color] {
	width, value := 1, evaluationCalled("distances")
	if c.Number != "" {
		width, value = c.Int(""), evaluationCalled(c.Estimate)
	}
	r := search.Result[Color]{}
	guard := search.NewGuard(ctx, limits)
	g := NewGraph(b, -1)
	r.Path, r.Outcome = newBeam(g, width, value, guard, &r.Meter).run()
	r.Cost = len(r.Path)
	return r
}

func newBeam(g *Graph, width int, value value, guard *search.Guard, m *search.Meter) *beam {
	return &beam{byLayers: newByLayers(g, guard, m), width: width, value: value}
}

// run returns a path, or the outcome of the guard. The board must not be cleared.
func (b *beam) run() ([]Color, search.Outcome) {
	if !b.fits(1) {
		return nil, b.guard.Outcome()
	}
	b.begin()
	for {
		for i := range b.now.nodes {
			if !b.goOn() || !b.fits(len(b.g.Colors)) {
				return nil, b.guard.Outcome()
			}
			if path := b.expand(i); path != nil {
				b.meter.MaxDepth = max(b.meter.MaxDepth, len(path))
				return path, search.Solved
			}
		}
		if !b.choose() {
			return nil, b.guard.Outcome()
		}
		b.meter.MaxDepth++
	}
}

// expand adds the children of a node to the next layer, or returns the path to a
// cleared board.
func (b *beam) expand(i int) []Color {
	from := b.now.area(i)
	at := b.now.nodes[i].at
	b.meter.Expanded++
	for k := range b.g.Colors {
		child, n := b.child(&from, k)
		if n == nil {
			continue
		}
		if child.Solved() {
			return append(b.tree.path(b.g, at), b.g.Colors[k].Color)
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

// choose makes the best nodes of the next layer the current one, and reports
// whether memory allows it.
func (b *beam) choose() bool {
	n := len(b.next.nodes)
	kept := min(n, b.width)
	b.order = b.order[:0]
	if !b.charge(b.now.bytesWith(kept-len(b.now.nodes)) + b.next.bytes() + bytesWith(b.tree, kept) + bytesWith(b.order, n)) {
		return false
	}
	b.order = reserved(b.order, n)
	for i := range b.next.nodes {
		b.order = append(b.order, int32(i))
	}
	nodes := b.next.nodes
	slices.SortFunc(b.order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(nodes[x].key, nodes[y].key), cmp.Compare(x, y))
	})
	b.meter.Pruned += uint64(n - kept)
	b.order = b.order[:kept]
	b.adopt(b.order)
	return true
}

// fits reports whether the limits allow n more nodes, in the next layer and later
// in the tree, and makes room for them.
func (b *beam) fits(n int) bool {
	bytes := b.now.bytes() + b.next.bytesWith(n) + bytesWith(b.tree, 0) + bytesWith(b.order, 0)
	if !b.guard.Holds(uint64(len(b.tree)+min(b.width, len(b.next.nodes)+n))) || !b.charge(bytes) {
		return false
	}
	b.next.reserve(n)
	return true
}

// charge reports whether the limits allow the given number of bytes besides the
// graph, and if so records them.
func (b *beam) charge(bytes uint64) bool {
	bytes += b.fixed
	if !b.guard.Fits(bytes) {
		return false
	}
	b.meter.Bytes = max(b.meter.Bytes, bytes)
	return true
}
