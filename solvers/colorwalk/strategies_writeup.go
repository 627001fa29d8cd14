package colorwalk

import (
	"context"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// program is a program of the write-up. What it knows of a game is in the game,
// and what it carries over to the next one in its player; see [Batch].
type program struct {
	kind
	player func(c choice, draws drawer) player // draws is nil unless the program is Randomised
}

// writeUpPrograms are the programs that choose one move at a time, from the
// simplest. Colours are numbered by the order of the program's buttons, which
// is what "first" means.
var writeUpPrograms = []program{
	{
		wasteful(plain("round-robin", "the colours in turn, from the first, whether they remove something or not")),
		func(choice, drawer) player { return &roundRobin{} },
	},
	{
		plain("round-robin-skip", "the colours in turn, from the first; those that remove nothing are passed over"),
		func(choice, drawer) player { return &roundRobin{skip: true} },
	},
	{
		wasteful(drawing("random", "a colour drawn at random, whether it removes something or not")),
		func(_ choice, draws drawer) player { return random{draws: draws} },
	},
	{
		drawing("random-skip", "a colour drawn at random from those that remove something"),
		func(_ choice, draws drawer) player { return random{draws: draws, skip: true} },
	},
	{
		plain("greedy", "the colour that removes the most cells, of equal ones the first"),
		func(choice, drawer) player { return &lookAhead{depth: 1} },
	},
	{
		ahead("gla-D", "greedy with look-ahead: the colour that begins the D moves that remove the most cells"),
		func(c choice, _ drawer) player { return c.lookAhead(byArea, everyMove) },
	},
	{
		plain("max-perimeter", "the colour whose cells have the longest border to cells that stay"),
		func(choice, drawer) player { return &lookAhead{depth: 1, by: byPerimeter, until: everyMove} },
	},
	{
		ahead("max-perimeter-la-D", "the colour that begins the D moves with the longest border to cells that stay"),
		func(c choice, _ drawer) player { return c.lookAhead(byPerimeter, everyMove) },
	},
	{
		plain("perimeter-area", "max-perimeter for 20 moves, then greedy"),
		func(choice, drawer) player { return &lookAhead{depth: 1, by: byPerimeter, until: perimeterMoves} },
	},
	{
		ahead("perimeter-area-la-D", "max-perimeter-la-D for 20 moves, then gla-D"),
		func(c choice, _ drawer) player { return c.lookAhead(byPerimeter, perimeterMoves) },
	},
	{
		plain("deep-path", "the colour with the largest perimeter for its number of cells"),
		func(choice, drawer) player { return &lookAhead{depth: 1, by: byRatio, until: everyMove} },
	},
	{
		ahead("deep-path-la-D", "the colour that begins the D moves with the largest perimeter for their number of cells"),
		func(c choice, _ drawer) player { return c.lookAhead(byRatio, everyMove) },
	},
	{
		plain("path-area", "deep-path for 12 moves, then greedy"),
		func(choice, drawer) player { return &lookAhead{depth: 1, by: byRatio, until: ratioMoves} },
	},
	{
		ahead("path-area-la-D", "deep-path-la-D for 12 moves, then gla-D"),
		func(c choice, _ drawer) player { return c.lookAhead(byRatio, ratioMoves) },
	},
}

// The moves of a game after which the hybrids change to the area. They are
// meant for the 20x30 cells of the write-up, and are the same on other boards.
const (
	perimeterMoves = 20
	ratioMoves     = 12
)

// plain is the kind of a program without parameters.
func plain(name, doc string) kind {
	return kind{Strategy: Strategy{Name: name, Doc: doc, Complete: true}}
}

// drawing is the kind of one that draws random numbers.
func drawing(name, doc string) kind {
	k := plain(name, doc)
	k.Randomised = true
	return k
}

// wasteful makes a kind one that may choose a colour that removes nothing.
func wasteful(k kind) kind {
	k.wasteful = true
	return k
}

// ahead is the kind of a look-ahead whose depth is chosen.
func ahead(name, doc string) kind {
	k := plain(name, doc)
	k.number = depthNumber
	k.options = []setting{finishFirstOption}
	return k
}

func (c choice) lookAhead(by measure, until int) player {
	return &lookAhead{depth: c.number, by: by, until: until, finishFirst: c.finishFirst}
}

// writeUpKinds are the strategies that the programs make, with those that search.
var writeUpKinds = slices.Concat(kindsOf(writeUpPrograms), writeUpSearchKinds)

// kindsOf adds what all programs have in common.
func kindsOf(programs []program) []kind {
	var list []kind
	for _, p := range programs {
		k := p.kind
		k.Version, k.Source = 1, seriesSource
		k.options = append(slices.Clone(k.options), literalOption)
		slices.SortFunc(k.options, func(a, b setting) int { return strings.Compare(a.Name, b.Name) })
		k.solve = func(ctx context.Context, b Board, c choice, seed uint64, limits search.Limits) search.Result[Color] {
			var draws drawer
			if p.Randomised {
				draws = search.NewRandom("strategy "+p.Name, 1, seed)
			}
			return playOut(ctx, b, c.literal, p.player(c, draws), limits)
		}
		list = append(list, k)
	}
	return list
}
