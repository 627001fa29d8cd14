package programs

import (
	"math"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// breadthFirst is the search in part 7 of the series. It tries all lines of
// moves, shorter ones first and equally long ones in the order of their colors,
// until one clears the board. A line does not play the same color twice in a row,
// but may contain moves that remove nothing. Positions reached twice are searched
// twice.
//
// The original keeps positions in a queue. When an expansion leaves
// [breadthQueue] positions in the queue, the program stops expanding and only
// tests the queued positions. With 5 colors this means 5,461 expansions, down to
// depth 6, and lines of up to 7 moves.
//
// Since nothing is left out of the tree, the order of the queue is known in
// advance: layer by layer, each from left to right. This implementation therefore
// needs no queue. The search reaches each layer by walking along the lines that
// lead to it,
//
//	           ○             one area for each depth:
//	    ╱    ╱   ╲    ╲      ○
//	   1    2     3    …     1
//	 ╱ │    │ ╲              12
//	2  3 …  1  3 …           121 → 123 → 124 → …
//
// This makes a third more moves than a queue with 5 colors, and a number of moves
// that grows with the square of the depth with 2 colors, but it stores a handful
// of areas instead of thousands. The meter counts the expansions and the children
// that the queue would have.
type breadthFirst struct {
	queue     int    // the length from which nothing is expanded any more
	otherwise player // what is played where no line clears the board

	descent     // to the position being expanded
	left    int // positions that may still be expanded
}

// descent is the line of moves tried by a search.
type descent struct {
	game  *game            // whose memory the areas are
	line  []uint8          // places in the graph's list of colors
	areas []colorwalk.Area // on the line, for each depth from 1
}

// begin begins a search of a game.
func (d *descent) begin(g *game) {
	if d.game != g {
		*d = descent{game: g}
	}
}

// room makes room for the position at a depth, and so many bytes beside its area;
// there is room for those above it.
func (d *descent) room(g *game, depth int, bytes uint64) bool {
	if depth <= len(d.areas) {
		return true
	}
	if !g.hold(depth+1) || !g.take(g.areaBytes()+bytes) {
		return false
	}
	d.areas, d.line = append(d.areas, g.graph.NewArea()), append(d.line, 0)
	return true
}

// breadthQueue is how long the program lets its queue become.
const breadthQueue = 16_384

// expansions returns how many positions are expanded, the root included. With
// one or two colors the queue does not grow.
func (s *breadthFirst) expansions(colors int) int {
	if colors <= 2 {
		return math.MaxInt
	}
	// The root leaves as many positions in the queue as there are colors.
	// Every other expansion, of which there is one at least, takes one out and
	// puts all but one color in.
	each := colors - 2
	return 1 + (max(s.queue-colors, 1)+each-1)/each
}

func (s *breadthFirst) step(g *game) {
	if !s.search(g) && !g.over() {
		s.otherwise.step(g)
	}
}

// search looks for a line that clears the board, and plays the first one. It
// returns false if there is none, or the game was stopped.
func (s *breadthFirst) search(g *game) bool {
	s.begin(g)
	s.left = s.expansions(len(g.graph.Colors))
	for depth, left := 0, 0; s.left > 0 && s.left != left; depth++ {
		left = s.left
		if !s.room(g, depth, 1) {
			return false
		}
		if last := s.layer(g, g.blank, 0, depth); last != nil {
			for _, via := range s.line[:depth] {
				g.move(&g.graph.Colors[via])
			}
			g.move(last)
			return true
		}
		if g.outcome != search.Running {
			return false
		}
	}
	return false
}

// layer expands the positions of one layer below the area at, which is at that
// depth, from left to right. It returns the color that clears the board after
// s.line, or nil if there is none or the search must stop.
func (s *breadthFirst) layer(g *game, at colorwalk.Area, depth, layer int) *colorwalk.Class {
	if depth == layer {
		return s.expand(g, at, depth)
	}
	for i := range g.graph.Colors {
		if depth > 0 && uint8(i) == s.line[depth-1] {
			continue
		}
		next := s.areas[depth]
		if !g.graph.Play(&next, &at, &g.graph.Colors[i]) {
			next = at
		}
		s.line[depth] = uint8(i)
		if last := s.layer(g, next, depth+1, layer); last != nil {
			return last
		}
		if s.left == 0 || g.outcome != search.Running {
			return nil
		}
	}
	return nil
}

// expand returns the color that clears the board, or nil if none does.
func (s *breadthFirst) expand(g *game, at colorwalk.Area, depth int) *colorwalk.Class {
	if !g.enter() {
		return nil
	}
	s.left--
	children := len(g.graph.Colors)
	if depth > 0 {
		children--
	}
	g.meter.Generated += uint64(children)
	g.reach(len(g.path) + depth + 1)
	last := g.graph.Last(at)
	if last != nil && depth > 0 && last == &g.graph.Colors[s.line[depth-1]] {
		return nil
	}
	return last
}
