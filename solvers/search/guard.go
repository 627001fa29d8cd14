package search

import (
	"context"
	"time"
)

// pollEvery is the maximum number of steps between two polls of the clock and the context:
// about a millisecond of search.
const pollEvery = 1 << 16

// Guard tells a running solver when to stop. It belongs to one run and is not
// safe for concurrent use.
type Guard struct {
	ctx      context.Context
	limits   Limits
	deadline time.Time
	polled   uint64
	due      uint64 // number of expanded nodes at which Stops polls
	outcome  Outcome
}

// NewGuard returns a guard for one run. Call it when the run starts, since limits.Time counts from
// this call.
func NewGuard(ctx context.Context, limits Limits) *Guard {
	g := &Guard{ctx: ctx, limits: limits}
	if limits.Time > 0 {
		g.deadline = time.Now().Add(limits.Time)
	}
	return g
}

// share returns a guard for a part of the run on another goroutine, which counts nodes from 0.
// expanded is the number of nodes that the run has expanded before.
func (g *Guard) share(ctx context.Context, expanded uint64) *Guard {
	part := &Guard{ctx: ctx, limits: g.limits, deadline: g.deadline}
	if g.limits.Expanded > 0 {
		part.limits.Expanded = max(g.limits.Expanded, expanded+1) - expanded
	}
	return part
}

// Next returns the number of expanded nodes at which to call [Guard.Poll] again. It is at most
// 65,536 more than the number at the last poll, and never beyond the node limit.
func (g *Guard) Next() uint64 {
	next := g.polled + pollEvery
	if g.limits.Expanded > 0 && next > g.limits.Expanded {
		next = g.limits.Expanded
	}
	return next
}

// Stops reports whether a search must stop before it expands another node. It polls on the first
// call, and then whenever a poll is due.
func (g *Guard) Stops(expanded uint64) bool { return g.StopsWithin(expanded, pollEvery) }

// StopsWithin is like [Guard.Stops], for searches that take a long time for each node: it polls at
// least once in the given number of nodes.
func (g *Guard) StopsWithin(expanded, nodes uint64) bool {
	return expanded >= g.due && g.ask(expanded, nodes)
}

func (g *Guard) ask(expanded, nodes uint64) bool {
	if _, stop := g.Poll(expanded); stop {
		return true
	}
	g.due = min(g.Next(), expanded+nodes)
	return false
}

// Poll checks the node limit, the time limit and the context, and reports whether the search must
// stop. Once the search must stop, all later calls return the same outcome.
func (g *Guard) Poll(expanded uint64) (Outcome, bool) {
	g.polled = expanded
	if g.outcome != Running {
		return g.outcome, true
	}
	if g.limits.Expanded > 0 && expanded >= g.limits.Expanded {
		g.outcome = LimitNodes
		return g.outcome, true
	}
	return g.Interrupted()
}

// Interrupted checks only the time limit and the context, and reports whether the run must stop.
// Loops over a large instance that do not expand nodes call it from time to time through
// [Guard.Pass].
func (g *Guard) Interrupted() (Outcome, bool) {
	switch {
	case g.outcome != Running:
	case g.ctx.Err() != nil:
		g.outcome = Cancelled
	case !g.deadline.IsZero() && !time.Now().Before(g.deadline):
		g.outcome = LimitTime
	}
	return g.outcome, g.outcome != Running
}

// Pass reports whether a loop that does not expand nodes must stop, and the outcome. It calls
// [Guard.Interrupted] only at every 65,536th step; at other steps, the loop may continue. The
// parameter i is the number of the step, counted from 0.
func (g *Guard) Pass(i int) (Outcome, bool) {
	if i&(pollEvery-1) != 0 {
		return Running, false
	}
	return g.Interrupted()
}

// Fits reports whether a solver may use the given number of bytes in total. If not, the guard's
// outcome becomes [LimitMemory].
func (g *Guard) Fits(bytes uint64) bool {
	if g.limits.Bytes > 0 && bytes > g.limits.Bytes && g.outcome == Running {
		g.outcome = LimitMemory
	}
	return g.outcome == Running
}

// Holds reports whether a solver may store the given number of nodes at once. If not, the guard's
// outcome becomes [LimitMemory].
func (g *Guard) Holds(nodes uint64) bool {
	if g.limits.Stored > 0 && nodes > g.limits.Stored && g.outcome == Running {
		g.outcome = LimitMemory
	}
	return g.outcome == Running
}

// Outcome returns the reason why the run must stop, or [Running] if it may continue.
func (g *Guard) Outcome() Outcome { return g.outcome }
