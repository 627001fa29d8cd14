package handsoftime

import (
	"context"
	"math/big"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Structure holds the facts about a ring that can be computed without a search: the forced moves,
// and the remaining choices. The fields refer to the midpoint graph, which the package
// documentation explains. Its edges are called sources, because each edge represents the node from
// which a move starts.
type Structure struct {
	Size     int
	Forced   []int32   // Forced[i] is the only possible target of the move from node i, or −1 if there are several
	Dead     bool      // whether peeling, chains, connectivity or parity prove that the ring has no solution
	Reason   string    // reason why there is no solution if Dead is set; otherwise ""
	Segments int       // number of chains of forced moves
	Cycles   [][]int32 // sources of each free cycle, in order around the cycle, beginning with the smallest
	// Special lists the sources in the special component in increasing order. It is empty if the
	// last node is fixed.
	Special []int32
	Shape   Shape // shape of the special component
	States  int   // number of ways to choose the moves in the special component, each of which leaves out one source
}

// Shape is the shape of the special component: the component of the midpoint graph that has one
// more edge than it has vertices. The last node of a solution is one of its edges.
type Shape uint8

// The possible shapes of the special component, in which every vertex has degree
// two or more. NullEdge means that there is no special component.
const (
	NullEdge    Shape = iota // no special component: the last node is fixed, because its only move leads to the start
	OpenPath                 // two half-edges joined by a path
	Tadpole                  // a half-edge joined to a cycle by a path
	Theta                    // two vertices joined by three paths
	FigureEight              // two cycles that share a vertex
	Dumbbell                 // two cycles joined by a path
)

var shapeNames = [...]string{"null edge", "open path", "tadpole", "theta", "figure eight", "dumbbell"}

func (s Shape) String() string { return shapeNames[s] }

// ForcedShare returns the share of nodes with a forced move, from 0 to 1.
func (s Structure) ForcedShare() float64 {
	return float64(s.ForcedMoves()) / float64(s.Size)
}

// ForcedMoves returns the number of nodes with a forced move.
func (s Structure) ForcedMoves() int {
	forced := 0
	for _, t := range s.Forced {
		if t >= 0 {
			forced++
		}
	}
	return forced
}

// Candidates returns the number of ways to choose all moves that are not forced: States ×
// 2^len(Cycles), or 0 if Dead is set. The solutions are the candidates without a closed loop.
func (s Structure) Candidates() *big.Int {
	if s.Dead {
		return new(big.Int)
	}
	return new(big.Int).Lsh(big.NewInt(int64(s.States)), uint(len(s.Cycles)))
}

// Analyze returns the structure of a ring. It takes O(n) time. It panics if the ring is invalid;
// see [Ring.Check].
func Analyze(r Ring) Structure {
	if err := r.Check(); err != nil {
		panic(err)
	}
	r.Start = max(r.Start, 0) // for AnyStart, analyze node 0 as the start
	c, _ := contract(r, search.NewGuard(context.Background(), search.Limits{}))
	for _, node := range c.tail {
		c.forced[node] = -1
	}
	s := Structure{Size: len(r.Values), Forced: c.forced, Reason: c.dead, Segments: len(c.head)}
	if c.dead == "" {
		g := newGraph(c.segments)
		s.Reason = g.refuted()
		for _, f := range g.cycles {
			nodes := make([]int32, len(f.edge))
			for i, j := range f.edge {
				nodes[i] = c.tail[j]
			}
			s.Cycles = append(s.Cycles, smallestFirst(nodes))
		}
		for _, j := range g.special.edges {
			s.Special = append(s.Special, c.tail[j])
		}
		slices.Sort(s.Special)
		s.Shape, s.States = g.shape()
	}
	s.Dead = s.Reason != ""
	return s
}

// smallestFirst rotates a cycle so that it begins with its smallest member, and
// reverses it if necessary so that it continues with the smaller neighbor.
func smallestFirst(nodes []int32) []int32 {
	k := slices.Index(nodes, slices.Min(nodes))
	nodes = append(nodes[k:len(nodes):len(nodes)], nodes[:k]...)
	if last := len(nodes) - 1; nodes[last] < nodes[1] {
		slices.Reverse(nodes[1:])
	}
	return nodes
}

// shape classifies the special component and counts its states. With E edges, b
// of them bridges (including half-edges), an open path has E states, a tadpole
// E+b, and the other shapes 2(E+b).
func (g *graph) shape() (Shape, int) {
	if len(g.special.vertices) == 0 {
		return NullEdge, 1
	}
	edges := len(g.special.edges)
	half := int32(-1)
	halves := 0
	for _, j := range g.special.edges {
		if g.targets[j][0] < 0 || g.targets[j][1] < 0 {
			half = j
			halves++
		}
	}
	branch := int32(-1) // a vertex of degree above two
	for _, t := range g.special.vertices {
		if len(g.at(t)) > 2 {
			branch = t
			break
		}
	}
	switch {
	case halves == 2:
		return OpenPath, edges
	case halves == 1:
		_, length := g.walkToBranch(half, g.edgeTarget(half))
		return Tadpole, edges + length
	case len(g.at(branch)) == 4:
		return FigureEight, 2 * edges
	}
	for _, j := range g.at(branch) {
		end, length := g.walkToBranch(j, g.across(j, branch))
		if end == branch {
			continue // a cycle of the dumbbell
		}
		// The other two edges of a dumbbell's branching vertex lead back to it.
		for _, other := range g.at(branch) {
			if other == j {
				continue
			}
			if back, _ := g.walkToBranch(other, g.across(other, branch)); back == branch {
				return Dumbbell, 2 * (edges + length)
			}
		}
	}
	return Theta, 2 * edges
}

// walkToBranch follows edges, from edge j into vertex t, to the next vertex
// with a degree above two. It returns that vertex and the number of edges on
// the way, including j.
func (g *graph) walkToBranch(j, t int32) (end int32, length int) {
	for length = 1; len(g.at(t)) == 2; length++ {
		j = g.other(t, j)
		t = g.across(j, t)
	}
	return t, length
}
