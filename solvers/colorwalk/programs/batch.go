package programs

import (
	"context"
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Batch is a sequence of games that the series' program plays to get one row of its table of
// results. The games are not independent, because the program keeps some state from game to game:
//
//   - One random number generator provides both boards and moves, and is reset for each batch. So
//     all strategies without random moves play the boards in the set "series"; strategies with
//     random moves play different boards from the second game on.
//   - Round-robin begins the first game with the second color, and each later game with the
//     color that follows the last color of the previous game.
//   - With Stray, the last color that a look-ahead chose in one game is the first move of the
//     next game, and counts even if it is useless. The original does so with the breadth-first
//     and depth-first hybrids. When their search finishes a game, the color chosen by the
//     look-ahead before the search is still waiting to be played, and is played on the next
//     board. The published numbers of the breadth-first hybrid include this move. Strategies
//     without look-ahead have no stray moves.
//
// The program also has two faults in its test for neighbors; see the option literal.
type Batch struct {
	Strategy string // name of a strategy that chooses one move at a time, with or without the option "literal"
	Games    int    // number of games, at most 10,000; 0 means 100, as in the series
	Stray    bool
}

// BatchGame is one game of a batch. Its path and cost include the move in Stray.
type BatchGame struct {
	Board colorwalk.Board
	Stray colorwalk.Color // move left over from the previous game, or Blank
	search.Result[colorwalk.Color]
}

// batchGames is how many games the write-up's batches have.
const batchGames = 100

// Play plays all games of the batch, each with the given limits. A game that a limit stops leaves
// no stray move. If ctx is canceled, Play does not begin another game. It returns an error if the
// strategy is not one of the series' programs.
func (b Batch) Play(ctx context.Context, limits search.Limits) ([]BatchGame, error) {
	games := b.Games
	if games == 0 {
		games = batchGames
	}
	if games < 0 || games > seriesBoards {
		return nil, fmt.Errorf("colorwalk: no batch has %d games (want 1 to %d, or 0 for %d)", games, seriesBoards, batchGames)
	}
	draws := &seriesDraws{}
	p, c, err := b.player(draws)
	if err != nil {
		return nil, err
	}
	var list []BatchGame
	stray := colorwalk.Blank
	for range games {
		board, err := draws.board()
		if err != nil {
			return nil, err
		}
		g := newGame(ctx, board, c.Given("literal"), limits)
		g.stray(stray)
		r := g.play(p)
		if draws.unsure {
			return nil, errors.New("colorwalk: the last digits of a sine decide how the batch goes on, and they differ between machines (want fewer games)")
		}
		game := BatchGame{Board: board, Stray: stray, Result: r}
		list = append(list, game)
		if game.Outcome == search.Cancelled {
			break
		}
		stray = colorwalk.Blank
		if b.Stray && game.Outcome == search.Solved {
			stray = g.hint
		}
	}
	return list, nil
}

// player returns the player of the batch's strategy, and what its name chooses.
func (b Batch) player(draws *seriesDraws) (player, puzzle.Choice, error) {
	var player player
	var chosen puzzle.Choice
	patterns := Strategies()
	for i := range patterns {
		patterns[i].Bind = func(_ *puzzle.Strategy[colorwalk.Board], c puzzle.Choice) {
			player, chosen = all[i].player(c, draws), c
		}
	}
	if _, err := puzzle.NewGrammar("colorwalk", "evaluation", patterns).Parse(b.Strategy); err != nil {
		if _, wrong := colorwalk.Core().Strategy(b.Strategy); wrong == nil {
			err = fmt.Errorf("colorwalk: strategy %q plays no batches (want a program of the write-up, such as %q)", b.Strategy, "gla-5,literal")
		}
		return nil, chosen, err
	}
	if p, ok := player.(picker); ok {
		if turn, ok := p.draws.(*inTurn); ok {
			turn.next = 1
		}
	}
	return player, chosen, nil
}

// stray makes a move that the player did not choose for this board.
func (g *game) stray(c colorwalk.Color) {
	for i := range g.graph.Colors {
		if k := &g.graph.Colors[i]; k.Color == c {
			g.move(k)
			g.meter.Generated++
		}
	}
}
