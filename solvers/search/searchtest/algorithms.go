package searchtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// algorithm is one search of package search and what it promises.
type algorithm[S, A comparable] struct {
	name string
	run  func(ctx context.Context, limits search.Limits) search.Result[A]

	weight promise
	// forgets says that the search has no memory of states, and may go round
	// forever where there is no goal.
	forgets bool
	// gives says that the search may end without an answer.
	gives bool
	// wanders says that even a small space can take it very long.
	wanders bool
}

func (e *exam[S, A]) algorithms() []algorithm[S, A] {
	type (
		limits = search.Limits
		result = search.Result[A]
	)
	exact := promise{Num: 1, Den: 1}
	list := []algorithm[S, A]{
		{name: "breadth-first", weight: e.ifUnitCosts(exact), run: func(ctx context.Context, l limits) result { return search.BreadthFirst(ctx, e.p, l) }},
		{name: "uniform-cost", weight: exact, run: func(ctx context.Context, l limits) result { return search.UniformCost(ctx, e.p, l) }},
		{name: "greedy", run: func(ctx context.Context, l limits) result { return search.Greedy(ctx, e.p, l) }},
		{name: "ARA*", weight: exact, run: func(ctx context.Context, l limits) result {
			return search.ARAStar(ctx, e.p, search.Weight{Num: 3, Den: 1}, nil, l)
		}},
		{name: "IDA*", weight: exact, forgets: true, run: func(ctx context.Context, l limits) result { return search.IDAStar(ctx, e.p, l) }},
		{name: "RBFS", weight: exact, forgets: true, run: func(ctx context.Context, l limits) result { return search.RBFS(ctx, e.p, l) }},
		{name: "depth-first", wanders: true, run: func(ctx context.Context, l limits) result { return search.DepthFirst(ctx, e.p, 0, l) }},
		{name: "depth-first of 20", gives: true, wanders: true, run: func(ctx context.Context, l limits) result { return search.DepthFirst(ctx, e.p, 20, l) }},
		{name: "beam of all", run: func(ctx context.Context, l limits) result { return search.Beam(ctx, e.p, e.MaxStates, l) }},
	}
	for _, ties := range []search.Ties{search.HighG, search.LowG, search.FIFO} {
		list = append(list, algorithm[S, A]{name: "A* " + ties.String(), weight: exact, run: func(ctx context.Context, l limits) result {
			return search.AStar(ctx, e.p, ties, l)
		}})
	}
	for _, w := range []search.Weight{{Num: 3, Den: 2}, {Num: 5, Den: 1}} {
		list = append(list, algorithm[S, A]{name: "weighted A* " + w.String(), weight: promise(w), run: func(ctx context.Context, l limits) result {
			return search.WeightedAStar(ctx, e.p, w, l)
		}})
	}
	for _, width := range []int{1, 30} {
		list = append(list, algorithm[S, A]{name: fmt.Sprintf("beam of %d", width), gives: true, run: func(ctx context.Context, l limits) result {
			return search.Beam(ctx, e.p, width, l)
		}})
	}
	if p, ok := e.p.(search.Reversible[S, A]); ok {
		list = append(list, algorithm[S, A]{name: "MM", weight: exact, run: func(ctx context.Context, l limits) result { return search.MM(ctx, p, l) }})
	}
	return list
}

// ifUnitCosts returns the weight if every action met costs 1: breadth-first
// search promises the fewest actions only.
func (e *exam[S, A]) ifUnitCosts(w promise) promise {
	if slices.ContainsFunc(e.visits, func(v visit[S, A]) bool { return v.cost > 1 }) {
		return promise{}
	}
	return w
}

// checkAlgorithms runs every algorithm on a small instance and compares what
// it says with the truth.
func (e *exam[S, A]) checkAlgorithms(t testing.TB) {
	if e.space == nil {
		return
	}
	truth := e.space.distance[0]
	for _, a := range e.algorithms() {
		if truth == search.Infinite && a.forgets && !e.Ends {
			continue
		}
		limits := search.Limits{Expanded: e.MaxNodes}
		if a.wanders {
			limits.Expanded = min(limits.Expanded, 20_000)
		}
		r := a.run(t.Context(), limits)
		if wrong := e.judge(a, r, truth); wrong != "" {
			c := answers
			if r.Outcome == search.LimitNodes {
				c = searched
			}
			e.breaks(t, c, "%s: %s", a.name, wrong)
			continue
		}
		if d := differences(a.run(t.Context(), limits), r); d != "" {
			e.breaks(t, unchanging, "%s: a second run differs: %s", a.name, d)
		}
	}
}

// judge says what is wrong with a result, or "".
func (e *exam[S, A]) judge(a algorithm[S, A], r search.Result[A], truth int32) string {
	if wrong := e.unsound(r); wrong != "" {
		return wrong
	}
	switch {
	case r.Outcome == search.LimitNodes && a.wanders || r.Outcome == search.Incomplete && a.gives:
		return ""
	case r.Outcome == search.LimitNodes:
		return fmt.Sprintf("needs more than %d nodes: take a smaller instance, or raise MaxNodes", e.MaxNodes)
	case truth == search.Infinite && r.Outcome != search.Unsolvable:
		return fmt.Sprintf("ended %v with cost %d, but no goal can be reached", r.Outcome, r.Cost)
	case truth == search.Infinite:
		return ""
	case r.Outcome != search.Solved:
		return fmt.Sprintf("ended %v, but there is a path of cost %d", r.Outcome, truth)
	}
	return a.weight.judge(r.Cost, r.Bound, int(truth), r.Optimal)
}

// promise is the largest allowed ratio of the found cost to the cost of a cheapest path;
// 0/0 is none.
type promise search.Weight

// judge says what is wrong with a solution where a cheapest path has the cost truth.
func (p promise) judge(cost, bound, truth int, optimal bool) string {
	switch {
	case cost < truth:
		return fmt.Sprintf("cost %d, below that of a cheapest path, %d", cost, truth)
	case optimal && cost != truth, p.Num != 0 && cost*int(p.Den) > truth*int(p.Num):
		return fmt.Sprintf("cost %d, said to be optimal: %t; a cheapest path costs %d", cost, optimal, truth)
	case p.Num != 0 && p.Num == p.Den && !optimal:
		return "does not say that the cheapest path is optimal"
	case bound > truth || optimal && bound != cost:
		return fmt.Sprintf("claims that no path costs less than %d; found one of %d, and a cheapest costs %d", bound, cost, truth)
	}
	return ""
}

// unsound says what is wrong with a result in itself: its path, its counters.
func (e *exam[S, A]) unsound(r search.Result[A]) string {
	if len(r.Iterations) > 0 {
		var sum search.Iteration
		for _, i := range r.Iterations {
			sum.Expanded += i.Expanded
			sum.Generated += i.Generated
		}
		if sum.Expanded != r.Expanded || sum.Generated != r.Generated {
			return fmt.Sprintf("iterations sum to %d expanded, %d generated; the totals are %d, %d", sum.Expanded, sum.Generated, r.Expanded, r.Generated)
		}
	}
	if r.Outcome == search.Running {
		return "ended running"
	}
	if r.Outcome != search.Solved {
		if r.Optimal || r.Outcome.Answered() && r.Path != nil {
			return fmt.Sprintf("ended %v with path %v, optimal %t", r.Outcome, r.Path, r.Optimal)
		}
		return ""
	}
	cost, end, ok := e.replay(r.Path)
	switch {
	case r.Path == nil:
		return "solved without a path"
	case !ok:
		return fmt.Sprintf("path %v leaves the problem", r.Path)
	case !e.p.Goal(&end):
		return fmt.Sprintf("path %v ends at %v, which is no goal", r.Path, end)
	case cost != r.Cost:
		return fmt.Sprintf("path %v costs %d, not %d", r.Path, cost, r.Cost)
	case r.MaxDepth < len(r.Path):
		return fmt.Sprintf("path of %d actions, but a largest depth of %d", len(r.Path), r.MaxDepth)
	}
	return ""
}

// replay follows a path from the start.
func (e *exam[S, A]) replay(path []A) (cost int, end S, ok bool) {
	var none A
	end, _ = e.p.Start()
	for _, action := range path {
		steps := e.expand(end, none)
		i := slices.IndexFunc(steps, func(s search.Step[S, A]) bool { return s.Action == action })
		if i < 0 {
			return cost, end, false
		}
		cost += int(steps[i].Cost)
		end = steps[i].State
	}
	return cost, end, true
}

// checkLimits runs every algorithm under node limits and a canceled context.
func (e *exam[S, A]) checkLimits(t testing.TB) {
	if start, h := e.p.Start(); e.p.Goal(&start) || h == search.Infinite {
		return // the answer is known before any limit is looked at
	}
	const most = 2_000
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, a := range e.algorithms() {
		if r := a.run(cancelled, search.Limits{}); r.Outcome != search.Cancelled || r.Expanded != 0 || r.Path != nil {
			e.breaks(t, cancelling, "%s: with a cancelled context: %v after %d nodes", a.name, r.Outcome, r.Expanded)
			continue
		}
		full := a.run(t.Context(), search.Limits{Expanded: most})
		for _, limit := range []uint64{1, 2, 3, 7, full.Expanded / 2, full.Expanded - 1, full.Expanded, full.Expanded + 1} {
			if limit == 0 || limit > most {
				continue
			}
			if c, wrong := e.limited(a.run(t.Context(), search.Limits{Expanded: limit}), full, limit); wrong != "" {
				e.breaks(t, c, "%s: under a limit of %d nodes%s", a.name, limit, wrong)
				break
			}
		}
	}
}

// limited says what is wrong with a result under a limit of nodes, or "", and which clause
// that breaks. full is the one without it.
func (e *exam[S, A]) limited(r, full search.Result[A], limit uint64) (clause, string) {
	if wrong := e.unsound(r); wrong != "" {
		return answers, ": " + wrong
	}
	if limit < full.Expanded && (r.Outcome != search.LimitNodes || r.Expanded != limit) {
		return limiting, fmt.Sprintf(": %v after %d nodes; without it %v after %d", r.Outcome, r.Expanded, full.Outcome, full.Expanded)
	}
	if wrong := e.exceeds(r); wrong != "" {
		return answers, wrong
	}
	if d := differences(r, full); limit >= full.Expanded && d != "" {
		return limiting, ", no less than it needs, the result changes: " + d
	}
	return clause{}, ""
}

// exceeds says that the bound of a result is above the cost of a cheapest path, or "".
func (e *exam[S, A]) exceeds(r search.Result[A]) string {
	if e.space == nil || r.Bound <= int(e.space.distance[0]) {
		return ""
	}
	return fmt.Sprintf(": claims that no path costs less than %d, but a cheapest costs %d", r.Bound, e.space.distance[0])
}

// checkStored runs every algorithm with room for fewer nodes than it stores.
func (e *exam[S, A]) checkStored(t testing.TB) {
	_, probes := e.p.(search.Prober[A])
	_, drains := e.p.(search.Drainer[S, A])
	for _, a := range e.algorithms() {
		const most = 2_000
		full := a.run(t.Context(), search.Limits{Expanded: most})
		for _, stored := range []uint64{1, full.Stored / 2} {
			if stored == 0 || stored >= full.Stored || a.forgets && (probes || drains || stored+1 == full.Stored) {
				continue // a probe need not count what it holds, and the goal at the end of a path needs no room
			}
			r := a.run(t.Context(), search.Limits{Expanded: most, Stored: stored})
			if r.Outcome != search.LimitMemory || r.Stored > stored {
				e.breaks(t, storing, "%s: with room for %d nodes of %d: %v with %d", a.name, stored, full.Stored, r.Outcome, r.Stored)
			} else if wrong := e.exceeds(r); wrong != "" {
				e.breaks(t, answers, "%s: with room for %d nodes%s", a.name, stored, wrong)
			}
		}
	}
}

// differences says in what two results differ, or "". Depth and memory are
// left out: a probe need not tell them.
func differences[A comparable](got, want search.Result[A]) string {
	var d []string
	add := func(what string, got, want any) {
		if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
			d = append(d, fmt.Sprintf("%s %s, want %s", what, g, w))
		}
	}
	add("outcome", got.Outcome, want.Outcome)
	add("cost", got.Cost, want.Cost)
	add("optimal", got.Optimal, want.Optimal)
	add("bound", got.Bound, want.Bound)
	add("path", got.Path, want.Path)
	add("expanded", got.Expanded, want.Expanded)
	add("generated", got.Generated, want.Generated)
	add("reopened", got.Reopened, want.Reopened)
	add("iterations", got.Iterations, want.Iterations)
	return strings.Join(d, "; ")
}
