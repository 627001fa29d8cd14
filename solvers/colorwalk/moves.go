package colorwalk

import (
	"errors"
	"fmt"
)

// Apply returns the board after the move c, and the number of cells that it
// removed, cell by cell and without the region graph: every cell of colour c
// that is connected to the blank area through cells of colour c becomes blank,
// and so does a coloured start. A useless move removes 0 cells.
//
// It is what solutions are checked with, slow and simple. The move must be a
// colour, 1 to [MaxColors].
func (b Board) Apply(c Color) (Board, int) {
	before := make([]bool, len(b.cells))
	b.flood(before, Blank)
	area := make([]bool, len(b.cells))
	b.flood(area, c)
	cells := []byte(b.cells)
	removed := 0
	for cell := range area {
		if area[cell] {
			cells[cell] = byte(Blank)
			if !before[cell] {
				removed++
			}
		}
	}
	b.cells = string(cells)
	return b, removed
}

// Solved reports whether nothing is left: every cell belongs to the blank area.
func (b Board) Solved() bool {
	area := make([]bool, len(b.cells))
	b.flood(area, Blank)
	for _, in := range area {
		if !in {
			return false
		}
	}
	return b.Cells() > 0
}

// Replay returns the board after all moves of a path, and the number of cells
// that each removed. The error names the first move that is not a colour.
func (b Board) Replay(path []Color) (end Board, removed []int, err error) {
	if b.Cells() == 0 {
		return b, nil, errZeroBoard
	}
	for i, c := range path {
		if c == Blank || c > MaxColors {
			return b, removed, fmt.Errorf("colorwalk: move %d is %d (want 1 to %d)", i+1, c, MaxColors)
		}
		var n int
		b, n = b.Apply(c)
		removed = append(removed, n)
	}
	return b, removed, nil
}

// Check reports why a path is not a solution in which every move removes
// something; nil if it is one.
func (b Board) Check(path []Color) error {
	end, removed, err := b.Replay(path)
	if err != nil {
		return err
	}
	for i, n := range removed {
		if n == 0 {
			return fmt.Errorf("colorwalk: move %d, colour %v, removes nothing", i+1, path[i])
		}
	}
	if !end.Solved() {
		return errors.New("colorwalk: the path leaves cells behind")
	}
	return nil
}

// flood marks the blank area, and the cells of colour c that are connected to
// it through cells of that colour.
func (b Board) flood(area []bool, c Color) {
	begin := b.cells[b.start]
	stack := []int32{b.start}
	area[b.start] = true
	for len(stack) > 0 {
		cell := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		// From a cell of the move's colour only that colour is reached. The
		// blank area of a start without colour is blank; that of a coloured one
		// has its colour until the first move.
		inside := b.cells[cell] == begin
		row, col := cell/b.cols, cell%b.cols
		visit := func(next int32) {
			if n := b.cells[next]; !area[next] && (n == byte(c) && c != Blank || inside && n == begin) {
				area[next] = true
				stack = append(stack, next)
			}
		}
		if row > 0 {
			visit(cell - b.cols)
		}
		if col > 0 {
			visit(cell - 1)
		}
		if col+1 < b.cols {
			visit(cell + 1)
		}
		if row+1 < b.rows {
			visit(cell + b.cols)
		}
	}
}
