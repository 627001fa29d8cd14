package colorwalk

import (
	"context"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// program is a program of the write-up. What it knows of a game is in the game,
// and what it carries over to the next one in its player; see [Batch].
type program struct {
	pattern
	player func(c puzzle.Choice, draws drawer) player // draws is nil unless the program is Randomised
}

// writeUpPrograms are the programs that choose one move at a time, from the
// simplest. Colours are numbered by the order of the program's buttons, which
// is what "first" means.
var writeUpPrograms = []program{
	{
		plain("round-robin", "the colours in turn, from the first, whether they remove something or not"),
		func(puzzle.Choice, drawer) player { return &roundRobin{} },
	},
	{
		plain("round-robin-skip", "the colours in turn, from the first; those that remove nothing are passed over"),
		func(puzzle.Choice, drawer) player { return &roundRobin{skip: true} },
	},
	{
		drawing("random", "a colour drawn at random, whether it removes something or not"),
		func(_ puzzle.Choice, draws drawer) player { return random{draws: draws} },
	},
	{
		drawing("random-skip", "a colour drawn at random from those that remove something"),
		func(_ puzzle.Choice, draws drawer) player { return random{draws: draws, skip: true} },
	},
	{
		plain("greedy", "the colour that removes the most cells, of equal ones the first"),
		func(puzzle.Choice, drawer) player { return &lookAhead{depth: 1} },
	},
	{
		lookingAhead("gla-D", "greedy with look-ahead: the colour that begins the D moves that remove the most cells"),
		func(c puzzle.Choice, _ drawer) player { return ahead(c, byArea, everyMove) },
	},
	{
		plain("max-perimeter", "the colour whose cells have the longest border to cells that stay"),
		func(puzzle.Choice, drawer) player { return &lookAhead{depth: 1, by: byPerimeter, until: everyMove} },
	},
	{
		lookingAhead("max-perimeter-la-D", "the colour that begins the D moves with the longest border to cells that stay"),
		func(c puzzle.Choice, _ drawer) player { return ahead(c, byPerimeter, everyMove) },
	},
	{
		plain("perimeter-area", "max-perimeter for 20 moves, then greedy"),
		func(puzzle.Choice, drawer) player {
			return &lookAhead{depth: 1, by: byPerimeter, until: perimeterMoves}
		},
	},
	{
		lookingAhead("perimeter-area-la-D", "max-perimeter-la-D for 20 moves, then gla-D"),
		func(c puzzle.Choice, _ drawer) player { return ahead(c, byPerimeter, perimeterMoves) },
	},
	{
		plain("deep-path", "the colour with the largest perimeter for its number of cells"),
		func(puzzle.Choice, drawer) player { return &lookAhead{depth: 1, by: byRatio, until: everyMove} },
	},
	{
		lookingAhead("deep-path-la-D", "the colour that begins the D moves with the largest perimeter for their number of cells"),
		func(c puzzle.Choice, _ drawer) player { return ahead(c, byRatio, everyMove) },
	},
	{
		plain("path-area", "deep-path for 12 moves, then greedy"),
		func(puzzle.Choice, drawer) player { return &lookAhead{depth: 1, by: byRatio, until: ratioMoves} },
	},
	{
		lookingAhead("path-area-la-D", "deep-path-la-D for 12 moves, then gla-D"),
		func(c puzzle.Choice, _ drawer) player { return ahead(c, byRatio, ratioMoves) },
	},
}

// The moves of a game after which the hybrids change to the area. They are
// meant for the 30x20 cells of the write-up, and are the same on other boards.
const (
	perimeterMoves = 20
	ratioMoves     = 12
)

// plain is the pattern of a program without parameters.
func plain(name, doc string) pattern {
	return pattern{Strategy: puzzle.Strategy[Board]{Name: name, Doc: doc, Complete: true}}
}

// drawing is the pattern of one that draws random numbers.
func drawing(name, doc string) pattern {
	p := plain(name, doc)
	p.Randomised = true
	return p
}

// lookingAhead is the pattern of a look-ahead whose depth is chosen.
func lookingAhead(name, doc string) pattern {
	p := plain(name, doc)
	p.Number = depthNumber
	p.Options = []puzzle.Option{finishFirstOption}
	return p
}

func ahead(c puzzle.Choice, by measure, until int) player {
	return &lookAhead{depth: c.Int(""), by: by, until: until, finishFirst: c.Given("finish-first")}
}

// kindsOf makes strategies of programs: adds what all have in common.
func kindsOf(programs []program) []pattern {
	var list []pattern
	for _, p := range programs {
		k := p.pattern
		k.Source = seriesSource
		k.Options = append(slices.Clone(k.Options), literalOption)
		list = append(list, bound(k, false, func(ctx context.Context, b Board, c puzzle.Choice, seed uint64, limits search.Limits) search.Result[Color] {
			var draws drawer
			if p.Randomised {
				draws = search.NewRandom("strategy "+p.Name, 1, seed)
			}
			return playOut(ctx, b, c.Given("literal"), p.player(c, draws), limits)
		}))
	}
	return list
}
