package programs

import (
	"context"
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Batch is a batch of games as the program of the write-up plays them to fill a
// row of its table: one after the other, with what one game leaves for the next.
//
//   - There is one generator of random numbers, for boards and moves. It begins
//     anew with the batch. So the strategies that draw nothing all play the
//     boards of the set "series"; those that do play other boards from the
//     second one on.
//   - Round-robin begins with the second colour, and then in each game behind the
//     colour that ended the game before.
//   - With Stray, the colour that a look-ahead chose last in one game is the first
//     move of the next, and counts, useful or not. The program does so with the
//     breadth-first and depth-first hybrids: when their search has played a game to
//     its end, it goes on to play what the look-ahead before the search had chosen,
//     and by then there is a new board. The published figures of the breadth-first
//     hybrid contain it. Strategies without look-ahead have no stray moves.
//
// The program also has two faults in its neighbours; see the option literal.
type Batch struct {
	Strategy string // one that plays move by move, with or without literal
	Games    int    // 0 means the 100 of the write-up; at most 10,000
	Stray    bool
}

// BatchGame is a game of a batch. The path and the cost include the stray move.
type BatchGame struct {
	Board colorwalk.Board
	Stray colorwalk.Color // the move left over from the game before, Blank if there is none
	search.Result[colorwalk.Color]
}

// batchGames is how many games the write-up's batches have.
const batchGames = 100

// Play plays the batch, each game under these limits. A game that was stopped
// leaves no stray move; after a cancelled one no other is begun. The error says
// why there is no such batch: only programs of the write-up play any.
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
