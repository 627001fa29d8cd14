package tiles_test

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// lastMove adds two moves to Manhattan distance for the end of the way: the
// last tile to move leaves the blank's corner, so one of the two tiles that
// belong beside the corner has been in it. If neither stands where a shortest
// way home leads through the corner, one of them goes two steps more (R. E.
// Korf, L. A. Taylor, Finding optimal solutions to the twenty-four puzzle, AAAI
// 1996). This is for the goal with the blank last.
func lastMove(b tiles.Board) int {
	if b.Solved() {
		return 0
	}
	width, height := b.Width(), b.Height()
	left, above := b.Cells()-1, b.Cells()-width
	distance, through := 0, false
	for cell := range b.Cells() {
		tile := b.Tile(cell)
		if tile == 0 {
			continue
		}
		row, col, home := cell/width, cell%width, b.Home(tile)
		distance += max(row-home/width, home/width-row) + max(col-home%width, home%width-col)
		through = through || tile == left && col == width-1 || tile == above && row == height-1
	}
	if !through {
		distance += 2
	}
	return distance
}

// A heuristic of one's own is a function of the board. Here it is compared with
// Manhattan distance, on one of the boards of the C++ write-up.
func Example() {
	board, err := tiles.ParseBoard("51309af4d7b826ec", tiles.BlankLast)
	if err != nil {
		fmt.Println(err)
		return
	}
	own := tiles.NewHeuristic("last-move", "manhattan, and 2 for the way out of the blank's corner", lastMove)
	for _, h := range []tiles.Heuristic{tiles.Manhattan, own, tiles.Max("best", own, tiles.LinearConflict)} {
		p, err := tiles.New(board, h)
		if err != nil {
			fmt.Println(err)
			return
		}
		r := search.IDAStar(context.Background(), p, search.Limits{})
		fmt.Printf("%s: estimate %d, solved in %d moves, %d boards generated\n", h.Name, h.Of(board), r.Cost, r.Generated)
	}
	// Output:
	// manhattan: estimate 19, solved in 25 moves, 854 boards generated
	// last-move: estimate 19, solved in 25 moves, 682 boards generated
	// best: estimate 23, solved in 25 moves, 203 boards generated
}
