package colorwalk

import "github.com/puzzlelab/puzzlelab/solvers/puzzle"

// evaluation is a function by which a beam search sorts positions; smaller
// values are better. Strategy names contain its name after the slash.
type evaluation struct {
	puzzle.Heuristic
	of value
}

// value returns the number by which positions are sorted, of at most 63 bits.
type value func(g *Graph, a Area, s *scratch) uint64

// evaluations lists all evaluations, in listing order.
var evaluations = []evaluation{
	{
		puzzle.Heuristic{Name: "cells", Doc: "the number of cells left", Source: SeriesSource},
		func(g *Graph, a Area, _ *scratch) uint64 { return uint64(g.Cells(a)) },
	},
	{
		puzzle.Heuristic{
			Name: "distances", Doc: "the sum of the distances between the remaining regions and the blank area, in the region graph",
			Source: "University of Ljubljana, thesis on Flood-It",
		},
		func(g *Graph, a Area, s *scratch) uint64 { return uint64(g.distances(a, s)) },
	},
	{
		puzzle.Heuristic{
			Name: "layers", Doc: "the layer bound, which is a lower bound on the moves left; a beam search sorts positions with equal bounds by cells",
			Source: "A. and S. Puchert, floodit, github.com/aaronpuchert/floodit", Admissible: true, Consistent: true,
		},
		func(g *Graph, a Area, s *scratch) uint64 { return uint64(g.layers(a, s))<<40 + uint64(g.Cells(a)) },
	},
	{puzzle.Heuristic{Name: "layers+distances", Doc: "the layer bound; a beam search sorts positions with equal bounds by distances", Source: ours}, layersThenDistances},
}

// evaluationCalled returns the evaluation with the given name, or nil if there is
// none.
func evaluationCalled(name string) value {
	for _, e := range evaluations {
		if e.Name == name {
			return e.of
		}
	}
	return nil
}

func layersThenDistances(g *Graph, a Area, s *scratch) uint64 {
	h, sum := g.layersAndDistances(a, s)
	return uint64(h)<<40 + uint64(sum)
}
