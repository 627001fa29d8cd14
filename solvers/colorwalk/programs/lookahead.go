package programs

import (
	"math"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// lookAhead plays the first color of the best line of moves, and decides again
// after each move. A line has up to depth moves. Its value is a measure of all
// cells removed by the line. In a tie, the first color wins.
//
// Lines follow the write-up exactly:
//
//   - A line ends early if the last move did not change the measure. If the
//     measure is the area, this means that the move removed nothing. But a
//     perimeter or a ratio may stay the same by coincidence, and a line may be
//     worth more than all its continuations.
//   - The color just played is worth 0 as the next color.
//   - In the write-up a line has at least two moves; here, a depth of 1 looks one
//     move ahead.
//   - The measure changes after a number of moves in the game; all moves in one
//     look-ahead use the same measure.
type lookAhead struct {
	depth       int
	by          measure // of the first moves of the game
	until       int     // how many these are; from then on it is the area
	finishFirst bool    // prefer the shorter of two lines that clear the board

	game *game // whose memory the lines have
	plan []line
}

// measure is the quantity maximized by a look-ahead.
type measure uint8

const (
	byArea      measure = iota // the number of cells
	byPerimeter                // the pairs of a cell and a neighbor that stays; the area if there are none
	byRatio                    // the perimeter by the area
)

// everyMove is an until that is never reached.
const everyMove = math.MaxInt

// line is the position after some moves of a look-ahead; the first has none.
type line struct {
	area      colorwalk.Area
	last      *colorwalk.Class
	removed   int // cells, since the start of the look-ahead
	perimeter int // of these
	value     float64
}

// score is the value of a line; of equal values the one with more moves to
// spare is better.
type score struct {
	value float64
	spare int
}

func (s score) better(t score) bool {
	return s.value > t.value || s.value == t.value && s.spare > t.spare
}

func (l *lookAhead) step(g *game) {
	if k := l.choose(g); k != nil {
		g.move(k)
	}
}

// choose returns nil if the game is stopped meanwhile.
func (l *lookAhead) choose(g *game) *colorwalk.Class {
	if l.game != g {
		l.game, l.plan = g, nil
	}
	if !l.room(0) || !g.enter() {
		return nil
	}
	l.plan[0].area = g.blank
	by := byArea
	if len(g.path) < l.until {
		by = l.by
	}
	var choice *colorwalk.Class
	best := score{value: -1}
	for i := range g.graph.Colors {
		k := &g.graph.Colors[i]
		if s := l.try(by, 0, k); s.better(best) {
			choice, best = k, s
		}
	}
	if g.outcome != search.Running {
		return nil
	}
	g.hint = choice.Color
	return choice
}

// room makes room for a line of so many moves.
func (l *lookAhead) room(moves int) bool {
	if moves < len(l.plan) {
		return true
	}
	g := l.game
	if !g.hold(moves+1) || moves > 0 && !g.take(g.areaBytes()) {
		return false
	}
	var n line
	if moves > 0 {
		n.area = g.graph.NewArea()
	}
	l.plan = append(l.plan, n)
	return true
}

// best returns the score of the best line that continues the one of so many moves.
func (l *lookAhead) best(by measure, moves int) score {
	if !l.game.enter() {
		return score{}
	}
	var best score
	for i := range l.game.graph.Colors {
		if l.game.outcome != search.Running {
			break
		}
		if s := l.try(by, moves, &l.game.graph.Colors[i]); s.better(best) {
			best = s
		}
	}
	return best
}

// try returns the score of the best line that continues the one of so many
// moves with the color k.
func (l *lookAhead) try(by measure, moves int, k *colorwalk.Class) score {
	g, from := l.game, &l.plan[moves]
	switch {
	case k == from.last:
		return score{}
	case !from.area.Useful(k):
		g.meter.Pruned++
		return score{value: from.value}
	}
	moves++
	g.meter.Generated++
	g.reach(len(g.path) + moves)
	removed := from.removed + g.graph.Removed(from.area, k)
	if by == byArea && moves == l.depth {
		return score{value: float64(removed)}
	}
	if !l.room(moves) {
		return score{}
	}
	from, to := &l.plan[moves-1], &l.plan[moves] // again: the plan may have grown
	g.graph.Play(&to.area, &from.area, k)
	to.last, to.removed = k, removed
	l.measure(by, from, to)
	if to.area.Solved() {
		// Continued, the line would keep its value: no color removes anything.
		s := score{value: to.value}
		if l.finishFirst {
			s.spare = l.depth - moves
		}
		return s
	}
	if moves == l.depth || to.value == from.value {
		return score{value: to.value}
	}
	return l.best(by, moves)
}

// measure gives a line its value, the line one move before having its own.
func (l *lookAhead) measure(by measure, from, to *line) {
	if by == byArea {
		to.value = float64(to.removed)
		return
	}
	blank := l.game.blank.Absorbed
	to.perimeter = l.game.borders().grown(from.perimeter, blank, from.area.Absorbed, to.area.Absorbed, to.last)
	perimeter := to.perimeter
	if perimeter == 0 {
		perimeter = to.removed
	}
	to.value = float64(perimeter)
	if by == byRatio {
		to.value /= float64(to.removed)
	}
}
