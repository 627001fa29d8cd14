// Package programs provides the programs of the Color Walk series as strategies. Each strategy
// makes the same moves as the original, so games can be compared with published games move by move.
// [Batch] plays sequences of games like the published program, [Series] generates the same boards
// as that program, and [Marking] counts the work that the program does for each move.
package programs

import (
	"context"
	"embed"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Source is the embedded source of this package; see [colorwalk.Source].
//
//go:embed *.go
var Source embed.FS

// program is a program of the series. What it knows of a game is in the game,
// and what it carries over to the next one in its player; see [Batch].
type program struct {
	name, doc  string
	number     *puzzle.Number
	options    []puzzle.Option
	draws      bool                                       // random numbers
	incomplete bool                                       // it may find nothing
	player     func(c puzzle.Choice, draws drawer) player // draws is nil unless the program draws
}

// player is a program at play: each step makes one move or more of a game that is
// not over, or stops it.
type player interface{ step(*game) }

// all are the programs in the order they are listed.
var all = slices.Concat(movers, searchers)

// Strategies returns one pattern of strategy names for each program, for use in
// [puzzle.NewGrammar].
func Strategies() []puzzle.Pattern[colorwalk.Board] {
	var list []puzzle.Pattern[colorwalk.Board]
	for _, p := range all {
		list = append(list, colorwalk.Bind(puzzle.Pattern[colorwalk.Board]{
			Strategy: puzzle.Strategy[colorwalk.Board]{
				Name: p.name, Doc: p.doc, Source: colorwalk.SeriesSource, Complete: !p.incomplete, Randomised: p.draws,
				Options: append(slices.Clone(p.options), literalOption),
			}, Number: p.number,
		}, false, func(ctx context.Context, b colorwalk.Board, c puzzle.Choice, seed uint64, limits search.Limits) search.Result[colorwalk.Color] {
			var draws drawer
			if p.draws {
				draws = search.NewRandom("strategy "+p.name, 1, seed)
			}
			return newGame(ctx, b, c.Given("literal"), limits).play(p.player(c, draws))
		}))
	}
	return list
}

// Numbers and options in the names of the programs' strategies.
var (
	depthNumber       = puzzle.Count("depth", "5")
	finishFirstOption = puzzle.Switch("finish-first", "prefer the shorter of two lines that clear the board")
	literalOption     = puzzle.Switch("literal", "omit the two edges between cells that the write-up's script omits")
	boundOption       = puzzle.CountOption("bound", "50", "the number of moves that a line must stay below")
	scaleOption       = puzzle.CountOption("scale", "25", "what a move costs, in removed cells")
	// nodesOption limits a depth-first search. The limit is part of the name instead
	// of one of the [search.Limits], because reaching it is not a failure: the best
	// line found is played.
	nodesOption = puzzle.CountOption("nodes", "50000", "the number of nodes after which the depth-first search ends (the original ends after a minute)")
)

// movers lists the programs that choose one move at a time, the simplest first.
// Colors are numbered in the order of the program's buttons, and "first" refers to
// this order.
var movers = slices.Concat([]program{
	{name: "round-robin", doc: "play the colors in turn, from the first, whether or not they remove cells", player: func(puzzle.Choice, drawer) player {
		return picker{draws: &inTurn{}}
	}},
	{name: "round-robin-skip", doc: "play the colors in turn, from the first, but skip those that remove no cells", player: func(puzzle.Choice, drawer) player {
		return picker{draws: &inTurn{}, skip: true}
	}},
	{name: "random", doc: "play a random color, whether or not it removes cells", draws: true, player: func(_ puzzle.Choice, draws drawer) player {
		return picker{draws: draws}
	}},
	{name: "random-skip", doc: "play a random color among those that remove cells", draws: true, player: func(_ puzzle.Choice, draws drawer) player {
		return picker{draws: draws, skip: true}
	}},
}, lookAheads())

// lookAheads are those that look at what the next moves remove together: by each
// measure one that looks a move ahead, and one whose depth is chosen.
func lookAheads() []program {
	var list []program
	for _, f := range []struct {
		one, doc      string
		deep, deepDoc string
		by            measure
		until         int
	}{
		{
			"greedy", "play the color that removes the most cells, or the first of several such colors",
			"gla-D", "greedy with look-ahead: play the first of the D moves that together remove the most cells", byArea, everyMove,
		},
		{
			"max-perimeter", "play the color whose cells have the longest border with the remaining cells",
			"max-perimeter-la-D", "play the first of the D moves with the longest border with the remaining cells", byPerimeter, everyMove,
		},
		{
			"perimeter-area", "play max-perimeter for 20 moves, and then greedy",
			"perimeter-area-la-D", "play max-perimeter-la-D for 20 moves, and then gla-D", byPerimeter, perimeterMoves,
		},
		{
			"deep-path", "play the color with the largest perimeter relative to its number of cells",
			"deep-path-la-D", "play the first of the D moves with the largest perimeter relative to their number of cells", byRatio, everyMove,
		},
		{
			"path-area", "play deep-path for 12 moves, and then greedy",
			"path-area-la-D", "play deep-path-la-D for 12 moves, and then gla-D", byRatio, ratioMoves,
		},
	} {
		list = append(list, program{name: f.one, doc: f.doc, player: func(puzzle.Choice, drawer) player {
			return &lookAhead{depth: 1, by: f.by, until: f.until}
		}}, program{name: f.deep, doc: f.deepDoc, number: depthNumber, options: []puzzle.Option{finishFirstOption}, player: func(c puzzle.Choice, _ drawer) player {
			return &lookAhead{depth: c.Int(""), by: f.by, until: f.until, finishFirst: c.Given("finish-first")}
		}})
	}
	return list
}

// searchers are the programs that search: from the start on, or from where a
// look-ahead has led.
var searchers = []program{
	{
		name: "bfs-gla-D", doc: "play gla-D for 18 moves, and then search breadth-first until 16,384 positions are queued; if the search finds nothing, gla-D plays one more move and the search starts again",
		number: depthNumber, player: func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: breadthMoves, first: byGLA(c), then: &breadthFirst{queue: breadthQueue, otherwise: byGLA(c)}}
		},
	},
	{
		name: "dfs", doc: "depth-first search for lines with fewer moves than a bound, and later for lines with fewer moves than the best one found", incomplete: true,
		options: []puzzle.Option{boundOption, nodesOption}, player: func(c puzzle.Choice, _ drawer) player {
			return &depthFirst{limit: c.Int("nodes"), bound: c.Int("bound")}
		},
	},
	{
		name: "dfs-gla-D", doc: "play gla-D for 18 moves, and then search depth-first for lines with fewer than 30 moves, and later for lines with fewer moves than the best one found", incomplete: true,
		number: depthNumber, options: []puzzle.Option{nodesOption}, player: func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: depthMoves, first: byGLA(c), then: &depthFirst{limit: c.Int("nodes"), bound: 30}}
		},
	},
	{
		name: "dijkstra-S", doc: "best-first search by S for each move minus the cells removed; when 250,000 positions are queued, it plays to the best of them and starts again",
		number: puzzle.Count("scale", "25"), player: func(c puzzle.Choice, _ drawer) player { return newDijkstra(c.Int(""), false) },
	},
	{
		name: "gla-D+dijkstra", doc: "gla-D for 15 moves, and then dijkstra-S",
		number: depthNumber, options: []puzzle.Option{scaleOption}, player: func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: dijkstraMoves, first: byGLA(c), then: newDijkstra(c.Int("scale"), false)}
		},
	},
	{
		name: "dijkstra+gla-D", doc: "dijkstra-S until half of the cells are removed, and then gla-D",
		number: depthNumber, options: []puzzle.Option{scaleOption}, player: func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.Int("scale"), true), then: byGLA(c)}
		},
	},
	{
		name: "dijkstra+dijkstra", doc: "dijkstra-S until half of the cells are removed, and then dijkstra-28",
		options: []puzzle.Option{scaleOption}, player: func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.Int("scale"), true), then: newDijkstra(28, false)}
		},
	},
}

func byGLA(c puzzle.Choice) player { return &lookAhead{depth: c.Int("")} }

// After these numbers of moves, programs change their method: look-aheads begin to measure the
// area, and hybrids begin to search. The series chose the numbers for its 30x20 boards; they are
// the same on other boards.
const (
	perimeterMoves = 20
	ratioMoves     = 12
	breadthMoves   = 18
	depthMoves     = 18
	dijkstraMoves  = 15
	halfMoves      = 5 // a search for half of the cells has made more, unless the colors are few
)

// hybrid plays steps of first while the game has fewer than so many moves, and
// then steps of another player.
type hybrid struct {
	moves       int
	first, then player
}

func (h hybrid) step(g *game) {
	if len(g.path) < h.moves {
		h.first.step(g)
	} else {
		h.then.step(g)
	}
}
