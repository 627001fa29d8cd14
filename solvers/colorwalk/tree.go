package colorwalk

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tree records how the nodes of a layered search were reached.
type tree []branch

// branch is one node: its parent, and the index in the graph's list of the color
// that led from there. The root comes first.
type branch struct {
	parent int32
	via    uint8
}

// path returns the colors that lead to a node.
func (t tree) path(g *Graph, node int32) []Color {
	var path []Color
	for ; node > 0; node = t[node].parent {
		path = append(path, g.Colors[t[node].via].Color)
	}
	slices.Reverse(path)
	return path
}

// pace polls the guard of a search at regular intervals.
type pace struct {
	g     *Graph
	guard *search.Guard
	meter *search.Meter
}

// goOn reports whether the search may expand another node. It polls about every
// millisecond.
func (p *pace) goOn() bool {
	return !p.guard.StopsWithin(p.meter.Expanded, 1+8192/uint64(p.g.words))
}

// byLayers is the shared part of the layered searches.
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

// child adds the area after playing a color to the next layer, without listing
// the node yet. The node is nil if the color removes nothing.
func (l *byLayers) child(from *Area, via int) (Area, *node) {
	child, n := l.next.grow()
	if !l.g.Play(&child, from, &l.g.Colors[via]) {
		l.next.shrink()
		return child, nil
	}
	l.meter.Generated++
	return child, n
}

// adopt makes the chosen nodes of the next layer the current layer, adds them to
// the tree, and empties the next layer.
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
