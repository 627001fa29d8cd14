package search

import "context"

// IDAStar is iterative-deepening A*: depth-first searches under a bound on
// g + h that begins at the estimate of the start and rises, each time, to the
// smallest g + h that lay above it.
//
// Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible
// tree search, Artificial Intelligence 27 (1985), section 5.
//
// Promise: the path found is a cheapest one if the estimates are admissible;
// they need not be consistent. Where no goal can be reached the search ends
// only if no path is longer than some length; a state whose estimate is
// [Infinite] is never entered, which is how a domain cuts off dead ends.
//
// Cost: memory in proportion to the longest path, no table of states. A state
// that can be reached on many paths is searched once for each.
//
// Expanded counts the root once per iteration and every child with g + h
// within the bound other than the goal; Generated counts each child when it is
// looked at, in the order of Expand, so that children after the goal are not
// counted. If the start is a goal there is one iteration with no work in it.
// When a limit ends the search, Bound is the bound it was searching: all below
// it is proved. Stored is the number of nodes on the longest path.
//
// If p is a [Prober] its probe does the work. A probe counts Expanded and
// Generated as said above; MaxDepth, Stored and Bytes only if it says so
// itself, except that they cover the path found.
func IDAStar[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	var r Result[A]
	g := NewGuard(ctx, limits)
	start, h := p.Start()
	if p.Goal(&start) {
		return atGoal[A](Iteration{})
	}
	probe := probeOf[S, A](p)
	for bound := h; ; {
		if bound == Infinite {
			r.Outcome, r.Bound = Unsolvable, 0
			return r
		}
		before := Iteration{Expanded: r.Expanded, Generated: r.Generated}
		next, path, outcome := probe(bound, g, &r.Meter)
		r.Iterations = append(r.Iterations, Iteration{
			Bound:     int(bound),
			Expanded:  r.Expanded - before.Expanded,
			Generated: r.Generated - before.Generated,
		})
		r.Bound = int(bound)
		switch {
		case outcome == Solved:
			r.Outcome, r.Optimal = Solved, true
			r.Path, r.Cost = path, int(bound)
			r.MaxDepth = max(r.MaxDepth, len(path))
			r.Stored = max(r.Stored, uint64(len(path))+1)
			return r
		case outcome != Running:
			r.Outcome = outcome
			return r
		}
		bound = next
	}
}

// atGoal is the result of a search whose start is a goal.
func atGoal[A any](iterations ...Iteration) Result[A] {
	r := Result[A]{Outcome: Solved, Path: []A{}, Optimal: true}
	r.Stored, r.Iterations = 1, iterations
	return r
}

// probeOf returns the problem's own probe if it has one, else the engine.
func probeOf[S, A comparable](p Problem[S, A]) Probe[A] {
	if own, ok := p.(Prober[A]); ok {
		if probe := own.Probe(); probe != nil {
			return probe
		}
	}
	engine := &deepening[S, A]{p: p, slab: slab[S, A]{branching: p.Branching()}}
	return engine.probe
}

// deepening is the generic probe of [IDAStar]. Its slab outlives an iteration.
type deepening[S, A comparable] struct {
	p    Problem[S, A]
	slab slab[S, A]
}

// probe is a [Probe]. The state of the loop lives in local variables, written
// back to the row of the path only when the search goes one deeper.
func (e *deepening[S, A]) probe(bound int32, guard *Guard, m *Meter) (int32, []A, Outcome) {
	var (
		p                   = e.p
		next                = int64(Infinite)
		limit               = int64(bound)
		expanded, generated = m.Expanded, m.Generated
		poll                = guard.Next()
		depth, deepest      = 0, m.MaxDepth
		g                   = int32(0)
	)
	if outcome, stop := guard.Poll(expanded); stop {
		return 0, nil, outcome
	}
	if !e.slab.reach(0, guard, m) {
		return 0, nil, guard.Outcome()
	}
	expanded++
	var none A
	start, _ := p.Start()
	r := &e.slab.rows[0]
	steps := r.steps[:p.Expand(&start, none, r.steps)]
	i := 0
	for {
		if i == len(steps) {
			if depth == 0 {
				m.Expanded, m.Generated = expanded, generated
				return int32(next), nil, Running
			}
			depth--
			r = &e.slab.rows[depth]
			steps, i, g = r.steps[:r.n], r.next, r.g
			continue
		}
		step := &steps[i]
		i++
		generated++
		if f := int64(g) + int64(step.Cost) + int64(step.H); f > limit {
			next = min(next, f)
			continue
		}
		if step.H == 0 && p.Goal(&step.State) {
			r.next = i
			m.Expanded, m.Generated = expanded, generated
			return 0, e.slab.path(depth), Solved
		}
		if expanded >= poll {
			if outcome, stop := guard.Poll(expanded); stop {
				m.Expanded, m.Generated = expanded, generated
				return 0, nil, outcome
			}
			poll = guard.Next()
		}
		r.n, r.next, r.g = len(steps), i, g
		depth++
		if depth > deepest || depth >= len(e.slab.rows) {
			if !e.slab.reach(depth, guard, m) {
				m.Expanded, m.Generated = expanded, generated
				return 0, nil, guard.Outcome()
			}
			deepest = depth
		}
		expanded++
		g += step.Cost
		r = &e.slab.rows[depth]
		steps = r.steps[:p.Expand(&step.State, step.Action, r.steps)]
		i = 0
	}
}
