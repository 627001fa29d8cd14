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

// deepen runs a program that deepens iteratively, with the sum of distances,
// under the loop of [search.IDAStar]: the same bounds, the same record of
// iterations. probe may prune by rules of its own, as the path list of
// idastar-lemtea8 does; only then its counters differ from those of the engine.
func deepen(ctx context.Context, b tiles.Board, limits search.Limits, probe func() search.Probe[tiles.Move]) search.Result[tiles.Move] {
	p, err := tiles.New(b, tiles.Manhattan)
	if err != nil {
		panic(err) // Fits has said that the board is one
	}
	return search.IDAStar(ctx, search.Problem[tiles.State, tiles.Move](writeupProblem{p, probe}), limits)
}

// writeupProblem is a problem with another probe.
type writeupProblem struct {
	search.Problem[tiles.State, tiles.Move]
	probe func() search.Probe[tiles.Move]
}

// Probe implements [search.Prober].
func (p writeupProblem) Probe() search.Probe[tiles.Move] { return p.probe() }

// progress is what a deepening program counts, and when it must stop.
type progress struct {
	guard               *search.Guard
	meter               *search.Meter
	expanded, generated uint64
	poll                uint64 // the count of expanded nodes at which to ask the guard
	deepest             int
	outcome             search.Outcome
}

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

// end brings the counts to the meter.
func (p *progress) end() search.Outcome {
	p.meter.Expanded, p.meter.Generated = p.expanded, p.generated
	return p.outcome
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
