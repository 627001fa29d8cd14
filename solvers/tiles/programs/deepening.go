package programs

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// What the write-ups' programs share.

// toward returns the board in the form with that goal, and the function that
// turns a move on that form into the move on b.
func toward(b tiles.Board, goal tiles.Goal) (form tiles.Board, back func(tiles.Move) tiles.Move) {
	if b.Goal() == goal {
		return b, func(m tiles.Move) tiles.Move { return m }
	}
	return b.Turned(), tiles.Move.Inverse
}

// deepener is a program that deepens iteratively, in the memory of one run.
type deepener interface {
	// visit searches below the root, under the limit of its progress. If the
	// search is over, it sets the outcome and returns true.
	visit() bool
	progressed() *progress
	bytes() uint64 // that it holds, the call stack not counted
}

// deepen runs an iterative-deepening program that estimates by the sum of
// distances, in the loop of [search.IDAStar]: bounds and recorded iterations are
// the same. The program may prune by its own rules, such as the path list of
// idastar-lemtea8; only then do its counters differ from the engine's. It gets
// the board in the form with the given goal.
func deepen(ctx context.Context, b tiles.Board, goal tiles.Goal, limits search.Limits, begin func(form tiles.Board) deepener) search.Result[tiles.Move] {
	p, err := tiles.New(b, tiles.Manhattan)
	if err != nil {
		panic(err) // Fits has said that the board is one
	}
	form, back := toward(b, goal)
	probe := func() search.Probe[tiles.Move] {
		program := begin(form)
		s := program.progressed()
		return func(bound int32, g *search.Guard, m *search.Meter) (int32, []tiles.Move, search.Outcome) {
			s.limit, s.next = int(bound), int(search.Infinite)
			if s.begin(g, m, program.bytes()) {
				program.visit()
			}
			m.Expanded, m.Generated = s.expanded, s.generated
			if s.outcome != search.Solved {
				return int32(s.next), nil, s.outcome
			}
			path := make([]tiles.Move, s.found)
			for i := range path {
				path[i] = back(s.path[i])
			}
			return 0, path, search.Solved
		}
	}
	return search.IDAStar(ctx, search.Problem[tiles.State, tiles.Move](writeupProblem{p, probe}), limits)
}

// maxMoves15 is the largest number of moves needed for a 15-puzzle (Brüngger et
// al. 1999), and thus the largest depth reached by a bounded search.
const maxMoves15 = 80

// writeupProblem is a problem with another probe.
type writeupProblem struct {
	search.Problem[tiles.State, tiles.Move]
	probe func() search.Probe[tiles.Move]
}

// Probe implements [search.Prober].
func (p writeupProblem) Probe() search.Probe[tiles.Move] { return p.probe() }

// progress is how far a deepening program is, what it counts, and when it must
// stop.
type progress struct {
	limit, next         int                    // the bound on f, and the least f beyond it
	path                [maxMoves15]tiles.Move // from the root
	found               int                    // length of the path to the goal
	guard               *search.Guard
	meter               *search.Meter
	expanded, generated uint64
	poll                uint64 // the count of expanded nodes at which to ask the guard
	deepest             int
	outcome             search.Outcome
}

func (p *progress) progressed() *progress { return p }

// begin starts an iteration of a program that holds so many bytes, the call
// stack not counted. It returns false if the root must not be expanded.
func (p *progress) begin(g *search.Guard, m *search.Meter, bytes uint64) bool {
	p.guard, p.meter = g, m
	p.expanded, p.generated, p.poll = m.Expanded, m.Generated, g.Next()
	p.outcome = search.Running
	if outcome, stop := g.Poll(p.expanded); stop {
		p.outcome = outcome
		return false
	}
	if !g.Fits(bytes) || !g.Holds(1) {
		p.outcome = g.Outcome()
		return false
	}
	m.Bytes, m.Stored = bytes, max(m.Stored, 1)
	return true
}

// stopped reports whether the guard forbids to expand a node at that depth.
func (p *progress) stopped(depth int) bool {
	if depth > p.deepest {
		if !p.guard.Holds(uint64(depth) + 1) {
			p.outcome = p.guard.Outcome()
			return true
		}
		p.deepest = depth
		p.meter.MaxDepth, p.meter.Stored = depth, uint64(depth)+1
	}
	if p.expanded >= p.poll {
		outcome, stop := p.guard.Poll(p.expanded)
		if stop {
			p.outcome = outcome
			return true
		}
		p.poll = p.guard.Next()
	}
	return false
}
