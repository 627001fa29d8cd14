package colorwalk

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// upperWidth is the width of the beam whose solution a layered search then
// tries to beat.
const upperWidth = 100

// solveLayered finds an upper bound by a beam, and then a shorter solution or
// the proof that there is none by one pass of [layered]. If a limit on memory
// ends the pass, passes with lower limits raise the bound as far as memory
// allows.
func solveLayered(ctx context.Context, b Board, c choice, _ uint64, limits search.Limits) (r search.Result[Color]) {
	guard := search.NewGuard(ctx, limits)
	g := newGraph(b, c.literal)
	root := g.layers(g.origin(), g.newScratch())
	r.Bound = root
	r.Path, r.Outcome = newBeam(g, upperWidth, layersThenDistances, guard, &r.Meter).run()
	r.Cost = len(r.Path)
	if r.Outcome != search.Solved {
		return r
	}
	l := newLayered(g, guard, limits, &r.Meter)
	path, low, outcome := l.pass(r.Cost - 1)
	if path != nil {
		r.Path, r.Cost = path, len(path)
	}
	r.Bound = max(root, min(low, r.Cost))
	if outcome != search.LimitMemory {
		r.Outcome = outcome
		if outcome == search.Unsolvable {
			r.Outcome = search.Solved
		}
		r.Optimal = r.Outcome == search.Solved
		return r
	}
	r.Outcome = search.LimitMemory
	for limit := r.Bound; limit < r.Cost-1; limit++ {
		if _, low, outcome = l.pass(limit); outcome != search.Unsolvable {
			break
		}
		r.Bound = low
	}
	return r
}
