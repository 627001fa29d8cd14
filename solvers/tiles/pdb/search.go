package pdb

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/loops"
)

// Probe returns a probe for iterative deepening from a position, and the estimate for the position.
// The slice tiles has the same form as in [Estimate.Of]. Each step of the search is a move of the
// blank: 1 to 4 for up, left, right, down, tried in that order. The automaton a determines which
// steps to leave out, and state is its state in the position.
func (e *Estimate) Probe(tiles []uint8, a *loops.Automaton, state loops.State) (probe search.Probe[uint8], h int32, err error) {
	words, sums, err := e.words(tiles)
	if err != nil {
		return nil, 0, err
	}
	h = int32(max(sums[0], sums[1]))
	blank := uint8(slices.Index(tiles, 0))
	return func(bound int32, g *search.Guard, m *search.Meter) (int32, []uint8, search.Outcome) {
		if bound < h {
			return h, nil, search.Running
		}
		p := &probing{Estimate: e, automaton: a, words: words, guard: g, meter: m, due: m.Expanded, expanded: m.Expanded, generated: m.Generated}
		copy(p.board[:], tiles)
		p.goal = int(bound) - (int(bound)-sums[0])&1
		if p.stops() {
			return 0, nil, g.Outcome()
		}
		stopped := p.visit(blank, state, 0, (int(bound)-sums[0])/2, (int(bound)-sums[1])/2, 0)
		m.Expanded, m.Generated = p.expanded, p.generated
		switch {
		case p.found:
			slices.Reverse(p.path)
			m.MaxDepth = max(m.MaxDepth, len(p.path))
			return bound, p.path, search.Solved
		case stopped:
			return bound, nil, g.Outcome()
		}
		// Each move changes g + h by 0 or by 2.
		return bound + 2 - (bound-h)%2, nil, search.Running
	}, h, nil
}

// probing is the state of a running probe.
type probing struct {
	*Estimate
	automaton *loops.Automaton

	words [2 * maxCells]word
	board [32]uint8
	plies []*[4]child

	expanded, generated, due uint64

	goal  int // moves to the goal, and twice the remaining slack there
	guard *search.Guard
	meter *search.Meter
	path  []uint8 // path in reverse, from the goal
	found bool
}

// child holds what a move leads to: the views that it changes, for both sums, the place of the first
// view, and the remaining slack of the first sum.
type child struct {
	first, second uint8
	word          word
	left          int
}

// stops polls the guard and reports whether the probe must stop.
func (p *probing) stops() bool {
	p.meter.Expanded, p.meter.Generated = p.expanded, p.generated
	if _, stop := p.guard.Poll(p.expanded); stop {
		return true
	}
	p.due = p.guard.Next()
	return false
}

// visit searches below a position, with the state of the automaton there, and reports whether the
// search is over. The argument left is half of the slack that the bound leaves for one sum: the
// position's sum if side is 0, and the mirror image's sum if side is 1. The argument other is half
// of the slack for the other sum. Every move reduces each of them by one or zero.
//
// visit first looks up the sum with less slack, for all children before it enters any, so that the
// processor waits for several tables at once. This sum is often enough to reject a child.
func (p *probing) visit(blank uint8, state loops.State, side uint8, left, other, depth int) bool {
	if depth == len(p.plies) {
		p.plies = append(p.plies, new([4]child))
	}
	if other < left {
		left, other, side = other, left, side^1
	}
	children := p.plies[depth]
	ways := p.moves[blank][state.Moves()]
	p.expanded++
	p.generated += uint64(len(ways))
	for i, w := range ways {
		c := &children[i&3]
		of := &p.of[p.board[w.to&31]]
		c.first, c.second = of[side&1], of[side&1^1]
		v := &p.views[c.first]
		e := &v.edges[blank*4+w.number]
		next, number := v.step(p.words[c.first], e)
		up := v.up(next, number, e)
		c.word, c.left = next+up*two, left-int(up)
	}
	for i, w := range ways {
		c := &children[i&3]
		if c.left < 0 {
			continue
		}
		v, second := &p.views[c.second], p.words[c.second]
		e := &v.edges[blank*4+w.number]
		next, number := v.step(second, e)
		up := v.up(next, number, e)
		if other < int(up) {
			continue
		}
		if depth+1+2*c.left == p.goal {
			p.found = true
		} else if p.expanded < p.due || !p.stops() {
			p.words[c.first], p.words[c.second], c.word = c.word, next+up*two, p.words[c.first]
			tile := p.board[w.to&31]
			p.board[blank&31] = tile
			stop := p.visit(w.to, p.automaton.Next(state, int(w.number)), side, c.left, other-int(up), depth+1)
			p.board[w.to&31] = tile
			p.words[c.first], p.words[c.second] = c.word, second
			if !stop {
				continue
			}
		}
		p.generated -= uint64(len(ways) - 1 - i)
		if p.found {
			p.path = append(p.path, w.number+1)
		}
		return true
	}
	return false
}
