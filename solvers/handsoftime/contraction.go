package handsoftime

import (
	"math/big"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// contraction peels and contracts the ring, applies the root rules, and runs
// the propagator on the remaining segments.
type contraction struct {
	contracted
	graph *graph
	*propagator
}

// openContracted does the first steps of both contraction and orientation. The
// graph is nil if there is no solution or the outcome is not Running.
func openContracted(r Ring, g *search.Guard, m *search.Meter, perSegment uint64) (contracted, *graph, search.Outcome) {
	bytes := uint64(len(r.Values)) * contractedBytes
	m.Bytes = max(m.Bytes, bytes)
	if !g.Fits(bytes) {
		return contracted{}, nil, g.Outcome()
	}
	c, outcome := contract(r, g)
	if outcome != search.Running || c.dead != "" {
		return c, nil, outcome
	}
	bytes += uint64(len(c.head)) * (segmentBytes + graphBytes + perSegment)
	m.Bytes = max(m.Bytes, bytes)
	if !g.Fits(bytes) || !g.Holds(uint64(len(c.head))) {
		return c, nil, g.Outcome()
	}
	graph := newGraph(c.segments)
	if c.dead = graph.refuted(); c.dead != "" {
		return c, nil, search.Running
	}
	return c, graph, search.Running
}

// graphBytes is an upper bound on a graph's memory per segment.
const graphBytes = 2*4 + 2*4 + 2*4

func openContraction(r Ring, g *search.Guard, m *search.Meter) (engine, search.Outcome) {
	c, graph, outcome := openContracted(r, g, m, propagatorBytes)
	if outcome != search.Running {
		return nil, outcome
	}
	e := &contraction{contracted: c, graph: graph}
	if graph != nil {
		e.propagator = newPropagator(c.segments, c.spare)
	}
	return e, search.Running
}

func (c *contraction) next(g *search.Guard, m *search.Meter) search.Outcome {
	if c.propagator == nil {
		return search.Unsolvable
	}
	return c.advance(g, m)
}

func (c *contraction) path(dst []int32) { c.expand(c.propagator.next, dst) }

// manyTwoCycles is the number of free cycles of length two from which it pays
// to count orientations with a determinant. Each such cycle doubles the work of
// an enumeration.
const manyTwoCycles = 8

// count counts all solutions. If there are many free cycles of length two, it
// counts their orientations together, as spanning arborescences.
func (c *contraction) count(g *search.Guard, m *search.Meter) (*big.Int, search.Outcome) {
	if c.graph != nil {
		var pairs, rest []cycle
		for _, f := range c.graph.cycles {
			if len(f.edge) == 2 {
				pairs = append(pairs, f)
			} else {
				rest = append(rest, f)
			}
		}
		if len(pairs) >= manyTwoCycles {
			m.Bytes += uint64(len(pairs)) * uint64(len(pairs)) * 8 // the matrix
			if !g.Fits(m.Bytes) {
				return new(big.Int), g.Outcome()
			}
			return newTwoCycles(c.graph, pairs, rest).count(g, m)
		}
	}
	return countOneByOne(c, g, m)
}

// countOneByOne counts solutions by visiting each of them.
func countOneByOne(e engine, g *search.Guard, m *search.Meter) (*big.Int, search.Outcome) {
	for found := uint64(0); ; found++ {
		switch outcome := e.next(g, m); outcome {
		case search.Solved:
		case search.Unsolvable:
			if found > 0 {
				outcome = search.Solved
			}
			return new(big.Int).SetUint64(found), outcome
		default:
			return new(big.Int).SetUint64(found), outcome
		}
	}
}
