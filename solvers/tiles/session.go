package tiles

import (
	"context"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

// worthTables is the number of expansions with lc-wd that take as long as building the tables of
// pdb-663. After this time on the 15-puzzle, building the tables at most doubles the total time,
// even if there are no more boards. If there are many more boards, the tables save nine tenths of
// the time.
const worthTables = 15_000_000

// session returns the default strategy for a user who solves many boards. On 4x4 boards, it uses
// idastar/lc-wd until the searches have expanded [worthTables] nodes. Then it continues with
// idastar/pdb-663, from the bound that the running search has reached. Both find the same first
// solution in the order of moves.
func session(say func(text string)) puzzle.Strategy[Board] {
	s := &sessionOf{say: say, worth: worthTables}
	return puzzle.Strategy[Board]{
		Name: "default", Version: 1, Doc: "the default strategy of each board", Optimal: true, Complete: true, Run: s.run,
	}
}

type sessionOf struct {
	say   func(text string)
	worth uint64 // number of expansions with lc-wd after which to build tables
	mutex sync.Mutex
	spent uint64 // number of these expansions so far
}

func (s *sessionOf) run(ctx context.Context, b Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
	first, then := DefaultStrategy(b), "idastar/"+pdb663
	s.mutex.Lock()
	defer s.mutex.Unlock()
	left := uint64(0)
	switch {
	case fits(b, pdb663) != nil || pdb.DefaultFolder() == pdb.None || Refutation(b) != "":
		return runNamed(ctx, first, b, seed, limits)
	case s.spent < s.worth:
		left = s.worth - s.spent
	}
	start := time.Now()
	var f puzzle.Finding
	if left > 0 {
		part := limits
		if part.Expanded == 0 || part.Expanded > left {
			part.Expanded = left
		}
		var err error
		f, err = runNamed(ctx, first, b, seed, part)
		s.spent += f.Meter.Expanded
		if err != nil || f.Outcome != search.LimitNodes || f.Meter.Expanded == limits.Expanded {
			return f, err
		}
	}
	if limits.Time > 0 {
		limits.Time = max(1, limits.Time-time.Since(start))
	}
	if limits.Expanded > 0 {
		limits.Expanded -= f.Meter.Expanded
	}
	rest, err := s.goOn(ctx, b, f.Bound, limits)
	if rest.Ran = then; left > 0 {
		rest.Ran = first + "+" + pdb663
		rest.Bound = max(rest.Bound, f.Bound)
		rest.Meter = sum(f.Meter, rest.Meter)
	}
	return rest, err
}

// goOn continues with tables from a proved bound.
func (s *sessionOf) goOn(ctx context.Context, b Board, bound int, limits search.Limits) (f puzzle.Finding, err error) {
	h, err := ParseHeuristic(pdb663)
	if err == nil {
		err = h.prepare(ctx, s.say)
	}
	switch {
	case ctx.Err() != nil:
		return puzzle.Finding{Outcome: search.Cancelled}, nil
	case err != nil:
		return f, err
	}
	p, err := New(b, h)
	if err != nil {
		return f, err
	}
	p.(*packed).raise(int32(bound))
	r := search.IDAStar(ctx, p, limits)
	return puzzle.Found(r, Path(r.Path)), nil
}

// sum adds the work of two consecutive searches.
func sum(a, b search.Meter) search.Meter {
	b.Expanded += a.Expanded
	b.Generated += a.Generated
	b.Iterations = append(a.Iterations, b.Iterations...)
	b.MaxDepth, b.Stored = max(b.MaxDepth, a.MaxDepth), max(b.Stored, a.Stored)
	return b
}

// runNamed runs the named strategy, and stores its name in the finding.
func runNamed(ctx context.Context, named string, b Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
	strategy, err := puzzle.NewGrammar(name, "heuristic", Strategies()).Parse(named)
	if err != nil {
		return puzzle.Finding{}, err
	}
	f, err := strategy.Run(ctx, b, seed, limits)
	f.Ran = named
	return f, err
}
