package colorwalk

import (
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// writeUpSearchPrograms are the programs of the write-up that search: from the
// start on, or from where a look-ahead has led.
var writeUpSearchPrograms = []program{
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "bfs-gla-D", Complete: true, Doc: "gla-D for 18 moves; from there breadth-first until 16,384 positions wait, and gla-D for a move while that finds nothing"}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: breadthMoves, first: byGLA(c), then: &breadthFirst{queue: breadthQueue, otherwise: byGLA(c)}}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "dfs", Doc: "depth-first among lines of fewer than 50 moves, and then of fewer than the best", Options: []puzzle.Option{nodesOption}}},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{then: &depthFirst{limit: c.Int("nodes"), bound: 50}}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "dfs-gla-D", Doc: "gla-D for 18 moves; from there depth-first among lines of fewer than 30 moves, and then of fewer than the best", Options: []puzzle.Option{nodesOption}}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: depthMoves, first: byGLA(c), then: &depthFirst{limit: c.Int("nodes"), bound: 30}}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "dijkstra-S", Complete: true, Doc: "best-first on S for each move less the cells removed; with 250,000 positions waiting the best is played to, and the search begins anew"}, Number: puzzle.Count("scale", "25")},
		func(c puzzle.Choice, _ drawer) player { return hybrid{then: newDijkstra(c.Int(""), false)} },
	},
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "gla-D+dijkstra", Complete: true, Doc: "gla-D for 15 moves, then dijkstra-S", Options: []puzzle.Option{scaleOption}}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: dijkstraMoves, first: byGLA(c), then: newDijkstra(c.Int("scale"), false)}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "dijkstra+gla-D", Complete: true, Doc: "dijkstra-S until half of the cells are removed, then gla-D", Options: []puzzle.Option{scaleOption}}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.Int("scale"), true), then: byGLA(c)}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[Board]{Name: "dijkstra+dijkstra", Complete: true, Doc: "dijkstra-S until half of the cells are removed, then dijkstra-28", Options: []puzzle.Option{scaleOption}}},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.Int("scale"), true), then: newDijkstra(28, false)}
		},
	},
}

// The moves of a game after which the hybrids change over. They are meant for
// the 30x20 cells of the write-up, and are the same on other boards.
const (
	breadthMoves  = 18
	depthMoves    = 18
	dijkstraMoves = 15
	halfMoves     = 5 // a search for half of the cells has made more, unless the colours are few
)

// nodesOption limits a depth-first search. The limit is part of the name and
// none of the [search.Limits] because it is no failure to reach it: the best
// line so far is played.
var nodesOption = puzzle.CountOption("nodes", "50000", "nodes after which the depth-first search ends, in place of a minute")

// phase is a part of a game: each step makes one move or more, or stops the game.
type phase interface{ step(*game) }

// hybrid plays steps of first while the game has fewer than so many moves, and
// then steps of another phase.
type hybrid struct {
	moves       int
	first, then phase
}

func (h hybrid) play(g *game) {
	for !g.over() {
		if len(g.path) < h.moves {
			h.first.step(g)
		} else {
			h.then.step(g)
		}
	}
}

// oneMove is a phase that decides on one move at a time.
type oneMove struct{ chooser }

func (m oneMove) step(g *game) {
	if k := m.choose(g); k != nil {
		g.move(k)
	}
}

func byGLA(c puzzle.Choice) phase { return oneMove{&lookAhead{depth: c.Int("")}} }
