package search

import (
	"context"
	"runtime"
)

// IDAStar runs iterative-deepening A*: a sequence of depth-first searches with a bound on g + h.
// The first bound is the estimate of the start, and each iteration raises it to the smallest g + h
// that exceeded it.
//
// Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search,
// Artificial Intelligence 27 (1985), section 5.
//
// Guarantee: the path is optimal if the estimates are admissible; they need not be consistent.
// Without a reachable goal, the search terminates only if all paths end: it does not detect cycles,
// except that it never undoes a step immediately. It never enters a state whose estimate is
// [Infinite], so a domain can mark dead ends this way.
//
// Cost: the search stores the longest path, but no other states. The search repeats the work below
// a state for every path to the state.
//
// Expanded counts the root once per iteration, and every child with g + h within the bound except
// the goal. Generated counts every child that the search examines, in the order of Expand, so it
// does not count children after the goal. If the start is a goal, there is one iteration without
// any work. If a limit ends the search, Bound is the bound of the last iteration, because the
// previous iterations found no solution. Stored is the number of nodes on the longest path.
//
// If p is a [Prober], its probe does the work; if p is only a [Drainer], its drain does most of the
// work. Probes and drains need not report depth and memory. If they do not, MaxDepth and Stored
// cover only the returned path, and Bytes is 0.
//
// IDAStar panics if a path found by a probe cannot be replayed.
func IDAStar[S, A comparable](ctx context.Context, p Problem[S, A], limits Limits) Result[A] {
	return ParallelIDAStar(ctx, p, 1, limits)
}

// ParallelIDAStar runs [IDAStar] on several cores. In each iteration, the given number of workers
// search subtrees at the same time, each in a goroutine. The result does not depend on the number
// of workers: counters, and the effects of limits on nodes and memory, are the same as in a
// sequential search. 0 means one worker for each core available to the program; the maximum is
// [MostWorkers].
//
// A problem that is a [Prober] but not a [Drainer] is searched by only one worker.
func ParallelIDAStar[S, A comparable](ctx context.Context, p Problem[S, A], workers int, limits Limits) Result[A] {
	return deepen(ctx, p, probeOf(p, workers), limits)
}

// MostWorkers is the maximum number of goroutines in [ParallelIDAStar].
const MostWorkers = 256

func deepen[S, A comparable](ctx context.Context, p Problem[S, A], probe Probe[A], limits Limits) Result[A] {
	g := NewGuard(ctx, limits)
	start, h := p.Start()
	if p.Goal(&start) {
		r := atGoal[A]()
		r.Iterations = []Iteration{{}}
		return r
	}
	var r Result[A]
	for bound := h; bound < Infinite; {
		before := Iteration{Expanded: r.Expanded, Generated: r.Generated}
		next, path, outcome := probe(bound, g, &r.Meter)
		r.Bound = int(bound)
		r.Iterations = append(r.Iterations, Iteration{
			Bound:     r.Bound,
			Expanded:  r.Expanded - before.Expanded,
			Generated: r.Generated - before.Generated,
		})
		switch outcome {
		case Running:
			bound = next
		case Solved:
			r.solved(path, replay(p, path))
			r.Optimal, r.Bound = true, r.Cost
			r.Stored = max(r.Stored, uint64(len(path))+1)
			return r
		default:
			r.Outcome = outcome
			return r
		}
	}
	r.Outcome, r.Bound = Unsolvable, 0
	return r
}

// probeOf returns the probe to use: the problem's own probe, unless several workers can use its
// drain. A problem without its own probe is divided into subtrees if it has a drain or if there are
// several workers. Otherwise the engine searches it.
func probeOf[S, A comparable](p Problem[S, A], workers int) Probe[A] {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	drainer, drains := p.(Drainer[S, A])
	drains = drains && drainer.Drain() != nil
	if own := ownProbe(p); own != nil && (workers <= 1 || !drains) {
		return own
	}
	if drains || workers > 1 {
		return newDivision(p, min(max(workers, 1), MostWorkers)).probe
	}
	return newDeepening(p).probe
}

// ownProbe returns the problem's own probe, or nil if it has none.
func ownProbe[S, A comparable](p Problem[S, A]) Probe[A] {
	if own, ok := p.(Prober[A]); ok {
		return own.Probe()
	}
	return nil
}

func newDeepening[S, A comparable](p Problem[S, A]) *deepening[S, A] {
	return &deepening[S, A]{p: p, slab: slab[S, A]{branching: p.Branching()}}
}

// deepening is the generic [Probe], called the engine. It reuses its slab in all iterations.
type deepening[S, A comparable] struct {
	p    Problem[S, A]
	slab slab[S, A]
	// below, if not nil, searches below the nodes for which the slab has no ply. It
	// changes the outcome if the search is over.
	below func(child *Step[S, A], slack int32, depth int)
	// uncounted says that plies are neither limited nor told of.
	uncounted bool

	// What follows belongs to the running iteration.
	short               uint32 // the least by which a child lay above the bound
	expanded, generated uint64
	poll                uint64 // value of expanded at which to poll the guard
	guard               *Guard
	room                *Guard // room limits the plies, and held counts them
	held                *Meter
	outcome             Outcome
	path                []A
}

func (d *deepening[S, A]) probe(bound int32, guard *Guard, m *Meter) (next int32, path []A, outcome Outcome) {
	var root Step[S, A]
	root.State, root.H = d.p.Start()
	return d.from(&root, 0, bound, guard, m)
}

// from is like probe, but starts at any state. depth is the depth of the state in the whole search,
// and bound limits the cost from the state. A path has room at the front for the path to the state.
func (d *deepening[S, A]) from(root *Step[S, A], depth int, bound int32, guard *Guard, m *Meter) (next int32, path []A, outcome Outcome) {
	d.expanded, d.generated = m.Expanded, m.Generated
	d.guard, d.room, d.held = guard, guard, m
	if d.uncounted {
		d.room, d.held = new(Guard), new(Meter)
	}
	d.outcome, d.path = Running, nil
	d.short = uint32(Infinite - bound)
	if outcome, stop := guard.Poll(d.expanded); stop {
		return 0, nil, outcome
	}
	d.poll = guard.Next()
	l := d.slab.start(d.room, d.held)
	for l != nil && l.depth < depth {
		l = d.slab.under(l, d.room, d.held)
	}
	if l == nil {
		return 0, nil, d.room.Outcome()
	}
	d.visit(root, bound, l)
	m.Expanded, m.Generated = d.expanded, d.generated
	return bound + int32(d.short), d.path, d.outcome
}

// visit searches below the node that step leads to and writes that node's steps to the ply top. The
// argument slack is the bound minus the cost of the path so far. The path is kept in the plies
// instead of on the call stack, because calls would take a seventh of the time. visit counts all
// children at once; stop subtracts those that were not examined.
func (d *deepening[S, A]) visit(step *Step[S, A], slack int32, top *ply[S, A]) {
	l := top
node:
	for {
		l.slack = slack
		n := d.p.Expand(&step.State, step.Action, l.steps)
		d.expanded++
		d.generated += uint64(n)
		l.n = n
		slack = l.slack
		i, children := uint(0), l.steps[:n]
		for {
			for ; i < uint(len(children)); i++ {
				child := &children[i]
				rest := slack - child.Cost
				if child.H > rest {
					if over := uint32(child.H - rest); over < d.short {
						d.short = over
					}
					continue
				}
				l.next = i + 1
				if child.H == 0 || d.expanded >= d.poll || l.below == nil {
					if enter := d.pause(child, rest, l); d.outcome != Running {
						d.stop(l, top)
						return
					} else if !enter {
						goto back
					}
				}
				step, slack, l = child, rest, l.below
				continue node
			}
			if l == top {
				return
			}
			l = l.above
		back:
			i, children, slack = l.next, l.steps[:l.n], l.slack
		}
	}
}

// stop ends the search at a child of ply l.
func (d *deepening[S, A]) stop(l, top *ply[S, A]) {
	for ; ; l = l.above {
		d.generated -= uint64(l.n) - uint64(l.next)
		if d.outcome == Solved {
			d.path[l.depth] = l.steps[l.next-1].Action
		}
		if l == top {
			return
		}
	}
}

// pause does what visit only rarely has to do before it enters a child: test for the goal, poll the
// guard, make the ply below, or let others search below the child. It reports whether visit should
// enter the child; it should not if the search has ended.
func (d *deepening[S, A]) pause(child *Step[S, A], slack int32, l *ply[S, A]) (enter bool) {
	if child.H == 0 && d.p.Goal(&child.State) {
		d.outcome, d.path = Solved, make([]A, l.depth+1)
		return false
	}
	if d.expanded >= d.poll {
		if d.outcome, _ = d.guard.Poll(d.expanded); d.outcome != Running {
			return false
		}
		d.poll = d.guard.Next()
	}
	if d.below != nil && d.slab.full(l) {
		d.below(child, slack, l.depth+1)
		return false
	}
	if d.slab.under(l, d.room, d.held) == nil {
		d.outcome = d.room.Outcome()
	}
	return true
}
