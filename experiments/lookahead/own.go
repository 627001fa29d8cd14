package lookahead

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// rivals are the strategies that an algorithm of one's own is set beside.
var rivals = []string{exact, "greedy", "gla-5", byDistances}

// Try plays the first n boards of the series by an algorithm, such as one of your
// own, that is given a board and names the colour to be played; the next board is
// what Apply makes of it. Nothing is stored. The error says on which board it
// stopped making progress.
func Try(name string, choose func(colorwalk.Board) colorwalk.Color, n int) (reports.Table, error) {
	n = min(max(n, 1), seriesBoards)
	type line struct {
		board int
		moves []int // of the rivals, the optimum first, and of the algorithm
	}
	var lines []line
	var above []float64
	for _, k := range series()[:n] {
		l := line{board: k.Number}
		for _, rival := range rivals {
			r, err := played(rival, k.Board)
			if err != nil {
				return reports.Table{}, err
			}
			l.moves = append(l.moves, r.Cost)
		}
		moves, err := play(k.Board, choose)
		if err != nil {
			return reports.Table{}, fmt.Errorf("lookahead: %s on board %d: %w", name, k.Number, err)
		}
		l.moves = append(l.moves, moves)
		lines, above = append(lines, l), append(above, float64(moves-l.moves[0]))
	}
	columns := []column.Of[line]{column.Cells("board", reports.Words, func(l line) reports.Cell { return reports.Int(l.board) })}
	for i, name := range append(mapped(rivals, shown), name) {
		columns = append(columns, column.Counts(name, func(l line) int { return l.moves[i] }))
	}
	return column.Fill(reports.Table{
		ID: "try", Title: "Moves of " + name,
		Caption: fmt.Sprintf("The first %s of the series. %s makes %.2f moves above the optimum on average.", study.Plural(n, "board"), study.Capitalised(name), stats.Mean(above)),
	}, lines, columns...), nil
}

// play returns how many moves an algorithm makes. More moves than cells are an
// error: some of them removed nothing.
func play(b colorwalk.Board, choose func(colorwalk.Board) colorwalk.Color) (int, error) {
	moves := 0
	for ; !b.Solved(); moves++ {
		if moves == b.Cells() {
			return moves, fmt.Errorf("%d moves do not clear it", moves)
		}
		c := choose(b)
		if c < 1 || c > colorwalk.MaxColors {
			return moves, fmt.Errorf("move %d: %d is not a colour (want 1 to %d)", moves+1, c, b.Colors())
		}
		b, _ = b.Apply(c)
	}
	return moves, nil
}

// played returns what a strategy finds on a board.
func played(name string, b colorwalk.Board) (puzzle.Finding, error) {
	s, err := kind.Kind().Strategy(name)
	if err != nil {
		return puzzle.Finding{}, err
	}
	return s.Run(context.Background(), b, 0, search.Limits{})
}
