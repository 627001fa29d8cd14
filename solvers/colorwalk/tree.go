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

// adopt makes the chosen nodes of the next layer the current one, empties the
// next, and returns the tree with them.
func (t tree) adopt(now, next *layer, chosen []int32) tree {
	now.clear()
	now.reserve(len(chosen))
	for _, i := range chosen {
		n := now.take(next, int(i))
		t = append(t, branch{parent: n.at, via: n.via})
		n.at = int32(len(t) - 1)
	}
	next.clear()
	return t
}

// nextPoll returns the count of expanded nodes at which a search by layers polls
// its guard again: after about a millisecond.
func (g *Graph) nextPoll(guard *search.Guard, expanded uint64) uint64 {
	return min(guard.Next(), expanded+1+8192/uint64(g.words))
}
