package colorwalk

import (
	"context"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Anytime finds better and better solutions and raises a lower bound on the optimum, until the cost
// of the best solution equals the bound. First, beam searches with widths 1, 10 and 100 look for
// solutions; they evaluate positions by layers+distances. Then layered searches raise the lower
// bound. Each of them looks for a solution as short as the bound. If there is none, the bound
// rises, and the next search allows more moves. If a memory limit ends a layered search, wider
// beams follow.
//
// Unless the function improved is nil, Anytime calls it whenever the cost falls or the bound rises.
// If a limit ends the search after it has found a solution, Outcome names the limit, Path and Cost
// describe the best solution found, and Bound is a proved lower bound.
func Anytime(ctx context.Context, b Board, improved func(search.Improvement), limits search.Limits) search.Result[Color] {
	if b.Cells() == 0 {
		panic(errZeroBoard.Error())
	}
	r := search.Result[Color]{Outcome: search.Solved, Path: []Color{}, Optimal: true}
	if b.Solved() {
		return r
	}
	a := anytime{began: time.Now(), improved: improved, limits: limits, guard: search.NewGuard(ctx, limits), g: NewGraph(b, -1)}
	a.raise(a.g.layers(a.g.Origin(), a.g.newScratch()))
	a.Outcome = a.run()
	a.Optimal = a.Outcome == search.Solved
	return a.Result
}

// firstBeams is the largest beam width used before the bound is raised.
const firstBeams = 100

// anytime is a running [Anytime].
type anytime struct {
	search.Result[Color]
	g        *Graph
	guard    *search.Guard
	limits   search.Limits
	began    time.Time
	improved func(search.Improvement)
}

// run returns Solved when the cost equals the bound, or the reason why it
// stopped earlier.
func (a *anytime) run() search.Outcome {
	if !a.g.narrow() { // a single estimate takes long
		path, outcome := greedy(a.g, a.guard, &a.Meter)
		if outcome != search.Solved {
			return outcome
		}
		a.found(path)
		if a.Cost == a.Bound {
			return search.Solved
		}
	}
	width := 1
	for ; width <= firstBeams; width *= 10 {
		if outcome := a.beam(width); outcome != search.Solved || a.Cost == a.Bound {
			return outcome
		}
	}
	l := newLayered(a.g, a.guard, a.limits, &a.Meter)
	for a.Bound < a.Cost {
		path, low, outcome := l.pass(a.Bound)
		switch {
		case outcome == search.LimitMemory:
			return a.widen(width)
		case outcome.Limited():
			return outcome
		case outcome == search.Solved:
			a.found(path)
		default:
			a.raise(min(low, a.Cost))
		}
	}
	return search.Solved
}

// widen tries wider and wider beams until a limit is reached or the cost equals
// the bound. A beam that drops nothing is breadth-first search.
func (a *anytime) widen(width int) search.Outcome {
	for ; ; width *= 10 {
		pruned := a.Pruned
		outcome := a.beam(width)
		if outcome == search.Solved && a.Pruned == pruned {
			a.raise(a.Cost)
		}
		if outcome != search.Solved || a.Cost == a.Bound {
			return outcome
		}
	}
}

// beam looks for a solution shorter than the best so far.
func (a *anytime) beam(width int) search.Outcome {
	path, outcome := newBeam(a.g, width, layersThenDistances, a.guard, &a.Meter).run()
	if outcome == search.Solved {
		a.found(path)
	}
	return outcome
}

// found records a solution.
func (a *anytime) found(path []Color) {
	if a.Path == nil || len(path) < a.Cost {
		a.Path, a.Cost = path, len(path)
		a.tell()
	}
}

// raise records a lower bound.
func (a *anytime) raise(bound int) {
	if bound > a.Bound {
		a.Bound = bound
		if a.Path != nil {
			a.tell()
		}
	}
}

func (a *anytime) tell() {
	if a.improved != nil {
		a.improved(search.Improvement{
			Cost: a.Cost, Bound: a.Bound, Expanded: a.Expanded, Generated: a.Generated, Elapsed: time.Since(a.began),
		})
	}
}
