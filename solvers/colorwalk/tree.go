package colorwalk

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tree is how the nodes of a search by layers were reached.
type tree []branch

// branch is one node: the node before it, and the place of the colour in the
// graph's list that led from there. The root is the first.
type branch struct {
	parent int32
	via    uint8
}

// path returns the colours that lead to a node.
func (t tree) path(g *Graph, node int32) []Color {
	var path []Color
	for ; node > 0; node = t[node].parent {
		path = append(path, g.Colors[t[node].via].Color)
	}
	slices.Reverse(path)
	return path
}

// pace is a search that asks its guard now and then.
type pace struct {
	g     *Graph
	guard *search.Guard
	meter *search.Meter
}

// goOn reports whether the guard lets the search expand another node. It asks
// after about a millisecond.
func (p *pace) goOn() bool {
	return !p.guard.StopsWithin(p.meter.Expanded, 1+8192/uint64(p.g.words))
}

// byLayers is what the searches share that go from layer to layer.
type byLayers struct {
	pace
	fixed     uint64 // bytes of the graph
	s         *scratch
	tree      tree
	now, next *layer
}

func newByLayers(g *Graph, guard *search.Guard, m *search.Meter) byLayers {
	return byLayers{pace: pace{g: g, guard: guard, meter: m}, fixed: g.Footprint(), s: g.newScratch(), now: newLayer(g), next: newLayer(g)}
}

// begin makes the start the node of the current layer, which is empty.
func (l *byLayers) begin() (Area, *node) {
	l.now.reserve(1)
	root, n := l.now.grow()
	root.CopyFrom(l.g.Origin())
	l.tree = append(l.tree[:0], branch{})
	return root, n
}

// child adds what a colour makes of an area to the next layer, where it cannot be
// found yet. The node is nil if the colour removes nothing.
func (l *byLayers) child(from *Area, via int) (Area, *node) {
	child, n := l.next.grow()
	if !l.g.Play(&child, from, &l.g.Colors[via]) {
		l.next.shrink()
		return child, nil
	}
	l.meter.Generated++
	return child, n
}

// adopt makes the chosen nodes of the next layer the current one, empties the
// next, and adds them to the tree.
func (l *byLayers) adopt(chosen []int32) {
	l.tree = reserved(l.tree, len(chosen))
	l.now.clear()
	l.now.reserve(len(chosen))
	for _, i := range chosen {
		a, n := l.now.grow()
		a.CopyFrom(l.next.area(int(i)))
		*n = l.next.nodes[i]
		n.listed = false
		l.tree = append(l.tree, branch{parent: n.at, via: n.via})
		n.at = int32(len(l.tree) - 1)
	}
	l.next.clear()
	l.meter.Stored = max(l.meter.Stored, uint64(len(l.tree)))
}
