package handsoftime

import (
	"context"
	"fmt"
	"math/big"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Solutions enumerates the solutions of a ring one by one, in an order that depends on the
// strategy. Each call to Next searches only for the next solution:
//
//	all := algorithm.Solutions(ctx, ring, limits)
//	for all.Next() {
//		use(all.Path())
//	}
//	if all.Outcome().Limited() { ... } // there may be more
//
// Limits apply to the whole enumeration. A Solutions value is not safe for concurrent use.
type Solutions struct {
	search   algorithm
	ring     Ring    // with the current start
	all      bool    // from every start
	possible *starts // nil for a single start, or until needed
	next     int     // the first start that has not been searched
	engine   engine
	guard    *search.Guard
	meter    search.Meter // of the finished starts, and of the current one
	done     search.Meter
	path     []int32
	found    uint64
	outcome  search.Outcome
}

// Solutions returns an enumeration of the solutions from r.Start. If r.Start is [AnyStart], it
// enumerates the solutions from every start, in increasing order of starts. It skips starts for
// which it can prove without a search that there is no solution. Solutions panics if the ring is
// invalid; see [Ring.Check].
func (a algorithm) Solutions(ctx context.Context, r Ring, limits search.Limits) *Solutions {
	guard := search.NewGuard(ctx, limits)
	if err := r.Check(); err != nil {
		panic(err)
	}
	return &Solutions{search: a, ring: r, all: r.Start == AnyStart, guard: guard}
}

// Next moves to the next solution. It returns false if there are no more, or if a limit ended the
// search; see [Solutions.Outcome].
func (s *Solutions) Next() bool {
	for s.outcome == search.Running {
		if !s.open() {
			return false
		}
		// Engines poll after a number of nodes. If there are many solutions,
		// writing them takes most of the time, so poll here, too.
		if outcome, stop := s.guard.Interrupted(); stop {
			s.outcome = outcome
			return false
		}
		switch outcome := s.engine.next(s.guard, &s.meter); outcome {
		case search.Solved:
			if !s.roomForPath() {
				s.outcome = s.guard.Outcome()
				return false
			}
			s.found++
			return true
		case search.Unsolvable:
			s.engine = nil
		default:
			s.outcome = outcome
		}
	}
	return false
}

// open makes sure that there is an engine, and reports whether there is one.
func (s *Solutions) open() bool {
	if s.engine != nil {
		return true
	}
	s.add()
	outcome, stop := s.guard.Interrupted()
	if s.all && s.possible == nil && !stop {
		s.done.Bytes = uint64(len(s.ring.Values)) * startsBytes
		s.possible, outcome = findStarts(s.ring, s.guard)
		stop = outcome != search.Running
	}
	if stop {
		s.outcome = outcome
		return false
	}
	if !s.nextStart() {
		s.outcome = search.Unsolvable
		if s.found > 0 {
			s.outcome = search.Solved
		}
		return false
	}
	if s.engine, outcome = s.search.open(s.ring, s.guard, &s.meter); outcome != search.Running {
		s.outcome = outcome
		return false
	}
	return true
}

// nextStart moves to the next start, and returns false if there is none.
func (s *Solutions) nextStart() bool {
	if !s.all {
		s.next++
		return s.next == 1
	}
	for ; s.next < len(s.ring.Values); s.next++ {
		if s.possible.has(s.next) {
			s.ring.Start = s.next
			s.next++
			return true
		}
	}
	return false
}

// roomForPath allocates the memory for writing and checking paths, unless it has
// done so.
func (s *Solutions) roomForPath() bool {
	if s.path != nil {
		return true
	}
	n := uint64(len(s.ring.Values))
	s.meter.Bytes += 4*n + n/8
	if !s.guard.Fits(s.meter.Bytes) {
		return false
	}
	s.path = make([]int32, n)
	return true
}

// add adds the meter of a finished start to the sum. Expanded stays in the
// current meter, because the guard's node limit is for all starts together.
func (s *Solutions) add() {
	d, m := &s.done, &s.meter
	d.Generated += m.Generated
	d.Pruned += m.Pruned
	d.MaxDepth = max(d.MaxDepth, m.MaxDepth)
	d.Stored = max(d.Stored, m.Stored)
	d.Bytes = max(d.Bytes, m.Bytes)
	*m = search.Meter{Expanded: m.Expanded}
}

// Path returns the current solution: n nodes, beginning with the start. Every move has been
// checked. The next call to Next overwrites the slice.
func (s *Solutions) Path() []int32 {
	s.engine.path(s.path)
	if err := s.ring.Verify(s.path); err != nil {
		panic(fmt.Sprintf("strategy %s returned a wrong path: %v", s.search.name, err))
	}
	return s.path
}

// Outcome returns Running while there may be more solutions. After the last solution it returns
// Solved, or Unsolvable if there was none. If a limit ended the search, it returns the outcome that
// names the limit.
func (s *Solutions) Outcome() search.Outcome { return s.outcome }

// Meter returns counters of the work done so far, added up over all starts.
func (s *Solutions) Meter() search.Meter {
	sum := Solutions{meter: s.meter, done: s.done}
	sum.add()
	sum.done.Expanded = s.meter.Expanded
	return sum.done
}

// Solve finds one solution from r.Start or, if r.Start is [AnyStart], from the smallest start
// with a solution. Every solution is optimal, because its cost is always the number of moves,
// n−1.
func (a algorithm) Solve(ctx context.Context, r Ring, limits search.Limits) search.Result[int32] {
	s := a.Solutions(ctx, r, limits)
	if !s.Next() {
		return search.Result[int32]{Outcome: s.outcome, Meter: s.Meter()}
	}
	return search.Result[int32]{
		Outcome: search.Solved,
		Cost:    len(s.ring.Values) - 1,
		Path:    s.Path(),
		Optimal: true,
		Meter:   s.Meter(),
	}
}

// counter is an engine that can count solutions faster than one by one.
type counter interface {
	count(g *search.Guard, m *search.Meter) (*big.Int, search.Outcome)
}

// Count counts the solutions from r.Start, or from every start if r.Start is [AnyStart]. It does
// not construct the paths. If there are many free cycles of length two, the strategy contraction
// counts all their orientations at once.
func (a algorithm) Count(ctx context.Context, r Ring, limits search.Limits) puzzle.Enumeration {
	s := a.Solutions(ctx, r, limits)
	if !s.all {
		return s.count(nil)
	}
	perStart := make([]*big.Int, len(r.Values))
	c := s.count(func(start int, n *big.Int) { perStart[start] = n })
	zero := new(big.Int)
	for start := range perStart {
		if s.possible != nil && !s.possible.has(start) {
			perStart[start] = zero
		}
	}
	c.PerStart = perStart
	return c
}

// count counts over all starts, and calls finished after each one.
func (s *Solutions) count(finished func(start int, n *big.Int)) puzzle.Enumeration {
	total := new(big.Int)
	for s.open() {
		var (
			n       *big.Int
			outcome search.Outcome
		)
		if c, ok := s.engine.(counter); ok {
			n, outcome = c.count(s.guard, &s.meter)
		} else {
			n, outcome = countOneByOne(s.engine, s.guard, &s.meter)
		}
		total.Add(total, n)
		s.engine = nil
		if outcome.Limited() {
			s.outcome = outcome
			break
		}
		if n.Sign() > 0 {
			s.found++
		}
		if finished != nil {
			finished(s.ring.Start, n)
		}
	}
	e := s.enumeration()
	e.Solutions = total
	return e
}

// enumeration returns the result so far, when solutions are found one by one.
func (s *Solutions) enumeration() puzzle.Enumeration {
	return puzzle.Enumeration{
		Finding: puzzle.Finding{Outcome: s.outcome, Meter: s.Meter()}, Solutions: new(big.Int).SetUint64(s.found),
	}
}
