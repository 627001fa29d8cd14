package colorwalk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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
	Board Board
	Stray Color // the move left over from the game before, Blank if there is none
	search.Result[Color]
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
	stray := Blank
	for range games {
		board, err := draws.board()
		if err != nil {
			return nil, err
		}
		g := newGame(ctx, board, c.Given("literal"), limits)
		g.stray(stray)
		p.play(g)
		if draws.unsure {
			return nil, errUnsureBatch
		}
		game := BatchGame{Board: board, Stray: stray, Result: g.result()}
		list = append(list, game)
		if game.Outcome == search.Cancelled {
			break
		}
		stray = Blank
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
	var patterns []pattern
	for _, program := range slices.Concat(writeUpPrograms, writeUpSearchPrograms) {
		p := program.pattern
		p.Options = append(slices.Clone(p.Options), literalOption)
		p.Bind = func(_ *puzzle.Strategy[Board], c puzzle.Choice) { player, chosen = program.player(c, draws), c }
		patterns = append(patterns, p)
	}
	if _, err := puzzle.NewGrammar(name, "evaluation", patterns).Parse(b.Strategy); err != nil {
		if _, wrong := Core().Strategy(b.Strategy); wrong != nil {
			return nil, chosen, wrong
		}
		return nil, chosen, fmt.Errorf("colorwalk: strategy %q plays no batches (want a program of the write-up, such as %q)", b.Strategy, "gla-5,literal")
	}
	if p, ok := player.(picker); ok {
		if turn, ok := p.draws.(*inTurn); ok {
			turn.next = 1
		}
	}
	return player, chosen, nil
}

// stray makes a move that the player did not choose for this board.
func (g *game) stray(c Color) {
	for i := range g.graph.colors {
		if k := &g.graph.colors[i]; k.color == c {
			g.move(k)
			g.meter.Generated++
		}
	}
}

// seriesDraws is the generator of the program: the numbers of seeds that count
// up from 1.
type seriesDraws struct {
	seeds  int
	unsure bool // a draw is so near to the border between two results that machines differ
}

var errUnsureBatch = errors.New("colorwalk: the last digits of a sine decide how the batch goes on, and they differ between machines (want fewer games)")

// Below returns a number from 0 to n−1.
func (s *seriesDraws) Below(n int) int {
	s.seeds++
	x := float64(n) * seriesDraw(s.seeds)
	s.unsure = s.unsure || math.Abs(x-math.Round(x)) < seriesMargin
	return int(x)
}

// board draws a board of the series.
func (s *seriesDraws) board() (Board, error) {
	cells := make([]Color, seriesRows*seriesCols)
	s.seeds++ // for the blank cell, too
	for i := range cells[1:] {
		cells[i+1] = Color(1 + s.Below(seriesColors))
	}
	return NewBoard(seriesRows, seriesCols, 0, cells)
}
