package colorwalk

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A layered search begins with a beam search for an upper bound. Its width is a quarter of the
// number of regions, but at least firstWidth and at most firstWidths. On easy boards, the beam
// search is most of the work. On hard boards, a layered search whose upper bound is one move too
// large costs five times as much as necessary. A layered search that keeps more than keptPerWidth
// nodes per unit of the beam's width is therefore stopped. A beam search ten times as wide, up to
// lastWidth, looks for a better bound, and the layered search starts again.
const (
	firstWidth   = 10
	firstWidths  = 100
	lastWidth    = 1000
	keptPerWidth = 300
)

// solveLayered finds an upper bound by beams. A pass of [layered] then finds a
// shorter solution or proves that there is none. If a memory limit ends the pass,
// passes with lower limits, which take less memory, raise the lower bound until
// one of them finds a solution or reaches the memory limit, too.
func solveLayered(ctx context.Context, b Board, c puzzle.Choice, _ uint64, limits search.Limits) (r search.Result[Color]) {
	guard := search.NewGuard(ctx, limits)
	g := NewGraph(b, -1)
	l := newLayered(g, guard, limits, &r.Meter)
	l.omit = omission{closure: c.Given("no-closure"), dominance: c.Given("no-dominance"), orderRule: c.Given("no-order-rule")}
	better := func(limit int) search.Outcome {
		path, low, outcome := l.pass(limit)
		if path != nil {
			r.Path, r.Cost = path, len(path)
		}
		r.Bound = max(r.Bound, min(low, r.Cost))
		return outcome
	}
	r.Bound = g.layers(g.Origin(), g.newScratch())
	r.Path, r.Outcome = anySolution(g, guard, &r.Meter) // should limits forbid more
	if r.Outcome != search.Solved {
		return r
	}
	if r.Cost = len(r.Path); r.Cost > r.Bound {
		r.Outcome = search.Running
	}
	limit := 0
	for width := max(firstWidth, min(g.Regions/4, firstWidths)); r.Outcome == search.Running || r.Outcome == search.Incomplete; width *= 10 {
		path, outcome := newBeam(g, width, layersThenDistances, guard, &r.Meter).run()
		if outcome != search.Solved {
			r.Outcome = outcome
			return r
		}
		if len(path) < r.Cost {
			r.Path, r.Cost = path, len(path)
		}
		l.patience = 0
		if width <= lastWidth {
			l.patience = keptPerWidth * width
		}
		limit = r.Cost - 1
		r.Outcome = better(limit) // Incomplete if it lost patience
	}
	if l.patience = 0; r.Outcome == search.LimitMemory {
		for r.Bound < min(limit, r.Cost) {
			if outcome := better(r.Bound); outcome.Limited() {
				r.Outcome = outcome
				break
			}
		}
	}
	if r.Optimal = r.Bound == r.Cost; r.Optimal {
		r.Outcome = search.Solved
	}
	return r
}

// anySolution finds one that takes little time on a graph of that size.
func anySolution(g *Graph, guard *search.Guard, m *search.Meter) ([]Color, search.Outcome) {
	if g.narrow() {
		return newBeam(g, 1, layersThenDistances, guard, m).run()
	}
	return greedy(g, guard, m)
}
