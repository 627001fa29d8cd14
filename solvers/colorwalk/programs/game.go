package programs

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// game is a game played by one of the series' programs, one move after another,
// without undoing moves. All programs play on the region graph, so differences in
// time are due to their choices and not to how they store a board.
//
// The meter has the same meaning for all programs. Expanded counts the positions
// from which colors were tried, in the game and in look-aheads. Generated counts
// the moves made from these positions; the chosen move does not count again when
// it is played. Pruned counts the colors that were skipped because they remove
// nothing. MaxDepth is the largest number of moves that led to a generated
// position, and Stored is the largest number of positions held at the same time.
type game struct {
	board   colorwalk.Board
	graph   *colorwalk.Graph
	literal bool
	edges   *borders // of the graph; nil before they are asked for

	blank colorwalk.Area // the position
	spare colorwalk.Area // for the next one
	path  []colorwalk.Color
	hint  colorwalk.Color // the last color that a look-ahead chose; see [Batch]

	guard   *search.Guard
	meter   search.Meter
	outcome search.Outcome
}

// newGame sets up a board. Where a limit forbids that, the game is over.
func newGame(ctx context.Context, b colorwalk.Board, literal bool, limits search.Limits) *game {
	apart := -1
	if literal {
		apart = partedCell(b)
	}
	g := &game{guard: search.NewGuard(ctx, limits), board: b, graph: colorwalk.NewGraph(b, apart), literal: literal, path: []colorwalk.Color{}}
	g.blank, g.spare = g.graph.Origin(), g.graph.NewArea()
	_ = g.hold(1) && g.take(g.graph.Footprint()+2*g.areaBytes())
	return g
}

// play lets a player play the game, and returns what it has come to. A player
// that gave up leaves it incomplete.
func (g *game) play(p player) search.Result[colorwalk.Color] {
	for !g.over() {
		p.step(g)
	}
	r := search.Result[colorwalk.Color]{Outcome: g.outcome, Meter: g.meter}
	if r.Outcome == search.Running {
		r.Outcome, r.Path, r.Cost = search.Solved, g.path, len(g.path)
	}
	return r
}

// over reports whether nothing is left, or the game was stopped.
func (g *game) over() bool { return g.outcome != search.Running || g.blank.Solved() }

// move plays a color, whether it removes something or not.
func (g *game) move(k *colorwalk.Class) {
	if g.graph.Play(&g.spare, &g.blank, k) {
		g.blank, g.spare = g.spare, g.blank
	}
	g.path = append(g.path, k.Color)
	g.reach(len(g.path))
}

// reach notes a position generated after so many moves.
func (g *game) reach(moves int) { g.meter.MaxDepth = max(g.meter.MaxDepth, moves) }

// pollWork is how many words of sets are written between two polls: half a
// millisecond of work, whatever the size of the board.
const pollWork = 1 << 17

// enter counts a position that is to be expanded. It returns false if the game
// is stopped instead.
func (g *game) enter() bool {
	if g.guard.StopsWithin(g.meter.Expanded, 1+uint64(pollWork/(len(g.blank.Absorbed)*len(g.graph.Colors)))) {
		g.outcome = g.guard.Outcome()
		return false
	}
	g.meter.Expanded++
	return true
}

// hold notes that so many positions are held at once, and stops the game if a
// limit forbids it.
func (g *game) hold(positions int) bool {
	if !g.guard.Holds(uint64(positions)) {
		g.outcome = g.guard.Outcome()
		return false
	}
	g.meter.Stored = max(g.meter.Stored, uint64(positions))
	return true
}

// take accounts for so many bytes more, and stops the game if a limit forbids it.
func (g *game) take(bytes uint64) bool {
	if !g.guard.Fits(g.meter.Bytes + bytes) {
		g.outcome = g.guard.Outcome()
		return false
	}
	g.meter.Bytes += bytes
	return true
}

// borders returns the borders of the graph.
func (g *game) borders() *borders {
	if g.edges == nil {
		g.edges = newBorders(g.graph, g.board.Cols(), g.literal)
		g.take(g.edges.footprint())
	}
	return g.edges
}

// areaBytes is the memory of an area.
func (g *game) areaBytes() uint64 { return 16 * uint64(len(g.blank.Absorbed)) }
