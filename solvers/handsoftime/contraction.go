package handsoftime

import (
	"math/big"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// contraction peels and contracts the ring, applies the root rules, and lets
// the propagator work on the segments that are left.
type contraction struct {
	contracted
	graph *graph
	*propagator
}

// openContracted does what contraction and orientation have in common. The
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

// graphBytes bounds the memory of a graph per segment.
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

// manyTwoCycles is the number of free cycles of length two from which on
// counting them by determinant is worth setting up: enumeration would double
// its work with each.
const manyTwoCycles = 8

// count counts all solutions. Free cycles of length two are counted together,
// as spanning arborescences, once there are many of them.
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

// countOneByOne visits every solution.
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
