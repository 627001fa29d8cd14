package search

import (
	"context"
	"sync"
	"sync/atomic"
)

// division is the [Probe] that divides an iteration into subtrees. It walks in order through the
// nodes above a certain depth, the cut, as the engine does. A drain or an engine searches each
// subtree below the cut as a whole, either during the walk or in several workers ahead of it:
//
//	depth 0           o              walk: counts, goals and limits in order
//	            o           o
//	cut      o     o     x     o     x is above the bound
//	         1     2           3     subtrees
//
// The counts of complete subtrees are sums, which do not depend on the order. The order matters for
// a subtree that contains a goal or reaches a limit. Such a subtree is divided again, until it is
// small enough for the engine. The walk therefore gives the same counts and the same path as a
// search in order.
type division[S, A comparable] struct {
	p      Problem[S, A]
	crew   []subtreeSearch[S, A] // one search for each worker
	drains bool                  // the searches in crew are drains of the problem
	whole  Probe[A]              // searches an iteration that is not worth dividing
	small  uint64                // maximum number of nodes in such an iteration
	last   uint64                // nodes expanded by the last iteration
}

// subtreeSearch searches the subtree below a state. The parameter depth is the depth of the state
// in the whole search, and bound limits the cost from the state. A returned path has room at its
// front for the path to the state. Solved without a path means that the path still has to be found.
type subtreeSearch[S, A comparable] func(root *Step[S, A], depth int, bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome)

const (
	// The engine searches parts of up to smallPart nodes. A subtree should have largerBy times as
	// many nodes, which take a drain about two milliseconds.
	smallPart, largerBy = 1 << 15, 32
	// A part is divided into at least leastSubtrees and at most mostSubtrees. Several workers get
	// perWorker subtrees each. Since subtrees differ in size, a smaller number would leave some
	// workers waiting for the last subtrees.
	leastSubtrees, perWorker, mostSubtrees = 16, 64, 1 << 14
	// growth is the factor by which an iteration is expected to exceed the last one.
	growth = 6
)

func newDivision[S, A comparable](p Problem[S, A], workers int) *division[S, A] {
	d := &division[S, A]{p: p, whole: ownProbe(p), small: smallPart}
	if d.whole == nil {
		d.whole = func(bound int32, g *Guard, m *Meter) (int32, []A, Outcome) {
			return d.inOrder(d.root(), 0, bound, g, m)
		}
	}
	for range workers {
		search := d.inOrder
		if drainer, ok := p.(Drainer[S, A]); ok {
			if drain := drainer.Drain(); drain != nil {
				d.drains = true
				search = func(root *Step[S, A], depth int, bound int32, g *Guard, m *Meter) (int32, []A, Outcome) {
					next, path, outcome := drain(root, bound, g, m)
					if path != nil {
						path = append(make([]A, depth), path...)
					}
					return next, path, outcome
				}
			}
		}
		d.crew = append(d.crew, search)
	}
	return d
}

func (d *division[S, A]) root() *Step[S, A] {
	var root Step[S, A]
	root.State, root.H = d.p.Start()
	return &root
}

// inOrder searches with a new engine. An engine that has searched before would not count its plies
// again.
func (d *division[S, A]) inOrder(root *Step[S, A], depth int, bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome) {
	engine := newDeepening(d.p)
	engine.uncounted = d.drains
	return engine.from(root, depth, bound, g, m)
}

func (d *division[S, A]) probe(bound int32, g *Guard, m *Meter) (next int32, path []A, outcome Outcome) {
	before := m.Expanded
	defer func() { d.last = m.Expanded - before }()
	expected := growth * d.last
	if before == 0 { // nothing is known: see whether it is small
		try, trial := *m, *g
		if g.limits.Expanded == 0 || g.limits.Expanded > d.small {
			trial.limits.Expanded = d.small
		}
		next, path, outcome = d.whole(bound, &trial, &try)
		if outcome != LimitNodes || trial.limits.Expanded == g.limits.Expanded {
			trial.limits = g.limits
			*g, *m = trial, try
			return next, path, outcome
		}
		expected = leastSubtrees * largerBy * d.small
	}
	if expected <= d.small {
		return d.whole(bound, g, m)
	}
	return d.search(d.root(), 0, bound, expected, g, m)
}

// search searches below a state. expected is the expected number of nodes.
func (d *division[S, A]) search(root *Step[S, A], depth int, bound int32, expected uint64, g *Guard, m *Meter) (next int32, path []A, outcome Outcome) {
	if expected <= d.small {
		return d.inOrder(root, depth, bound, g, m)
	}
	wanted := max(expected/(largerBy*d.small), leastSubtrees)
	if n := len(d.crew); n > 1 {
		wanted = max(wanted, min(uint64(n)*perWorker, expected/d.small))
	}
	walk := &walk[S, A]{division: d, deepening: newDeepening(d.p)}
	walk.uncounted = d.drains
	walk.below = walk.subtree
	cut := walk.divide(root, bound, int(min(wanted, mostSubtrees)))
	walk.slab.plies = depth + cut
	walk.expected = expected / uint64(len(walk.subtrees)+1)
	walk.begin(g, m.Expanded, depth+cut)
	defer walk.end()
	return walk.from(root, depth, bound, g, m)
}

// walk is one walk of a division.
type walk[S, A comparable] struct {
	*division[S, A]
	*deepening[S, A]
	subtrees []subtree[S, A] // subtrees in the order of the walk
	at       int             // index of the subtree that the walk reaches next
	expected uint64          // expected number of nodes in a subtree

	workers sync.WaitGroup
	next    atomic.Int64 // index of the subtree to search next
	cancel  context.CancelFunc
	ended   chan int // indexes of subtrees whose search has ended
	failure atomic.Value
}

// subtree is a subtree that the walk does not enter itself, with the result of its search.
type subtree[S, A comparable] struct {
	root  Step[S, A]
	bound int32 // bound on the cost from the root of the subtree

	done    bool // whether the following fields are valid, as far as the walk knows
	next    int32
	path    []A
	outcome Outcome
	meter   Meter
}

// divide collects the roots of subtrees at some depth below root, and returns how far below root
// that is. It chooses the first depth with the wanted number of nodes, or a smaller depth if going
// deeper would take too long.
func (w *walk[S, A]) divide(root *Step[S, A], bound int32, wanted int) (cut int) {
	steps := make([]Step[S, A], w.division.p.Branching())
	layer := []subtree[S, A]{{root: *root, bound: bound}}
	for expanded := 0; len(layer) > 0 && (cut == 0 || len(layer) < wanted && expanded < 4*wanted); cut++ {
		var below []subtree[S, A]
		for i := range layer {
			from := &layer[i]
			for _, child := range steps[:w.division.p.Expand(&from.root.State, from.root.Action, steps)] {
				rest := int64(from.bound) - int64(child.Cost)
				if rest >= int64(child.H) && !(child.H == 0 && w.division.p.Goal(&child.State)) {
					below = append(below, subtree[S, A]{root: child, bound: int32(rest)})
				}
			}
		}
		expanded += len(layer)
		layer = below
	}
	w.subtrees = layer
	return cut
}

// begin starts the workers, if there are several.
func (w *walk[S, A]) begin(g *Guard, expanded uint64, cut int) {
	w.ended = make(chan int, len(w.subtrees))
	ctx, cancel := context.WithCancel(g.ctx)
	w.cancel = cancel
	if len(w.crew) > 1 {
		for _, search := range w.crew {
			w.workers.Go(func() { w.work(search, g.share(ctx, expanded), cut) })
		}
	}
	go func() { w.workers.Wait(); close(w.ended) }()
}

// work searches subtrees until there are none left, or until the walk no longer needs them.
func (w *walk[S, A]) work(search subtreeSearch[S, A], g *Guard, cut int) {
	defer func() {
		if p := recover(); p != nil {
			w.failure.CompareAndSwap(nil, failure{p})
		}
	}()
	for {
		i := int(w.next.Add(1)) - 1
		if i >= len(w.subtrees) {
			return
		}
		s := &w.subtrees[i]
		s.next, s.path, s.outcome = search(&s.root, cut, s.bound, g, &s.meter)
		if s.outcome != Running {
			w.next.Store(int64(len(w.subtrees)))
		}
		w.ended <- i
	}
}

// failure is the value with which a worker panicked.
type failure struct{ value any }

// end waits for the workers to stop. The walk no longer needs their results.
func (w *walk[S, A]) end() {
	w.cancel()
	w.next.Store(int64(len(w.subtrees)))
	w.workers.Wait()
	if f, ok := w.failure.Load().(failure); ok {
		panic(f.value)
	}
}

// subtree takes in what a subtree comes to.
func (w *walk[S, A]) subtree(root *Step[S, A], slack int32, depth int) {
	s := &w.subtrees[w.at]
	w.at++
	for !s.done {
		i, open := <-w.ended
		if !open { // nobody works ahead
			s.next, s.path, s.outcome = w.crew[0](root, depth, s.bound, w.guard.share(w.guard.ctx, w.deepening.expanded), &s.meter)
			i = w.at - 1
		}
		w.subtrees[i].done = true
	}
	m := w.held
	limit := w.guard.limits.Expanded
	fits := limit == 0 || w.deepening.expanded+s.meter.Expanded <= limit
	switch {
	case fits && (s.outcome == Running || s.path != nil || !w.drains && s.outcome == LimitMemory):
		w.deepening.expanded += s.meter.Expanded
		w.deepening.generated += s.meter.Generated
		m.MaxDepth, m.Stored, m.Bytes = max(m.MaxDepth, s.meter.MaxDepth), max(m.Stored, s.meter.Stored), max(m.Bytes, s.meter.Bytes)
	default:
		w.again(s, depth)
	}
	if s.outcome == Running {
		w.short = min(w.short, uint32(s.next-s.bound))
		return
	}
	w.deepening.outcome, w.deepening.path = s.outcome, s.path
}

// again searches a subtree once more in order, or in parts that are small enough to search in
// order.
func (w *walk[S, A]) again(s *subtree[S, A], depth int) {
	w.end()
	m := *w.held
	m.Expanded, m.Generated = w.deepening.expanded, w.deepening.generated
	expected := w.expected
	if !w.drains {
		expected = 0
	}
	s.next, s.path, s.outcome = w.search(&s.root, depth, s.bound, expected, w.guard, &m)
	*w.held = m
	w.deepening.expanded, w.deepening.generated = m.Expanded, m.Generated
	w.poll = w.guard.Next()
}
