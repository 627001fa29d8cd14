package colorwalk

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A layered search begins with a beam of firstWidth for an upper bound. A pass
// that comes to keep keptPerWidth nodes for each node of that width is begun again
// after a beam ten times as wide, up to lastWidth: on hard boards a pass whose
// limit is one too large costs five times as much as it need, on easy ones the
// beam is most of the work.
const (
	firstWidth   = 30
	lastWidth    = 3000
	keptPerWidth = 300
)

// solveLayered finds an upper bound by a beam, and then a shorter solution, or
// the proof that there is none, by a pass of [layered]. If a limit on memory ends
// the pass, passes with lower limits raise the lower bound as far as memory
// allows.
func solveLayered(ctx context.Context, b Board, _ choice, _ uint64, limits search.Limits) (r search.Result[Color]) {
	guard := search.NewGuard(ctx, limits)
	g := newGraph(b, false)
	l := newLayered(g, guard, limits, &r.Meter)
	r.Bound = g.layers(g.origin(), g.newScratch())
	for width := firstWidth; ; width *= 10 {
		path, outcome := newBeam(g, width, layersThenDistances, guard, &r.Meter).run()
		if r.Path == nil || path != nil && len(path) < r.Cost {
			r.Path, r.Cost = path, len(path)
		}
		if outcome != search.Solved {
			r.Outcome = outcome
			return r
		}
		l.patience = 0
		if width < lastWidth {
			l.patience = keptPerWidth * width
		}
		path, low, outcome := l.pass(r.Cost - 1)
		if path != nil {
			r.Path, r.Cost = path, len(path)
		}
		r.Bound = max(r.Bound, min(low, r.Cost))
		switch outcome {
		case search.Incomplete: // out of patience
		case search.Solved, search.Unsolvable:
			r.Outcome, r.Optimal = search.Solved, true
			return r
		case search.LimitMemory:
			r.Outcome = outcome
			l.patience = 0
			for outcome = search.Unsolvable; outcome == search.Unsolvable && r.Bound < r.Cost-1; {
				_, low, outcome = l.pass(r.Bound)
				r.Bound = max(r.Bound, min(low, r.Cost))
			}
			return r
		default:
			r.Outcome = outcome
			return r
		}
	}
}
