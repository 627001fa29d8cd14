package colorwalk

import "slices"

// Evaluation says what a beam sorts positions by, the smaller the better.
type Evaluation struct {
	Name   string // as it stands behind the slash of a strategy's name
	Doc    string // one line
	Source string
	Bound  bool // never more than the moves left, and consistent

	of value
}

// value is the number that positions are sorted by, of at most 63 bits.
type value func(g *Graph, a Area, s *scratch) uint64

// evaluations are all of them, in the order they are listed.
var evaluations = []Evaluation{
	{
		Name:   "cells",
		Doc:    "the number of cells left",
		Source: SeriesSource,
		of:     func(g *Graph, a Area, _ *scratch) uint64 { return uint64(g.Cells(a)) },
	},
	{
		Name:   "distances",
		Doc:    "the sum of the distances, in the region graph, of what is left from the blank area",
		Source: "University of Ljubljana, thesis on Flood-It",
		of:     func(g *Graph, a Area, s *scratch) uint64 { return uint64(g.distances(a, s)) },
	},
	{
		Name:   "layers",
		Doc:    "the layer bound, a lower bound on the moves left; a beam sorts equal ones by cells",
		Source: "A. and S. Puchert, floodit, github.com/aaronpuchert/floodit", Bound: true,
		of: func(g *Graph, a Area, s *scratch) uint64 {
			return uint64(g.layers(a, s))<<40 + uint64(g.Cells(a))
		},
	},
	{
		Name:   "layers+distances",
		Doc:    "the layer bound, equal ones by distances",
		Source: ours,
		of:     layersThenDistances,
	},
}

// Evaluations returns what may stand for E in "beam-N/E".
func Evaluations() []Evaluation { return slices.Clone(evaluations) }

// evaluationCalled returns the evaluation of that name, nil if there is none.
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
