package handsoftime

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// algorithm solves rings in one particular way. All algorithms find the same
// set of solutions, except with the option literal, which reproduces a fault of
// the write-up's program. They differ in the amount of work and in the order of
// the solutions.
type algorithm struct {
	name string
	open func(r Ring, g *search.Guard, m *search.Meter) (engine, search.Outcome)
}

// engine enumerates the solutions of one ring from its start. Each call of next
// continues the search until it finds another solution.
type engine interface {
	// next moves to the next solution and returns Solved. It returns Unsolvable
	// if there are no more, or the guard's outcome. It adds its work to the
	// meter.
	next(g *search.Guard, m *search.Meter) search.Outcome
	// path writes the current solution to dst, whose length must be n.
	path(dst []int32)
}

// opener returns a function that opens an engine, if the limits allow perNode
// bytes of memory per node.
func opener(perNode uint64, begin func(r Ring, m *search.Meter) engine) func(Ring, *search.Guard, *search.Meter) (engine, search.Outcome) {
	return func(r Ring, g *search.Guard, m *search.Meter) (engine, search.Outcome) {
		n := uint64(len(r.Values))
		m.Bytes = max(m.Bytes, n*perNode)
		if !g.Fits(m.Bytes) || !g.Holds(n) {
			return nil, g.Outcome()
		}
		return begin(r, m), search.Running
	}
}

const (
	writeUp = "B. Pitney, Depth-First Search for 'Hands of Time' Puzzle, 2013"
	ours    = "package documentation, \"The midpoint graph\""
)

// DefaultStrategy is the name of the strategy that runs if the user does not choose one.
const DefaultStrategy = "contraction"

// literalOption reproduces a fault in the write-up's program, which tests for
// node 0 instead of the start: on the ring 2 1 1 1 with start 3 it misses both
// solutions.
var literalOption = puzzle.Switch("literal", "use the write-up's test for the start, which is wrong for every start except 0")

// patterns lists the strategies, from the simplest to the best.
var patterns = []puzzle.Pattern[Ring]{
	writeUpProgram("standard", "depth-first search that tries the clockwise move first", staticOrder{}),
	writeUpProgram("pruning", "like standard, but moves at once to a target that no other place can reach", staticOrder{prune: true}, literalOption),
	writeUpProgram("pruning+sorting", "like pruning, but first tries the target that fewer places lead to", staticOrder{prune: true, sort: true}, literalOption),
	strategy("dynamic-pruning", "depth-first search that updates the number of inputs of each place, and rejects moves that leave a place without inputs", openDynamic(false)),
	strategy("dynamic-sorting", "like dynamic-pruning, but first tries the target with fewer inputs left", openDynamic(true)),
	strategy("propagation", "depth-first search that follows all consequences of each move: forced inputs, lost ends and closed chains", openPropagation),
	strategy("contraction", "a search that peels forced moves, contracts them to segments, and uses propagation on the rest", openContraction),
	strategy("orientation", "a search that peels and contracts, and then enumerates the orientations of the free cycles and the states of the special component", openOrientation),
}

// writeUpProgram returns a strategy from the write-up.
func writeUpProgram(name, doc string, order staticOrder, options ...puzzle.Option) puzzle.Pattern[Ring] {
	p := strategy(name, doc, openStatic(order))
	p.Source, p.Options = writeUp, options
	if len(options) > 0 {
		bind := p.Bind
		p.Bind = func(s *puzzle.Strategy[Ring], c puzzle.Choice) {
			if !c.Given("literal") {
				bind(s, c)
				return
			}
			literal := order
			literal.literal = true
			s.Complete = false
			s.Doc += " (" + literalOption.Doc + ")"
			algorithm{s.Name, openStatic(literal)}.bind(s)
		}
	}
	return p
}

// strategy returns a strategy of this package.
func strategy(name, doc string, open func(Ring, *search.Guard, *search.Meter) (engine, search.Outcome)) puzzle.Pattern[Ring] {
	return puzzle.Pattern[Ring]{
		Strategy: puzzle.Strategy[Ring]{Name: name, Version: 1, Doc: doc, Source: ours, Optimal: true, Complete: true, Fits: Ring.Check},
		Bind:     func(s *puzzle.Strategy[Ring], _ puzzle.Choice) { algorithm{s.Name, open}.bind(s) },
	}
}

// bind sets the functions of a strategy to run the algorithm.
func (a algorithm) bind(s *puzzle.Strategy[Ring]) {
	s.Run = func(ctx context.Context, r Ring, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		found := a.Solve(ctx, r, limits)
		f := puzzle.Found(found, Path(found.Path))
		switch {
		case f.Outcome != search.Unsolvable:
		case r.Start == AnyStart:
			f.Reason = "no solution starts at any place"
		default:
			f.Reason = fmt.Sprintf("no solution starts at place %d; start=all in front, or --start all, tries every place", r.Start)
		}
		return f, nil
	}
	s.Count = func(ctx context.Context, r Ring, limits search.Limits) (puzzle.Enumeration, error) {
		return a.Count(ctx, r, limits), nil
	}
	s.Each = func(ctx context.Context, r Ring, limits search.Limits, yield func(fmt.Stringer) error) (puzzle.Enumeration, error) {
		all := a.Solutions(ctx, r, limits)
		for all.Next() {
			if err := yield(Path(all.Path())); err != nil {
				return all.enumeration(), err
			}
		}
		return all.enumeration(), nil
	}
}
