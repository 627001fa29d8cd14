package programs

import (
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// depthFirst is the search in part 8 of the series. It tries lines of moves one
// after another. Each line must be shorter than the best one so far, and every
// move must remove cells. At depth d ≥ 2, colors are tried in the cyclic order
// d, d+1, …, counted from 0, so a line begins like round-robin. At depth 1,
// they are tried in their own order.
//
// The original stops after a minute. This search stops after a number of nodes,
// so that every machine finds the same line. A node is a position that the
// search continues with, not counting the first, even if the bound does not let
// it try any color there. As in the original, the positions on the line at the
// end still try the rest of their colors. On the series' boards, 30,000 nodes
// find lines that are on average as good as the lines found in the published
// minute: 34.76 and 34.8 moves.
//
// The original does not notice if the first move clears the board; this search
// does.
type depthFirst struct {
	limit int // nodes
	bound int // a line must be shorter than that, at first

	descent
	nodes int
	best  []uint8 // the best line
}

// step plays the best line. If there is none the game is incomplete.
func (s *depthFirst) step(g *game) {
	s.begin(g)
	s.nodes, s.best = 0, nil
	if g.enter() {
		s.expand(g, g.blank, 1)
	}
	switch {
	case g.outcome != search.Running:
	case s.best == nil:
		g.outcome = search.Incomplete
	default:
		for _, via := range s.best {
			g.move(&g.graph.Colors[via])
		}
	}
}

// expand tries the moves from the area at, which lead to that depth.
func (s *depthFirst) expand(g *game, at colorwalk.Area, depth int) {
	if depth >= s.shorterThan() || !s.room(g, depth, 2) {
		return
	}
	colors, last, first := g.graph.Colors, -1, 0
	if depth > 1 {
		last, first = int(s.line[depth-2]), depth
	}
	next := s.areas[depth-1]
	for i := 0; i < len(colors) && depth < s.shorterThan(); i++ {
		via := (first + i) % len(colors)
		if via == last {
			continue
		}
		if !g.graph.Play(&next, &at, &colors[via]) {
			g.meter.Pruned++
			continue
		}
		g.meter.Generated++
		g.reach(len(g.path) + depth)
		s.line[depth-1] = uint8(via)
		if next.Solved() {
			s.best = append(s.best[:0], s.line[:depth]...)
			continue
		}
		if s.nodes++; s.nodes > s.limit {
			continue
		}
		if !g.enter() {
			return
		}
		s.expand(g, next, depth+1)
		if g.outcome != search.Running {
			return
		}
	}
}

// shorterThan is the length that a line must not reach.
func (s *depthFirst) shorterThan() int {
	if s.best == nil {
		return s.bound
	}
	return len(s.best)
}
