package handsoftime

import (
	"context"
	"math/big"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Structure is what the midpoint graph says about one instance before any
// search (see the package documentation): how much is forced, and which
// choices are left.
type Structure struct {
	Size     int
	Forced   []int32   // Forced[i] is the only target left for node i, or −1
	Dead     bool      // peeling, chains, connectivity or parity prove that there is no solution
	Reason   string    // why, if Dead; "" otherwise
	Segments int       // forced chains between undecided choices
	Cycles   [][]int32 // free cycles: the sources in order round each cycle, smallest first
	Special  []int32   // sources of the special component, in increasing order; empty if the last node is fixed
	Shape    Shape     // of the special component
	States   int       // matchings of the special component: which source stays unused, and how
}

// Shape names the form of the component that holds the last node's source.
type Shape uint8

// The shapes a component with one edge more than vertices can have once every
// vertex has degree two or more; NullEdge is the case without one.
const (
	NullEdge    Shape = iota // the last node is forced: its only move leads to the start
	OpenPath                 // two half-edges joined by a path
	Tadpole                  // a half-edge, a path, a cycle
	Theta                    // two vertices joined by three paths
	FigureEight              // two cycles that share a vertex
	Dumbbell                 // two cycles joined by a path
)

var shapeNames = [...]string{"null edge", "open path", "tadpole", "theta", "figure eight", "dumbbell"}

func (s Shape) String() string { return shapeNames[s] }

// ForcedShare returns the share of nodes whose move is forced, in 0..1.
func (s Structure) ForcedShare() float64 {
	return float64(s.ForcedMoves()) / float64(s.Size)
}

// ForcedMoves returns the number of nodes whose move is forced.
func (s Structure) ForcedMoves() int {
	forced := 0
	for _, t := range s.Forced {
		if t >= 0 {
			forced++
		}
	}
	return forced
}

// Candidates returns States × 2^len(Cycles): the number of assignments among
// which the solutions are those without a closed cycle. 0 if Dead.
func (s Structure) Candidates() *big.Int {
	if s.Dead {
		return new(big.Int)
	}
	return new(big.Int).Lsh(big.NewInt(int64(s.States)), uint(len(s.Cycles)))
}

// Analyze peels and contracts a ring and returns its structure. Cost O(n). It
// panics if the ring is not valid; see [Ring.Check].
func Analyze(r Ring) Structure {
	if err := r.Check(); err != nil {
		panic(err)
	}
	r.Start = max(r.Start, 0) // of AnyStart, what holds from node 0
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

// smallestFirst turns a cycle so that it begins with its smallest member and
// goes on to the smaller of that member's neighbours.
func smallestFirst(nodes []int32) []int32 {
	k := slices.Index(nodes, slices.Min(nodes))
	nodes = append(nodes[k:len(nodes):len(nodes)], nodes[:k]...)
	if last := len(nodes) - 1; nodes[last] < nodes[1] {
		slices.Reverse(nodes[1:])
	}
	return nodes
}

// shape classifies the special component and counts the states of its hole.
// With E edges, of which b are bridges (half-edges among them), there are E
// states of an open path, E+b of a tadpole and 2(E+b) of the others.
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

// walkToBranch follows edges from edge j into vertex t until a vertex of
// degree above two, and returns it with the number of edges passed, j
// included.
func (g *graph) walkToBranch(j, t int32) (end int32, length int) {
	for length = 1; len(g.at(t)) == 2; length++ {
		at := g.at(t)
		if at[0] == j {
			j = at[1]
		} else {
			j = at[0]
		}
		t = g.across(j, t)
	}
	return t, length
}
