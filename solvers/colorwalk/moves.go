package colorwalk

import (
	"errors"
	"fmt"
)

// Apply returns the board after move c, and the number of removed cells. It does not use the region
// graph: every cell of color c that is connected to the blank area through cells of color c becomes
// blank, and so does a colored start. If c removes no cells or is not a color, the number is 0.
//
// To play many moves, use [Board.Replay], which is faster.
func (b Board) Apply(c Color) (Board, int) {
	if b.Cells() == 0 || c > MaxColors {
		return b, 0
	}
	f := newFlood(b)
	removed := f.play(c)
	return f.board(), removed
}

// Solved reports whether every cell belongs to the blank area.
func (b Board) Solved() bool {
	return b.Cells() > 0 && newFlood(b).left == 0
}

// Replay returns the board after all moves in a path, and the number of cells removed by each move.
// Its time is proportional to the number of cells plus the number of moves. The error names the
// first move that is not a color.
func (b Board) Replay(path []Color) (end Board, removed []int, err error) {
	if b.Cells() == 0 {
		return b, nil, errZeroBoard
	}
	f := newFlood(b)
	for i, c := range path {
		if c == Blank || c > MaxColors {
			return f.board(), removed, fmt.Errorf("colorwalk: move %d is %d (want 1 to %d)", i+1, c, MaxColors)
		}
		removed = append(removed, f.play(c))
	}
	if len(path) == 0 {
		return b, nil, nil
	}
	return f.board(), removed, nil
}

// flood is a game on the cells of a board, which it removes one by one.
type flood struct {
	from    Board
	inside  []bool
	waiting [MaxColors + 1][]int32 // cells of each color that touch the blank area
	left    int                    // cells
}

// newFlood returns the game before the first move.
func newFlood(b Board) *flood {
	f := &flood{from: b, inside: make([]bool, b.Cells()), left: b.Cells()}
	f.take([]int32{b.start}, b.cells[b.start])
	return f
}

// play removes what touches the blank area and has the color, and returns the
// number of cells.
func (f *flood) play(c Color) int {
	before := f.left
	stack := f.waiting[c]
	f.waiting[c] = nil
	f.take(stack, byte(c))
	return before - f.left
}

// take removes the cells and those of the same color that are connected to
// them.
func (f *flood) take(stack []int32, c byte) {
	for len(stack) > 0 {
		cell := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f.inside[cell] {
			continue
		}
		f.inside[cell] = true
		f.left--
		f.from.Touching(cell, func(next int32) {
			switch n := f.from.cells[next]; {
			case f.inside[next]:
			case n == c:
				stack = append(stack, next)
			default:
				f.waiting[n] = append(f.waiting[n], next)
			}
		})
	}
}

// board returns the board as it is now.
func (f *flood) board() Board {
	b := f.from
	cells := []byte(b.cells)
	for cell, in := range f.inside {
		if in {
			cells[cell] = byte(Blank)
		}
	}
	b.cells = string(cells)
	return b
}

// Check returns an error unless the path is a solution and every move removes cells.
func (b Board) Check(path []Color) error {
	end, removed, err := b.Replay(path)
	if err != nil {
		return err
	}
	for i, n := range removed {
		if n == 0 {
			return fmt.Errorf("colorwalk: move %d, color %v, removes nothing", i+1, path[i])
		}
	}
	if !end.Solved() {
		return errors.New("colorwalk: the path leaves cells behind")
	}
	return nil
}

// Touching calls visit for each neighbor of a cell: up to four cells, above, left,
// right and below.
func (b *Board) Touching(cell int32, visit func(next int32)) {
	col := cell % b.cols
	if cell >= b.cols {
		visit(cell - b.cols)
	}
	if col > 0 {
		visit(cell - 1)
	}
	if col+1 < b.cols {
		visit(cell + 1)
	}
	if int(cell+b.cols) < len(b.cells) {
		visit(cell + b.cols)
	}
}
