package tiles

import (
	"sync"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/loops"
)

// usualLoops rejects unneeded strings of up to twelve moves. With ten moves, it would save a tenth
// fewer nodes of the 24-puzzle; with fourteen, learning would take ten times as long.
var usualLoops = sync.OnceValue(func() *loops.Automaton { return loops.Learn(12) })

// undoing is the automaton that only leaves out the move that undoes the last one. Searches use it
// unless the option fsm asks for a larger automaton.
var undoing = sync.OnceValue(func() *loops.Automaton { return loops.Learn(2) })

// looped is a problem only for iterative deepening, because its states depend on the path. It
// leaves out the moves that complete a string rejected by usualLoops.
type looped struct {
	*problem
	automaton *loops.Automaton
}

// loopedState is a state with the state of the automaton.
type loopedState struct {
	State
	loop loops.State
}

// newLooped returns the problem for a board, without the moves that package loops leaves out.
func newLooped(b Board, h Heuristic, order Order) (*looped, error) {
	p, err := newInOrder(b, h, order)
	if err != nil {
		return nil, err
	}
	return &looped{p, usualLoops()}, nil
}

// Start implements [search.Problem].
func (p *looped) Start() (loopedState, int32) {
	return loopedState{p.start, p.automaton.Start()}, p.startH
}

// Goal implements [search.Problem].
func (p *looped) Goal(s *loopedState) bool { return p.problem.Goal(&s.State) }

// Expand implements [search.Problem].
func (p *looped) Expand(s *loopedState, via Move, dst []search.Step[loopedState, Move]) int {
	var steps [4]search.Step[State, Move]
	n := 0
	for i := range p.problem.Expand(&s.State, via, steps[:]) {
		from := &steps[i]
		if number := p.number(from.Action); s.loop.Moves()>>number&1 != 0 {
			d := &dst[n]
			d.State = loopedState{from.State, p.automaton.Next(s.loop, number)}
			d.Action, d.Cost, d.H = from.Action, from.Cost, from.H
			n++
		}
	}
	return n
}

// Probe implements [search.Prober] for heuristics with pattern databases, in [DefaultOrder].
func (p *looped) Probe() search.Probe[Move] {
	return p.probeBelow(&p.start, p.automaton, p.automaton.Start())
}

// Drain implements [search.Drainer] for the same heuristics as Probe.
func (p *looped) Drain() search.Drain[loopedState, Move] {
	if p.Probe() == nil {
		return nil
	}
	return func(root *search.Step[loopedState, Move], bound int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		probe := p.probeBelow(&root.State.State, p.automaton, root.State.loop)
		if probe == nil {
			panic(p.damaged())
		}
		return probe(bound, g, m)
	}
}
