package colorwalk

import (
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// writeUpSearchPrograms are the programs of the write-up that search: from the
// start on, or from where a look-ahead has led.
var writeUpSearchPrograms = []program{
	{
		kind{Strategy: Strategy{Name: "bfs-gla-D", Complete: true, Doc: "gla-D for 18 moves; from there breadth-first until 16,384 positions wait, and gla-D for a move while that finds nothing"}, number: depthNumber},
		func(c choice, _ drawer) player {
			return hybrid{moves: breadthMoves, first: c.byGLA(), then: &breadthFirst{queue: breadthQueue, otherwise: c.byGLA()}}
		},
	},
	{
		kind{Strategy: Strategy{Name: "dfs", Doc: "depth-first among lines of fewer than 50 moves, and then of fewer than the best"}, options: []setting{nodesOption}},
		func(c choice, _ drawer) player { return hybrid{then: &depthFirst{limit: c.nodes, bound: 50}} },
	},
	{
		kind{Strategy: Strategy{Name: "dfs-gla-D", Doc: "gla-D for 18 moves; from there depth-first among lines of fewer than 30 moves, and then of fewer than the best"}, number: depthNumber, options: []setting{nodesOption}},
		func(c choice, _ drawer) player {
			return hybrid{moves: depthMoves, first: c.byGLA(), then: &depthFirst{limit: c.nodes, bound: 30}}
		},
	},
	{
		kind{Strategy: Strategy{Name: "dijkstra-S", Complete: true, Doc: "best-first on S for each move less the cells removed; with 250,000 positions waiting the best is played to, and the search begins anew"}, number: scaleNumber},
		func(c choice, _ drawer) player { return hybrid{then: newDijkstra(c.scale, false)} },
	},
	{
		kind{Strategy: Strategy{Name: "gla-D+dijkstra", Complete: true, Doc: "gla-D for 15 moves, then dijkstra-S"}, number: depthNumber, options: []setting{scaleOption}},
		func(c choice, _ drawer) player {
			return hybrid{moves: dijkstraMoves, first: c.byGLA(), then: newDijkstra(c.scale, false)}
		},
	},
	{
		kind{Strategy: Strategy{Name: "dijkstra+gla-D", Complete: true, Doc: "dijkstra-S until half of the cells are removed, then gla-D"}, number: depthNumber, options: []setting{scaleOption}},
		func(c choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.scale, true), then: c.byGLA()}
		},
	},
	{
		kind{Strategy: Strategy{Name: "dijkstra+dijkstra", Complete: true, Doc: "dijkstra-S until half of the cells are removed, then dijkstra-28"}, options: []setting{scaleOption}},
		func(c choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.scale, true), then: newDijkstra(28, false)}
		},
	},
}

// The moves of a game after which the hybrids change over. They are meant for
// the 20x30 cells of the write-up, and are the same on other boards.
const (
	breadthMoves  = 18
	depthMoves    = 18
	dijkstraMoves = 15
	halfMoves     = 5 // a search for half of the cells has made more, unless the colours are few
)

// writeUpSearchKinds are the strategies that these programs make.
var writeUpSearchKinds = kindsOf(writeUpSearchPrograms)

// nodesOption limits a depth-first search. The limit is part of the name and
// none of the [search.Limits] because it is no failure to reach it: the best
// line so far is played.
var nodesOption = setting{
	Option: Option{Name: "nodes", Default: strconv.Itoa(defaultChoice().nodes), Want: "a number of 1 or more", Doc: "nodes after which the depth-first search ends, in place of a minute"},
	Set: func(c *choice, value string) (canonical string, err error) {
		c.nodes, err = naming.ParseCount(value)
		return strconv.Itoa(c.nodes), err
	},
}

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

func (c choice) byGLA() phase { return oneMove{&lookAhead{depth: c.number}} }
