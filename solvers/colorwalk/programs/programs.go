// Package programs holds the programs of the series on Color Walk, as strategies:
// each makes the moves that its original makes, so that published games can be
// compared move by move. [Batch] plays them as the published program did,
// [Series] makes its boards, and [Marking] counts what its script does for a move.
package programs

import (
	"context"
	"embed"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Source is the source of this package as it was compiled in; see
// [colorwalk.Source].
//
//go:embed *.go
var Source embed.FS

// pattern is the strategies of one pattern of names.
type pattern = puzzle.Pattern[colorwalk.Board]

// program is a program of the write-up. What it knows of a game is in the game,
// and what it carries over to the next one in its player; see [Batch].
type program struct {
	pattern
	player func(c puzzle.Choice, draws drawer) player // draws is nil unless the program is Randomised
}

// movers are the programs that choose one move at a time, from the
// simplest. Colours are numbered by the order of the program's buttons, which
// is what "first" means.
var movers = slices.Concat([]program{
	{
		plain("round-robin", "the colours in turn, from the first, whether they remove something or not"),
		func(puzzle.Choice, drawer) player { return picker{draws: &inTurn{}} },
	},
	{
		plain("round-robin-skip", "the colours in turn, from the first; those that remove nothing are passed over"),
		func(puzzle.Choice, drawer) player { return picker{draws: &inTurn{}, skip: true} },
	},
	{
		drawing("random", "a colour drawn at random, whether it removes something or not"),
		func(_ puzzle.Choice, draws drawer) player { return picker{draws: draws} },
	},
	{
		drawing("random-skip", "a colour drawn at random from those that remove something"),
		func(_ puzzle.Choice, draws drawer) player { return picker{draws: draws, skip: true} },
	},
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
			"greedy", "the colour that removes the most cells, of equal ones the first",
			"gla-D", "greedy with look-ahead: the colour that begins the D moves that remove the most cells", byArea, everyMove,
		},
		{
			"max-perimeter", "the colour whose cells have the longest border to cells that stay",
			"max-perimeter-la-D", "the colour that begins the D moves with the longest border to cells that stay", byPerimeter, everyMove,
		},
		{
			"perimeter-area", "max-perimeter for 20 moves, then greedy",
			"perimeter-area-la-D", "max-perimeter-la-D for 20 moves, then gla-D", byPerimeter, perimeterMoves,
		},
		{
			"deep-path", "the colour with the largest perimeter for its number of cells",
			"deep-path-la-D", "the colour that begins the D moves with the largest perimeter for their number of cells", byRatio, everyMove,
		},
		{
			"path-area", "deep-path for 12 moves, then greedy",
			"path-area-la-D", "deep-path-la-D for 12 moves, then gla-D", byRatio, ratioMoves,
		},
	} {
		deep := plain(f.deep, f.deepDoc)
		deep.Number, deep.Options = depthNumber, []puzzle.Option{finishFirstOption}
		list = append(list, program{plain(f.one, f.doc), func(puzzle.Choice, drawer) player {
			return &lookAhead{depth: 1, by: f.by, until: f.until}
		}}, program{deep, func(c puzzle.Choice, _ drawer) player {
			return &lookAhead{depth: c.Int(""), by: f.by, until: f.until, finishFirst: c.Given("finish-first")}
		}})
	}
	return list
}

// The moves of a game after which the hybrids change to the area. They are
// meant for the 30x20 cells of the write-up, and are the same on other boards.
const (
	perimeterMoves = 20
	ratioMoves     = 12
)

// plain is the pattern of a program without parameters.
func plain(name, doc string) pattern {
	return pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: name, Doc: doc, Complete: true}}
}

// drawing is the pattern of one that draws random numbers.
func drawing(name, doc string) pattern {
	p := plain(name, doc)
	p.Randomised = true
	return p
}

// all are the programs in the order they are listed.
var all = slices.Concat(movers, searchers)

// Strategies returns the programs.
func Strategies() []puzzle.Pattern[colorwalk.Board] {
	var list []puzzle.Pattern[colorwalk.Board]
	for _, p := range all {
		k := p.pattern
		k.Source = colorwalk.SeriesSource
		k.Options = append(slices.Clone(k.Options), literalOption)
		list = append(list, colorwalk.Bind(k, false, func(ctx context.Context, b colorwalk.Board, c puzzle.Choice, seed uint64, limits search.Limits) search.Result[colorwalk.Color] {
			var draws drawer
			if p.Randomised {
				draws = search.NewRandom("strategy "+p.Name, 1, seed)
			}
			return playOut(ctx, b, c.Given("literal"), p.player(c, draws), limits)
		}))
	}
	return list
}

// searchers are the programs of the write-up that search: from the
// start on, or from where a look-ahead has led.
var searchers = []program{
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "bfs-gla-D", Complete: true, Doc: "gla-D for 18 moves; from there breadth-first until 16,384 positions wait, and gla-D for a move while that finds nothing"}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: breadthMoves, first: byGLA(c), then: &breadthFirst{queue: breadthQueue, otherwise: byGLA(c)}}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "dfs", Doc: "depth-first among lines of fewer than 50 moves, and then of fewer than the best", Options: []puzzle.Option{nodesOption}}},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{then: &depthFirst{limit: c.Int("nodes"), bound: 50}}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "dfs-gla-D", Doc: "gla-D for 18 moves; from there depth-first among lines of fewer than 30 moves, and then of fewer than the best", Options: []puzzle.Option{nodesOption}}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: depthMoves, first: byGLA(c), then: &depthFirst{limit: c.Int("nodes"), bound: 30}}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "dijkstra-S", Complete: true, Doc: "best-first on S for each move less the cells removed; with 250,000 positions waiting the best is played to, and the search begins anew"}, Number: puzzle.Count("scale", "25")},
		func(c puzzle.Choice, _ drawer) player { return hybrid{then: newDijkstra(c.Int(""), false)} },
	},
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "gla-D+dijkstra", Complete: true, Doc: "gla-D for 15 moves, then dijkstra-S", Options: []puzzle.Option{scaleOption}}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: dijkstraMoves, first: byGLA(c), then: newDijkstra(c.Int("scale"), false)}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "dijkstra+gla-D", Complete: true, Doc: "dijkstra-S until half of the cells are removed, then gla-D", Options: []puzzle.Option{scaleOption}}, Number: depthNumber},
		func(c puzzle.Choice, _ drawer) player {
			return hybrid{moves: halfMoves, first: newDijkstra(c.Int("scale"), true), then: byGLA(c)}
		},
	},
	{
		pattern{Strategy: puzzle.Strategy[colorwalk.Board]{Name: "dijkstra+dijkstra", Complete: true, Doc: "dijkstra-S until half of the cells are removed, then dijkstra-28", Options: []puzzle.Option{scaleOption}}},
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

var depthNumber = puzzle.Count("depth", "5")

// The options that several strategies share.
var (
	finishFirstOption = puzzle.Switch("finish-first", "of lines that clear the board, the one with fewer moves is better")
	literalOption     = puzzle.Switch("literal", "leave out the two edges between cells that the write-up's script leaves out")
	scaleOption       = puzzle.CountOption("scale", "25", "what a move costs, in removed cells")
)
